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
#include "AxisFilter.cuh"
#include "Kernels/Instantiate.h"
#include "itkCudaBinomialBlurLaunch.h"
#include "itkDeviceBuffer.h"

namespace itk::device
{
namespace
{
/** The mean with the next pixel, and then of that with the one before: the ends have themselves alone. */
struct TwoMeans
{
  template <typename TInput>
  __device__ __forceinline__ double
  operator()(const kernels::AxisNeighbors<TInput> & pixels) const
  {
    const double center = pixels[0];
    const double withNext = pixels.index + 1 < pixels.size ? (center + pixels[1]) / 2 : center;
    return pixels.index > 0 ? (withNext + (pixels[-1] + center) / 2) / 2 : withNext;
  }
};
} // namespace

/** Bound by memory: images of doubles between its passes. */
template <typename TInput, unsigned int VDimension>
void
LaunchBinomialBlur(const ImageView<const TInput, VDimension> & input,
                   const ImageView<float, VDimension> &        output,
                   const std::size_t (&offset)[VDimension],
                   unsigned int   repetitions,
                   const Stream & stream)
{
  constexpr std::size_t noOffset[VDimension]{};
  const std::size_t     passes = std::size_t{ repetitions } * VDimension;
  std::size_t           pixels = 1;
  for (const std::size_t size : input.size)
  {
    pixels *= size;
  }
  Buffer                              buffers[2];
  ImageView<double, VDimension>       images[2];
  ImageView<const double, VDimension> sources[2];
  for (int i = 0; i < 2; ++i)
  {
    if (i == 0 || passes > 2)
    {
      buffers[i] = Buffer(pixels * sizeof(double), stream);
    }
    images[i] = MakeImageView<double, VDimension>(buffers[i].As<double>(), input.size);
    sources[i] = MakeImageView<const double, VDimension>(buffers[i].As<double>(), input.size);
  }
  kernels::RunAxisFilter(kernels::MakeTask(input, images[0], noOffset), 0, TwoMeans{}, stream);
  for (std::size_t pass = 1; pass + 1 < passes; ++pass)
  {
    const auto task = kernels::MakeTask(sources[(pass - 1) % 2], images[pass % 2], noOffset);
    kernels::RunAxisFilter(task, pass % VDimension, TwoMeans{}, stream);
  }
  const auto last = kernels::MakeTask(sources[(passes - 2) % 2], output, offset);
  kernels::RunAxisFilter(last, VDimension - 1, TwoMeans{}, stream);
}

#define ITK_INSTANTIATE(input, dimension)                                                       \
  template void LaunchBinomialBlur<input, dimension>(const ImageView<const input, dimension> &, \
                                                     const ImageView<float, dimension> &,       \
                                                     const std::size_t(&)[dimension],           \
                                                     unsigned int,                              \
                                                     const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
