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
#include "itkCudaSeparableConvolutionLaunch.h"
#include "Kernels/Instantiate.h"
#include "SeparableConvolutionPasses.cuh"
#include <type_traits>

namespace itk::device
{
namespace
{
using namespace kernels;
using namespace separable;

/** Three axes, of which those with a single coefficient have 1, if there are others. */
template <unsigned int VDimension>
Kernel
MakeKernel(const SeparableKernel<VDimension> & kernel)
{
  Kernel       axes{ { { 1.0f }, { 1.0f }, { 1.0f } } };
  double       scale = 1.0;
  unsigned int scaled = 0;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    if (kernel.coefficients[axis].size() > 1)
    {
      axes[axis] = kernel.coefficients[axis];
      scaled = axis;
    }
    else
    {
      scale *= kernel.coefficients[axis].front();
    }
  }
  for (float & coefficient : axes[scaled])
  {
    coefficient = static_cast<float>(coefficient * scale);
  }
  return axes;
}
} // namespace

/** Bound by memory, for up to 25 coefficients per axis: a pass reads an input pixel and writes 4 bytes. Three axes of as many
 * coefficients, up to 11, take one pass, axes 0 and 1 of up to 33 coefficients each one pass for both, all others one per
 * axis. doc/Performance.md has what it makes. */
template <typename TInput, unsigned int VDimension>
void
LaunchSeparableConvolution(const ImageView<const TInput, VDimension> & input,
                           const ImageView<float, VDimension> &        output,
                           const std::size_t (&offset)[VDimension],
                           const SeparableKernel<VDimension> & kernel,
                           const Stream &                      stream)
{
  const Kernel axes = MakeKernel(kernel);
  if (VDimension == 3 && LaunchVolumePass(MakeTask(input, output, offset), axes, stream))
  {
    return;
  }
  const Volume<const TInput> whole = MakeVolume(input);
  const Volume<float>        result = MakeVolume(output, offset);

  const auto fits = [](const std::vector<float> & axis) {
    return axis.size() > 1 && axis.size() <= 2 * LargestRectangleRadius + 1;
  };
  const bool rectangle = fits(axes[0]) && fits(axes[1]);
  const bool columns = !rectangle && axes[1].size() > 1;
  const bool layers = axes[2].size() > 1;
  const bool rows = !rectangle && (axes[0].size() > 1 || !std::is_same_v<TInput, float> || (!columns && !layers));
  int        passesLeft = rectangle + rows + columns + layers;

  Buffer     buffers[2];
  Buffer *   nextBuffer = buffers;
  const auto makeTarget = [&](int firstAxisLeft) {
    if (--passesLeft == 0)
    {
      return result;
    }
    std::ptrdiff_t margin[3]{};
    for (int axis = firstAxisLeft; axis < 3; ++axis)
    {
      margin[axis] = static_cast<std::ptrdiff_t>(axes[axis].size() / 2);
    }
    return MakeIntermediate<float>(whole, result, margin, *nextBuffer++, stream);
  };

  Volume<const float> source{};
  if (rectangle || rows)
  {
    const Volume<float> target = makeTarget(rectangle ? 2 : 1);
    const auto          pass = MakePass(whole, target, 1);
    if (rectangle)
    {
      LaunchRectanglePass(pass, axes[0], axes[1], stream);
    }
    else
    {
      LaunchRowPass(pass, axes[0], stream);
    }
    source = ToConst(target);
  }
  else if constexpr (std::is_same_v<TInput, float>)
  {
    source = whole;
  }
  for (int axis = rectangle ? 2 : 1; axis < 3; ++axis)
  {
    if (axes[axis].size() > 1)
    {
      const Volume<float> target = makeTarget(axis + 1);
      LaunchColumnPass(MakePass(source, target, axis), axes[axis], stream);
      source = ToConst(target);
    }
  }
}

#define ITK_INSTANTIATE(pixel, dimension)                                                               \
  template void LaunchSeparableConvolution<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                                             const ImageView<float, dimension> &,       \
                                                             const std::size_t(&)[dimension],           \
                                                             const SeparableKernel<dimension> &,        \
                                                             const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
