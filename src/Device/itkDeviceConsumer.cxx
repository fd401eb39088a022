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
#include "itkDeviceConsumer.h"
#include <algorithm>

namespace itk::device
{
namespace
{
std::vector<const DataObject *> &
GetAnnounced()
{
  thread_local std::vector<const DataObject *> announced;
  return announced;
}
} // namespace

DeviceConsumer::DeviceConsumer(const std::vector<const DataObject *> & images)
  : m_Mark(GetAnnounced().size())
{
  GetAnnounced().insert(GetAnnounced().end(), images.begin(), images.end());
}

DeviceConsumer::DeviceConsumer(const DataObject * image)
  : DeviceConsumer(std::vector<const DataObject *>{ image })
{}

DeviceConsumer::~DeviceConsumer() { GetAnnounced().resize(m_Mark); }

bool
DeviceConsumer::Take(const DataObject * image)
{
  auto &     announced = GetAnnounced();
  const auto found = std::find(announced.rbegin(), announced.rend(), image);
  if (found == announced.rend())
  {
    return false;
  }
  *found = nullptr;
  return true;
}
} // namespace itk::device
