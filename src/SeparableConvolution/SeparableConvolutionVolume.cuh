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

#include "SeparableConvolutionPass.cuh"
#include "itkDeviceImageView.h"

namespace itk::device::separable
{
/** A box of pixels of the whole input, in its coordinates. */
struct Box
{
  std::ptrdiff_t begin[3];
  std::ptrdiff_t size[3];
};

template <typename TPixel>
struct Volume
{
  TPixel *       data; // of the first pixel of the box
  Box            box;
  std::ptrdiff_t stride[3];
};

template <typename TPixel, unsigned int VDimension>
Volume<TPixel>
MakeVolume(const ImageView<TPixel, VDimension> & view, const std::size_t (&begin)[VDimension])
{
  Volume<TPixel> volume{ view.data, { { 0, 0, 0 }, { 1, 1, 1 } }, { 0, 0, 0 } };
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    volume.box.begin[axis] = static_cast<std::ptrdiff_t>(begin[axis]);
    volume.box.size[axis] = static_cast<std::ptrdiff_t>(view.size[axis]);
    volume.stride[axis] = static_cast<std::ptrdiff_t>(view.stride[axis]);
  }
  return volume;
}

/** The pass from `source` to `target` that walks along axis 1 or 2. */
template <typename TInput, typename TOutput>
Pass<TInput, TOutput>
MakePass(const Volume<const TInput> & source, const Volume<TOutput> & target, int axis)
{
  const int             other = 3 - axis;
  Pass<TInput, TOutput> pass{};
  pass.input = source.data + (target.box.begin[other] - source.box.begin[other]) * source.stride[other];
  pass.output = target.data;
  const int axes[2] = { 0, axis };
  for (int i = 0; i < 2; ++i)
  {
    pass.inputSize[i] = source.box.size[axes[i]];
    pass.outputSize[i] = target.box.size[axes[i]];
    pass.offset[i] = target.box.begin[axes[i]] - source.box.begin[axes[i]];
  }
  pass.inputStride = source.stride[axis];
  pass.outputStride = target.stride[axis];
  pass.layers = target.box.size[other];
  pass.inputLayerStride = source.stride[other];
  pass.outputLayerStride = target.stride[other];
  return pass;
}
} // namespace itk::device::separable

#endif
