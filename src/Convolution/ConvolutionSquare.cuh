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
#ifndef ConvolutionSquare_cuh
#define ConvolutionSquare_cuh

#include "ConvolutionPixelRow.cuh"
#include "ConvolutionRows.cuh"
#include "ConvolutionWriter.cuh"

namespace itk::device::convolution
{
using kernels::Division;

/** VSize x VSize x VDepth coefficients. */
template <int VSize, int VDepth>
struct SquareKernel
{
  float value[VDepth][VSize][VSize];
};

/** Whether outputs in doubt are summed by a function for the size. */
template <typename TOutput, int VDepth>
constexpr bool HasExactSquare = sizeof(TOutput) < 4 && VDepth == 1;

/** Coefficients for it, in double. */
template <int VSize>
struct ExactSquare
{
  double value[VSize][VSize];
};

struct NoExactSquare
{};

template <typename TOutput, int VSize, int VDepth>
using ExactSquareOf = std::conditional_t<HasExactSquare<TOutput, VDepth>, ExactSquare<VSize>, NoExactSquare>;

/** The sum over the window whose first pixel is at `first`, as ComputeSum() adds it: zeros around a kernel change nothing.
 * The next row is read while one is added. */
template <int VSize, typename TInput>
__device__ __forceinline__ double
SumExactSquare(const TInput * first, std::ptrdiff_t stride, const ExactSquare<VSize> & kernel)
{
  PixelRow<TInput, VSize> row;
  PixelRow<TInput, VSize> next;
  double                  sum = 0.0;
  next.Read(first);
#pragma unroll
  for (int j = 0; j < VSize; ++j)
  {
    row = next;
    if (j + 1 < VSize)
    {
      first += stride;
      next.Read(first);
    }
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      sum = __dadd_rn(sum, __dmul_rn(kernel.value[j][i], row[i]));
    }
  }
  return sum;
}

/** How ConvolutionSquareKernel works for a kernel of that size. */
template <typename TInput, typename TOutput, int VSize, int VDepth>
struct SquareSettings
{
  static constexpr int  Radius = VSize / 2;
  static constexpr bool IsInteger = sizeof(TOutput) < 4;
  // Of two, as factors: the coefficients', which keeps products with denormal pixels normal, and the sums'.
  static constexpr int CoefficientExponent = PixelExponent<TInput, TOutput> == 0 ? 0 : 100;
  static constexpr int SumExponent = CoefficientExponent + PixelExponent<TInput, TOutput>;
  // Outputs side by side of a thread: as many as there are registers for their sums, but of float what is stored at once.
  static constexpr int Columns = !IsInteger || VSize > 7 || VDepth > 1 ? 4 : VSize == 3 && sizeof(TInput) == 1 ? 16 : 8;
  // Rows that are read from memory while as many are worked on.
  static constexpr int Rows = VDepth == 1 ? (Columns == 16 ? 2 : 4) : VDepth < 7 ? 2 : 1;
  // The rows of a large kernel are summed one by one, so that a term passes fewer roundings.
  static constexpr bool SumsRows = VSize * VSize * VDepth > 125 || sizeof(TOutput) == 2;
  static constexpr int  Roundings = SumsRows ? VSize + VSize * VDepth : VSize * VSize * VDepth;
  // Blocks that a multiprocessor has registers for; the fastest of 2 to 6 on an H200.
  static constexpr int Blocks = VDepth > 1  ? 4
                                : IsInteger ? (VSize == 13 ? 3 : 4)
                                            : (VSize <= 7    ? 6
                                               : VSize == 9  ? 5
                                               : VSize == 11 ? 4
                                                             : 3);
  // Segments of a strip are shorter, and there are more of them, where that costs few rows that are read twice.
  static constexpr int Waves = VSize <= 5 && VDepth == 1 ? 8 : 4;
};

/** How a warp of it reads and writes, and what it has of shared memory. */
template <typename TInput, typename TOutput, int VSize, int VDepth, bool VChecksFloat>
struct SquareWarp
{
  using Settings = SquareSettings<TInput, TOutput, VSize, VDepth>;
  // What is listed takes registers.
  static constexpr int RowsAhead = VChecksFloat && VDepth == 5 ? 1 : Settings::Rows;
  using Reader = RowReader<TInput, TOutput, Settings::Columns, Settings::Radius, RowsAhead, VDepth>;
  using WriterType = Writer<TInput, TOutput, Settings::Columns, VChecksFloat, Settings::SumExponent>;
  struct Memory
  {
    typename Reader::Rows           rows[2];
    typename WriterType::DoubtsType doubts;
  };
};

/** A warp walks down a strip of columns. An input row is read once, and each of its pixels is added to all the sums that
 * it is part of: those of VSize output rows, of which the last is finished by it. This is a FIR filter in transposed
 * form; the shift of the sums is the destination of the multiply-add and costs nothing. VChecksFloat as for Writer, for
 * coefficients with zeros around: products of zeros and pixels that are not finite are not 0. */
template <typename TInput, typename TOutput, int VSize, int VDepth, bool VChecksFloat>
__global__ void
__launch_bounds__(kernels::StripThreads, (SquareSettings<TInput, TOutput, VSize, VDepth>::Blocks))
  ConvolutionSquareKernel(const __grid_constant__ Task<TInput, TOutput> task,
                          const Division                                division,
                          const SquareKernel<VSize, VDepth>             kernel,
                          const __grid_constant__ ExactSquareOf<TOutput, VSize, VDepth> exact)
{
  using Types = SquareWarp<TInput, TOutput, VSize, VDepth, VChecksFloat>;
  using Settings = typename Types::Settings;
  using Reader = typename Types::Reader;
  using WriterType = typename Types::WriterType;
  constexpr int           radius = Settings::Radius;
  constexpr int           columns = Settings::Columns;
  constexpr int           rowsAhead = Types::RowsAhead;
  extern __shared__ uint4 memoryOfBlock[];

  const auto block = kernels::GetBlockPosition(division);
  const int  warp = threadIdx.x / 32;
  const int  lane = threadIdx.x % 32;
  const int  x = (static_cast<int>(block.strip) * static_cast<int>(blockDim.x / 32) + warp) * 32 * columns;
  const int  y = static_cast<int>(block.segment * division.segmentLength);
  if (x >= task.outputSize[0])
  {
    return;
  }
  auto &    memory = reinterpret_cast<typename Types::Memory *>(memoryOfBlock)[warp];
  const int rows = min(static_cast<int>(division.segmentLength), static_cast<int>(task.outputSize[1]) - y) + 2 * radius;
  Reader    reader(task, x, y, block.layer);
  WriterType  writer(task, memory.doubts, x, y, block.layer, -2 * radius, static_cast<int>(task.outputSize[0]));
  const float start = WriterType::IsInteger ? WriterType::Scale * task.error.increase : 0.0f;

  float sums[2 * radius][columns]{};
  int   buffer = 0;
  reader.Load();
#pragma unroll 1
  for (int begin = 0; begin < rows; begin += rowsAhead, buffer ^= 1)
  {
    reader.Store(memory.rows[buffer]);
    if (begin + rowsAhead < rows)
    {
      reader.Load();
    }
    // The other buffer was last read before the previous of these barriers.
    __syncwarp();
#pragma unroll 1
    for (int j = 0; j < rowsAhead; ++j, writer.NextRow())
    {
      float result[columns];
#pragma unroll
      for (int m = 0; m < VDepth; ++m)
      {
        float value[columns + 2 * radius];
        ReadWindow<TInput, TOutput, columns, radius>(memory.rows[buffer][m][j], lane, value);
#pragma unroll
        for (int k = 0; k < VSize; ++k)
        {
          const auto & row = kernel.value[m][VSize - 1 - k];
          float        before[columns];
          float        sum[columns];
#pragma unroll
          for (int i = 0; i < columns; ++i)
          {
            // The first layer shifts the sums.
            before[i] = m > 0 ? (k == 0 ? result[i] : sums[k - 1][i]) : (k < 2 * radius ? sums[k][i] : start);
            sum[i] = Settings::SumsRows ? row[0] * value[i] : fmaf(row[0], value[i], before[i]);
          }
#pragma unroll
          for (int l = 1; l < VSize; ++l)
          {
#pragma unroll
            for (int i = 0; i < columns; ++i)
            {
              sum[i] = fmaf(row[l], value[i + l], sum[i]);
            }
          }
#pragma unroll
          for (int i = 0; i < columns; ++i)
          {
            (k == 0 ? result[i] : sums[k - 1][i]) = Settings::SumsRows ? sum[i] + before[i] : sum[i];
          }
        }
      }
      if (begin + j >= 2 * radius && begin + j < rows)
      {
        writer.Write(result);
      }
    }
    if constexpr (HasExactSquare<TOutput, VDepth>)
    {
      writer.Resolve(begin + rowsAhead >= rows, [&](int column, int row) {
        // With the words around it.
        constexpr int before = 4;
        constexpr int behind = 8;
        const int     firstColumn = column + static_cast<int>(task.offset[0]) - radius;
        const int     firstRow = row + static_cast<int>(task.offset[1]) - radius;
        const auto    layer = block.layer + task.offset[2];
        if (firstColumn < before || firstColumn + VSize + behind > task.inputSize[0] || firstRow < 0 ||
            firstRow + VSize > task.inputSize[1] || layer < 0 || layer >= task.inputSize[2])
        {
          ComputeOutput(task, column, row, block.layer);
          return;
        }
        const TInput * const first =
          task.input + layer * task.inputStride[2] + firstRow * task.inputStride[1] + firstColumn;
        task.output[block.layer * task.outputStride[2] + row * task.outputStride[1] + column] =
          kernels::CastLikeX86<TOutput>(SumExactSquare<VSize>(first, task.inputStride[1], exact));
      });
    }
    else
    {
      writer.Resolve(begin + rowsAhead >= rows);
    }
  }
}
} // namespace itk::device::convolution

#endif
