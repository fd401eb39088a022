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
#ifndef BilateralKernel_cuh
#define BilateralKernel_cuh

#include "BilateralCore.h"
#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include <utility>

namespace itk::device::bilateral
{
constexpr int Threads = 256;

// A block makes a tile of a layer, and each thread outputs in Rows rows, one below the other, and in Columns columns, 32
// pixels apart.
constexpr int Rows = 4;
constexpr int Columns = 2;
constexpr int TileWidth = 32 * Columns;
constexpr int TileHeight = Threads / 32 * Rows;

template <typename TPixel>
struct BilateralTask : kernels::Task<TPixel, TPixel>
{
  std::ptrdiff_t radius[3];
  const double * range; // with a 0 behind the last sample
};

/** How a block's shared memory is divided: a part of a layer of the input, as doubles, then the range's samples, each
 * 2^copyBits times, so that lanes that look up different ones do not wait for each other. */
struct SharedLayout
{
  int pitch;
  int height;
  int samples; // with the one behind the last
  int copyBits;

  std::size_t
  GetBytes() const
  {
    return (std::size_t{ 1 } * pitch * height + (std::size_t{ 1 } * samples << copyBits)) * sizeof(double);
  }
};

/** The weights of a window, in the kernel's parameters, from where they come as operands. */
struct DomainInParameters
{
  static constexpr int MostWeights = 3800;

  double weights[MostWeights];

  /** The one so many bytes behind the first. */
  __device__ double
  operator()(unsigned int bytes) const
  {
    return *reinterpret_cast<const double *>(reinterpret_cast<const char *>(weights) + bytes);
  }
};

struct DomainInMemory
{
  const double * weights;

  __device__ double
  operator()(unsigned int bytes) const
  {
    return __ldg(reinterpret_cast<const double *>(reinterpret_cast<const char *>(weights) + bytes));
  }
};

/** A thread's outputs. */
struct Outputs
{
  double      centers[Rows][Columns];
  WeightedSum sums[Rows][Columns];
};

/** The double so many bytes behind `first`: of addresses that serve for several arrays or are modulo 2^32. */
__device__ __forceinline__ double
GetAt(const double * first, unsigned int bytes)
{
  return *reinterpret_cast<const double *>(reinterpret_cast<const char *>(first) + bytes);
}

/** Adds a row of the input to the outputs' rows from VFirst up to VLast. `pixels` are at the left end of the first column's
 * window, `first` is the window's weight for the first of the rows, and that for the next one is a row of weights before. */
template <int VFirst, int VLast, typename TDomain, typename TSampleAt>
__device__ __forceinline__ void
AddRow(Outputs &         outputs,
       const double *    pixels,
       const TDomain &   domain,
       int               first,
       int               width,
       const TSampleAt & sampleAt)
{
  constexpr unsigned int bytes = sizeof(double);
#pragma unroll 1
  for (unsigned int x = 0; x < width * bytes; x += bytes)
  {
#pragma unroll
    for (int row = VFirst; row < VLast; ++row)
    {
      const double weight = domain((first - (row - VFirst) * width) * bytes + x);
#pragma unroll
      for (int column = 0; column < Columns; ++column)
      {
        const double pixel = GetAt(pixels + 32 * column, x);
        outputs.sums[row][column].Add(pixel, weight * sampleAt(fabs(pixel - outputs.centers[row][column])));
      }
    }
  }
}

/** Adds a layer of the window, whose weights begin at `first`, to the outputs. `pixels` are at the corner of the window of the
 * thread's first output; each row of the input is in the windows of as many outputs' rows as reach it. */
template <typename TDomain, typename TSampleAt, int... VSteps>
__device__ __forceinline__ void
AddLayer(Outputs &         outputs,
         const double *    pixels,
         int               pitch,
         const TDomain &   domain,
         int               first,
         int               width,
         int               height,
         const TSampleAt & sampleAt,
         std::integer_sequence<int, VSteps...>)
{
  static_assert(sizeof...(VSteps) == Rows - 1 && Rows <= 4);
  if (height < Rows - 1) // 1, as it is odd
  {
    (AddRow<VSteps, VSteps + 1>(outputs, pixels + VSteps * pitch, domain, first, width, sampleAt), ...);
    AddRow<Rows - 1, Rows>(outputs, pixels + (Rows - 1) * pitch, domain, first, width, sampleAt);
    return;
  }
  (AddRow<0, VSteps + 1>(outputs, pixels + VSteps * pitch, domain, first + VSteps * width, width, sampleAt), ...);
#pragma unroll 1
  for (int y = Rows - 1; y < height; ++y)
  {
    AddRow<0, Rows>(outputs, pixels + y * pitch, domain, first + y * width, width, sampleAt);
  }
  const int last = first + (height - 1) * width;
  (AddRow<VSteps + 1, Rows>(outputs, pixels + (height + VSteps) * pitch, domain, last, width, sampleAt), ...);
}

/** An axis of a tile of the input: pixel i of the tile is the input's `begin` + i, and `least` and `most` are those inside. */
struct TileAxis
{
  std::ptrdiff_t begin;
  int            least;
  int            most;

  __device__ int
  Clamp(int i) const
  {
    return min(max(i, least), most);
  }
};

using TileAxes = TileAxis[2];

/** Of `count` pixels from `begin` on, of which at least one is among the `size` ones of the input. */
__device__ inline TileAxis
MakeTileAxis(std::ptrdiff_t begin, int count, std::ptrdiff_t size)
{
  return { begin,
           static_cast<int>(max(-begin, std::ptrdiff_t{ 0 })),
           static_cast<int>(min(size - begin, std::ptrdiff_t{ count }) - 1) };
}

/** Copies a block's part of layer z of the input. */
template <typename TPixel>
__device__ __forceinline__ void
LoadLayer(const BilateralTask<TPixel> & task,
          double *                      tile,
          const SharedLayout &          layout,
          const TileAxes &              axes,
          std::ptrdiff_t                z)
{
  const TileAxis       columns = axes[0];
  const TileAxis       rows = axes[1];
  const std::ptrdiff_t stride = task.inputStride[1];
  const std::ptrdiff_t first =
    columns.begin + rows.begin * stride + kernels::NearestIndex(z, task.inputSize[2]) * task.inputStride[2];
  for (int x = threadIdx.x % 32; x < layout.pitch; x += 32)
  {
    const std::ptrdiff_t column = first + columns.Clamp(x);
    for (int y = threadIdx.x / 32; y < layout.height; y += Threads / 32)
    {
      tile[y * layout.pitch + x] = GetNeighbor(__ldg(task.input + (column + rows.Clamp(y) * stride)));
    }
  }
}

/** Bound by arithmetic in double, of which a multiprocessor makes 64 operations a cycle: a pixel of a window takes 6 with an
 * ExactLookup, 7 with a RoundedLookup and 8 with a ComparedLookup, and none may be contracted. 6 take a warp 3 cycles, all
 * 10.75 instructions of the inner loop 2.7, and its 10 bytes of shared memory a thread 2.5. With the ends of rows, the tile
 * and the divisions it is 12.5 instructions in 3.1 cycles for a window of 11 x 11 pixels, and 14.5 in 3.6 for one of 7 x 7,
 * which issue bounds. An H200 reaches 64 to 70 % of what its arithmetic allows. */
template <typename TPixel, typename TLookup, typename TDomain>
__global__ void
__launch_bounds__(Threads, 2) BilateralKernel(const __grid_constant__ BilateralTask<TPixel> task,
                                              const __grid_constant__ TDomain               domain,
                                              const TLookup                                 lookup,
                                              const SharedLayout                            layout)
{
  extern __shared__ double shared[];
  double * const           tile = shared;
  double * const           samples = shared + layout.pitch * layout.height;
  for (int i = threadIdx.x; i < layout.samples << layout.copyBits; i += Threads)
  {
    samples[i] = __ldg(task.range + (i >> layout.copyBits));
  }

  const std::ptrdiff_t tilesOfRow = kernels::DivideUp(task.outputSize[0], TileWidth);
  const std::ptrdiff_t tilesOfLayer = tilesOfRow * kernels::DivideUp(task.outputSize[1], TileHeight);
  const std::ptrdiff_t tileOfLayer = blockIdx.x % tilesOfLayer;
  const std::ptrdiff_t layer = blockIdx.x / tilesOfLayer;
  const std::ptrdiff_t corner[2]{ tileOfLayer % tilesOfRow * TileWidth, tileOfLayer / tilesOfRow * TileHeight };
  // Shared, so as to take no registers.
  __shared__ TileAxes axes;
  if (threadIdx.x == 0)
  {
    axes[0] = MakeTileAxis(corner[0] + task.offset[0] - task.radius[0], layout.pitch, task.inputSize[0]);
    axes[1] = MakeTileAxis(corner[1] + task.offset[1] - task.radius[1], layout.height, task.inputSize[1]);
  }
  const std::ptrdiff_t z = layer + task.offset[2];
  const int            left = threadIdx.x % 32;
  const int            top = threadIdx.x / 32 * Rows;

  // In bytes from the tile, and modulo 2^32, so that a key takes one product and sum to be an address.
  const int           copy = left & ((1 << layout.copyBits) - 1);
  const std::uint32_t step = sizeof(double) << layout.copyBits;
  const std::uint32_t start = (layout.pitch * layout.height + copy) * sizeof(double) - FirstKey * step;
  const auto          sampleAt = [&](double distance) { return GetAt(tile, lookup(distance) * step + start); };

  Outputs outputs;
#pragma unroll
  for (int row = 0; row < Rows; ++row)
  {
#pragma unroll
    for (int column = 0; column < Columns; ++column)
    {
      const std::ptrdiff_t x =
        kernels::NearestIndex(corner[0] + task.offset[0] + left + 32 * column, task.inputSize[0]);
      const std::ptrdiff_t y = kernels::NearestIndex(corner[1] + task.offset[1] + top + row, task.inputSize[1]);
      outputs.centers[row][column] =
        GetCenter(__ldg(task.input + x + y * task.inputStride[1] + z * task.inputStride[2]));
    }
  }

  // Nothing, but not known to be the same for all lanes: loads of weights at a uniform address go through a cache that is too
  // small for them.
  unsigned int nothing;
  asm("{ .reg .u32 lane; mov.u32 lane, %%laneid; and.b32 %0, lane, 32; }" : "=r"(nothing));
  const int width = 2 * static_cast<int>(task.radius[0]) + 1;
  const int height = 2 * static_cast<int>(task.radius[1]) + 1;
  const int depth = 2 * static_cast<int>(task.radius[2]) + 1;
  for (int dz = 0; dz < depth; ++dz)
  {
    __syncthreads();
    LoadLayer(task, tile, layout, axes, z + dz - task.radius[2]);
    __syncthreads();
    AddLayer(outputs,
             tile + top * layout.pitch + left,
             layout.pitch,
             domain,
             dz * width * height + nothing,
             width,
             height,
             sampleAt,
             std::make_integer_sequence<int, Rows - 1>());
  }

#pragma unroll
  for (int row = 0; row < Rows; ++row)
  {
    const std::ptrdiff_t y = corner[1] + top + row;
#pragma unroll
    for (int column = 0; column < Columns; ++column)
    {
      const std::ptrdiff_t x = corner[0] + left + 32 * column;
      if (x < task.outputSize[0] && y < task.outputSize[1])
      {
        task.output[x + y * task.outputStride[1] + layer * task.outputStride[2]] =
          outputs.sums[row][column].GetMean<TPixel>();
      }
    }
  }
}

/** Any window and any samples; a thread makes a pixel. Bound by reads of global memory. */
template <typename TPixel>
__global__ void
__launch_bounds__(Threads)
  BilateralAnyKernel(const __grid_constant__ BilateralTask<TPixel> task, const double * domain, ComparedLookup lookup)
{
  const std::ptrdiff_t pixel = std::ptrdiff_t{ blockIdx.x } * Threads + threadIdx.x;
  const std::ptrdiff_t x = pixel % task.outputSize[0];
  const std::ptrdiff_t y = pixel / task.outputSize[0] % task.outputSize[1];
  const std::ptrdiff_t z = pixel / task.outputSize[0] / task.outputSize[1];
  if (z >= task.outputSize[2])
  {
    return;
  }
  const auto get = [&](std::ptrdiff_t dx, std::ptrdiff_t dy, std::ptrdiff_t dz) {
    const std::ptrdiff_t shift[3]{ x + dx, y + dy, z + dz };
    std::ptrdiff_t       at = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::ptrdiff_t index = task.offset[axis] - task.radius[axis] + shift[axis];
      at += kernels::NearestIndex(index, task.inputSize[axis]) * task.inputStride[axis];
    }
    return static_cast<double>(__ldg(task.input + at));
  };
  task.output[x + y * task.outputStride[1] + z * task.outputStride[2]] =
    FilterWindow<TPixel>(get, task.radius, domain, task.range, lookup);
}
} // namespace itk::device::bilateral

#endif
