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
#include "ConnectedComponents/ConnectedComponentsWords.cuh"
#include "itkDeviceBuffer.h"
#include <cub/device/device_scan.cuh>

namespace itk::device::components
{
void
ScanInPlace(std::uint32_t * numbers, std::size_t count, const Stream & stream)
{
  const auto scan = [&](void * memory, std::size_t & bytes) {
    Check(cub::DeviceScan::ExclusiveSum(memory, bytes, numbers, numbers, count, stream.GetHandle()), "ExclusiveSum");
  };
  std::size_t bytes = 0;
  scan(nullptr, bytes);
  const Buffer memory(bytes, stream);
  scan(memory.GetData(), bytes);
}
} // namespace itk::device::components
