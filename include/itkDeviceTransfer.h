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
#ifndef itkDeviceTransfer_h
#define itkDeviceTransfer_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** Copies host memory to `device` in the order of `stream`.
 * Returns when `host` may be changed again, which may be before the copy has reached the device.
 * What HostMemory has pinned is copied directly; other memory is staged through pinned buffers by a few threads. */
CudaImageFilters_EXPORT void
Upload(void * device, const void * host, std::size_t bytes, const Stream & stream);

/** Copies device memory to `host`, after all that was enqueued on `stream`. Waits until the pixels are there. */
CudaImageFilters_EXPORT void
Download(void * host, const void * device, std::size_t bytes, const Stream & stream);

/** How many times Upload and Download were called in this process, strips of plain images included, and the bytes moved. */
struct TransferCounts
{
  std::uint64_t uploads;
  std::uint64_t downloads;
  std::uint64_t bytesUploaded;
  std::uint64_t bytesDownloaded;
};

CudaImageFilters_EXPORT TransferCounts
GetTransferCounts();
} // namespace itk::device

#endif
