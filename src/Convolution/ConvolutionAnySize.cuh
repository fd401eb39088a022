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
#ifndef ConvolutionAnySize_cuh
#define ConvolutionAnySize_cuh

#include "ConvolutionRows.cuh"
#include "ConvolutionWriter.cuh"

namespace itk::device::convolution
{
using kernels::Division;

constexpr int AnySizeWarps = 4;
constexpr int AnySizeThreads = 32 * AnySizeWarps;
constexpr int AnySizeColumns = 8;
constexpr int AnySizeRows = 4; // of a thread
constexpr int AnySizeWidth = 32 * AnySizeColumns;
constexpr int AnySizeHeight = AnySizeRows * AnySizeWarps;

/** Coefficients of a layer of the kernel, at most PartHeight x PartWidth of them, that are worked on at a time. */
constexpr int PartWidth = 64;
constexpr int PartHeight = 16;

/** Coefficients on the device; each row begins at a multiple of 16 bytes and is filled with zeros to the next one. */
struct AnySizeKernel
{
  const float * coefficients;
  int           pitch;
};

/** A part of the kernel: `rows` rows of a layer from `firstRow` on, `columns` coefficients from `firstColumn` on. */
struct KernelPart
{
  int layer;
  int firstRow;
  int rows;
  int firstColumn;
  int columns;

  __device__ __forceinline__ int
  GetQuads() const
  {
    return (columns + 3) / 4;
  }
};

/** What a block works on, in shared memory. */
struct AnySizeMemory
{
  static constexpr int Widest = AnySizeWidth + PartWidth;
  static constexpr int Margin = AnySizeRows - 1;

  /** An input row. Threads, which begin at every second quad, read the even ones and the odd ones without bank
   * conflicts. */
  struct Row
  {
    float4 quads[2][Widest / 8];

    __device__ __forceinline__ float &
    operator[](int i)
    {
      return reinterpret_cast<float *>(&quads[i / 4 % 2][i / 8])[i % 4];
    }
  };

  Row row[AnySizeHeight + PartHeight - 1];
  // With rows of zeros around them, so that every output row has a kernel row for every input row.
  float4 coefficients[Margin + PartHeight + Margin][PartWidth / 4];
  // Of the input, for every pixel of a Row; -1 for the constant.
  int  column[Widest];
  bool rowIsFinite[AnySizeHeight + PartHeight - 1];
};

/** Copies a part of the kernel to shared memory, and computes which columns of the input belong to it. */
template <typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadPart(const Task<TInput, TOutput> & task,
         const AnySizeKernel &         kernel,
         const KernelPart &            part,
         int                           x,
         AnySizeMemory &               memory)
{
  const int           quads = part.GetQuads();
  const int           firstRow = part.layer * (2 * task.radius[1] + 1) + part.firstRow;
  const float * const first = kernel.coefficients + std::ptrdiff_t{ firstRow } * kernel.pitch + part.firstColumn;
  for (int i = threadIdx.x; i < (part.rows + 2 * AnySizeMemory::Margin) * quads; i += AnySizeThreads)
  {
    const int  row = i / quads - AnySizeMemory::Margin;
    const int  quad = i % quads;
    const auto coefficients = reinterpret_cast<const float4 *>(first + std::ptrdiff_t{ row } * kernel.pitch);
    const bool exists = row >= 0 && row < part.rows;
    memory.coefficients[row + AnySizeMemory::Margin][quad] =
      exists ? __ldg(coefficients + quad) : float4{ 0.0f, 0.0f, 0.0f, 0.0f };
  }
  const int firstColumn = x + static_cast<int>(task.offset[0]) - task.radius[0] + part.firstColumn;
  for (int i = threadIdx.x; i < AnySizeWidth + 4 * quads; i += AnySizeThreads)
  {
    memory.column[i] = kernels::MapIndex(task.border, firstColumn + i, static_cast<int>(task.inputSize[0]));
  }
}

/** Reads the input rows of a part of the kernel, each by one warp. */
template <typename TInput, typename TOutput>
__device__ __forceinline__ void
LoadRows(const Task<TInput, TOutput> & task,
         const KernelPart &            part,
         int                           y,
         std::ptrdiff_t                layer,
         AnySizeMemory &               memory)
{
  constexpr int        loads = AnySizeMemory::Widest / 32;
  const int            lane = threadIdx.x % 32;
  const int            width = AnySizeWidth + 4 * part.GetQuads();
  const int            firstRow = y + static_cast<int>(task.offset[1]) - task.radius[1] + part.firstRow;
  const std::ptrdiff_t z =
    kernels::MapIndex(task.border, layer + task.offset[2] - task.radius[2] + part.layer, task.inputSize[2]);
  const TInput * const pixels = task.input + max(z, std::ptrdiff_t{ 0 }) * task.inputStride[2];
#pragma unroll 2
  for (int j = threadIdx.x / 32; j < AnySizeHeight - 1 + part.rows; j += AnySizeWarps)
  {
    const int      inputRow = kernels::MapIndex(task.border, firstRow + j, static_cast<int>(task.inputSize[1]));
    const bool     exists = z >= 0 && inputRow >= 0;
    const TInput * row = pixels + max(inputRow, 0) * task.inputStride[1];
    TInput         value[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i)
    {
      if (lane + 32 * i < width)
      {
        const int column = memory.column[lane + 32 * i];
        value[i] = __ldg(row + max(column, 0));
        if (!exists || column < 0)
        {
          value[i] = task.constant;
        }
      }
    }
    float zero = 0.0f;
#pragma unroll
    for (int i = 0; i < loads; ++i)
    {
      if (lane + 32 * i < width)
      {
        memory.row[j][lane + 32 * i] = static_cast<float>(value[i]);
        zero = fmaf(0.0f, static_cast<float>(value[i]), zero);
      }
    }
    if constexpr (std::is_same_v<TInput, float>)
    {
      const bool isFinite = __all_sync(~0u, zero == 0.0f);
      if (lane == 0)
      {
        memory.rowIsFinite[j] = isFinite;
      }
    }
  }
}

using AnySizeSums = float[AnySizeRows][AnySizeColumns];

/** Adds to `sum` what a part of the kernel takes from a finite input row. Row i of the sums takes row j - i of the part,
 * which may be one of zeros, as may be the last of each four columns. */
__device__ __forceinline__ void
AddRow(const AnySizeMemory & memory, const AnySizeMemory::Row & row, int quads, int j, AnySizeSums & sum)
{
  const int  lane = threadIdx.x % 32;
  float4     quad[3] = { row.quads[0][lane], row.quads[1][lane] };
  const auto add = [&](int column, const float4 & last) {
    quad[2] = last;
    const float value[12] = { quad[0].x, quad[0].y, quad[0].z, quad[0].w, quad[1].x, quad[1].y,
                              quad[1].z, quad[1].w, quad[2].x, quad[2].y, quad[2].z, quad[2].w };
#pragma unroll
    for (int i = 0; i < AnySizeRows; ++i)
    {
      const float4 four = memory.coefficients[j - i + AnySizeMemory::Margin][column];
      const float  coefficient[4] = { four.x, four.y, four.z, four.w };
#pragma unroll
      for (int l = 0; l < 4; ++l)
      {
#pragma unroll
        for (int m = 0; m < AnySizeColumns; ++m)
        {
          sum[i][m] = fmaf(coefficient[l], value[l + m], sum[i][m]);
        }
      }
    }
    quad[0] = quad[1];
    quad[1] = quad[2];
  };
  int column = 0;
#pragma unroll 1
  for (; column + 1 < quads; column += 2)
  {
    add(column, row.quads[0][lane + column / 2 + 1]);
    add(column + 1, row.quads[1][lane + column / 2 + 1]);
  }
  if (column < quads)
  {
    add(column, row.quads[0][lane + column / 2 + 1]);
  }
}

/** The same without products with zeros that are not in the kernel: the row may be infinite there. */
__device__ __forceinline__ void
AddRowThatIsNotFinite(AnySizeMemory &      memory,
                      AnySizeMemory::Row & row,
                      const KernelPart &   part,
                      int                  j,
                      AnySizeSums &        sum)
{
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int i = 0; i < AnySizeRows; ++i)
  {
    if (j - i >= 0 && j - i < part.rows)
    {
      const auto coefficients = reinterpret_cast<const float *>(memory.coefficients[j - i + AnySizeMemory::Margin]);
#pragma unroll 1
      for (int column = 0; column < part.columns; ++column)
      {
#pragma unroll
        for (int m = 0; m < AnySizeColumns; ++m)
        {
          sum[i][m] = fmaf(coefficients[column], row[AnySizeColumns * lane + m + column], sum[i][m]);
        }
      }
    }
  }
}

/** Kernels of any size, in 2D and 3D. A block makes AnySizeWidth x AnySizeHeight outputs, a thread AnySizeColumns x
 * AnySizeRows of them, and takes the kernel part by part. */
template <typename TInput, typename TOutput>
__global__ void
__launch_bounds__(AnySizeThreads, 4) ConvolutionAnySizeKernel(const __grid_constant__ Task<TInput, TOutput> task,
                                                              const Division                                division,
                                                              const AnySizeKernel                           kernel)
{
  using WriterType = Writer<TInput, TOutput, AnySizeColumns>;
  __shared__ AnySizeMemory memory;

  const auto block = kernels::GetBlockPosition(division);
  const int  warp = threadIdx.x / 32;
  const int  x = static_cast<int>(block.strip) * AnySizeWidth;
  const int  y = static_cast<int>(block.segment) * AnySizeHeight;
  const int  width = 2 * task.radius[0] + 1;
  const int  height = 2 * task.radius[1] + 1;

  AnySizeSums result{};
  KernelPart  part{};
  for (part.layer = 0; part.layer <= 2 * task.radius[2]; ++part.layer)
  {
    for (part.firstRow = 0; part.firstRow < height; part.firstRow += PartHeight)
    {
      part.rows = min(PartHeight, height - part.firstRow);
      for (part.firstColumn = 0; part.firstColumn < width; part.firstColumn += PartWidth)
      {
        part.columns = min(PartWidth, width - part.firstColumn);
        __syncthreads();
        LoadPart(task, kernel, part, x, memory);
        __syncthreads();
        LoadRows(task, part, y, block.layer, memory);
        __syncthreads();
        const int rows = AnySizeRows - 1 + part.rows;
#pragma unroll 1
        for (int j = 0; j < rows; ++j)
        {
          AnySizeSums          sum{};
          AnySizeMemory::Row & row = memory.row[AnySizeRows * warp + j];
          if (std::is_integral_v<TInput> || memory.rowIsFinite[AnySizeRows * warp + j])
          {
            AddRow(memory, row, part.GetQuads(), j, sum);
          }
          else
          {
            AddRowThatIsNotFinite(memory, row, part, j, sum);
          }
#pragma unroll
          for (int i = 0; i < AnySizeRows; ++i)
          {
#pragma unroll
            for (int m = 0; m < AnySizeColumns; ++m)
            {
              result[i][m] += sum[i][m];
            }
          }
        }
      }
    }
  }

  // The rows are not needed any more.
  __syncthreads();
  auto &     doubts = reinterpret_cast<typename WriterType::DoubtsType *>(memory.row)[warp];
  const int  firstRow = y + AnySizeRows * warp;
  WriterType writer(task, doubts, x, firstRow, block.layer, 0, static_cast<int>(task.outputSize[0]));
#pragma unroll
  for (int i = 0; i < AnySizeRows; ++i, writer.NextRow())
  {
    if (firstRow + i < task.outputSize[1])
    {
      if constexpr (WriterType::IsInteger)
      {
#pragma unroll
        for (float & value : result[i])
        {
          value += task.error.increase;
        }
      }
      writer.Write(result[i]);
    }
  }
  writer.Resolve(true);
}

/** One output a thread, in double, as the parent computes it. */
template <typename TInput, typename TOutput>
__global__ void
ConvolutionInDoubleKernel(const __grid_constant__ Task<TInput, TOutput> task, const std::size_t pixels)
{
  const std::size_t step = std::size_t{ gridDim.x } * blockDim.x;
  for (std::size_t i = std::size_t{ blockIdx.x } * blockDim.x + threadIdx.x; i < pixels; i += step)
  {
    const std::ptrdiff_t row = i / task.outputSize[0];
    const std::ptrdiff_t x = i - row * task.outputSize[0];
    const std::ptrdiff_t z = row / task.outputSize[1];
    const std::ptrdiff_t y = row - z * task.outputSize[1];
    ComputeOutput(task, x, y, z);
  }
}
} // namespace itk::device::convolution

#endif
