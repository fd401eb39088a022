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
#ifndef SmoothingRecursiveGaussianPass_cuh
#define SmoothingRecursiveGaussianPass_cuh

#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include "RecursiveGaussianCore.h"

namespace itk::device::recursive
{
/** One axis is filtered: of each layer, which is 2-D, the lines of contiguous pixels (rows) or the lines across them.
 * The output may be the input. */
template <typename TInput, typename TOutput>
struct Pass
{
  const TInput * input;
  TOutput *      output;
  std::ptrdiff_t size[2];     // pixels of a row, rows
  std::ptrdiff_t inputStride; // from row to row
  std::ptrdiff_t outputStride;
  std::ptrdiff_t layers;
  std::ptrdiff_t inputLayerStride;
  std::ptrdiff_t outputLayerStride;
};

/** Lines of pixels to be filtered along `axis`. */
template <typename TInput, typename TOutput, unsigned int VDimension>
Pass<TInput, TOutput>
MakePass(const ImageView<const TInput, VDimension> & input,
         const ImageView<TOutput, VDimension> &      output,
         unsigned int                                axis)
{
  const unsigned int    across = axis == 0 ? 1 : axis;
  const unsigned int    other = 3 - across;
  Pass<TInput, TOutput> pass{};
  const auto            source = kernels::MakeVolume(input);
  const auto            target = kernels::MakeVolume(output);
  pass.input = source.data;
  pass.output = target.data;
  pass.size[0] = source.size[0];
  pass.size[1] = source.size[across];
  pass.inputStride = source.stride[across];
  pass.outputStride = target.stride[across];
  pass.layers = source.size[other];
  pass.inputLayerStride = source.stride[other];
  pass.outputLayerStride = target.stride[other];
  if (axis == 0 && pass.inputLayerStride == pass.size[1] * pass.inputStride &&
      pass.outputLayerStride == pass.size[1] * pass.outputStride)
  {
    pass.size[1] *= pass.layers;
    pass.layers = 1;
  }
  return pass;
}

template <unsigned int VDimension>
ImageView<const float, VDimension>
ToConst(const ImageView<float, VDimension> & image)
{
  ImageView<const float, VDimension> result{};
  result.data = image.data;
  std::copy_n(image.size, VDimension, result.size);
  std::copy_n(image.stride, VDimension, result.stride);
  return result;
}

/** How blocks divide the lines: a block takes a segment of 32 lines, and each of its warps one chunk of that. */
struct Division
{
  int            chunks; // of a segment
  std::ptrdiff_t segments;
  std::ptrdiff_t groups; // of 32 lines, in a layer
  bool           readsQuads;
};

using kernels::DivideUp;
using Carry = RecursiveGaussianState<double>;

/** The states that leave every segment of every line: index ((way * sections + section) * segments + segment) * lines +
 * line, where way is 0 for causal and 1 for anticausal states. First a segment's own, then, after LaunchCarryScan,
 * those of all segments up to it. */
struct Carries
{
  static constexpr int Ways = 2;
  Carry *              data;
  std::ptrdiff_t       segments;
  std::ptrdiff_t       lines;

  __host__ __device__ std::ptrdiff_t
                      GetIndex(int way, int section, std::ptrdiff_t segment, std::ptrdiff_t line) const
  {
    return ((way * RecursiveGaussian::NumberOfSections + section) * segments + segment) * lines + line;
  }
};

void
LaunchCarryScan(const Carries &           carries,
                const RecursiveGaussian & gaussian,
                int                       chunksOfSegment,
                const Stream &            stream);

/** Filters the rows, or the lines across them. */
template <bool VRows, typename TInput, typename TOutput>
void
LaunchPass(const Pass<TInput, TOutput> & pass, const RecursiveGaussian & gaussian, const Stream & stream);
} // namespace itk::device::recursive

#endif
