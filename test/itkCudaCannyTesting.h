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
#ifndef itkCudaCannyTesting_h
#define itkCudaCannyTesting_h

#include "itkCudaCannyEdgeDetectionImageFilter.h"
#include "itkCudaCannyReference.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkDeviceTesting.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include <limits>

namespace itk::DeviceTesting
{
struct CannyParameters
{
  double variance;
  float  lowerThreshold;
  float  upperThreshold;
};

inline bool
AreSameNumber(float a, float b)
{
  return a == b || (std::isnan(a) && std::isnan(b));
}

inline std::ostream &
operator<<(std::ostream & os, const CannyParameters & parameters)
{
  return os << "variance " << parameters.variance << ", thresholds " << parameters.lowerThreshold << " and "
            << parameters.upperThreshold;
}

/** What `TFilter` makes of a copy of `input`. */
template <typename TFilter, typename TPixel, unsigned int VDimension>
typename TFilter::Pointer
RunCanny(const Image<TPixel, VDimension> * input, const CannyParameters & parameters)
{
  const auto filter = TFilter::New();
  filter->SetInput(Copy<typename TFilter::InputImageType>(input));
  filter->SetVariance(parameters.variance);
  filter->SetLowerThreshold(parameters.lowerThreshold);
  filter->SetUpperThreshold(parameters.upperThreshold);
  filter->Update();
  return filter;
}

template <unsigned int VDimension>
CannyReference<VDimension>
MakeCannyReference(const Image<float, VDimension> * smoothed)
{
  std::array<std::ptrdiff_t, 3> size{ 1, 1, 1 };
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    size[axis] = smoothed->GetBufferedRegion().GetSize(axis);
  }
  return CannyReference<VDimension>(smoothed->GetBufferPointer(), size);
}

template <unsigned int VDimension>
typename Image<float, VDimension>::Pointer
MakeCannyImage(const Size<VDimension> & size, Random & random, bool hasSpecialValues)
{
  return MakeImage<Image<float, VDimension>>(MakeRegion<VDimension>(size), random, [=](Random & generator) {
    using Limits = std::numeric_limits<float>;
    const float        special[]{ Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 0 };
    const unsigned int choice = Pick(generator, 0, 99);
    return hasSpecialValues && choice < 4 ? special[choice] : PickPixel<float>(generator) / 10;
  });
}

inline Image<float, 2>::Pointer
ReadPicture(const std::string & name)
{
  return ReadImage<Image<float, 2>>(FindDataFolder() / name);
}

/** Slices of the middle of a picture, each one pixel further along y. */
inline Image<float, 3>::Pointer
MakeShearedVolume(const Image<float, 2> * picture, SizeValueType side)
{
  const auto volume = Image<float, 3>::New();
  volume->SetRegions(Size<3>{ { side, side, side } });
  volume->Allocate();
  float * pixel = volume->GetBufferPointer();
  for (SizeValueType i = 0; i < side * side * side; ++i)
  {
    const IndexValueType y = i / side % side + i / side / side;
    *pixel++ = picture->GetPixel({ { static_cast<IndexValueType>(i % side), y } });
  }
  return volume;
}

template <unsigned int VDimension>
using PlainCannyImage = Image<float, VDimension>;
template <unsigned int VDimension>
using TestedCannyImage = DeviceImage<float, VDimension>;
template <unsigned int VDimension>
using HostCanny = CannyEdgeDetectionImageFilter<PlainCannyImage<VDimension>, PlainCannyImage<VDimension>>;
template <unsigned int VDimension>
using Canny = CudaCannyEdgeDetectionImageFilter<TestedCannyImage<VDimension>>;

/** An image smoothed as a Canny filter does. */
template <typename TGaussian, unsigned int VDimension>
typename TGaussian::OutputImageType::Pointer
Smooth(const PlainCannyImage<VDimension> * input, double variance)
{
  const auto gaussian = TGaussian::New();
  gaussian->SetInput(Copy<typename TGaussian::InputImageType>(input));
  gaussian->SetVariance(variance);
  gaussian->SetMaximumError(0.01);
  gaussian->Update();
  return gaussian->GetOutput();
}

struct Agreement
{
  double      pco;
  std::size_t unexplained;
};

/** Compares the filter with ITK's, and says why pixels differ.
 *
 * The filter's smoothed image differs from ITK's by rounding, at most `smoothedTolerance`. From it, the result must
 * follow exactly, by the functions of CannyCore.h. A second difference of it moves by 4 of these at most, and L_vv
 * by VDimension times that and, as the gradient turns, in proportion to L_vv over the gradient, which is above the
 * lower threshold where it matters; twice that allows for rounding. So a differing pixel is explained if a path of weak
 * pixels leads to it from one that is classified otherwise though L_vv has not moved by more. */
template <unsigned int VDimension>
Agreement
Compare(const PlainCannyImage<VDimension> * input, const CannyParameters & parameters)
{
  const auto ours = RunCanny<Canny<VDimension>>(input, parameters);
  const auto host = RunCanny<HostCanny<VDimension>>(input, parameters);

  using HostGaussian = DiscreteGaussianImageFilter<PlainCannyImage<VDimension>, PlainCannyImage<VDimension>>;
  using Gaussian = CudaDiscreteGaussianImageFilter<TestedCannyImage<VDimension>>;
  const auto      hostSmoothed = Smooth<HostGaussian, VDimension>(input, parameters.variance);
  const auto      smoothed = Smooth<Gaussian, VDimension>(input, parameters.variance);
  const float *   actual = ours->GetOutput()->GetBufferPointer();
  const float *   expected = host->GetOutput()->GetBufferPointer();
  const auto      reference = MakeCannyReference<VDimension>(smoothed.GetPointer());
  const auto      hostReference = MakeCannyReference<VDimension>(hostSmoothed.GetPointer());
  const auto      edges = reference.GetEdges(parameters.lowerThreshold, parameters.upperThreshold);
  const float *   smoothedPixels = smoothed->GetBufferPointer();
  const float *   hostSmoothedPixels = hostSmoothed->GetBufferPointer();
  constexpr float smoothedTolerance = 1e-5f * 256;

  const auto classify = [&](float value) {
    return (value > parameters.lowerThreshold ? 1 : 0) + (value > parameters.upperThreshold ? 2 : 0);
  };
  const auto isDoubtful = [&](std::size_t i) {
    const float second = reference.GetSecond()[i];
    return classify(reference.GetValue()[i]) != classify(hostReference.GetValue()[i]) &&
           std::abs(second - hostReference.GetSecond()[i]) <=
             8 * VDimension * smoothedTolerance * (1 + std::abs(second) / parameters.lowerThreshold);
  };
  const auto explained = reference.Grow(isDoubtful, [&](std::size_t i) {
    return reference.GetValue()[i] > parameters.lowerThreshold ||
           hostReference.GetValue()[i] > parameters.lowerThreshold;
  });

  std::size_t both = 0, actualCount = 0, expectedCount = 0, unexplained = 0;
  for (std::size_t i = 0; i < edges.size(); ++i)
  {
    both += actual[i] == 1 && expected[i] == 1;
    actualCount += actual[i] == 1;
    expectedCount += expected[i] == 1;
    const bool isSmoothedRight = AreSameNumber(smoothedPixels[i], hostSmoothedPixels[i]) ||
                                 std::abs(smoothedPixels[i] - hostSmoothedPixels[i]) <= smoothedTolerance;
    unexplained += !isSmoothedRight || actual[i] != edges[i] || (actual[i] != expected[i] && explained[i] == 0);
  }
  return { static_cast<double>(both) / std::max(actualCount, expectedCount), unexplained };
}
} // namespace itk::DeviceTesting

#endif
