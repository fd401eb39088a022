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

#include "Kernels/Prefetch.cuh"
#include "MeanLayers.cuh"
#include "MeanVolume.cuh"

/** \file
 * Means of boxes of at most 7 voxels a side, and of those that are squares of 3 to 11 voxels a side in 3, 5, 7 or as many
 * layers. The sums are those of MeanWindow.cuh, in its order. */
namespace itk::device::mean
{
/** Stands for any radius of small windows along layers, or along rows and columns. */
constexpr int AnySmallRadius = 0;

/** Of boxes, as far as a kernel does not know them. */
struct BoxRadii
{
  int row;
  int column;
  int layers;
};

/** What a block has for squares of the radius: outputs of 64 columns and `Groups` groups of 8 rows. Each of 80 columns
 * and each group has a thread to sum along columns; 64 for each group sum along rows and layers. */
template <int VRadius, int VGroups>
struct VolumeTile
{
  static constexpr int Radius = VRadius == AnySmallRadius ? SmallWindow::LargestRadius : VRadius;
  static constexpr int Width = 64;
  static constexpr int InputWidth = 80;
  static constexpr int Groups = VGroups;
  static constexpr int Rows = Groups * GroupSize;
  static constexpr int Threads = InputWidth * Groups;
  static constexpr int OutputThreads = Width * Groups;
  static constexpr int Blocks = Radius > 2 && Groups == 1 ? 4 : 2;
  static constexpr int Inputs = GroupSize + 2 * Radius;
  static_assert(Width + 2 * Radius <= InputWidth);

  /** Pairs p, p + 4, ... of a row lie side by side, as in MeanRow.cuh. */
  static constexpr int PairStride = InputWidth / 8;
  static constexpr int LinePairs = Rows * 4 * PairStride;
};

/** Sums that are kept in shared memory for each output, from layer to layer. */
template <int VLayersRadius>
ITK_HOST_DEVICE constexpr int
GetLayersSize()
{
  if constexpr (VLayersRadius == AnySmallRadius)
  {
    return SmallLayersInMemory<double>::Size;
  }
  else if constexpr (VLayersRadius > SmallWindow::LargestRadius)
  {
    return LargeLayers<VLayersRadius>::Size;
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
 * Bound by the additions in double, and by shared memory, which the sums along columns and, but of cubes of 5, most of those
 * along layers pass through. Float to float, 512^3 voxels: 300 Gvoxel/s of radius 2 on an H200, 246 of radius 5 on an H100. */
template <int VRadius, int VLayersRadius, int VGroups, typename TInput, typename TSum, typename TOutput>
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
  constexpr bool isAnySquare = VRadius == AnySmallRadius;
  constexpr bool isAnySmall = VLayersRadius == AnySmallRadius;
  constexpr bool isLarge = VLayersRadius > SmallWindow::LargestRadius;
  const int      rowRadius = isAnySquare ? radii.row : VRadius;
  const int      columnRadius = isAnySquare ? radii.column : VRadius;
  const int      layersRadius = isAnySmall ? radii.layers : VLayersRadius;
  constexpr int  inputs = Tile::Inputs;
  // Of those, what the windows begin with.
  const int                 firstInput = 2 * (Tile::Radius - columnRadius);
  extern __shared__ double2 memoryOfBlock[];
  Pair * const              shared = reinterpret_cast<Pair *>(memoryOfBlock);
  TSum * const              layersMemory = reinterpret_cast<TSum *>(shared + 2 * Tile::LinePairs) + threadIdx.x;

  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x % blocks.x } * Tile::Width;
  const std::ptrdiff_t y = std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * Tile::Rows;
  const std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.x / blocks.x / blocks.y } * blockLayers;
  const int            layers = static_cast<int>(min(task.outputSize[2] - z, std::ptrdiff_t{ blockLayers }));

  const int inputColumn = threadIdx.x % Tile::InputWidth;
  const int group = threadIdx.x / Tile::InputWidth;
  // Of the first output's window the last is the input 2 * Tile::Radius.
  const std::ptrdiff_t inX = x + task.offset[0] + rowRadius - 2 * Tile::Radius + inputColumn;
  const std::ptrdiff_t inY = y + task.offset[1] + group * GroupSize + columnRadius - 2 * Tile::Radius;
  const std::ptrdiff_t inZ = z + task.offset[2];
  const bool           isInside = inY + firstInput >= 0 && inY + inputs <= task.inputSize[1];
  const TInput *       source = task.input + kernels::NearestIndex(inX, task.inputSize[0]) +
                          (isInside ? inY * task.inputStride[1] : 0) +
                          kernels::NearestIndex(inZ - layersRadius, task.inputSize[2]) * task.inputStride[2];
  // From these layers on, and up to these, the next is another one.
  const int firstStep = static_cast<int>(max(-inZ, std::ptrdiff_t{ -layersRadius }));
  const int lastStep = static_cast<int>(min(task.inputSize[2] - 1 - inZ, std::ptrdiff_t{ layers + layersRadius }));

  // The line of the block's part of a layer that the thread has the level 2 cache read.
  constexpr int        pixelsOfLine = kernels::LineBytes / sizeof(TInput);
  constexpr int        linesOfRow = kernels::DivideUp(Tile::Width, pixelsOfLine);
  const std::ptrdiff_t lineColumn = x + task.offset[0] + threadIdx.x % linesOfRow * pixelsOfLine;
  const std::ptrdiff_t lineRow = y + task.offset[1] - columnRadius + threadIdx.x / linesOfRow;
  const bool     hasLine = threadIdx.x < linesOfRow * (Tile::Rows + 2 * columnRadius) && lineColumn < task.inputSize[0];
  const TInput * line = task.input + kernels::NearestIndex(lineColumn, task.inputSize[0]) +
                        kernels::NearestIndex(lineRow, task.inputSize[1]) * task.inputStride[1] +
                        kernels::NearestIndex(inZ - layersRadius, task.inputSize[2]) * task.inputStride[2];

  TInput     ahead[inputs]{};
  const auto load = [&](int layer) {
    if (isInside)
    {
      const TInput * pixel = source;
#pragma unroll
      for (int j = 0; j < inputs; ++j)
      {
        if (!isAnySquare || j >= firstInput)
        {
          ahead[j] = __ldg(pixel);
        }
        pixel += task.inputStride[1];
      }
    }
    else
    {
#pragma unroll
      for (int j = 0; j < inputs; ++j)
      {
        ahead[j] = __ldg(source + kernels::NearestIndex(inY + j, task.inputSize[1]) * task.inputStride[1]);
      }
    }
    const std::ptrdiff_t step = layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0;
    source += step;
    line += step;
    if (hasLine)
    {
      kernels::PrefetchLine(line);
    }
  };
  TSum * const written =
    reinterpret_cast<TSum *>(shared + (group * GroupSize * 4 + inputColumn / 2 % 4) * Tile::PairStride +
                             inputColumn / 8) +
    inputColumn % 2;

  const int  row = threadIdx.x / 8;
  const int  part = threadIdx.x % 8;
  const int  columns = static_cast<int>(min(task.outputSize[0] - x - part * GroupSize, std::ptrdiff_t{ GroupSize }));
  const bool hasOutput = threadIdx.x < Tile::OutputThreads && y + row < task.outputSize[1] && columns > 0;
  TOutput *  target = task.output + x + part * GroupSize + (y + row) * task.outputStride[1] + z * task.outputStride[2];

  using Small = SmallLayers<isAnySmall || isLarge ? 1 : VLayersRadius>;
  Small                                                                 small[GroupSize];
  int                                                                   phase = 0;
  SmallLayersInMemory<TSum>                                             anySmall;
  LargeLayers<isLarge ? VLayersRadius : SmallWindow::LargestRadius + 1> large[GroupSize];
  const auto state = [&](int i, int k) -> TSum & { return layersMemory[(i * GroupSize + k) * Tile::OutputThreads]; };
  if (hasOutput)
  {
    for (int i = 0; i < GetLayersSize<VLayersRadius>() * GroupSize; ++i)
    {
      layersMemory[i * Tile::OutputThreads] = 0;
    }
  }
  int buffer = 0;
  load(-layersRadius);
  for (int layer = -2 * layersRadius; layer < layers;
       ++layer, buffer ^= 1) // of the output, whose window ends with the input
  {
    {
      TSum value[inputs];
      TSum sum[GroupSize];
#pragma unroll
      for (int j = 0; j < inputs; ++j)
      {
        value[j] = ahead[j];
      }
      load(layer + layersRadius + 1);
      SumGroup<Tile::Radius>(value, sum, columnRadius);
#pragma unroll
      for (int j = 0; j < GroupSize; ++j)
      {
        written[2 * (buffer * Tile::LinePairs + j * 4 * Tile::PairStride)] = sum[j];
      }
    }
    __syncthreads(); // The other buffer was last read before the previous of these barriers.
    if (!hasOutput)
    {
      continue;
    }
    TSum value[inputs];
    TSum sum[GroupSize];
#pragma unroll
    for (int p = 0; p < inputs / 2; ++p)
    {
      const Pair two = shared[buffer * Tile::LinePairs + (row * 4 + p % 4) * Tile::PairStride + part + p / 4];
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
