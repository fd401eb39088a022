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
#include "Benchmark.h"
#include "itkCudaPolygonalRegionSnakeImageFilter.h"
#include "itkDeviceImage.h"
#include <cmath>
#include <random>
#if __has_include("itkScalarChanAndVeseDenseLevelSetImageFilter.h")
#  include "itkAtanRegularizedHeavisideStepFunction.h"
#  include "itkScalarChanAndVeseDenseLevelSetImageFilter.h"
#  define HAS_CHAN_AND_VESE
#endif

namespace
{
using itk::device::Stream;

/** Distance from the disc that is the target: it has half the pixels. */
double
GetDistance(std::size_t side, std::size_t x, std::size_t y, double radius = 0.39894)
{
  const double middle = 0.5 * static_cast<double>(side);
  return std::hypot(static_cast<double>(x) + 0.5 - middle, static_cast<double>(y) + 0.5 - middle) -
         radius * static_cast<double>(side);
}

/** The disc under Gaussian noise, at a contrast of one standard deviation. */
template <typename TImage>
typename TImage::Pointer
MakeNoisyDisc(std::size_t side)
{
  static const std::vector<float> noise = [] {
    std::mt19937                    generator(1);
    std::normal_distribution<float> distribution(3000, 400);
    std::vector<float>              values(std::size_t{ 1 } << 22);
    std::generate(values.begin(), values.end(), [&] { return distribution(generator); });
    return values;
  }();
  const auto image = TImage::New();
  image->SetRegions(itk::Size<2>{ { side, side } });
  image->Allocate();
  auto *       pixel = image->GetBufferPointer();
  std::mt19937 generator(2);
  for (std::size_t y = 0; y < side; ++y)
  {
    const std::size_t first = generator();
    for (std::size_t x = 0; x < side; ++x, ++pixel)
    {
      const float value = noise[(first + x) % noise.size()] + (GetDistance(side, x, y) < 0 ? 400.0f : 0.0f);
      *pixel = static_cast<typename TImage::PixelType>(value);
    }
  }
  return image;
}

/** Intersection over union of the disc and the pixels where isTarget(i). */
template <typename TIsTarget>
double
GetOverlap(std::size_t side, const TIsTarget & isTarget)
{
  std::size_t both = 0;
  std::size_t any = 0;
  for (std::size_t i = 0; i < side * side; ++i)
  {
    const bool isInside = GetDistance(side, i % side, i / side) < 0;
    both += isInside && isTarget(i);
    any += isInside || isTarget(i);
  }
  return static_cast<double>(both) / static_cast<double>(any);
}

template <typename TFilter>
void
Count(benchmark::State & state, TFilter & filter, std::size_t side)
{
  const unsigned char * const labels = filter.GetOutput()->GetBufferPointer();
  state.counters["overlap"] = GetOverlap(side, [&](std::size_t i) { return labels[i] != 0; });
  state.counters["rounds"] = filter.GetElapsedRounds();
  state.counters["nodes"] = filter.GetNumberOfNodes();
}

template <typename TFilter>
typename TFilter::Pointer
MakeFilter(std::size_t side, itk::device::RegionSnakeModel model)
{
  const auto filter = TFilter::New();
  filter->SetInput(MakeNoisyDisc<typename TFilter::InputImageType>(side));
  filter->SetModel(model);
  if (side > 4000)
  {
    filter->SetMaximumDistance(128);
    filter->SetMinimumLength(32);
  }
  return filter;
}

std::string
MakeSnakeName(const std::string & prefix, std::size_t side, itk::device::RegionSnakeModel model)
{
  const bool isPublished = model == itk::device::RegionSnakeModel::Published;
  return prefix + (isPublished ? "/uint16/Published/" : "/uint16/") + std::to_string(side);
}

using itk::device::RegionSnakeModel;

/** Everything from an image on the device to labels on it, with an automatic start, by the clock of the host. */
void
RegisterOnDevice(std::size_t side, RegionSnakeModel model = RegionSnakeModel::MinimumDescriptionLength)
{
  using FilterType = itk::CudaPolygonalRegionSnakeImageFilter<itk::DeviceImage<std::uint16_t, 2>>;
  Register<std::uint16_t>(MakeSnakeName("RegionSnake", side, model), side * side, [=](benchmark::State & state) {
    const Stream stream = Stream::OfThisThread(0);
    const auto   filter = MakeFilter<FilterType>(side, model);
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    const double seconds = MedianTimeOnHost([&] {
      UpdateAgain(*filter);
      stream.Wait();
    });
    Count(state, *filter, side);
    return seconds;
  });
}

void
RegisterOnHost(std::size_t side, RegionSnakeModel model = RegionSnakeModel::MinimumDescriptionLength)
{
  using FilterType = itk::PolygonalRegionSnakeImageFilter<itk::Image<std::uint16_t, 2>>;
  Register<std::uint16_t>(MakeSnakeName("RegionSnakeCPU", side, model), side * side, [=](benchmark::State & state) {
    const auto   filter = MakeFilter<FilterType>(side, model);
    const double seconds = Median(TimeOnHost(side > 4000 ? 1 : 5, [&] { UpdateAgain(*filter); }));
    Count(state, *filter, side);
    return seconds;
  });
}

#ifdef HAS_CHAN_AND_VESE
/** ITK's level sets after Chan and Vese, from a disc inside the target. So many iterations are timed, converged or not: at
 * this contrast the level set hardly leaves its start, as the overlap tells. */
double
MeasureChanAndVese(benchmark::State & state, std::size_t side, unsigned int iterations)
{
  using ImageType = itk::Image<float, 2>;
  using HelperType = itk::ScalarChanAndVeseLevelSetFunctionData<ImageType, ImageType>;
  using DataType = itk::ConstrainedRegionBasedLevelSetFunctionSharedData<ImageType, ImageType, HelperType>;
  using FunctionType = itk::ScalarChanAndVeseLevelSetFunction<ImageType, ImageType, DataType>;
  using FilterType =
    itk::ScalarChanAndVeseDenseLevelSetImageFilter<ImageType, ImageType, ImageType, FunctionType, DataType>;
  const auto start = MakeNoisyDisc<ImageType>(side);
  for (std::size_t i = 0; i < side * side; ++i)
  {
    start->GetBufferPointer()[i] = static_cast<float>(GetDistance(side, i % side, i / side, 0.3));
  }
  const auto feature = MakeNoisyDisc<ImageType>(side);
  std::for_each_n(feature->GetBufferPointer(), side * side, [](float & pixel) { pixel = (pixel - 3000.0f) / 400.0f; });
  const auto heaviside = itk::AtanRegularizedHeavisideStepFunction<float, float>::New();
  heaviside->SetEpsilon(20);
  FilterType::Pointer     filter;
  const double            seconds = Median(TimeOnHost(1, [&] {
    filter = FilterType::New();
    filter->SetFunctionCount(1);
    filter->SetFeatureImage(feature);
    filter->SetLevelSet(0, start);
    filter->SetNumberOfIterations(iterations);
    filter->SetMaximumRMSError(0);
    filter->SetUseImageSpacing(false);
    filter->SetInPlace(false);
    // Each reinitialization shrinks the level set.
    filter->SetReinitializeCounter(iterations + 1);
    const auto function = filter->GetDifferenceFunction(0);
    function->SetDomainFunction(heaviside);
    function->SetCurvatureWeight(5);
    function->SetAreaWeight(0);
    function->SetReinitializationSmoothingWeight(0);
    function->SetVolumeMatchingWeight(0);
    function->SetVolume(0);
    function->SetAdvectionWeight(0);
    function->SetLambda1(1);
    function->SetLambda2(1);
    filter->Update();
  }));
  const ImageType * const levels = filter->GetOutput();
  state.counters["overlap"] = GetOverlap(side, [&](std::size_t i) { return levels->GetBufferPointer()[i] != 0; });
  state.counters["iterations"] = iterations;
  return seconds;
}
#endif

const BenchmarkFile onDevice(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 512, 3873, 10000, 12288 })
    {
      RegisterOnDevice(side);
    }
    RegisterOnDevice(512, RegionSnakeModel::Published);
    RegisterOnDevice(12288, RegionSnakeModel::Published);
  }
});

const BenchmarkFile onHost(BenchmarkFile::Needs::CPUAlone, [] {
  for (const std::size_t side : { 512, 3873, 12288 })
  {
    RegisterOnHost(side);
  }
  RegisterOnHost(512, RegionSnakeModel::Published);
#ifdef HAS_CHAN_AND_VESE
  Register<float>("ChanAndVeseCPU/float/512", 512 * 512, [](benchmark::State & state) {
    return MeasureChanAndVese(state, 512, 100);
  });
#endif
});
} // namespace
