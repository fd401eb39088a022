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
#ifndef itkPretendedStream_h
#define itkPretendedStream_h

#include "itkPretendedBackend.h"
#include <cstdlib>
#include <deque>
#include <functional>
#include <new>
#include <utility>

namespace itk::device
{
/** Memory that is not of operator new, which tests let fail: freeing on a device needs none of the host. */
template <typename T>
struct HeapOfC
{
  using value_type = T;

  HeapOfC() = default;
  template <typename U>
  HeapOfC(const HeapOfC<U> &)
  {}

  T *
  allocate(std::size_t number)
  {
    void * const memory = std::malloc(number * sizeof(T));
    if (memory == nullptr)
    {
      throw std::bad_alloc();
    }
    return static_cast<T *>(memory);
  }
  void
  deallocate(T * memory, std::size_t)
  {
    std::free(memory);
  }
  friend bool
  operator==(const HeapOfC &, const HeapOfC &)
  {
    return true;
  }
  friend bool
  operator!=(const HeapOfC &, const HeapOfC &)
  {
    return false;
  }
};

struct PretendedBackend::PretendedStream
{
  int           device{ 0 };
  std::uint64_t numberEnqueued{ 0 };
  std::uint64_t numberRun{ 0 };
  using Work = std::function<void()>;
  std::deque<Work, HeapOfC<Work>> work;

  void
  Enqueue(Work item)
  {
    work.push_back(std::move(item));
    ++numberEnqueued;
  }

  static PretendedStream &
  From(CUstream_st * handle)
  {
    return *reinterpret_cast<PretendedStream *>(handle);
  }
};
} // namespace itk::device

#endif
