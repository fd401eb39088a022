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
#include "BenchmarkWindow.h"
#include "Cliff.h"
#include "itkCudaGrayscaleMorphologyLaunch.h"
#include "itkCudaMeanLaunch.h"
#include "itkCudaMedianLaunch.h"
#include "itkCudaVotingBinaryLaunch.h"

namespace
{
template <typename TPixel, std::size_t VDimension>
void
WalkOverMedians()
{
  WalkOverWindows<VDimension, TPixel, TPixel>(
    "Median", [](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
      itk::device::LaunchMedian<TPixel, VDimension>(
        input, output, NoOffset<VDimension>, RadiusArray<VDimension>(radius).values, stream);
    });
}

template <typename TPixel, std::size_t VDimension>
void
WalkOverMeans()
{
  WalkOverWindows<VDimension, TPixel, TPixel>(
    "Mean", [](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
      itk::device::LaunchMean<TPixel, TPixel, VDimension>(
        input, output, NoOffset<VDimension>, RadiusArray<VDimension>(radius).values, stream);
    });
}

template <typename TPixel, std::size_t VDimension>
void
WalkOverConvolutions()
{
  for (const bool isSeparable : { false, true })
  {
    WalkOverWindows<VDimension, TPixel, TPixel>(
      isSeparable ? "ConvolutionOfRank1" : "Convolution",
      [=](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
        itk::device::LaunchConvolution<TPixel, TPixel, VDimension>(
          input,
          output,
          NoOffset<VDimension>,
          MakeKernel<VDimension>(radius, isSeparable),
          itk::device::ConvolutionBorder::ZeroFluxNeumann,
          TPixel{},
          itk::CudaConvolutionImageFilterEnums::Method::Automatic,
          stream);
      });
  }
}

template <typename TPixel, std::size_t VDimension>
void
WalkOverSeparableConvolutions()
{
  WalkOverWindows<VDimension, TPixel, float>(
    "SeparableConvolution", [](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
      itk::device::LaunchSeparableConvolution<TPixel, VDimension>(
        input, output, NoOffset<VDimension>, MakeSeparableKernel<VDimension>(radius), stream);
    });
}

template <typename TPixel, std::size_t VDimension>
void
WalkOverDilations()
{
  WalkOverWindows<VDimension, TPixel, TPixel>(
    "GrayscaleDilate", [](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
      itk::device::LaunchGrayscaleMorphology<TPixel, VDimension>(
        input, output, NoOffset<VDimension>, MakeElement(radius), itk::device::MorphologyOperation::Dilate, {}, stream);
    });
}

template <std::size_t VDimension>
void
WalkOverVotes()
{
  WalkOverWindows<VDimension, std::uint8_t, std::uint8_t>(
    "VotingBinary", [](const auto & input, const auto & output, const auto & radius, const Stream & stream) {
      itk::device::LaunchVotingBinary<std::uint8_t, VDimension>(
        input, output, NoOffset<VDimension>, RadiusArray<VDimension>(radius).values, { 255, 0, 1, 1 }, stream);
    });
}

template <std::size_t VDimension>
void
WalkOverAll()
{
  WalkOverMedians<std::uint8_t, VDimension>();
  WalkOverMedians<std::int16_t, VDimension>();
  WalkOverMedians<std::uint16_t, VDimension>();
  WalkOverMedians<float, VDimension>();
  WalkOverMeans<std::uint8_t, VDimension>();
  WalkOverMeans<std::uint16_t, VDimension>();
  WalkOverMeans<float, VDimension>();
  WalkOverConvolutions<std::uint8_t, VDimension>();
  WalkOverConvolutions<std::uint16_t, VDimension>();
  WalkOverConvolutions<float, VDimension>();
  WalkOverSeparableConvolutions<std::uint8_t, VDimension>();
  WalkOverSeparableConvolutions<float, VDimension>();
  WalkOverDilations<std::uint8_t, VDimension>();
  WalkOverDilations<std::uint16_t, VDimension>();
  WalkOverDilations<float, VDimension>();
  WalkOverVotes<VDimension>();
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  MeasureBriefly();
  if constexpr (itk::device::HasCuda)
  {
    WalkOverAll<2>();
    WalkOverAll<3>();
  }
});
} // namespace
