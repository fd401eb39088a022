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
#ifndef MeanVolumeGroups_cuh
#define MeanVolumeGroups_cuh

#include "MeanBoxColumns.cuh"
#include "MeanVolume.cuh"

/** \file
 * Means of boxes of at most 7 voxels a side, and of those that are squares of 3 to 11 voxels a side in 3, 5, 7 or as many
 * layers. The sums are those of MeanWindow.cuh, in its order. */
namespace itk::device::mean
{
/** Values that LargeLayers keeps in registers: as many as there are registers for. */
template <bool VAreCopied>
inline constexpr int LayersInRegisters = VAreCopied ? 2 : 0;

/** Sums that are kept in shared memory for each output, from layer to layer. */
template <int VLayersRadius, bool VAreCopied>
ITK_HOST_DEVICE constexpr int
GetLayersSize()
{
  if constexpr (VLayersRadius == AnySmallRadius)
  {
    return SmallLayersInMemory<double>::Size;
  }
  else if constexpr (VLayersRadius > SmallWindow::LargestRadius)
  {
    return LargeLayers<VLayersRadius, LayersInRegisters<VAreCopied>>::Size;
  }
  else
  {
    return 0;
  }
}

/** Neighbours, which are read at once. */
template <typename TSum>
struct alignas(2 * sizeof(TSum)) SumPair
{
  TSum sum[2];
};

/** A block walks through layers. Of each, threads sum along columns into one of two buffers, and then along rows and
 * layers, while the next layer is read. `isAligned`: rows of the output begin with aligned quads.
 *
 * Bound by the latencies of instructions: shared memory, which the sums along columns and, but of cubes of 5, most of those along
 * layers pass through, leaves room for few warps. With radius 5 these are 18 % of a multiprocessor's, and issue in 39 % of the
 * time, where shared memory is busy in 74 % and the additions in double in 22 %. Float to float, 512^3 voxels: 366 Gvoxel/s of
 * radius 2 on an H200, 264 of radius 5; if a thread loaded its columns itself, 301 and 252. */
template <int  VRadius,
          int  VLayersRadius,
          int  VGroups,
          bool VAreCopied,
          typename TInput,
          typename TSum,
          typename TOutput>
__global__ void
__launch_bounds__(VolumeTile<VRadius, VGroups>::Threads, VolumeTile<VRadius, VGroups>::Blocks)
  MeanBoxKernel(const kernels::Task<TInput, TOutput> task,
                const dim3                           blocks,
                const int                            blockLayers,
                const BoxRadii                       radii,
                const bool                           isAligned,
                const MeanDivision<TSum>             division)
{
  using Tile = VolumeTile<VRadius, VGroups>;
  using Pair = SumPair<TSum>;
  constexpr bool isAnySmall = VLayersRadius == AnySmallRadius;
  constexpr bool isLarge = VLayersRadius > SmallWindow::LargestRadius;
  constexpr int  inputs = Tile::Inputs;
  constexpr int  layersSize = GetLayersSize<VLayersRadius, VAreCopied>();
  using Columns = BoxColumns<VAreCopied, TInput, Tile>;
  const int                 rowRadius = Tile::IsAnySquare ? radii.row : VRadius;
  const int                 columnRadius = Tile::IsAnySquare ? radii.column : VRadius;
  const int                 layersRadius = isAnySmall ? radii.layers : VLayersRadius;
  extern __shared__ double2 memoryOfBlock[];
  Pair * const              shared = reinterpret_cast<Pair *>(memoryOfBlock);
  TSum * const              layersOfBlock = reinterpret_cast<TSum *>(shared + 2 * Tile::LinePairs);
  TSum * const              layersMemory = layersOfBlock + threadIdx.x;

  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x % blocks.x } * Tile::Width;
  const std::ptrdiff_t y = std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * Tile::Rows;
  const std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.x / blocks.x / blocks.y } * blockLayers;
  const int            layers = static_cast<int>(min(task.outputSize[2] - z, std::ptrdiff_t{ blockLayers }));
  const BoxPlace       place{ x + task.offset[0],
                        y + task.offset[1],
                        z + task.offset[2] + layersRadius,
                        rowRadius,
                        columnRadius,
                        -2 * layersRadius,
                        layers };

  const int    inputColumn = threadIdx.x % Tile::InputWidth;
  const int    group = threadIdx.x / Tile::InputWidth;
  TSum * const written =
    reinterpret_cast<TSum *>(shared + (group * GroupSize * 4 + inputColumn / 2 % 4) * Tile::PairStride +
                             inputColumn / 8) +
    inputColumn % 2;

  const int  row = threadIdx.x / 8;
  const int  part = threadIdx.x % 8;
  const int  firstPair = kernels::MakeOpaque(row * 4 * Tile::PairStride + part);
  const int  columns = static_cast<int>(min(task.outputSize[0] - x - part * GroupSize, std::ptrdiff_t{ GroupSize }));
  const bool hasOutput = threadIdx.x < Tile::OutputThreads && y + row < task.outputSize[1] && columns > 0;
  TOutput *  target = task.output + x + part * GroupSize + (y + row) * task.outputStride[1] + z * task.outputStride[2];

  using Small = SmallLayers<isAnySmall || isLarge ? 1 : VLayersRadius>;
  Small                     small[GroupSize];
  int                       phase = 0;
  SmallLayersInMemory<TSum> anySmall;
  LargeLayers<isLarge ? VLayersRadius : SmallWindow::LargestRadius + 1, LayersInRegisters<VAreCopied>> large[GroupSize];
  const auto state = [&](int i, int k) -> TSum & { return layersMemory[(i * GroupSize + k) * Tile::OutputThreads]; };
  if (hasOutput)
  {
    for (int i = 0; i < layersSize * GroupSize; ++i)
    {
      layersMemory[i * Tile::OutputThreads] = 0;
    }
  }
  Columns input(task, place, layersOfBlock + layersSize * GroupSize * Tile::OutputThreads);
  for (int layer = place.firstLayer; layer < layers; ++layer) // of the output, whose window ends with the input
  {
    const int buffer = layer & 1;
    {
      TSum value[inputs];
      TSum sum[GroupSize];
      input.Take(layer, value);
      SumGroup<Tile::Radius>(value, sum, columnRadius);
#pragma unroll
      for (int j = 0; j < GroupSize; ++j)
      {
        written[2 * (buffer * Tile::LinePairs + j * 4 * Tile::PairStride)] = sum[j];
      }
    }
    input.Meet(layer); // The other buffer was last read before the previous of these barriers.
    if (!hasOutput)
    {
      continue;
    }
    TSum value[inputs];
    TSum sum[GroupSize];
#pragma unroll
    for (int p = 0; p < inputs / 2; ++p)
    {
      const Pair two = shared[buffer * Tile::LinePairs + firstPair + p % 4 * Tile::PairStride + p / 4];
      value[2 * p] = two.sum[0];
      value[2 * p + 1] = two.sum[1];
    }
    SumGroup<Tile::Radius>(value, sum, rowRadius);
    if constexpr (isAnySmall)
    {
      anySmall.Push(sum, layersRadius, state);
    }
    else if constexpr (!isLarge)
    {
      const auto push = [&](auto index) {
#pragma unroll
        for (int i = 0; i < GroupSize; ++i)
        {
          sum[i] = small[i].template Push<decltype(index)::value>(sum[i]);
        }
      };
      static_assert(Small::Period == 3);
      switch (phase)
      {
        case 0:
          push(std::integral_constant<int, 0>());
          break;
        case 1:
          push(std::integral_constant<int, 1>());
          break;
        default:
          push(std::integral_constant<int, 2>());
      }
      phase = phase < 2 ? phase + 1 : 0;
    }
    else
    {
      const auto push = [&](auto index) {
#pragma unroll
        for (int i = 0; i < GroupSize; ++i)
        {
          sum[i] =
            large[i].template Push<decltype(index)::value>(sum[i], [&](int k) -> double & { return state(k, i); });
        }
      };
      switch (layer & (GroupSize - 1))
      {
        case 0:
          push(std::integral_constant<int, 0>());
          break;
        case 1:
          push(std::integral_constant<int, 1>());
          break;
        case 2:
          push(std::integral_constant<int, 2>());
          break;
        case 3:
          push(std::integral_constant<int, 3>());
          break;
        case 4:
          push(std::integral_constant<int, 4>());
          break;
        case 5:
          push(std::integral_constant<int, 5>());
          break;
        case 6:
          push(std::integral_constant<int, 6>());
          break;
        default:
          push(std::integral_constant<int, 7>());
      }
    }
    if (layer < 0)
    {
      continue;
    }
    TOutput mean[GroupSize];
    division.Divide(sum, mean);
    if (isAligned && columns == GroupSize)
    {
#pragma unroll
      for (int i = 0; i < GroupSize; i += kernels::QuadColumns)
      {
        *reinterpret_cast<kernels::Quad<TOutput> *>(target + i) = { mean[i], mean[i + 1], mean[i + 2], mean[i + 3] };
      }
    }
    else
    {
#pragma unroll
      for (int i = 0; i < GroupSize; ++i)
      {
        if (i < columns)
        {
          target[i] = mean[i];
        }
      }
    }
    target += task.outputStride[2];
  }
}
} // namespace itk::device::mean

#endif
