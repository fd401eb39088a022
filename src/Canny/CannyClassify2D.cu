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
#include "CannyClassify.cuh"
#include "CannyRowWalk.cuh"

namespace itk::device
{
namespace
{
constexpr int RowWalkWarps = 4;

/** A warp takes a strip of 120 columns and a segment of its rows: it reads each pixel once, but for those beside. Bound by
 * instructions, 76 for 32 pixels of a photograph, which an H200 issues in 79 of 100 cycles; 1.4 times as many as the arithmetic
 * has. */
template <bool VTakesFlat>
__global__ void __launch_bounds__(32 * RowWalkWarps, 8) ClassifyCannyPixels(const __grid_constant__ CannyTask   task,
                                                                            const __grid_constant__ CannyLimits limits,
                                                                            unsigned int   blocksPerRow,
                                                                            std::ptrdiff_t length)
{
  using InnerWalk = CannyRowWalk<true, VTakesFlat>;
  constexpr std::size_t bytes = InnerWalk::Bytes;
  const std::size_t     firstOfBlock = blockIdx.x % blocksPerRow * bytes * RowWalkWarps;
  const std::size_t     firstByte = firstOfBlock + threadIdx.x / 32 * bytes;
  const std::size_t     first = blockIdx.x / blocksPerRow * length;
  const auto            rows = static_cast<int>(min(static_cast<std::size_t>(length), task.size[1] - first));
  if (InnerWalk::IsInside(task, firstOfBlock, firstOfBlock + bytes * RowWalkWarps))
  {
    InnerWalk(task, limits, firstByte, first, rows).Walk();
  }
  else
  {
    CannyRowWalk<false, VTakesFlat>(task, limits, firstByte, first, rows).Walk();
  }
  DecideDoubts<2, bytes>(task, first, 1, rows, firstByte);
}
} // namespace

template <>
void
LaunchCannyClassification<2>(const CannyTask & task, const Stream & stream)
{
  using kernels::DivideUp;
  const auto        limits = GetCannyLimits<2>(task);
  const auto        kernel = TakesFlatPixels(limits) ? ClassifyCannyPixels<true> : ClassifyCannyPixels<false>;
  constexpr int     threads = 32 * RowWalkWarps;
  const std::size_t bytes = task.wordsPerRow * sizeof(std::uint32_t);
  const auto        blocksPerRow =
    static_cast<std::ptrdiff_t>(DivideUp(bytes, CannyRowWalk<true, false>::Bytes * RowWalkWarps));
  const auto atOnce = kernels::CountResidentBlocks(kernel, threads, 0, stream);
  const auto length = GetCannyWalkLength(task.size[1], blocksPerRow, atOnce);
  const auto segments = DivideUp(static_cast<std::ptrdiff_t>(task.size[1]), length);
  kernels::Launch("ClassifyCannyPixels",
                  kernel,
                  { blocksPerRow * segments, threads },
                  stream,
                  task,
                  limits,
                  static_cast<unsigned int>(blocksPerRow),
                  length);
}
} // namespace itk::device
