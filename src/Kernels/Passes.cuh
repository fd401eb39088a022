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
#ifndef Passes_cuh
#define Passes_cuh

#include "Kernels/Task.cuh"
#include "itkDeviceBuffer.h"
#include <algorithm>

namespace itk::device::kernels
{
/** One launch: a kernel walks along the lines of an image, with axis 0 across the threads of a warp.
 *
 * Output (x, y, layer) is computed from the input around (x + offset[0], y + offset[1], layer), where y is the index on
 * the axis that is walked along. Input indices outside [0, inputSize) are clamped. */
template <typename TInput, typename TOutput = float>
struct Pass
{
  const TInput * input;
  TOutput *      output;
  std::ptrdiff_t inputSize[2];
  std::ptrdiff_t outputSize[2];
  std::ptrdiff_t offset[2];
  std::ptrdiff_t inputStride; // along the axis that is walked along
  std::ptrdiff_t outputStride;
  std::ptrdiff_t layers;
  std::ptrdiff_t inputLayerStride;
  std::ptrdiff_t outputLayerStride;
};

/** The pass from `source` to `target` that walks along axis 1 or 2. */
template <typename TInput, typename TOutput>
Pass<TInput, TOutput>
MakePass(const Volume<const TInput> & source, const Volume<TOutput> & target, int axis)
{
  const int             other = 3 - axis;
  Pass<TInput, TOutput> pass{};
  pass.input = source.data + (target.begin[other] - source.begin[other]) * source.stride[other];
  pass.output = target.data;
  const int axes[2] = { 0, axis };
  for (int i = 0; i < 2; ++i)
  {
    pass.inputSize[i] = source.size[axes[i]];
    pass.outputSize[i] = target.size[axes[i]];
    pass.offset[i] = target.begin[axes[i]] - source.begin[axes[i]];
  }
  pass.inputStride = source.stride[axis];
  pass.outputStride = target.stride[axis];
  pass.layers = target.size[other];
  pass.inputLayerStride = source.stride[other];
  pass.outputLayerStride = target.stride[other];
  return pass;
}

/** The part of a pass that makes the layers from `first` on. */
template <typename TInput, typename TOutput>
Pass<TInput, TOutput>
GetLayers(Pass<TInput, TOutput> pass, std::ptrdiff_t first, std::ptrdiff_t count)
{
  pass.input += first * pass.inputLayerStride;
  pass.output += first * pass.outputLayerStride;
  pass.layers = count;
  return pass;
}

/** What passes along some axes make, for those along the others to read: `result`, with `margin` pixels more on each
 * side as far as `whole` reaches.
 *
 * \param margin the radius along each axis whose turn is still to come; 0 along the others
 * \param buffer gets the memory */
template <typename TPixel, typename TInput, typename TOutput>
Volume<TPixel>
MakeIntermediate(const Volume<TInput> &  whole,
                 const Volume<TOutput> & result,
                 const std::ptrdiff_t (&margin)[3],
                 Buffer &       buffer,
                 const Stream & stream)
{
  Volume<TPixel> volume{};
  std::ptrdiff_t stride = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::ptrdiff_t end = std::min(result.begin[axis] + result.size[axis] + margin[axis], whole.size[axis]);
    volume.begin[axis] = std::max(result.begin[axis] - margin[axis], std::ptrdiff_t{ 0 });
    volume.size[axis] = end - volume.begin[axis];
    volume.stride[axis] = stride;
    stride *= volume.size[axis];
  }
  buffer = Buffer(stride * sizeof(TPixel), stream);
  volume.data = buffer.As<TPixel>();
  return volume;
}
} // namespace itk::device::kernels

#endif
