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
#ifndef PointwiseTable_cuh
#define PointwiseTable_cuh

#include "Kernels/PointwiseVectors.cuh"
#include "itkDeviceBuffer.h"

namespace itk::device::kernels
{
/** Whether an operation has a member Prepare(), which each thread calls first: it may read device memory. */
template <typename TOperation, typename = void>
inline constexpr bool HasPrepare = false;
template <typename TOperation>
inline constexpr bool HasPrepare<TOperation, std::void_t<decltype(&TOperation::Prepare)>> = true;

/** Whether an operation has a member Finish(), which each thread calls last. */
template <typename TOperation, typename = void>
inline constexpr bool HasFinish = false;
template <typename TOperation>
inline constexpr bool HasFinish<TOperation, std::void_t<decltype(&TOperation::Finish)>> = true;

/** Whether an operation has a member EndTile(), which each thread calls after its pixels of a tile. */
template <typename TOperation, typename = void>
inline constexpr bool HasEndTile = false;
template <typename TOperation>
inline constexpr bool HasEndTile<TOperation, std::void_t<decltype(&TOperation::EndTile)>> = true;

/** Whether an operation has a member IsCostly: its results for 8-bit pixels are better looked up. */
template <typename TOperation, typename = void>
inline constexpr bool IsCostly = false;
template <typename TOperation>
inline constexpr bool IsCostly<TOperation, std::void_t<decltype(TOperation::IsCostly)>> = TOperation::IsCostly;

/** Whether an operation has a member IsTranscendental: those for 16-bit pixels, too. */
template <typename TOperation, typename = void>
inline constexpr bool IsTranscendental = false;
template <typename TOperation>
inline constexpr bool IsTranscendental<TOperation, std::void_t<decltype(TOperation::IsTranscendental)>> =
  TOperation::IsTranscendental;

/** Whether an operation has a member IsBackward: its input was read just before, so that the L2 cache has the last of it. */
template <typename TOperation, typename = void>
inline constexpr bool IsBackward = false;
template <typename TOperation>
inline constexpr bool IsBackward<TOperation, std::void_t<decltype(TOperation::IsBackward)>> = TOperation::IsBackward;

/** The most tiles that a block takes: one, or an operation's member TilesOfBlock, if it is better prepared less often. */
template <typename TOperation, typename = void>
inline constexpr int TilesOfBlock = 1;
template <typename TOperation>
inline constexpr int TilesOfBlock<TOperation, std::void_t<decltype(TOperation::TilesOfBlock)>> =
  TOperation::TilesOfBlock;

/** A unary operation on 8-bit pixels by its 256 results, of which each thread of the block computes one. */
template <typename TOperation, typename TOutput, typename TInput>
class PointwiseTable
{
public:
  __device__
  PointwiseTable(TOperation & operation, TOutput * results)
    : m_Results(results)
  {
    static_assert(PointwiseThreads == 256 && sizeof(TInput) == 1);
    results[threadIdx.x] = operation(static_cast<TInput>(threadIdx.x));
    __syncthreads();
  }

  __device__ TOutput
  operator()(TInput pixel) const
  {
    return m_Results[pixel];
  }

private:
  const TOutput * m_Results;
};

/** Of the 65536 results for 16-bit pixels. */
template <typename TOutput>
inline constexpr int PointwiseLookupBytes = 65536 * sizeof(TOutput);

/** Warps of a block that looks up, and vectors that a thread reads at once: measured best. */
constexpr int PointwiseLookupWarps = 24;
constexpr int PointwiseLookupVectors = 2;

template <typename TInput, typename TOperation, typename TOutput>
__global__ void
__launch_bounds__(PointwiseThreads) PointwiseTableKernel(TOperation operation, TOutput * results)
{
  if constexpr (HasPrepare<TOperation>)
  {
    operation.Prepare();
  }
  const unsigned int pixel = blockIdx.x * PointwiseThreads + threadIdx.x;
  results[pixel] = operation(static_cast<TInput>(pixel));
}

/** The results for 16-bit pixels of a table that fills most of a multiprocessor's shared memory, so that blocks stay. Each
 * warp reads one tile while it looks up the one before: bound by memory, and half as much by the table's banks. */
template <int VWidth, typename TOutput, typename TInput>
__global__ void __launch_bounds__(32 * PointwiseLookupWarps, 1) PointwiseLookupKernel(const uint4 *            table,
                                                                                      PointwiseRows            rows,
                                                                                      PointwiseOutput<TOutput> output,
                                                                                      PointwiseInput<TInput>   input)
{
  constexpr int vectors = PointwiseLookupVectors;
  struct Tile
  {
    std::size_t row;
    std::size_t slice;
    std::size_t begin;
  };
  extern __shared__ uint4 memory[];
  const auto * const      results = reinterpret_cast<const TOutput *>(memory);
  const auto              lookUp = [&](TInput pixel) { return results[static_cast<std::uint16_t>(pixel)]; };

  constexpr std::size_t step = 32 * VWidth;
  const std::size_t     tilesOfRow = DivideUp(rows.length, step * vectors);
  const std::size_t     tiles = tilesOfRow * rows.rows * rows.slices;
  const auto            getTile = [&](std::size_t number) {
    const std::size_t line = tilesOfRow == tiles ? 0 : number / tilesOfRow;
    const std::size_t slice = line == 0 ? 0 : line / rows.rows;
    return Tile{ line - slice * rows.rows, slice, (number - line * tilesOfRow) * step * vectors };
  };
  TInput     pixels[vectors][VWidth];
  const auto readWhole = [&](const Tile & tile) {
    if (tile.begin + vectors * step > rows.length)
    {
      return false;
    }
    const TInput * const source =
      input.pixels + tile.slice * input.stride[2] + tile.row * input.stride[1] + tile.begin + threadIdx.x * VWidth;
#pragma unroll
    for (int i = 0; i < vectors; ++i)
    {
      LoadVector(pixels[i], source + i * step);
    }
    return true;
  };

  std::size_t number = blockIdx.x * PointwiseLookupWarps + threadIdx.y;
  Tile        tile{};
  bool        isWhole = false;
  const auto  read = [&] {
    if (number < tiles)
    {
      tile = getTile(number);
      isWhole = readWhole(tile);
    }
  };
  const auto readNext = [&] {
    number += std::size_t{ gridDim.x } * PointwiseLookupWarps;
    read();
  };
  read();
#pragma unroll 11
  for (int i = threadIdx.y * 32 + threadIdx.x; i < PointwiseLookupBytes<TOutput> / 16; i += 32 * PointwiseLookupWarps)
  {
    memory[i] = table[i];
  }
  __syncthreads();
  while (number < tiles)
  {
    const Tile current = tile;
    if (!isWhole)
    {
      ForEachVectorOfTile<VWidth, vectors, 32>(
        current.begin,
        rows.length,
        [&](std::size_t position, auto count) {
          ComputeVectors<VWidth, decltype(count)::value>(
            lookUp, current.row, current.slice, position, step, output, input);
        },
        [&](std::size_t position) {
          ComputeVectors<1, 1>(lookUp, current.row, current.slice, position, step, output, input);
        });
      readNext();
      continue;
    }
    TInput own[vectors][VWidth];
    std::memcpy(own, pixels, sizeof(own));
    readNext();
    TOutput * const target = output.pixels + current.slice * output.stride[2] + current.row * output.stride[1] +
                             current.begin + threadIdx.x * VWidth;
#pragma unroll
    for (int i = 0; i < vectors; ++i)
    {
      TOutput found[VWidth];
#pragma unroll
      for (int j = 0; j < VWidth; ++j)
      {
        found[j] = lookUp(own[i][j]);
      }
      StoreVector(target + i * step, found);
    }
  }
}

/** Computes output = operation(input) by a table of the 65536 results, if the image is large enough for it to pay and the
 * device has the shared memory. */
template <int VWidth, typename TOperation, typename TOutput, typename TInput>
bool
RunPointwiseByTable(const TOperation &               operation,
                    const PointwiseRows &            rows,
                    const PointwiseOutput<TOutput> & output,
                    const PointwiseInput<TInput> &   input,
                    const Stream &                   stream)
{
  constexpr int         bytes = PointwiseLookupBytes<TOutput>;
  constexpr std::size_t leastPixels = std::size_t{ 1 } << 22;
  if (rows.length * rows.rows * rows.slices < leastPixels ||
      GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream) < bytes)
  {
    return false;
  }
  const Buffer table(bytes, stream);
  Launch("PointwiseTableKernel",
         PointwiseTableKernel<TInput, TOperation, TOutput>,
         { 65536 / PointwiseThreads, PointwiseThreads },
         stream,
         operation,
         table.As<TOutput>());
  const auto kernel = PointwiseLookupKernel<VWidth, TOutput, TInput>;
  AllowSharedMemory(kernel, bytes);
  Launch("PointwiseLookupKernel",
         kernel,
         { dim3(GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream)), dim3(32, PointwiseLookupWarps), bytes },
         stream,
         table.As<uint4>(),
         rows,
         output,
         input);
  return true;
}
} // namespace itk::device::kernels

#endif
