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
#ifndef Task_cuh
#define Task_cuh

#include "itkDeviceImageView.h"
#include <algorithm>
#include <cstddef>

namespace itk::device::kernels
{
/** An image of one to three dimensions as one of three: axes that it lacks have one pixel and a stride of 0. */
template <typename TPixel>
struct Volume
{
  TPixel *       data;
  std::ptrdiff_t begin[3]; // where its first pixel is, in the coordinates of the whole input
  std::ptrdiff_t size[3];
  std::ptrdiff_t stride[3];
};

template <typename TPixel, unsigned int VDimension>
Volume<TPixel>
MakeVolume(const ImageView<TPixel, VDimension> & view, const std::size_t (&begin)[VDimension])
{
  static_assert(VDimension >= 1 && VDimension <= 3);
  Volume<TPixel> volume{ view.data, { 0, 0, 0 }, { 1, 1, 1 }, { 0, 0, 0 } };
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    volume.begin[axis] = static_cast<std::ptrdiff_t>(begin[axis]);
    volume.size[axis] = static_cast<std::ptrdiff_t>(view.size[axis]);
    volume.stride[axis] = static_cast<std::ptrdiff_t>(view.stride[axis]);
  }
  return volume;
}

template <typename TPixel, unsigned int VDimension>
Volume<TPixel>
MakeVolume(const ImageView<TPixel, VDimension> & view)
{
  constexpr std::size_t origin[VDimension]{};
  return MakeVolume(view, origin);
}

template <typename TPixel>
Volume<const TPixel>
ToConst(const Volume<TPixel> & volume)
{
  Volume<const TPixel> result{};
  result.data = volume.data;
  std::copy_n(volume.begin, 3, result.begin);
  std::copy_n(volume.size, 3, result.size);
  std::copy_n(volume.stride, 3, result.stride);
  return result;
}

/** Of the first axes of a volume. */
template <unsigned int VDimension, typename TPixel>
ImageView<TPixel, VDimension>
MakeView(TPixel * data, const std::ptrdiff_t (&size)[3], const std::ptrdiff_t (&stride)[3])
{
  ImageView<TPixel, VDimension> view{};
  view.data = data;
  std::copy_n(size, VDimension, view.size);
  std::copy_n(stride, VDimension, view.stride);
  view.stride[0] = 1;
  return view;
}

/** One call of a filter, always in three dimensions: output p is computed from the input around p + offset. Travels as
 * a kernel parameter; what a kernel needs besides is in a struct derived from it. */
template <typename TInput, typename TOutput>
struct Task
{
  const TInput * input;
  TOutput *      output;
  std::ptrdiff_t inputSize[3];
  std::ptrdiff_t inputStride[3];
  std::ptrdiff_t outputSize[3];
  std::ptrdiff_t outputStride[3];
  std::ptrdiff_t offset[3];
};

template <typename TInput, typename TOutput, unsigned int VDimension>
Task<TInput, TOutput>
MakeTask(const ImageView<const TInput, VDimension> & input,
         const ImageView<TOutput, VDimension> &      output,
         const std::size_t (&offset)[VDimension])
{
  const Volume<const TInput> source = MakeVolume(input);
  const Volume<TOutput>      target = MakeVolume(output, offset);
  Task<TInput, TOutput>      task{};
  task.input = source.data;
  task.output = target.data;
  for (int axis = 0; axis < 3; ++axis)
  {
    task.inputSize[axis] = source.size[axis];
    task.inputStride[axis] = source.stride[axis];
    task.outputSize[axis] = target.size[axis];
    task.outputStride[axis] = target.stride[axis];
    task.offset[axis] = target.begin[axis];
  }
  return task;
}

/** The part of a task that makes the output's layers from `first` on. */
template <typename TTask>
TTask
GetLayers(TTask task, std::ptrdiff_t first, std::ptrdiff_t count)
{
  task.output += first * task.outputStride[2];
  task.offset[2] += first;
  task.outputSize[2] = count;
  return task;
}
} // namespace itk::device::kernels

#endif
