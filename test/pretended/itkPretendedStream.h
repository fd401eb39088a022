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
#include <deque>
#include <utility>

namespace itk::device
{
struct PretendedBackend::PretendedStream
{
  int                               device{ 0 };
  std::uint64_t                     numberEnqueued{ 0 };
  std::uint64_t                     numberRun{ 0 };
  std::deque<std::function<void()>> work;

  void
  Enqueue(std::function<void()> item)
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
