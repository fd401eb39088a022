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
  return pass;
}

/** One layer of all rows, where they are equally far apart. */
template <typename TInput, typename TOutput>
Pass<TInput, TOutput>
MergeLayers(Pass<TInput, TOutput> pass)
{
  if (pass.inputLayerStride == pass.size[1] * pass.inputStride &&
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

/** How blocks divide the lines: a block takes a segment of a group of lines, or all of their segments. */
struct Division
{
  int                         warps; // for a segment
  int                         segmentsOfBlock;
  std::ptrdiff_t              segments; // of a line
  std::ptrdiff_t              groups;   // of lines, in a layer
  RecursiveGaussianTransition acrossSegment[RecursiveGaussian::NumberOfSections];
  bool                        readsQuads;

  __host__ __device__ int
  CountWarps() const
  {
    return warps * segmentsOfBlock;
  }

  __host__ __device__ bool
  HasWholeLines() const
  {
    return segmentsOfBlock == segments;
  }
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

/** Makes the carries of all segments up to each of the segments' own. */
void
LaunchCarryScan(const Carries & carries, const Division & division, const Stream & stream);

/** Filters the rows, or the lines across them. */
template <bool VRows, typename TInput, typename TOutput>
void
LaunchPass(const Pass<TInput, TOutput> & pass, const RecursiveGaussian & gaussian, const Stream & stream);

/** Filters the rows of every layer in place, and then the lines across them to the output: as LaunchPass for the one and
 * then for the other, faster where a block has room for whole lines of both, up to 2048 pixels, and a layer's rows are
 * nearly a multiple of 32 or many. `rows.output` and `columns.input` are the same image, and `columns.output` may be.
 * Enqueues and returns without waiting.
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for carries or for counters of planes */
template <typename TOutput>
void
LaunchPlanes(const Pass<float, float> &   rows,
             const RecursiveGaussian &    gaussianOfRows,
             const Pass<float, TOutput> & columns,
             const RecursiveGaussian &    gaussianOfColumns,
             const Stream &               stream);
} // namespace itk::device::recursive

#endif
