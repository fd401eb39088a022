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
#include "BSplineDecompositionCore.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include "ResampleCore.h"
#include "itkCudaBSplineDecompositionLaunch.h"
#include "itkDeviceBuffer.h"

namespace itk::device
{
namespace
{
using namespace resample;

constexpr int LinesOfBlock = 32;

/** One axis: lines along `axis`, beside each other along axis 0, or 1 if `axis` is 0. */
template <typename TInput, typename TOutput>
struct DecompositionTask
{
  const TInput * input;
  TOutput *      output;
  BSplineLine    line;
  std::ptrdiff_t lines; // beside each other
  std::ptrdiff_t layers;
  std::ptrdiff_t inputStride[3]; // along a line, from line to line, from layer to layer
  std::ptrdiff_t outputStride[3];
  std::ptrdiff_t segments;
  std::ptrdiff_t groups;
};

/** A warp filters a segment of 32 lines, each of its threads one line, in shared memory; pixels are read and written along
 * axis 0. */
template <bool VAlongRows, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(LinesOfBlock) BSplineDecompositionKernel(const DecompositionTask<TInput, TOutput> task)
{
  constexpr int window = BSplineLine::PixelsOfWindow;
  // Where they cross, rows of an odd number of doubles are in different banks.
  constexpr int     sampleStride = VAlongRows ? 1 : LinesOfBlock;
  constexpr int     lineStride = VAlongRows ? window + 1 : 1;
  __shared__ double samples[LinesOfBlock * (window + 1)];

  const std::ptrdiff_t group = blockIdx.x % task.groups;
  const std::ptrdiff_t rest = blockIdx.x / task.groups;
  const std::ptrdiff_t segment = rest % task.segments;
  const std::ptrdiff_t layer = rest / task.segments;
  const std::ptrdiff_t begin = segment * BSplineLine::PixelsOfSegment;
  const std::ptrdiff_t end = min(begin + BSplineLine::PixelsOfSegment, task.line.length);
  const std::ptrdiff_t first = max(begin - BSplineLine::Margin, std::ptrdiff_t{ 0 });
  const std::ptrdiff_t behind = min(end + BSplineLine::Margin, task.line.length);
  const int            lines = static_cast<int>(min(task.lines - group * LinesOfBlock, std::ptrdiff_t{ LinesOfBlock }));
  const int            thread = static_cast<int>(threadIdx.x);

  // The pixels of the window in rows along axis 0: `rows` of up to `width`.
  const auto forEach = [&](std::ptrdiff_t from, std::ptrdiff_t to, const auto & function) {
    const int count = static_cast<int>(to - from);
    const int skipped = static_cast<int>(from - first);
    const int rows = VAlongRows ? lines : count;
    const int width = VAlongRows ? count : lines;
    for (int column = thread; column < width; column += LinesOfBlock)
    {
#pragma unroll 16
      for (int row = 0; row < rows; ++row)
      {
        function(VAlongRows ? column + skipped : row + skipped, VAlongRows ? row : column);
      }
    }
  };
  const TInput * const source =
    task.input + layer * task.inputStride[2] + group * LinesOfBlock * task.inputStride[1] + first * task.inputStride[0];
  forEach(first, behind, [&](int sample, int line) {
    samples[sample * sampleStride + line * lineStride] =
      kernels::ToDouble(source[sample * task.inputStride[0] + line * task.inputStride[1]]);
  });
  __syncwarp();
  if (thread < lines)
  {
    double * const line = samples + thread * lineStride;
    task.line.Filter(first, behind, [&](int i) -> double & { return line[i * sampleStride]; });
  }
  __syncwarp();
  TOutput * const target = task.output + layer * task.outputStride[2] + group * LinesOfBlock * task.outputStride[1] +
                           first * task.outputStride[0];
  forEach(begin, end, [&](int sample, int line) {
    target[sample * task.outputStride[0] + line * task.outputStride[1]] =
      static_cast<TOutput>(samples[sample * sampleStride + line * lineStride]);
  });
}

template <typename TInput, typename TOutput>
void
Decompose(const kernels::Volume<const TInput> & input,
          const kernels::Volume<TOutput> &      output,
          int                                   axis,
          const Stream &                        stream)
{
  DecompositionTask<TInput, TOutput> task{};
  const int                          beside = axis == 0 ? 1 : 0;
  const int                          axes[3]{ axis, beside, 3 - axis - beside };
  task.input = input.data;
  task.output = output.data;
  task.line = BSplineLine(input.size[axis]);
  task.lines = input.size[axes[1]];
  task.layers = input.size[axes[2]];
  for (int i = 0; i < 3; ++i)
  {
    task.inputStride[i] = input.stride[axes[i]];
    task.outputStride[i] = output.stride[axes[i]];
  }
  task.segments = kernels::DivideUp(task.line.length, BSplineLine::PixelsOfSegment);
  task.groups = kernels::DivideUp(task.lines, LinesOfBlock);
  const auto kernel =
    axis == 0 ? BSplineDecompositionKernel<true, TInput, TOutput> : BSplineDecompositionKernel<false, TInput, TOutput>;
  kernels::Launch(
    "BSplineDecompositionKernel", kernel, { task.groups * task.segments * task.layers, LinesOfBlock }, stream, task);
}
} // namespace

/** Bound by memory, which is read and written once an axis, and near it by the recursions. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchBSplineDecomposition(const ImageView<const TInput, VDimension> & input,
                           const ImageView<TOutput, VDimension> &      output,
                           const Stream &                              stream)
{
  const auto  source = kernels::MakeVolume(input);
  const auto  target = kernels::MakeVolume(output);
  std::size_t pixels = 1;
  for (const std::size_t size : output.size)
  {
    pixels *= size;
  }
  const Buffer buffer(pixels * sizeof(TOutput), stream);
  const auto   between = kernels::MakeVolume(MakeImageView<TOutput, VDimension>(buffer.As<TOutput>(), output.size));
  if constexpr (VDimension == 2)
  {
    Decompose(source, between, 0, stream);
    Decompose(kernels::ToConst(between), target, 1, stream);
  }
  else
  {
    Decompose(source, target, 0, stream);
    Decompose(kernels::ToConst(target), between, 1, stream);
    Decompose(kernels::ToConst(between), target, 2, stream);
  }
}

#define ITK_INSTANTIATE(input, output, dimension)                     \
  template void LaunchBSplineDecomposition<input, output, dimension>( \
    const ImageView<const input, dimension> &, const ImageView<output, dimension> &, const Stream &);
#define ITK_INSTANTIATE_OUTPUTS(input, dimension) \
  ITK_INSTANTIATE(input, float, dimension) ITK_INSTANTIATE(input, double, dimension)
ITK_INSTANTIATE_OUTPUTS(std::uint8_t, 2)
ITK_INSTANTIATE_OUTPUTS(std::int16_t, 2)
ITK_INSTANTIATE_OUTPUTS(std::uint16_t, 2)
ITK_INSTANTIATE_OUTPUTS(float, 2)
ITK_INSTANTIATE_OUTPUTS(std::uint8_t, 3)
ITK_INSTANTIATE_OUTPUTS(std::int16_t, 3)
ITK_INSTANTIATE_OUTPUTS(std::uint16_t, 3)
ITK_INSTANTIATE_OUTPUTS(float, 3)
} // namespace itk::device
