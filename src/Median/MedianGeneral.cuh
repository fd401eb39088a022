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

#include "itkDeviceStream.h"
#include <cstddef>
#include <cstdint>

namespace itk::device
{
/** One call of LaunchMedian, always in three dimensions: a 2D image is one slice. Travels as a kernel parameter. */
template <typename TPixel>
struct MedianTask
{
  const TPixel * input;
  TPixel *       output;
  std::size_t    inputSize[3];
  std::size_t    inputStride[3];
  std::size_t    outputSize[3];
  std::size_t    outputStride[3];
  std::size_t    offset[3];
  std::size_t    radius[3];
};

/** Coordinate -> pixel of the input, the nearest one where the coordinate is outside. */
template <typename TPixel>
__device__ __forceinline__ std::int64_t
                           ClampIndex(const MedianTask<TPixel> & task, unsigned int axis, std::int64_t index)
{
  const std::int64_t last = static_cast<std::int64_t>(task.inputSize[axis]) - 1;
  return index < 0 ? 0 : (index > last ? last : index);
}

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
