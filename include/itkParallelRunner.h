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
#ifndef itkParallelRunner_h
#define itkParallelRunner_h

#include <cstddef>
#include <functional>

namespace itk::device
{
/** Calls function(begin, end) for parts of [0, count) that make up the whole, in any order and on any threads, and
 * returns when all are done. */
using ParallelRunner =
  std::function<void(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)> & function)>;
} // namespace itk::device

#endif
