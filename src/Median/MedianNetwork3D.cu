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
#include "MedianNetwork3D.cuh"
#include "Kernels/Instantiate.h"
#include <utility>

namespace itk::device
{
namespace
{
/** The kernels compute coordinates in 32 bits, and addresses in 64. */
constexpr std::ptrdiff_t LargestIndex = 0x7fff0000;

template <typename TPixel>
bool
FitsKernels(const MedianTask<TPixel> & task)
{
  for (const std::ptrdiff_t size : task.inputSize)
  {
    if (size > LargestIndex)
    {
      return false;
    }
  }
  return task.inputSize[0] > 2 * static_cast<std::ptrdiff_t>(task.radius[0]) &&
         task.inputStride[1] <= LargestIndex / std::ptrdiff_t{ sizeof(TPixel) };
}

template <typename TPixel>
MedianTask<TPixel>
SwapYAndZ(MedianTask<TPixel> task)
{
  std::swap(task.inputSize[1], task.inputSize[2]);
  std::swap(task.inputStride[1], task.inputStride[2]);
  std::swap(task.outputSize[1], task.outputSize[2]);
  std::swap(task.outputStride[1], task.outputStride[2]);
  std::swap(task.offset[1], task.offset[2]);
  std::swap(task.radius[1], task.radius[2]);
  return task;
}

/** Returns false, with nothing enqueued, unless the task's radii are these. */
template <int VRadiusX, int VRadiusY, int VRadiusZ, typename TPixel>
bool
TryMedianBox(const MedianTask<TPixel> & task, const Stream & stream)
{
  if (task.radius[0] != VRadiusX || task.radius[1] != VRadiusY || task.radius[2] != VRadiusZ)
  {
    return false;
  }
  median3d::LaunchMedianBox<TPixel, VRadiusX, VRadiusY, VRadiusZ>(task, stream);
  return true;
}
} // namespace

/** A thread makes a column of outputs along z. Each row of the window is sorted once for all windows above and below,
 * each slice once for all windows before and behind, and what two successive windows share of their slices is merged
 * once, without the values that can no longer be the median (forgetful selection: Perrot, Domas, Couturier, Journal of
 * Signal Processing Systems 75, 2014). Where the window is longer along y than along z these are swapped: slices are
 * then small, and many are shared.
 *
 * Bound by instructions. A register holds one output of float or two of 8 or 16 bits; 3x3x3 takes 61 minima and maxima
 * a register: 289 (8 bits), 284 (16 bits) and 140 (float) Gvoxel/s on an H200, the last two at a quarter of the speed
 * of a copy. 5x5x5 takes some 520: 41, 40 and 20.6 Gvoxel/s, two thirds of the rate at which such instructions can be
 * issued; its registers leave room for only 8 warps on a multiprocessor. */
template <typename TPixel>
bool
LaunchMedianNetwork3D(const MedianTask<TPixel> & original, const Stream & stream)
{
  const MedianTask<TPixel> task = original.radius[1] > original.radius[2] ? SwapYAndZ(original) : original;
  return FitsKernels(task) && (TryMedianBox<1, 1, 1>(task, stream) || TryMedianBox<2, 2, 2>(task, stream) ||
                               TryMedianBox<2, 1, 2>(task, stream) || TryMedianBox<2, 1, 1>(task, stream) ||
                               TryMedianBox<1, 1, 2>(task, stream) || TryMedianBox<1, 2, 2>(task, stream) ||
                               TryMedianBox<0, 1, 1>(task, stream) || TryMedianBox<0, 1, 2>(task, stream) ||
                               TryMedianBox<0, 2, 2>(task, stream) || TryMedianBox<3, 1, 3>(task, stream));
}

#define ITK_INSTANTIATE(pixel) template bool LaunchMedianNetwork3D<pixel>(const MedianTask<pixel> &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device
