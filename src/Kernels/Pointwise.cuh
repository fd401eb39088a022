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
#ifndef Pointwise_cuh
#define Pointwise_cuh

#include "Kernels/PointwiseTable.cuh"
#include <algorithm>

namespace itk::device::kernels
{
template <int VWidth, int VCount, typename TOperation, typename TOutput, typename... TInputs>
__global__ void
__launch_bounds__(PointwiseThreads) PointwiseKernel(TOperation               operation,
                                                    PointwiseRows            rows,
                                                    PointwiseOutput<TOutput> output,
                                                    PointwiseInput<TInputs>... inputs)
{
  if constexpr (HasPrepare<TOperation>)
  {
    operation.Prepare();
  }
  constexpr std::size_t step = std::size_t{ PointwiseThreads } * VWidth;
  const auto            run = [&](auto & compute) {
    for (std::size_t slice = blockIdx.z; slice < rows.slices; slice += gridDim.z)
    {
      for (std::size_t row = blockIdx.y; row < rows.rows; row += gridDim.y)
      {
        const auto runTile = [&](std::size_t tile) {
          ForEachVectorOfTile<VWidth, VCount>(
            tile * step * VCount,
            rows.length,
            [&](std::size_t position, auto count) {
              ComputeVectors<VWidth, decltype(count)::value>(compute, row, slice, position, step, output, inputs...);
            },
            [&](std::size_t position) {
              ComputeVectors<1, 1>(compute, row, slice, position, step, output, inputs...);
            });
          if constexpr (HasEndTile<TOperation>)
          {
            operation.EndTile();
          }
        };
        if constexpr (TilesOfBlock<TOperation> > 1)
        {
          static_assert(!IsBackward<TOperation>);
          const std::size_t tiles = DivideUp(rows.length, step * VCount);
          for (std::size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x)
          {
            runTile(tile);
          }
        }
        else
        {
          runTile(IsBackward<TOperation> ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
        }
      }
    }
  };
  if constexpr (sizeof...(TInputs) == 1 && (sizeof(TInputs) + ...) == 1 && IsCostly<TOperation>)
  {
    __shared__ TOutput                              results[PointwiseThreads];
    PointwiseTable<TOperation, TOutput, TInputs...> table(operation, results);
    run(table);
  }
  else
  {
    run(operation);
    if constexpr (HasFinish<TOperation>)
    {
      operation.Finish();
    }
  }
}

/** Makes one axis of two where every image is contiguous over both. */
template <typename... TImages>
PointwiseRows
JoinAxes(std::size_t (&size)[3], TImages &... images)
{
  const auto isContiguous = [&](const auto & image) {
    return size[1] == 1 || image.pixels == nullptr || image.stride[1] == size[0];
  };
  for (int joined = 0; joined < 2 && (isContiguous(images) && ...); ++joined)
  {
    size[0] *= size[1];
    size[1] = size[2];
    size[2] = 1;
    ((images.stride[1] = images.stride[2]), ...);
  }
  return { size[0], size[1], size[2] };
}

/** Whether vectors of `width` pixels may be read or written from the beginning of each row on. */
template <typename TImage>
bool
IsAligned(const TImage & image, const PointwiseRows & rows, int width)
{
  return reinterpret_cast<std::uintptr_t>(image.pixels) % (sizeof(*image.pixels) * width) == 0 &&
         (rows.rows == 1 || image.stride[1] % width == 0) && (rows.slices == 1 || image.stride[2] % width == 0);
}

/** Computes output = operation(inputs...) for every pixel, in one pass that memory bounds. TOperation is a trivially
 * copyable functor of one to three pixels, of which each thread has a copy; a member Prepare() is called first, a member
 * Finish() last. One that IsTranscendental has one input and no Finish(). */
template <typename TOperation, typename TOutput, typename... TInputs>
void
RunPointwise(const TOperation & operation, PointwiseImages<TOutput, TInputs...> images, const Stream & stream)
{
  const PointwiseRows rows =
    std::apply([&](auto &... input) { return JoinAxes(images.output.size, images.output, input...); }, images.inputs);
  constexpr int largest = static_cast<int>(std::max({ sizeof(TOutput), sizeof(TInputs)... }));
  constexpr int width = 16 / largest;
  constexpr int count = 4;
  const auto    launch = [&](auto kernel, int pixelsOfThread) {
    constexpr std::size_t tilesOfBlock = TilesOfBlock<TOperation>;
    std::size_t           blocksOfRow = DivideUp<std::size_t>(rows.length, PointwiseThreads * pixelsOfThread);
    if constexpr (tilesOfBlock > 1)
    {
      const auto resident = static_cast<std::size_t>(CountResidentBlocks(kernel, PointwiseThreads, 0, stream));
      blocksOfRow = std::min(blocksOfRow, std::max(resident, DivideUp(blocksOfRow, tilesOfBlock)));
    }
    const dim3 blocks(static_cast<unsigned int>(blocksOfRow),
                      static_cast<unsigned int>(std::min<std::size_t>(rows.rows, MostLayers)),
                      static_cast<unsigned int>(std::min<std::size_t>(rows.slices, MostLayers)));
    std::apply(
      [&](const auto &... input) {
        Launch(
          "PointwiseKernel", kernel, { blocks, PointwiseThreads }, stream, operation, rows, images.output, input...);
      },
      images.inputs);
  };
  const bool areAligned =
    IsAligned(images.output, rows, width) &&
    std::apply([&](const auto &... input) { return (IsAligned(input, rows, width) && ...); }, images.inputs);
  if (areAligned)
  {
    if constexpr (IsTranscendental<TOperation> && std::max({ sizeof(TOutput), sizeof(TInputs)... }) == 2)
    {
      const bool isDone = std::apply(
        [&](const auto &... input) {
          return RunPointwiseByTable<width>(operation, rows, images.output, input..., stream);
        },
        images.inputs);
      if (isDone)
      {
        return;
      }
    }
    launch(PointwiseKernel<width, count, TOperation, TOutput, TInputs...>, width * count);
  }
  else
  {
    launch(PointwiseKernel<1, 8, TOperation, TOutput, TInputs...>, 8);
  }
}
} // namespace itk::device::kernels

#endif
