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
#ifndef ConvolutionSeparable_cuh
#define ConvolutionSeparable_cuh

#include "ConvolutionRounding.cuh"
#include "ConvolutionSeparableVolume.cuh"
#include "ConvolutionWriter.cuh"
#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Strip.cuh"
#include <algorithm>
#include <cmath>

namespace itk::device::convolution
{
using kernels::Division;

/** Columns of the output that a block makes, at most 8 a lane of the warp that makes a row. */
template <int VLength, typename TColumn>
constexpr int SeparableWidth =
  std::min(32, (TColumn::GetThreads(VLength) - (VLength - 1)) / SeparableOutputs) * SeparableOutputs;

/** Those of the input that it sums, one a thread; some threads may have none. */
template <int VLength, typename TColumn>
constexpr int SeparableColumns = SeparableWidth<VLength, TColumn> + VLength - 1;

/** A block walks down a strip. A thread sums a column of the input, of which it keeps the values in registers; then, of what all
 * threads summed, a row. */
template <typename TPixel, int VLength, typename TColumn>
__global__ void
__launch_bounds__(TColumn::GetThreads(VLength), TColumn::GetBlocks(VLength))
  ConvolutionSeparableKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                             const Division                               division,
                             const __grid_constant__ SeparableKernel<VLength> kernel)
{
  constexpr int radius = VLength / 2;
  constexpr int width = SeparableWidth<VLength, TColumn>;
  constexpr int columns = SeparableColumns<VLength, TColumn>;
  using WriterType = Writer<TPixel, TPixel, SeparableOutputs>;
  __shared__ alignas(16) SeparableSums<columns, SeparableOutputs> columnSums[2][SeparableRows];
  __shared__ Doubts                                               doubts[SeparableRows];

  const auto           block = kernels::GetBlockPosition(division);
  const int            warp = threadIdx.x / 32;
  const int            lane = threadIdx.x % 32;
  const int            x = static_cast<int>(block.strip) * width;
  const std::ptrdiff_t y = block.segment * division.segmentLength;
  const int rows = static_cast<int>(min(task.outputSize[1] - y, static_cast<std::ptrdiff_t>(division.segmentLength)));
  const int end = min(x + width, static_cast<int>(task.outputSize[0]));

  TColumn column(task,
                 kernel,
                 x + static_cast<int>(threadIdx.x) - radius + task.offset[0],
                 y - radius + task.offset[1],
                 block.layer);
  // A strip may end with the image.
  const bool                  hasColumn = static_cast<int>(threadIdx.x) < min(columns, end - x + VLength - 1);
  typename TColumn::ValueType values[VLength - 1 + SeparableRows];
#pragma unroll
  for (int i = 0; i < VLength - 1; i += 2)
  {
    column.template Read<2>(values + i);
  }
  column.ReadAhead();
  WriterType writer(task, doubts[min(warp, SeparableRows - 1)], x, static_cast<int>(y), block.layer, warp, end);
  const auto compute = [&](int outputX, int outputY) {
    ComputeOutputByRows<VLength>(task, outputX, outputY, block.layer);
  };
  int buffer = 0;
#pragma unroll 1
  for (int row = 0; row < rows; row += SeparableRows, buffer ^= 1)
  {
    double sums[SeparableOutputs];
    if (hasColumn)
    {
      column.GetRows(values + VLength - 1);
      AddProducts(kernel.column, TColumn::GetStart(kernel), [&](int j) { return TColumn::ToDouble(values[j]); }, sums);
      const int place = GetIndexOfSum<SeparableOutputs>(threadIdx.x);
#pragma unroll
      for (int i = 0; i < SeparableRows; ++i)
      {
        columnSums[buffer][i].value[place] = sums[i];
      }
#pragma unroll
      for (int i = 0; i < VLength - 1; ++i)
      {
        values[i] = values[i + SeparableRows];
      }
    }
    // The other buffer was last read before the previous of these barriers. Warps compute what is in doubt at the same time, as
    // all wait here for one that does.
    if (__syncthreads_or(writer.MustResolve()))
    {
      writer.Resolve(false, compute);
    }
    // Not before, when registers are scarce.
    column.ReadAhead();
    if (warp < SeparableRows && row + warp < rows)
    {
      // Lanes beyond the strip sum what is not theirs to write.
      const int            begin = min(lane * SeparableOutputs, width - SeparableOutputs);
      const double * const source = &columnSums[buffer][warp].value[GetIndexOfSum<SeparableOutputs>(begin)];
      AddColumns(kernel.row, source, sums);
      WriteSums(sums, kernel.rounding, writer);
      writer.NextRow(SeparableRows);
    }
    else if (warp == SeparableRows)
    {
      column.Prefetch(x - radius + task.offset[0], columns);
    }
  }
  writer.Resolve(true, compute);
}

/** Strips as wide as a block, and segments that are so long that the rows that are read twice cost what multiprocessors idle at the
 * end: half of a segment. */
template <int VLength, typename TColumn, typename TPixel, typename TKernel>
Division
DivideSeparable(const Task<TPixel, TPixel> & task, TKernel kernel, const Stream & stream)
{
  // Doubts have 11 bits for a row.
  constexpr double     longest = 1024;
  constexpr double     shortest = 32;
  constexpr double     rowsTwice = VLength - 1 + SeparableRows;
  const std::ptrdiff_t rows = task.outputSize[1];
  const std::ptrdiff_t strips = kernels::DivideUp(task.outputSize[0], SeparableWidth<VLength, TColumn>);
  const double         work = static_cast<double>(rows) * static_cast<double>(strips * task.outputSize[2]);
  const auto           blocks =
    static_cast<double>(kernels::CountResidentBlocks(kernel, TColumn::GetThreads(VLength), 0, stream));
  const auto length =
    static_cast<std::ptrdiff_t>(std::clamp(std::sqrt(2.0 * rowsTwice * work / blocks), shortest, longest));
  const std::ptrdiff_t segments = kernels::DivideUp(rows, length);
  return { static_cast<unsigned int>(strips), static_cast<unsigned int>(segments), kernels::DivideUp(rows, segments) };
}

template <int VLength, template <typename> class TColumn, typename TPixel>
void
LaunchSeparableInDouble(const Task<TPixel, TPixel> & task, const SeparableFactors & factors, const Stream & stream)
{
  using ColumnType = TColumn<TPixel>;
  const auto     kernel = ConvolutionSeparableKernel<TPixel, VLength, ColumnType>;
  const Division division = DivideSeparable<VLength, ColumnType>(task, kernel, stream);
  const auto     values = MakeSeparableKernel<VLength, TPixel>(factors, true);
  kernels::ForEachGrid(task, task.outputSize[2], division, [&](const auto & layers, std::ptrdiff_t blocks) {
    kernels::Launch("ConvolutionSeparableKernel",
                    kernel,
                    { blocks, ColumnType::GetThreads(VLength) },
                    stream,
                    layers,
                    division,
                    values);
  });
}

/** Calls `launch` with the first of the lengths that is long enough; the last one is. */
template <int VLength, int... VLengths, typename TLaunch>
void
ChooseLength(std::size_t length, const TLaunch & launch)
{
  if constexpr (sizeof...(VLengths) > 0)
  {
    if (length > VLength)
    {
      return ChooseLength<VLengths...>(length, launch);
    }
  }
  launch(std::integral_constant<int, VLength>());
}

template <typename TPixel>
void
LaunchSeparableInDouble(Task<TPixel, TPixel>     task,
                        const Coefficients &     coefficients,
                        const SeparableFactors & factors,
                        const Stream &           stream)
{
  const Buffer exact = UploadArray(coefficients.values, stream);
  task.coefficients = exact.As<double>();
  const std::size_t length = std::max(factors.row.size(), factors.column.size());
  const std::size_t longest = std::max(length, factors.layer.size());
  if (factors.layer.size() > 1 && longest <= 7 &&
      (!coefficients.IsBox() || coefficients.values.size() <= MostTermsOfBoxInWalk))
  {
    return ChooseLength<3, 5, 7>(
      longest, [&](auto chosen) { LaunchSeparableVolume<decltype(chosen)::value>(task, factors, stream); });
  }
  if (factors.layer.size() > 1)
  {
    const auto launch = [&](auto chosen) {
      LaunchSeparableInDouble<decltype(chosen)::value, ColumnOfLayers>(task, factors, stream);
    };
    if constexpr (sizeof(TPixel) == 1)
    {
      ChooseLength<7, 11, 15>(length, launch);
    }
    else
    {
      ChooseLength<7, 11, 15, 31>(length, launch);
    }
    return;
  }
  const auto launch = [&](auto chosen) {
    LaunchSeparableInDouble<decltype(chosen)::value, ColumnOfPixels>(task, factors, stream);
  };
  if constexpr (sizeof(TPixel) == 1)
  {
    ChooseLength<7, 11, 15>(length, launch);
  }
  else
  {
    ChooseLength<7, 11, 15, 23, 31>(length, launch);
  }
}
} // namespace itk::device::convolution

#endif
