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
#ifndef itkDeviceHostMemory_h
#define itkDeviceHostMemory_h

#include "CudaImageFiltersExport.h"
#include <cstddef>

namespace itk::device
{
/** Bytes of host memory of HostMemory. */
struct HostMemoryUse
{
  /** Of images that there are. */
  std::size_t inUse;
  /** Kept for the next images. */
  std::size_t idle;
  /** Of both, page-locked. */
  std::size_t pinned;
};

/** \class HostMemory
 * \brief Host memory of DeviceImage in the form that the bus likes: huge pages, kept for the next image, and pinned where
 * it is transferred again.
 *
 * Blocks of 1 MiB and more. A block is pinned, by a thread of its own, so that the copy engines of the devices read and
 * write it without staging, once it was transferred and comes back, or is transferred a second time; so a program that
 * ends after its first result does not pay for it. What is pinned already is copied directly meanwhile. A block that cannot
 * be pinned stays as it is.
 *
 * ITK_CUDA_IMAGE_FILTERS_HOST_POOL in the environment is the limit in bytes, or "off": then images have ITK's own memory.
 * So they have in a process that was forked from one with such memory. No CUDA call is made before a transfer was.
 *
 * All members may be called from several threads.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT HostMemory
{
public:
  static constexpr std::size_t SmallestBlock = std::size_t{ 1 } << 20;

  /** The most bytes that are kept idle, and the most that are pinned: by default a quarter of the machine's memory, but at
   * most 4 GiB. What is idle beyond is given back. 0 switches all of this off: the next images have ITK's own memory. */
  static void
  SetLimit(std::size_t bytes);
  static std::size_t
  GetLimit();

  /** Gives all that is idle back to the system. */
  static void
  Trim();

  static HostMemoryUse
  GetUse();

  /** Waits until all that is to be pinned is. Nothing but a measurement needs that. */
  static void
  WaitForPinning();

  enum class Content
  {
    Any,
    Zero
  };

  /** A block of `bytes` or more, or nullptr where it is to be ITK's own memory: below SmallestBlock, switched off, or there
   * is none left. */
  static void *
  Allocate(std::size_t bytes, Content content) noexcept;

  /** Takes a block back; false if `data` is no block of Allocate(). */
  static bool
  Free(void * data) noexcept;

  /** How many of `bytes` from `host` on one copy may move without staging; 0 if the first of them is not pinned. */
  static std::size_t
  GetDirectBytes(const void * host, std::size_t bytes) noexcept;

  /** A transfer between `host` and `device` was made. */
  static void
  Transferred(const void * host, int device) noexcept;
};
} // namespace itk::device

#endif
