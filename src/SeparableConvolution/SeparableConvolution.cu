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
#include <array>
#include <type_traits>

namespace itk::device
{
namespace
{
using namespace kernels;
using namespace separable;

using Kernel = std::array<std::vector<float>, 3>;

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

/** Bound by memory, for up to 25 coefficients per axis: a pass reads an input pixel and writes 4 bytes. Kernels of the
 * same length along axes 0 and 1 take one pass for both, all others one per axis. On an H200, with 16384 x 16384 floats
 * and a copy at 531 Gpx/s: 3 to 15 coefficients per axis 470 to 476 Gpx/s (89 % of the copy), 25 407, 31 181; 3 and 5
 * coefficients 242; 3 to 15 with uint8 input 585 to 661. 512^3 floats, 3 to 15 per axis in two passes: 230 Gvx/s. */
template <typename TInput, unsigned int VDimension>
void
LaunchSeparableConvolution(const ImageView<const TInput, VDimension> & input,
                           const ImageView<float, VDimension> &        output,
                           const std::size_t (&offset)[VDimension],
                           const SeparableKernel<VDimension> & kernel,
                           const Stream &                      stream)
{
  const Volume<const TInput> whole = MakeVolume(input);
  const Volume<float>        result = MakeVolume(output, offset);
  const Kernel               axes = MakeKernel(kernel);

  const bool square =
    axes[0].size() > 1 && axes[0].size() == axes[1].size() && axes[0].size() / 2 <= LargestSquareRadius;
  const bool columns = !square && axes[1].size() > 1;
  const bool layers = axes[2].size() > 1;
  const bool rows = !square && (axes[0].size() > 1 || !std::is_same_v<TInput, float> || (!columns && !layers));
  int        passesLeft = square + rows + columns + layers;

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
  if (square || rows)
  {
    const Volume<float> target = makeTarget(square ? 2 : 1);
    const auto          pass = MakePass(whole, target, 1);
    if (square)
    {
      LaunchSquarePass(pass, axes[0], axes[1], stream);
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
  for (int axis = square ? 2 : 1; axis < 3; ++axis)
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
