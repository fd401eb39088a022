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
#ifndef ConvolutionFFT_cuh
#define ConvolutionFFT_cuh

#include "ConvolutionFFTKernel.cuh"
#include "ConvolutionStore.h"
#include "ConvolutionSumError.h"
#include "ConvolutionTiles.cuh"
#include "Device/itkDeviceUploadArray.h"
#include <algorithm>

namespace itk::device::convolution
{
template <typename TInput, typename TOutput>
void
LaunchReadTiles(const Task<TInput, TOutput> & task, const Tiles & tiles, std::ptrdiff_t batch, const Stream & stream)
{
  const dim3 blocks(static_cast<unsigned int>(DivideUp(tiles.size[1] * tiles.size[2], TileWarps)),
                    static_cast<unsigned int>(batch));
  kernels::Launch("ConvolutionReadTilesKernel",
                  ConvolutionReadTilesKernel<TInput, TOutput>,
                  { blocks, TileThreads },
                  stream,
                  task,
                  tiles);
}

template <typename TInput, typename TOutput>
void
LaunchWriteTiles(const Task<TInput, TOutput> & task, const Tiles & tiles, std::ptrdiff_t batch, const Stream & stream)
{
  const std::ptrdiff_t warps =
    DivideUp(tiles.valid[0], 32 * TileColumns) * DivideUp(tiles.valid[1], TileRows) * tiles.valid[2];
  const dim3 blocks(static_cast<unsigned int>(DivideUp(warps, TileWarps)), static_cast<unsigned int>(batch));
  kernels::Launch("ConvolutionWriteTilesKernel",
                  ConvolutionWriteTilesKernel<TInput, TOutput>,
                  { blocks, TileThreads },
                  stream,
                  task,
                  tiles);
}

template <typename TInput, typename TOutput>
void
LaunchFFT(Task<TInput, TOutput> task, const Coefficients & coefficients, const Stream & stream)
{
  const Tiling   tiling = ChooseTiling(task.outputSize, task.radius);
  const auto     batch = tiling.batch;
  Tiles          tiles{};
  std::ptrdiff_t total = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    tiles.count[axis] = tiling.count[axis];
    tiles.valid[axis] = tiling.valid[axis];
    tiles.size[axis] = tiling.length[axis];
    total *= tiling.count[axis];
  }
  tiles.pitch = tiles.size[0] / 2 * 2 + 2;

  // Sums that are not finite, or too near to an integer, are computed anew.
  const Buffer exact = UploadArray(coefficients.values, stream);
  task.coefficients = exact.As<double>();
  if constexpr (std::is_integral_v<TOutput>)
  {
    // No bound, but some 20 standard deviations of the error.
    const double levels = std::log2(static_cast<double>(tiles.size[0]) * tiles.size[1] * tiles.size[2]);
    task.error = FindSumBound<TInput>(coefficients, static_cast<int>(4.0 * levels), false).error;
    // A transform's error may make them negative.
    task.error.areSmall = false;
  }
  const Buffer  spectrum = TransformKernel(coefficients, tiling.length, stream);
  const Buffer  memory(batch * tiles.size[2] * tiles.size[1] * tiles.pitch * sizeof(float), stream);
  const FFTPlan forward(tiling.length, static_cast<int>(batch), FFTPlan::Direction::Forward, stream);
  const FFTPlan inverse(tiling.length, static_cast<int>(batch), FFTPlan::Direction::Inverse, stream);
  tiles.data = memory.As<float>();
  for (tiles.first = 0; tiles.first < total; tiles.first += batch)
  {
    // Of the last batch there may be fewer; what was in the others does no harm.
    const std::ptrdiff_t present = std::min(batch, total - tiles.first);
    LaunchReadTiles(task, tiles, present, stream);
    forward.Execute(tiles.data);
    MultiplyTransforms(tiles.data, spectrum, batch, stream);
    inverse.Execute(tiles.data);
    LaunchWriteTiles(task, tiles, present, stream);
  }
}

template <typename TInput, typename TOutput>
void
LaunchStore(Task<TInput, TOutput> task,
            const Coefficients &  coefficients,
            const SumError &      error,
            const Sums &          sums,
            const Stream &        stream)
{
  task.error = error;
  const Buffer exact = UploadArray(coefficients.values, stream);
  task.coefficients = exact.As<double>();
  Tiles tiles{ sums.buffer.As<float>(), 0, { 1, 1, 1 }, {}, {}, sums.stride[1] };
  std::copy_n(task.outputSize, 3, tiles.valid);
  std::copy_n(task.outputSize, 3, tiles.size);
  LaunchWriteTiles(task, tiles, 1, stream);
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_FFT(input, output)                                             \
  namespace itk::device::convolution                                                   \
  {                                                                                    \
  template void                                                                        \
  LaunchFFT<input, output>(Task<input, output>, const Coefficients &, const Stream &); \
  }                                                                                    \
  static_assert(true, "")

#define ITK_INSTANTIATE_STORE(pixel)                                                                                   \
  namespace itk::device::convolution                                                                                   \
  {                                                                                                                    \
  template void                                                                                                        \
  LaunchStore<pixel, pixel>(Task<pixel, pixel>, const Coefficients &, const SumError &, const Sums &, const Stream &); \
  }                                                                                                                    \
  static_assert(true, "")

#endif
