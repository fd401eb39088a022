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
#ifndef itkDeviceCopyPastCache_h
#define itkDeviceCopyPastCache_h

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#  include <emmintrin.h>
#endif

namespace itk::device
{
/** std::memcpy of what no cache holds until it is read: the lines of `destination` are not read before they are written. */
inline void
CopyPastCache(void * destination, const void * source, std::size_t bytes)
{
#ifdef __SSE2__
  constexpr std::size_t width = sizeof(__m128i);
  auto *                to = static_cast<char *>(destination);
  const auto *          from = static_cast<const char *>(source);
  const std::size_t     head = std::min((width - reinterpret_cast<std::uintptr_t>(to) % width) % width, bytes);
  std::memcpy(to, from, head);
  std::size_t done = head;
  for (; done + 4 * width <= bytes; done += 4 * width)
  {
    __m128i words[4];
    std::memcpy(words, from + done, sizeof(words));
    for (std::size_t i = 0; i < 4; ++i)
    {
      _mm_stream_si128(reinterpret_cast<__m128i *>(to + done) + i, words[i]);
    }
  }
  // Before another thread is told that it is there.
  _mm_sfence();
  std::memcpy(to + done, from + done, bytes - done);
#else
  std::memcpy(destination, source, bytes);
#endif
}
} // namespace itk::device

#endif
