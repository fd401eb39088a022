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
#ifndef ConvolutionTiles_cuh
#define ConvolutionTiles_cuh

#include "ConvolutionWriter.cuh"
#include "Kernels/Grid.cuh"

namespace itk::device::convolution
{
using kernels::DivideUp;

/** Equal boxes of float, one behind the other, of which each holds a part of the output at its beginning: `valid`
 * pixels an axis. The parts cover the output, `count` of them an axis. */
struct Tiles
{
  float *        data;
  std::ptrdiff_t first; // the tile at `data`, counted with axis 0 fastest
  std::ptrdiff_t count[3];
  std::ptrdiff_t valid[3];
  std::ptrdiff_t size[3];
  std::ptrdiff_t pitch; // of a row; even

  /** Where the output of the tile at `data` + `tile` begins. */
  __device__ __forceinline__ void
  GetOrigin(std::ptrdiff_t tile, std::ptrdiff_t (&origin)[3]) const
  {
    std::ptrdiff_t rest = first + tile;
#pragma unroll
    for (int axis = 0; axis < 3; ++axis)
    {
      origin[axis] = rest % count[axis] * valid[axis];
      rest /= count[axis];
    }
  }
};

constexpr int TileWarps = 4;
constexpr int TileThreads = 32 * TileWarps;
constexpr int TileColumns = 4; // of a thread
constexpr int TileRows = 32;   // of a warp

/** Fills tiles with the input that their parts of the output depend on. A warp takes a row; blocks of axis y take a tile
 * each. */
template <typename TInput, typename TOutput>
__global__ void
__launch_bounds__(TileThreads)
  ConvolutionReadTilesKernel(const __grid_constant__ Task<TInput, TOutput> task, const Tiles tiles)
{
  const std::ptrdiff_t row = std::ptrdiff_t{ blockIdx.x } * TileWarps + threadIdx.x / 32;
  if (row >= tiles.size[1] * tiles.size[2])
  {
    return;
  }
  std::ptrdiff_t origin[3];
  tiles.GetOrigin(blockIdx.y, origin);
  const std::ptrdiff_t tileZ = row / tiles.size[1];
  const std::ptrdiff_t z =
    kernels::MapIndex(task.border, origin[2] + tileZ + task.offset[2] - task.radius[2], task.inputSize[2]);
  const std::ptrdiff_t y = kernels::MapIndex(
    task.border, origin[1] + row - tileZ * tiles.size[1] + task.offset[1] - task.radius[1], task.inputSize[1]);
  const bool           exists = y >= 0 && z >= 0;
  const TInput * const pixels = task.input + (exists ? z * task.inputStride[2] + y * task.inputStride[1] : 0);
  const std::ptrdiff_t first = origin[0] + task.offset[0] - task.radius[0];
  float * const        target = tiles.data + (blockIdx.y * tiles.size[1] * tiles.size[2] + row) * tiles.pitch;
#pragma unroll 4
  for (std::ptrdiff_t x = threadIdx.x % 32; x < tiles.size[0]; x += 32)
  {
    const std::ptrdiff_t column = kernels::MapIndex(task.border, first + x, task.inputSize[0]);
    const TInput         pixel = __ldg(pixels + max(column, std::ptrdiff_t{ 0 }));
    target[x] = exists && column >= 0 ? pixel : task.constant;
  }
}

/** Writes the tiles' parts of the output. A warp takes TileRows rows of 32 TileColumns pixels. */
template <typename TInput, typename TOutput>
__global__ void
__launch_bounds__(TileThreads)
  ConvolutionWriteTilesKernel(const __grid_constant__ Task<TInput, TOutput> task, const Tiles tiles)
{
  using WriterType = Writer<TInput, TOutput, TileColumns, true>;
  __shared__ typename WriterType::DoubtsType doubts[TileWarps];

  const int            warp = threadIdx.x / 32;
  const int            lane = threadIdx.x % 32;
  const std::ptrdiff_t strips = DivideUp(tiles.valid[0], 32 * TileColumns);
  const std::ptrdiff_t segments = DivideUp(tiles.valid[1], TileRows);
  const std::ptrdiff_t index = std::ptrdiff_t{ blockIdx.x } * TileWarps + warp;
  const std::ptrdiff_t tileX = index % strips * 32 * TileColumns;
  const std::ptrdiff_t tileY = index / strips % segments * TileRows;
  const std::ptrdiff_t tileZ = index / strips / segments;
  std::ptrdiff_t       origin[3];
  tiles.GetOrigin(blockIdx.y, origin);
  const int            x = static_cast<int>(origin[0] + tileX);
  const int            y = static_cast<int>(origin[1] + tileY);
  const std::ptrdiff_t z = origin[2] + tileZ;
  if (tileZ >= tiles.valid[2] || x >= task.outputSize[0] || z >= task.outputSize[2])
  {
    return;
  }
  const auto    end = static_cast<int>(min(origin[0] + tiles.valid[0], task.outputSize[0]));
  const float * source = tiles.data + ((blockIdx.y * tiles.size[2] + tileZ) * tiles.size[1] + tileY) * tiles.pitch +
                         tileX + TileColumns * lane;
  WriterType writer(task, doubts[warp], x, y, z, 0, end);
  const int  rows =
    static_cast<int>(min(min(tiles.valid[1] - tileY, task.outputSize[1] - y), std::ptrdiff_t{ TileRows }));
#pragma unroll 1
  for (int begin = 0; begin < rows; begin += Doubts::Rows)
  {
#pragma unroll
    for (int j = 0; j < Doubts::Rows; ++j, writer.NextRow(), source += tiles.pitch)
    {
      if (begin + j >= rows)
      {
        break;
      }
      float value[TileColumns]{};
#pragma unroll
      for (int i = 0; i < TileColumns; i += 2)
      {
        const int column = x + TileColumns * lane + i;
        if (column + 1 < end)
        {
          const float2 pair = *reinterpret_cast<const float2 *>(source + i);
          value[i] = pair.x;
          value[i + 1] = pair.y;
        }
        else if (column < end)
        {
          value[i] = source[i];
        }
      }
      if constexpr (WriterType::IsInteger)
      {
#pragma unroll
        for (float & pixel : value)
        {
          pixel += task.error.increase;
        }
      }
      writer.Write(value);
    }
    writer.Resolve(begin + Doubts::Rows >= rows);
  }
}
} // namespace itk::device::convolution

#endif
