/*=========================================================================
 *
 *  Copyright The CudaImageFilters Contributors
 *
 *  Licensed under the Apache License, Version 2.0 (the "License");
 *  you may not use this file except in compliance with the License.
 *  You may obtain a copy of the License at
 *
 *         https://www.apache.org/licenses/LICENSE-2.0.txt
 *
 *  Unless required by applicable law or agreed to in writing, software
 *  distributed under the License is distributed on an "AS IS" BASIS,
 *  WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 *  See the License for the specific language governing permissions and
 *  limitations under the License.
 *
 *=========================================================================*/
#ifndef itkDeviceConsumer_h
#define itkDeviceConsumer_h

#include "CudaImageFiltersExport.h"
#include <cstddef>
#include <vector>

namespace itk
{
class DataObject;
}

namespace itk::device
{
/** \class DeviceConsumer
 * \brief Announces that the calling thread is about to pull images whose pixels it wants on the device.
 *
 * ITK does not tell an image who pulls it. A filter of this module announces its inputs before it pulls them; an
 * announced DeviceImage leaves its pixels where they are, any other one brings them to the host. An announcement
 * serves one pull, and ends with the scope at the latest.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT DeviceConsumer
{
public:
  explicit DeviceConsumer(const std::vector<const DataObject *> & images);
  explicit DeviceConsumer(const DataObject * image);
  ~DeviceConsumer();
  DeviceConsumer(const DeviceConsumer &) = delete;
  DeviceConsumer &
  operator=(const DeviceConsumer &) = delete;

  /** Whether `image` was announced by this thread; if so, the announcement is used up. */
  static bool
  Take(const DataObject * image);

private:
  std::size_t m_Mark;
};
} // namespace itk::device

#endif
