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
  static constexpr int Quads = Columns / QuadColumns;

  /** Where the block's own columns begin in a line: each 128 bytes of it are copies of as many aligned ones, or copies would
   * be requested quad by quad. */
  static constexpr int FirstQuad = 128 / sizeof(QuadWords<TInput>);
  static constexpr int LineQuads = Quads + 2 * FirstQuad;
  static_assert(Margin <= FirstQuad);

  /** Every other group of quads, or line, has its neighbours exchanged, lest threads that take two quads each meet in a bank. */
  template <typename TPixel>
  __device__ static constexpr int
  GetPlace(int quad, int row)
  {
    constexpr int groupBit = sizeof(TPixel) == 2 ? 4 : 3;
    return quad ^ (sizeof(TPixel) == 1 ? row & 1 : quad >> groupBit & 1);
  }

  QuadWords<TInput> voxels[2][InputRows][LineQuads];
  QuadWords<float>  sums[2][InputRows][Quads];
};

/** Copies to shared memory are of at least 4 bytes, so those of float may fill quads beyond the image with the nearest voxel.
 * Of integers such quads are not copied. */
template <typename TInput>
inline constexpr bool FillsQuads = sizeof(TInput) == 4;

/** Starts the copies of a block's part of a layer to shared memory. A warp copies every eighth row, of which each thread
 * has a quad, and some of them another one, of those on both sides. */
template <typename TInput, int VRadius>
class LayerCopier
{
public:
  using Tile = VolumeTile<TInput, VRadius>;

  /** `layer` is the first one. */
  __device__ __forceinline__
  LayerCopier(const Task<TInput, float> & task, const TInput * layer, std::ptrdiff_t x, std::ptrdiff_t y, Tile & tile)
  {
    const int    lane = threadIdx.x % 32;
    const int    warp = threadIdx.x / 32;
    const int    side = lane < Tile::Margin ? lane - Tile::Margin : Tile::Quads + lane - Tile::Margin;
    const Column own(task, x, lane, true);
    const Column other(task, x, side, lane < 2 * Tile::Margin);
    m_IsOwnCopied = own.isCopied;
    m_IsSideCopied = other.isCopied;
    m_IsOwnFilled = own.isFilled;
    m_IsSideFilled = other.isFilled;
    m_Fills = __any_sync(~0u, own.isFilled || other.isFilled);
    m_ToSide = other.column - own.column;
    m_Own = GetAddress(tile, warp, lane);
    m_Side = GetAddress(tile, warp, side);
#pragma unroll
    for (int i = 0; i < WarpRows; ++i)
    {
      m_Source[i] =
        layer + own.column + NearestIndex(y - VRadius + warp + i * Warps, task.inputSize[1]) * task.inputStride[1];
    }
    m_HasLast = warp + (WarpRows - 1) * Warps < Tile::InputRows;
  }

  /** Of the layer `step` pixels after the one before. */
  __device__ __forceinline__ void
  Start(std::ptrdiff_t step, int buffer)
  {
    constexpr unsigned int size = sizeof(QuadWords<TInput>);
    const unsigned int     own = m_Own + buffer * sizeof(Tile::voxels[0]);
    const unsigned int     side = m_Side + buffer * sizeof(Tile::voxels[0]);
    const TInput *         sideSource[WarpRows];
#pragma unroll
    for (int i = 0; i < WarpRows; ++i)
    {
      m_Source[i] += step;
      sideSource[i] = m_Source[i] + m_ToSide;
    }
#pragma unroll
    for (int i = 0; i < WarpRows; ++i)
    {
      Copy<size>(own + i * RowBytes, m_Source[i], m_IsOwnCopied && Has(i));
      Copy<size>(side + i * RowBytes, sideSource[i], m_IsSideCopied && Has(i));
    }
    if constexpr (FillsQuads<TInput>)
    {
      if (m_Fills)
      {
#pragma unroll
        for (int i = 0; i < WarpRows; ++i)
        {
#pragma unroll
          for (unsigned int j = 0; j < size; j += sizeof(TInput))
          {
            Copy<sizeof(TInput)>(own + i * RowBytes + j, m_Source[i], m_IsOwnFilled && Has(i));
            Copy<sizeof(TInput)>(side + i * RowBytes + j, sideSource[i], m_IsSideFilled && Has(i));
          }
        }
      }
    }
    __pipeline_commit();
  }

private:
  static constexpr int Warps = Tile::Threads / 32;
  static constexpr int WarpRows = DivideUp(Tile::InputRows, Warps);
  static constexpr int RowBytes = Warps * sizeof(Tile::voxels[0][0]); // from one of a warp's rows to the next

  /** Whether the warp has its i-th row. */
  __device__ bool
  Has(int i) const
  {
    return Tile::InputRows % Warps == 0 || i < WarpRows - 1 || m_HasLast;
  }

  /** Quads of rows. `quad` is counted from the tile's own first one. */
  struct Column
  {
    __device__ __forceinline__
    Column(const Task<TInput, float> & task, std::ptrdiff_t x, int quad, bool exists)
    {
      const std::ptrdiff_t first = x + quad * QuadColumns;
      const std::ptrdiff_t size = task.inputSize[0];
      const bool           isInside = first >= 0 && first < size;
      isCopied = exists && isInside;
      isFilled = FillsQuads<TInput> && exists && !isInside && first < size + Tile::Margin * QuadColumns;
      column = static_cast<int>(NearestIndex(first, size));
    }

    bool isCopied;
    bool isFilled;
    int  column;
  };

  __device__ __forceinline__ static unsigned int
  GetAddress(Tile & tile, int row, int quad)
  {
    const int place = Tile::template GetPlace<TInput>(Tile::FirstQuad + quad, row);
    return static_cast<unsigned int>(__cvta_generic_to_shared(&tile.voxels[0][row][place]));
  }

  /** As __pipeline_memcpy_async(), to an address in shared memory, which that would find anew each time. */
  template <int VBytes>
  __device__ __forceinline__ static void
  Copy(unsigned int target, const TInput * source, bool isCopied)
  {
    if (isCopied)
    {
#if __CUDA_ARCH__ < 800
      __pipeline_memcpy_async(__cvta_shared_to_generic(target), source, VBytes);
#else
      if constexpr (VBytes == 16)
      {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(target), "l"(source) : "memory");
      }
      else
      {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(target), "l"(source), "n"(VBytes) : "memory");
      }
#endif
    }
  }

  const TInput * m_Source[WarpRows];
  int            m_ToSide;
  unsigned int   m_Own;
  unsigned int   m_Side;
  bool           m_IsOwnCopied;
  bool           m_IsSideCopied;
  bool           m_IsOwnFilled;
  bool           m_IsSideFilled;
  bool           m_Fills; // any lane of the warp
  bool           m_HasLast;
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
      const int  place = Tile::template GetPlace<TInput>(Tile::FirstQuad - Tile::Margin + 2 * pair + i, row);
      const auto quad = UnpackQuad<TInput>(tile.voxels[buffer][row][place]);
#pragma unroll
      for (int j = 0; j < QuadColumns; ++j)
      {
        value[i * QuadColumns + j] = static_cast<float>(quad.pixel[j]);
      }
    }
    if constexpr (!FillsQuads<TInput>)
    {
      // Beyond the image is the nearest voxel.
      if (firstColumn < 0 || firstColumn + Tile::Columns + 2 * Tile::Margin * QuadColumns > inputColumns)
      {
        const int firstInside = -firstColumn - pair * sums;
        const int endInside = inputColumns - firstColumn - pair * sums;
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
#pragma unroll
    for (int i = 0; i < 2; ++i)
    {
      tile.sums[buffer][row][Tile::template GetPlace<float>(2 * pair + i, row)] = PackQuad(sum[i]);
    }
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
  const int place = Tile::template GetPlace<float>(column / QuadColumns, 0) * QuadColumns + column % QuadColumns;
  const int outputStride = static_cast<int>(task.outputStride[1]);

  LayerCopier<TInput, VRadius> copier(
    task, task.input + NearestIndex(inZ, task.inputSize[2]) * task.inputStride[2], inX, y + task.offset[1], tile);
  float * target =
    task.output + x + column + (y + firstRow) * task.outputStride[1] + (z - 2 * VRadius) * task.outputStride[2];
  ColumnSums<VRadius, Tile::RowsOfThread> layerSums;

  const auto startNext = [&](int layer) {
    copier.Start(layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0, ~layer & 1);
  };
  const auto sumRows = [&](int layer) {
    SumRows(tile,
            layer & 1,
            static_cast<int>(inX) - Tile::Margin * QuadColumns,
            static_cast<int>(task.inputSize[0]),
            kernel.axis[0]);
  };
  copier.Start(0, 0);
  __pipeline_wait_prior(0);
  __syncthreads();
  startNext(0);
  sumRows(0);
  // By twos, as the compiler moves all sums once in each turn.
#pragma unroll(VRadius > 2 ? 2 : 1)
  for (int layer = 1; layer <= inputLayers; ++layer)
  {
    __pipeline_wait_prior(0);
    // What is written from here on was last read before this barrier.
    __syncthreads();
    if (layer + 1 < inputLayers)
    {
      startNext(layer);
    }
    if (layer < inputLayers)
    {
      sumRows(layer);
    }
    float sum[Tile::RowsOfThread];
    SumColumn(
      reinterpret_cast<const float *>(tile.sums[~layer & 1][firstRow]) + place, Tile::Columns, kernel.axis[1], sum);
    layerSums.Push(sum, kernel.axis[2]);
    const int rowsOfLayer = layer > 2 * VRadius ? rows : 0;
#pragma unroll
    for (int i = 0; i < Tile::RowsOfThread; ++i)
    {
      if (i < rowsOfLayer)
      {
        target[i * outputStride] = sum[i];
      }
    }
    target += task.outputStride[2];
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
