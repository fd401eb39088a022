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
#ifndef SeparableConvolutionVolume_cuh
#define SeparableConvolutionVolume_cuh

#include "Kernels/Border.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionLaunch.cuh"
#include "SeparableConvolutionPasses.cuh"
#include "SeparableConvolutionQuads.cuh"
#include <cuda_pipeline.h>

/** \file
 * All axes of a volume at once, by kernels of the same few coefficients along each. */
namespace itk::device::separable
{
/** What a block has in shared memory of two successive layers, of which it makes 128 columns of 16 rows: voxels, and then
 * their sums along rows. */
template <typename TInput, int VRadius>
struct VolumeTile
{
  static constexpr int Threads = 256;
  static constexpr int Columns = 128;
  static constexpr int Rows = 16;
  static constexpr int RowsOfThread = Rows * Columns / Threads;
  static constexpr int InputRows = Rows + 2 * VRadius;
  static constexpr int Margin = DivideUp(VRadius, QuadColumns); // quads on each side
  static constexpr int InputQuads = Columns / QuadColumns + 2 * Margin;

  /** The odd quads of a line follow on its even ones, lest threads that take two quads each meet in a bank. */
  static constexpr int OddQuads = 20;
  static_assert(InputQuads <= 2 * OddQuads);

  __device__ static constexpr int
  GetPlace(int quad)
  {
    return quad / 2 + quad % 2 * OddQuads;
  }

  QuadWords<TInput> voxels[2][InputRows][2 * OddQuads];
  QuadWords<float>  sums[2][InputRows][2 * OddQuads];
};

/** Starts the copies of a block's part of a layer to shared memory. A warp copies every eighth row, of which each thread
 * has a quad, and some of those to the right another one. */
template <typename TInput, int VRadius>
class LayerCopier
{
public:
  using Tile = VolumeTile<TInput, VRadius>;

  __device__ __forceinline__
  LayerCopier(const Task<TInput, float> & task, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_FirstQuad(static_cast<int>(x / QuadColumns) - Tile::Margin + Lane())
    , m_HasFirst(IsInside(task, m_FirstQuad))
    , m_HasSecond(Lane() < 2 * Tile::Margin && IsInside(task, m_FirstQuad + 32))
  {
#pragma unroll
    for (int i = 0; i < WarpRows; ++i)
    {
      const std::ptrdiff_t row = NearestIndex(y - VRadius + Warp() + i * Warps, task.inputSize[1]);
      m_Offset[i] = static_cast<int>(row * task.inputStride[1]) + m_FirstQuad * QuadColumns;
    }
  }

  __device__ __forceinline__ void
  Start(const TInput * layer, Tile & tile, int buffer) const
  {
#pragma unroll
    for (int i = 0; i < WarpRows; ++i)
    {
      const int row = Warp() + i * Warps;
      if (row < Tile::InputRows)
      {
        auto * const line = tile.voxels[buffer][row];
        if (m_HasFirst)
        {
          Copy(line[Tile::GetPlace(Lane())], layer + m_Offset[i]);
        }
        if (m_HasSecond)
        {
          Copy(line[Tile::GetPlace(Lane() + 32)], layer + m_Offset[i] + 32 * QuadColumns);
        }
      }
    }
    __pipeline_commit();
  }

private:
  static constexpr int Warps = Tile::Threads / 32;
  static constexpr int WarpRows = DivideUp(Tile::InputRows, Warps);

  __device__ static int
  Lane()
  {
    return threadIdx.x % 32;
  }

  __device__ static int
  Warp()
  {
    return threadIdx.x / 32;
  }

  __device__ static bool
  IsInside(const Task<TInput, float> & task, int quad)
  {
    return quad >= 0 && quad < task.inputSize[0] / QuadColumns;
  }

  __device__ static void
  Copy(QuadWords<TInput> & to, const TInput * from)
  {
    __pipeline_memcpy_async(&to, from, sizeof(to));
  }

  int  m_FirstQuad;
  bool m_HasFirst;
  bool m_HasSecond;
  int  m_Offset[WarpRows];
};

/** Sums along rows: a thread makes eight of a row. `firstColumn` is the tile's first one with its margin, in the input. */
template <typename TInput, int VRadius>
__device__ __forceinline__ void
SumRows(VolumeTile<TInput, VRadius> & tile,
        int                           buffer,
        int                           firstColumn,
        int                           inputColumns,
        const Coefficients<VRadius> & kernel)
{
  using Tile = VolumeTile<TInput, VRadius>;
  constexpr int sums = 2 * QuadColumns;
  constexpr int values = sums + 2 * Tile::Margin * QuadColumns;
  constexpr int pairs = Tile::Columns / sums;
  constexpr int rows = Tile::Threads / pairs;
  const int     pair = threadIdx.x % pairs;
  // Beyond the image is the nearest voxel.
  const bool isEdge = firstColumn < 0 || firstColumn + Tile::InputQuads * QuadColumns > inputColumns;
  const int  firstInside = -firstColumn - pair * sums;
  const int  endInside = inputColumns - firstColumn - pair * sums;
#pragma unroll
  for (int begin = 0; begin < Tile::InputRows; begin += rows)
  {
    const int row = begin + threadIdx.x / pairs;
    if (row >= Tile::InputRows)
    {
      break;
    }
    float value[values];
#pragma unroll
    for (int i = 0; i < values / QuadColumns; ++i)
    {
      const auto quad = UnpackQuad<TInput>(tile.voxels[buffer][row][pair + Tile::GetPlace(i)]);
#pragma unroll
      for (int j = 0; j < QuadColumns; ++j)
      {
        value[i * QuadColumns + j] = static_cast<float>(quad.pixel[j]);
      }
    }
    if (isEdge)
    {
#pragma unroll
      for (int i = Tile::Margin * QuadColumns - 1; i >= 0; --i)
      {
        value[i] = i < firstInside ? value[i + 1] : value[i];
      }
#pragma unroll
      for (int i = 1; i < values; ++i)
      {
        value[i] = i >= endInside ? value[i - 1] : value[i];
      }
    }
    Quad<float> sum[2];
#pragma unroll
    for (int i = 0; i < sums; ++i)
    {
      constexpr int first = Tile::Margin * QuadColumns - VRadius;
      float         s = kernel.value[0] * value[first + i];
#pragma unroll
      for (int k = 1; k <= 2 * VRadius; ++k)
      {
        s = fmaf(kernel.value[k], value[first + i + k], s);
      }
      sum[i / QuadColumns].pixel[i % QuadColumns] = s;
    }
    tile.sums[buffer][row][pair] = PackQuad(sum[0]);
    tile.sums[buffer][row][pair + Tile::OddQuads] = PackQuad(sum[1]);
  }
}

/** A block walks through layers: while it sums along the rows of one, it sums along the columns of the one before, whose
 * unfinished sums along axis 2 stay in registers, and the next one is copied to shared memory. */
template <typename TInput, int VRadius>
__global__ void
__launch_bounds__(VolumeTile<TInput, VRadius>::Threads, VRadius <= 2 ? 3 : 2)
  SeparableConvolutionVolumeKernel(const Task<TInput, float>         task,
                                   const dim3                        blocks,
                                   const int                         blockLayers,
                                   const VolumeCoefficients<VRadius> kernel)
{
  using Tile = VolumeTile<TInput, VRadius>;
  extern __shared__ uint4 tileMemory[];
  Tile &                  tile = *reinterpret_cast<Tile *>(tileMemory);

  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x % blocks.x } * Tile::Columns;
  const std::ptrdiff_t y = std::ptrdiff_t{ blockIdx.x / blocks.x % blocks.y } * Tile::Rows;
  const std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.x / blocks.x / blocks.y } * blockLayers;
  const std::ptrdiff_t inX = x + task.offset[0];
  const std::ptrdiff_t inZ = z + task.offset[2] - VRadius;
  const int            layers = static_cast<int>(min(task.outputSize[2] - z, std::ptrdiff_t{ blockLayers }));
  const int            inputLayers = layers + 2 * VRadius;
  // From these layers on, and up to these, the next is another one.
  const int firstStep = static_cast<int>(max(-inZ, std::ptrdiff_t{ 0 }));
  const int lastStep = static_cast<int>(min(task.inputSize[2] - 1 - inZ, std::ptrdiff_t{ inputLayers }));

  const int            column = threadIdx.x % Tile::Columns;
  const int            firstRow = threadIdx.x / Tile::Columns * Tile::RowsOfThread;
  const std::ptrdiff_t rowsLeft = x + column < task.outputSize[0] ? task.outputSize[1] - y - firstRow : 0;
  const int            rows = static_cast<int>(min(rowsLeft, std::ptrdiff_t{ Tile::RowsOfThread }));
  const int            place = Tile::GetPlace(column / QuadColumns) * QuadColumns + column % QuadColumns;
  const int            line = 2 * Tile::OddQuads * QuadColumns;

  const LayerCopier<TInput, VRadius> copier(task, inX, y + task.offset[1]);
  const TInput *                     source = task.input + NearestIndex(inZ, task.inputSize[2]) * task.inputStride[2];
  float *                            target =
    task.output + x + column + (y + firstRow) * task.outputStride[1] + (z - 2 * VRadius) * task.outputStride[2];
  ColumnSums<VRadius, Tile::RowsOfThread> layerSums;

  copier.Start(source, tile, 0);
  for (int layer = 0; layer <= inputLayers; ++layer)
  {
    const int buffer = layer & 1;
    __pipeline_wait_prior(0);
    // What is written from here on was last read before this barrier.
    __syncthreads();
    if (layer + 1 < inputLayers)
    {
      source += layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0;
      copier.Start(source, tile, buffer ^ 1);
    }
    if (layer < inputLayers)
    {
      SumRows(tile,
              buffer,
              static_cast<int>(inX) - Tile::Margin * QuadColumns,
              static_cast<int>(task.inputSize[0]),
              kernel.axis[0]);
    }
    if (layer > 0)
    {
      float sum[Tile::RowsOfThread];
      SumColumn(reinterpret_cast<const float *>(tile.sums[buffer ^ 1][firstRow]) + place, line, kernel.axis[1], sum);
      layerSums.Push(sum, kernel.axis[2]);
      if (layer > 2 * VRadius)
      {
#pragma unroll
        for (int i = 0; i < Tile::RowsOfThread; ++i)
        {
          if (i < rows)
          {
            target[i * task.outputStride[1]] = sum[i];
          }
        }
      }
      target += task.outputStride[2];
    }
  }
}

/** Enqueues all axes at once, if they have as many coefficients, there are enough voxels to fill the device and, for more
 * than 5, quads of the input are aligned and its blocks have the shared memory.
 * \return whether it did */
template <typename TInput>
bool
LaunchVolumePass(const Task<TInput, float> & task, const Kernel & axes, const Stream & stream)
{
  constexpr std::ptrdiff_t mostPlaces = 0x7fffffff; // places in a layer are int
  const std::size_t        coefficients = axes[0].size();
  if (coefficients == 1 || coefficients > 2 * LargestVolumeRadius + 1 || axes[1].size() != coefficients ||
      axes[2].size() != coefficients || task.inputStride[1] * task.inputSize[1] > mostPlaces)
  {
    return false;
  }
  bool isLaunched = false;
  WithRadius<LargestVolumeRadius>(coefficients / 2, [&](auto constant) {
    constexpr int                    radius = decltype(constant)::value;
    const VolumeCoefficients<radius> coefficientsOfAxes{
      { MakeCoefficients<radius>(axes[0]), MakeCoefficients<radius>(axes[1]), MakeCoefficients<radius>(axes[2]) }
    };
    if constexpr (radius <= LargestQuadsRadius)
    {
      isLaunched = LaunchQuads(task, coefficientsOfAxes, stream);
      if (isLaunched)
      {
        return;
      }
    }
    using Tile = VolumeTile<TInput, radius>;
    const auto kernel = SeparableConvolutionVolumeKernel<TInput, radius>;
    const int  most = GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream);
    if (!AreQuads(task.input, task.inputSize[0] | task.offset[0], task.inputStride) ||
        sizeof(Tile) > static_cast<std::size_t>(most))
    {
      return;
    }
    AllowSharedMemory(kernel, sizeof(Tile));
    const dim3           blocks(DivideUp(task.outputSize[0], Tile::Columns), DivideUp(task.outputSize[1], Tile::Rows));
    const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
    const int            layers =
      FindBlockLayers({ 32, 256 }, kernel, Tile::Threads, sizeof(Tile), blocksOfLayer, task.outputSize[2], stream);
    isLaunched = layers > 0;
    if (isLaunched)
    {
      ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
        Launch("SeparableConvolutionVolumeKernel",
               kernel,
               { count, Tile::Threads, sizeof(Tile) },
               stream,
               part,
               blocks,
               layers,
               coefficientsOfAxes);
      });
    }
  });
  return isLaunched;
}
} // namespace itk::device::separable

#endif
