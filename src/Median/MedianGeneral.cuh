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
#ifndef MedianGeneral_cuh
#define MedianGeneral_cuh

#include "Kernels/Task.cuh"
#include "itkDeviceStream.h"
#include <cstddef>

namespace itk::device
{
template <typename TPixel>
struct MedianTask : kernels::Task<TPixel, TPixel>
{
  std::size_t radius[3];
};

/** Windows of at most 25 pixels, whatever their shape. Returns false, with nothing enqueued, for larger ones. */
template <typename TPixel>
bool
LaunchMedianSmall(const MedianTask<TPixel> & task, const Stream & stream);

/** Any radius. */
template <typename TPixel>
void
LaunchMedianGeneral(const MedianTask<TPixel> & task, const Stream & stream);
} // namespace itk::device

#endif
