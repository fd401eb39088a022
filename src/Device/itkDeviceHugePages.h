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
#ifndef itkDeviceHugePages_h
#define itkDeviceHugePages_h

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#ifdef __linux__
#  include <cstdlib>
#  include <fcntl.h>
#  include <sys/mman.h>
#  include <unistd.h>
#endif

namespace itk::device
{
constexpr std::size_t HugePage = std::size_t{ 1 } << 21;

constexpr std::size_t
RoundUpToHugePages(std::size_t bytes)
{
  return (bytes + HugePage - 1) / HugePage * HugePage;
}

#ifdef __linux__
/** Fresh memory that begins where a huge page may, of which a multiple is asked for; nullptr where there is none. */
inline void *
MapHugePages(std::size_t bytes) noexcept
{
  // With room to begin where a huge page may.
  void * const mapped = mmap(nullptr, bytes + HugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
  {
    return nullptr;
  }
  auto * const      begin = static_cast<char *>(mapped);
  const std::size_t before = HugePage - reinterpret_cast<std::uintptr_t>(begin) % HugePage;
  munmap(begin, before);
  if (before < HugePage)
  {
    munmap(begin + before + bytes, HugePage - before);
  }
  madvise(begin + before, bytes, MADV_HUGEPAGE);
  return begin + before;
}

inline void
UnmapHugePages(void * data, std::size_t bytes) noexcept
{
  munmap(data, bytes);
}

/** A child has none of it: the pages that a device reads and writes stay the parent's, on Linux before 5.9, too. */
inline void
KeepFromChildren(void * data, std::size_t bytes) noexcept
{
  madvise(data, bytes, MADV_DONTFORK);
}

/** The number that a file begins with, or the largest one if there is none. Nothing is allocated. */
inline std::size_t
ReadLimit(const char * file) noexcept
{
  char      text[32]{};
  const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0)
  {
    const auto bytes = read(descriptor, text, sizeof(text) - 1);
    close(descriptor);
    char *                   end = text;
    const unsigned long long number = bytes > 0 ? std::strtoull(text, &end, 10) : 0;
    if (end != text)
    {
      return static_cast<std::size_t>(number);
    }
  }
  return std::numeric_limits<std::size_t>::max();
}

/** The machine's memory, or what the container that the process runs in may have of it. */
inline std::size_t
GetPhysicalMemory()
{
  // Of version 2 of control groups, which says "max" for no limit, and of version 1.
  return std::min(
    { static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE)),
      ReadLimit("/sys/fs/cgroup/memory.max"),
      ReadLimit("/sys/fs/cgroup/memory/memory.limit_in_bytes") });
}
#else
inline void *
MapHugePages(std::size_t bytes) noexcept
{
  return ::operator new(bytes, std::align_val_t{ HugePage }, std::nothrow);
}

inline void
UnmapHugePages(void * data, std::size_t) noexcept
{
  ::operator delete(data, std::align_val_t{ HugePage });
}

inline void
KeepFromChildren(void *, std::size_t) noexcept
{}

inline std::size_t
GetPhysicalMemory()
{
  return std::numeric_limits<std::size_t>::max();
}
#endif

/** Memory that was not written yet is backed by huge pages, if the system has some: to fill pages of 4 kB takes several times
 * as long as to copy. */
inline void
PreferHugePages([[maybe_unused]] void * memory, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
  const auto           begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + HugePage - 1) / HugePage * HugePage;
  const std::uintptr_t last = (begin + bytes) / HugePage * HugePage;
  if (first < last)
  {
    madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
  }
#endif
}
} // namespace itk::device

#endif
