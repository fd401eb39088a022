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
#ifndef itkDeviceResident_h
#define itkDeviceResident_h

#include "CudaImageFiltersExport.h"

namespace itk::device
{
/** \class DeviceResident
 * \brief What can be asked of a DeviceImage without knowing its pixel type and dimension.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT DeviceResident
{
public:
  virtual ~DeviceResident();

  /** The device where the pixels are current, or -1 where they are current on the host alone. */
  virtual int
  GetDevice() const = 0;

  /** Brings the pixels to the host, if they are not there; then waits. */
  virtual void
  MakeHostCurrent() const = 0;

  /** Says that the next DataHasBeenGenerated() comes of a filter that has told the image where its pixels are. */
  virtual void
  PixelsAreKnown() = 0;
};
} // namespace itk::device

#endif
