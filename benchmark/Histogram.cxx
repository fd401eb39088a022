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
#include "itkCudaHistogramLaunch.h"
#include "itkCudaOtsuThresholdImageFilter.h"

namespace
{
constexpr std::size_t Side = 16384;

/** The counts alone, of 256 classes, as of a filter that knows the extrema. */
template <typename TPixel>
void
RegisterClasses(const std::string & name, const std::vector<TPixel> & source)
{
  const auto [least, most] = std::minmax_element(source.begin(), source.end());
  itk::device::PixelClasses<TPixel> classes{ {}, *least, *most };
  for (int i = 1; i < 256 && *least < *most; ++i)
  {
    const double width = (static_cast<double>(*most) - static_cast<double>(*least)) / 256;
    classes.thresholds.push_back(static_cast<TPixel>(static_cast<double>(*least) + i * width));
  }
  RegisterReading<TPixel, 2>(
    "Histogram", name, Side, source, [=](const auto & image, const std::size_t(&size)[3], const Stream & stream) {
      const itk::device::Buffer counts(classes.GetNumberOfClasses() * sizeof(std::uint64_t), stream);
      itk::device::LaunchCountClasses(image, {}, size, classes, counts.As<std::uint64_t>(), stream);
    });
}

void
RegisterValues(const std::string & name, const std::vector<std::uint8_t> & source)
{
  RegisterReading<std::uint8_t, 2>(
    "Histogram", name, Side, source, [](const auto & image, const std::size_t(&size)[3], const Stream & stream) {
      const itk::device::Buffer counts(256 * sizeof(std::uint64_t), stream);
      itk::device::LaunchCountValues(image, {}, size, counts.As<std::uint64_t>(), stream);
    });
}

template <typename TInputPixel>
void
RegisterOtsu()
{
  using InputType = itk::DeviceImage<TInputPixel, 2>;
  using FilterType = itk::CudaOtsuThresholdImageFilter<InputType, itk::DeviceImage<std::uint8_t, 2>>;
  const auto name = MakeName("OtsuThreshold", 2, std::string(PixelName<TInputPixel>) + "-uint8", "", Side);
  const auto bytes = Side * Side * ((sizeof(TInputPixel) == 1 ? 2 : 3) * sizeof(TInputPixel) + 1);
  Register(name, Side * Side, bytes, [](benchmark::State &) {
    const auto filter = FilterType::New();
    filter->SetInput(MakeImage<InputType>(Side));
    filter->SetUseDevice(FilterType::UseDeviceEnum::Always);
    filter->Update();
    return MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*filter); });
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterValues("noise", GetRandomPixels<std::uint8_t>());
    RegisterValues("constant", std::vector<std::uint8_t>(4096, 77));
    RegisterClasses("noise", GetRandomPixels<std::uint16_t>());
    RegisterClasses("constant", std::vector<std::uint16_t>(4096, 77));
    RegisterClasses("noise", GetRandomPixels<float>());
    RegisterClasses("constant", std::vector<float>(4096, 77.0f));
    RegisterOtsu<std::uint8_t>();
    RegisterOtsu<std::uint16_t>();
    RegisterOtsu<float>();
  }
});
} // namespace
