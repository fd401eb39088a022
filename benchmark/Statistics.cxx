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
#include "BenchmarkReading.h"
#include "itkCudaLabelStatisticsLaunch.h"
#include "itkCudaMinimumMaximumLaunch.h"
#include "itkCudaStatisticsLaunch.h"

namespace
{
template <typename TPixel>
void
RegisterStatistics()
{
  RegisterReading<TPixel, 2>("Statistics",
                             "",
                             16384,
                             GetRandomPixels<TPixel>(),
                             [](const auto & image, const std::size_t(&size)[3], const Stream & stream) {
                               using ResultType = itk::device::PixelStatistics<TPixel>;
                               const itk::device::Buffer result(sizeof(ResultType), stream);
                               itk::device::LaunchStatistics(image, size, result.template As<ResultType>(), stream);
                             });
  RegisterReading<TPixel, 2>("MinimumMaximum",
                             "",
                             16384,
                             GetRandomPixels<TPixel>(),
                             [](const auto & image, const std::size_t(&size)[3], const Stream & stream) {
                               using ResultType = itk::device::PixelExtrema<TPixel>;
                               const itk::device::Buffer result(sizeof(ResultType), stream);
                               itk::device::LaunchMinimumMaximum(image, size, result.template As<ResultType>(), stream);
                             });
}

/** Labels of 100: in each slice of 256 x 256 a grid of 10 x 10 blobs, or noise. */
std::vector<std::uint16_t>
MakeLabels(bool areNoise)
{
  constexpr std::size_t      side = 512;
  std::vector<std::uint16_t> labels(side * side);
  for (std::size_t i = 0; i < labels.size(); ++i)
  {
    const std::size_t blob = i % side * 10 / side + i / side * 10 / side * 10;
    labels[i] = static_cast<std::uint16_t>(areNoise ? GetRandomPixels<std::uint16_t>()[i] % 100 : blob);
  }
  return labels;
}

/** With the download of the results. */
template <typename TPixel>
void
RegisterLabels(const std::string & detail, bool areNoise)
{
  constexpr std::size_t side = 512;
  constexpr std::size_t pixels = side * side * side;
  const auto            name = MakeName("LabelStatistics", 3, std::string(PixelName<TPixel>) + "-uint16", detail, side);
  Register(name, pixels, pixels * (sizeof(TPixel) + 2), [=](benchmark::State &) {
    const auto               stream = Stream::OfThisThread(0);
    ImageRing<std::uint16_t> labels(pixels, 1, stream);
    labels.Fill(pixels, MakeLabels(areNoise), 0, stream);
    return MeasureReading<TPixel, 3>(
      side, GetRandomPixels<TPixel>(), [&](const auto & image, const std::size_t(&size)[3], const Stream & stream) {
        itk::device::PointwiseInput<std::uint16_t> labelImage;
        labelImage.pixels = labels.Get(0);
        std::copy_n(image.stride, 3, labelImage.stride);
        benchmark::DoNotOptimize(itk::device::ComputeLabelStatistics(image, labelImage, size, stream));
      });
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterStatistics<std::uint8_t>();
    RegisterStatistics<std::uint16_t>();
    RegisterStatistics<float>();
    RegisterLabels<std::int16_t>("blobs", false);
    RegisterLabels<std::int16_t>("noise", true);
    RegisterLabels<float>("blobs", false);
  }
});
} // namespace
