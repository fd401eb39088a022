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
#ifndef MeanLaunch_cuh
#define MeanLaunch_cuh

#include "itkCudaMeanLaunch.h"
#include "Kernels/VectorRow.cuh"
#include "MeanBoxLaunch.cuh"
#include "MeanPlan.cuh"
#include "MeanSmall.cuh"
#include <limits>
#include <utility>

namespace itk::device
{
namespace mean
{
using kernels::MakePass;
using kernels::Volume;

/** Pixels of a row that is not aligned from which on Mean3x3Kernel is taken: of shorter ones too much is at their ends. It was
 * 0.96 times as fast as MeanKernel at 4097 pixels, and 1.6 times at 16383. */
constexpr std::ptrdiff_t LeastUnalignedRow = 8192;

/** Windows that leave a strip a quarter of its columns for outputs. */
constexpr std::size_t LargestRowRadius = StripWidth * 3 / 8;

/** Whether groups of outputs are aligned as a whole. */
template <typename TInput, typename TOutput>
bool
HasAlignedGroups(const Pass<TInput, TOutput> & pass)
{
  constexpr std::size_t bytes = GroupSize * sizeof(TOutput);
  const auto            strides = static_cast<std::size_t>(pass.outputStride | pass.outputLayerStride);
  return (reinterpret_cast<std::uintptr_t>(pass.output) | (strides * sizeof(TOutput))) % bytes == 0;
}

/** Whether a strip has room for whole rows, and for the columns that their windows read. */
template <typename TInput, typename TOutput>
bool
FitsWholeRow(const Pass<TInput, TOutput> & pass, int radius)
{
  return pass.outputSize[0] <= StripWidth && GetFirstGroup(radius) <= WholeRowPads &&
         WholeRow(pass, radius).columns <= StripWidth;
}

template <typename TInput, typename TSum, typename TOutput>
void
LaunchSquarePass(const Pass<TInput, TOutput> & pass,
                 std::size_t                   rowRadius,
                 std::size_t                   columnRadius,
                 const MeanDivision<TSum> &    division,
                 const Stream &                stream)
{
  const std::ptrdiff_t halo = DivideUp(2 * static_cast<std::ptrdiff_t>(rowRadius), GroupSize) * GroupSize;
  const std::ptrdiff_t widest = StripWidth - halo;
  const std::ptrdiff_t strips = DivideUp(pass.outputSize[0], widest);
  const std::ptrdiff_t width = std::min(widest, DivideUp(DivideUp(pass.outputSize[0], strips), GroupSize) * GroupSize);
  WithWindow(rowRadius, [&](const auto & rowWindow) {
    WithWindow(columnRadius, [&](const auto & columnWindow) {
      using RowWindow = std::decay_t<decltype(rowWindow)>;
      using ColumnWindow = std::decay_t<decltype(columnWindow)>;
      auto        kernel = MeanKernel<false, false, TInput, TSum, TOutput, RowWindow, ColumnWindow>;
      std::size_t lines = sizeof(Lines<TSum, false>);
      auto        stripsOfRow = strips;
      // Where layers are to follow: volumes are often 512 voxels wide.
      if constexpr (std::is_same_v<TOutput, TSum> && !RowWindow::IsSmall && !ColumnWindow::IsSmall)
      {
        if (strips > 1 && FitsWholeRow(pass, static_cast<int>(rowRadius)))
        {
          kernel = MeanKernel<false, true, TInput, TSum, TOutput, RowWindow, ColumnWindow>;
          lines = sizeof(Lines<TSum, true>);
          stripsOfRow = 1;
        }
      }
      if constexpr (sizeof(TOutput) == 2) // bytes gain little by it
      {
        if (!HasAlignedGroups(pass))
        {
          kernel = MeanKernel<true, false, TInput, TSum, TOutput, RowWindow, ColumnWindow>;
        }
      }
      const auto plan =
        MakePlan<TSum>(kernel, lines, 0, columnWindow, pass.outputSize[1], stripsOfRow, pass.layers, stream);
      kernels::Launch("MeanKernel",
                      kernel,
                      { plan.blocks, Threads, plan.sharedMemory },
                      stream,
                      pass,
                      plan.work,
                      static_cast<int>(stripsOfRow == 1 ? pass.outputSize[0] : width),
                      rowWindow,
                      columnWindow,
                      plan.linesBuffers,
                      plan.ring,
                      division);
    });
  });
}

/** The pass along `axis` alone. */
template <typename TSum, typename TOutput>
ColumnPass<TSum, TOutput>
MakeColumnPass(const Volume<const TSum> & source,
               const Volume<TOutput> &    target,
               int                        axis,
               std::size_t                radius,
               const MeanDivision<TSum> & division)
{
  ColumnPass<TSum, TOutput> columnPass{ MakePass(source, target, axis == 0 ? 1 : axis), 1, 1, radius, division };
  if (axis == 0)
  {
    auto & pass = columnPass.pass;
    std::swap(pass.inputSize[0], pass.inputSize[1]);
    std::swap(pass.outputSize[0], pass.outputSize[1]);
    std::swap(pass.offset[0], pass.offset[1]);
    columnPass.inputAcross = std::exchange(pass.inputStride, 1);
    columnPass.outputAcross = std::exchange(pass.outputStride, 1);
  }
  return columnPass;
}

/** All axes at once.
 * \return whether there is a kernel for it */
template <typename TInput, typename TSum, typename TOutput, unsigned int VDimension>
bool
LaunchAtOnce(const ImageView<const TInput, VDimension> & input,
             const ImageView<TOutput, VDimension> &      output,
             const std::size_t (&offset)[VDimension],
             const std::size_t (&radius)[3],
             const MeanDivision<TSum> & division,
             const Stream &             stream)
{
  // Of integers to integers, windows with sums in double are too large.
  if constexpr (VDimension == 3 && !(std::is_integral_v<TOutput> && std::is_same_v<TSum, double>))
  {
    constexpr std::size_t largest = 5;
    if (radius[2] == 0 || radius[0] > largest || radius[1] > largest || radius[2] > largest)
    {
      return false;
    }
    const auto     task = kernels::MakeTask(input, output, offset);
    const BoxRadii radii{ static_cast<int>(radius[0]), static_cast<int>(radius[1]), static_cast<int>(radius[2]) };
    if (radii.row == 1 && radii.column == 1 && radii.layers == 1 && LaunchMean3x3x3(task, division, stream))
    {
      return true;
    }
    if constexpr (std::is_same_v<TSum, double>)
    {
      if (radii.row == radii.column)
      {
        switch (radii.row)
        {
          case 1:
            return LaunchMeanOfSquares<1>(task, radii, division, stream);
          case 2:
            return LaunchMeanOfSquares<2>(task, radii, division, stream);
          case 3:
            return LaunchMeanOfSquares<3>(task, radii, division, stream);
          case 4:
            return LaunchMeanOfSquares<4>(task, radii, division, stream);
          case 5:
            return LaunchMeanOfSquares<5>(task, radii, division, stream);
        }
      }
    }
    if (std::max({ radii.row, radii.column, radii.layers }) <= SmallWindow::LargestRadius)
    {
      return LaunchMeanBoxByGroups<AnySmallRadius>(task, radii, division, stream);
    }
  }
  return false;
}

/** Rows and columns are one pass, if the rows' windows are not too wide, and layers another. */
template <typename TInput, typename TSum, typename TOutput>
void
LaunchPasses(const Volume<const TInput> & whole,
             const Volume<TOutput> &      result,
             const std::size_t (&radius)[3],
             const MeanDivision<TSum> & division,
             const Stream &             stream)
{
  const bool        isRowApart = radius[0] > LargestRowRadius;
  const bool        isLayerApart = radius[2] > 0;
  const std::size_t rowRadius = isRowApart ? 0 : radius[0];
  if (!isRowApart && !isLayerApart)
  {
    const auto pass = MakePass(whole, result, 1);
    if constexpr (std::is_same_v<TInput, std::uint8_t> && std::is_same_v<TOutput, std::uint8_t>)
    {
      if (rowRadius == 1 && radius[1] == 1 &&
          (kernels::AreVectorsAligned(pass) || pass.outputSize[0] >= LeastUnalignedRow))
      {
        LaunchMean3x3(pass, stream);
        return;
      }
    }
    LaunchSquarePass(pass, rowRadius, radius[1], division, stream);
    return;
  }

  Buffer               buffers[2];
  const std::ptrdiff_t layersLeft = static_cast<std::ptrdiff_t>(radius[2]);
  const std::ptrdiff_t rowsLeft = isRowApart ? static_cast<std::ptrdiff_t>(radius[0]) : 0;
  Volume<TSum> sums = kernels::MakeIntermediate<TSum>(whole, result, { rowsLeft, 0, layersLeft }, buffers[0], stream);
  LaunchSquarePass(MakePass(whole, sums, 1), rowRadius, radius[1], division, stream);
  if (isRowApart && isLayerApart)
  {
    const auto target = kernels::MakeIntermediate<TSum>(whole, result, { 0, 0, layersLeft }, buffers[1], stream);
    LaunchColumnPass(MakeColumnPass(ToConst(sums), target, 0, radius[0], division), stream);
    sums = target;
  }
  const int axis = isLayerApart ? 2 : 0;
  LaunchColumnPass(MakeColumnPass(ToConst(sums), result, axis, radius[axis], division), stream);
}
} // namespace mean

/** 2D: bound by instruction issue and by the latency of what depends on each other, not by memory; a pixel takes 20 to 45
 * instructions, and a strip spends them on its outputs and on 2 radius[0] columns beside them. Rows that enter a window
 * are read from memory once, those that leave it again, from the L2 cache if it holds so many rows. 3D: by memory, with an
 * image of sums written and read again where LaunchAtOnce() has no kernel. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchMean(const ImageView<const TInput, VDimension> & input,
           const ImageView<TOutput, VDimension> &      output,
           const std::size_t (&offset)[VDimension],
           const std::size_t (&radius)[VDimension],
           const Stream & stream)
{
  const auto    whole = kernels::MakeVolume(input);
  const auto    result = kernels::MakeVolume(output, offset);
  std::size_t   radii[3]{};
  std::uint64_t pixels = 1;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    radii[axis] = radius[axis];
    pixels *= 2 * radius[axis] + 1;
  }
  const auto launch = [&](const auto & division) {
    if (!mean::LaunchAtOnce(input, output, offset, radii, division, stream))
    {
      mean::LaunchPasses(whole, result, radii, division, stream);
    }
  };
  if constexpr (std::is_integral_v<TInput> && std::is_same_v<TInput, TOutput>)
  {
    using SumType = std::conditional_t<std::is_signed_v<TInput>, std::int32_t, std::uint32_t>;
    constexpr std::uint64_t largest = std::is_signed_v<TInput> ? 0x8000 : std::numeric_limits<TInput>::max();
    if (MeanDivision<SumType>::Fits(pixels, largest * pixels))
    {
      launch(MeanDivision<SumType>(pixels));
      return;
    }
  }
  launch(MeanDivision<double>(pixels));
}
} // namespace itk::device

#define ITK_INSTANTIATE_MEAN(input, output, dimension)                                          \
  template void LaunchMean<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                     const ImageView<output, dimension> &,      \
                                                     const std::size_t(&)[dimension],           \
                                                     const std::size_t(&)[dimension],           \
                                                     const Stream &);

#endif
