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
#ifndef BenchmarkWindow_h
#define BenchmarkWindow_h

#include "itkCudaConvolutionLaunch.h"
#include "itkCudaSeparableConvolutionLaunch.h"
#include "itkDeviceFlatElement.h"
#include <array>
#include <random>

/** Positive coefficients that add up to 1: random, and so of no rank but the full one; or all equal. */
template <std::size_t VDimension>
itk::device::ConvolutionKernel<VDimension>
MakeKernel(const std::array<std::size_t, VDimension> & radius, bool isSeparable)
{
  itk::device::ConvolutionKernel<VDimension> kernel;
  std::size_t                                number = 1;
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    kernel.size[axis] = 2 * radius[axis] + 1;
    number *= kernel.size[axis];
  }
  std::mt19937 generator(1);
  double       sum = 0.0;
  for (std::size_t i = 0; i < number; ++i)
  {
    kernel.coefficients.push_back(isSeparable ? 1.0 : 1.0 + static_cast<double>(generator() % 1000));
    sum += kernel.coefficients.back();
  }
  for (double & coefficient : kernel.coefficients)
  {
    coefficient /= sum;
  }
  return kernel;
}

/** A mean along each axis, as the speed does not depend on the coefficients. */
template <std::size_t VDimension>
itk::device::SeparableKernel<VDimension>
MakeSeparableKernel(const std::array<std::size_t, VDimension> & radius)
{
  itk::device::SeparableKernel<VDimension> kernel;
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    const std::size_t length = 2 * radius[axis] + 1;
    kernel.coefficients[axis].assign(length, 1.0f / static_cast<float>(length));
  }
  return kernel;
}

/** A box, or a ball of the first radius. */
template <std::size_t VDimension>
itk::device::FlatElement
MakeElement(const std::array<std::size_t, VDimension> & radius, bool isBall = false)
{
  itk::device::FlatElement element{};
  std::copy(radius.begin(), radius.end(), element.radius);
  const auto width = static_cast<std::ptrdiff_t>(element.radius[0]);
  const auto height = static_cast<std::ptrdiff_t>(element.radius[1]);
  const auto depth = static_cast<std::ptrdiff_t>(element.radius[2]);
  for (std::ptrdiff_t z = -depth; z <= depth; ++z)
  {
    for (std::ptrdiff_t y = -height; y <= height; ++y)
    {
      for (std::ptrdiff_t x = -width; x <= width; ++x)
      {
        element.isOn.push_back(!isBall || x * x + y * y + z * z <= width * width + width);
      }
    }
  }
  return element;
}

#endif
