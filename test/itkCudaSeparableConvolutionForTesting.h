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
#ifndef itkCudaSeparableConvolutionForTesting_h
#define itkCudaSeparableConvolutionForTesting_h

#include "itkDeviceTesting.h"
#include "itkNeighborhood.h"
#include <cmath>

namespace itk::DeviceTesting
{
template <typename TPixel, unsigned int VDimension>
double
GetLargestMagnitude(const Image<TPixel, VDimension> * image)
{
  double               largest = 0;
  const TPixel * const pixels = image->GetBufferPointer();
  for (SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    largest = std::max(largest, std::abs(static_cast<double>(pixels[i])));
  }
  return largest;
}

/** How far a separable convolution on the device may be from the parent's.
 *
 * u = 2^-24, n coefficients in all, D axes. A sum of products by fused multiply-adds has an error of at most its number
 * of terms times u times the sum S of their magnitudes, and a coefficient's rounding to float adds u S: over all axes
 * (n + D) u S, to first order. The parent sums in double, and rounds images between two axes and the output to float:
 * D u S. Terms of second order are less than 1 %. S is at most the largest magnitude in the image, as the magnitudes of
 * the coefficients add up to at most 1 on every axis. With up to 150 coefficients this is less than 1e-5 of it. */
inline double
GetTolerance(SizeValueType numberOfCoefficients, unsigned int dimension, double largestMagnitude)
{
  return 1.01 * (numberOfCoefficients + 2.0 * dimension) * std::ldexp(1.0, -24) * largestMagnitude;
}

template <unsigned int VDimension>
::testing::AssertionResult
AreNear(const Image<float, VDimension> * actual, const Image<float, VDimension> * expected, double tolerance)
{
  const auto geometry = HaveSameGeometry<VDimension>(actual, expected);
  if (!geometry)
  {
    return geometry;
  }
  if (actual->GetBufferedRegion() != expected->GetBufferedRegion())
  {
    return ::testing::AssertionFailure() << "buffered regions differ: " << actual->GetBufferedRegion() << "instead of "
                                         << expected->GetBufferedRegion();
  }
  const float * const actualPixels = actual->GetBufferPointer();
  const float * const expectedPixels = expected->GetBufferPointer();
  for (SizeValueType i = 0; i < expected->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    // Written so that a NaN fails.
    if (!(std::abs(static_cast<double>(actualPixels[i]) - expectedPixels[i]) <= tolerance))
    {
      return ::testing::AssertionFailure()
             << "pixel " << expected->ComputeIndex(i) << " of " << expected->GetBufferedRegion().GetSize() << " is "
             << actualPixels[i] << " instead of " << expectedPixels[i] << ", with a tolerance of " << tolerance;
    }
  }
  return ::testing::AssertionSuccess();
}

/** Any coefficients along `axis` whose magnitudes add up to 1. */
template <unsigned int VDimension>
Neighborhood<double, VDimension>
PickOperator(Random & random, unsigned int axis, SizeValueType length)
{
  Neighborhood<double, VDimension> coefficients;
  Size<VDimension>                 radius{};
  radius[axis] = length;
  coefficients.SetRadius(radius);
  double sum = 0;
  for (double & coefficient : coefficients.GetBufferReference())
  {
    coefficient = static_cast<int>(Pick(random, 0, 2000)) - 1000.5;
    sum += std::abs(coefficient);
  }
  for (double & coefficient : coefficients.GetBufferReference())
  {
    coefficient /= sum;
  }
  return coefficients;
}

/** What `TFilter`, on plain images, makes of a copy of `input`. `set(filter)` sets its parameters. */
template <typename TFilter, typename TPixel, unsigned int VDimension, typename TSet>
typename TFilter::OutputImageType::Pointer
RunOnHost(const Image<TPixel, VDimension> * input, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetInput(Copy<Image<TPixel, VDimension>>(input));
  set(filter.GetPointer());
  filter->Update();
  const typename TFilter::OutputImageType::Pointer output = filter->GetOutput();
  output->DisconnectPipeline();
  return output;
}

/** Sides of 1, 2, 31 and 33 pixels, of one pixel along all axes but one, and of different lengths. */
template <unsigned int VDimension>
std::vector<ImageRegion<VDimension>>
GetTestedRegions()
{
  std::vector<ImageRegion<VDimension>> regions;
  const auto                           add = [&regions](std::initializer_list<SizeValueType> sides) {
    ImageRegion<VDimension> region;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      region.SetIndex(axis, 5 * static_cast<int>(axis) - 7);
      region.SetSize(axis, *(sides.begin() + axis));
    }
    regions.push_back(region);
  };
  add({ 1, 1, 1 });
  add({ 2, 2, 2 });
  add({ 31, 31, 3 });
  add({ 33, 33, 4 });
  add({ 1, 133, 1 });
  add({ 133, 1, 1 });
  add({ 5, 1, 35 });
  add({ 137, 70, 2 });
  add({ 23, 35, 12 });
  return regions;
}
} // namespace itk::DeviceTesting

#endif
