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
#include "BenchmarkPixels.h"
#include "itkCudaBinaryContourImageFilter.h"
#include "itkCudaBinaryFillholeImageFilter.h"
#include "itkCudaBinaryShapeKeepNObjectsImageFilter.h"
#include "itkCudaConnectedComponentImageFilter.h"
#include "itkCudaLabelContourImageFilter.h"
#include "itkCudaRelabelComponentImageFilter.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include <functional>

namespace
{
using itk::device::Stream;
using PictureType = itk::Image<std::uint8_t, 2>;

/** One row after the other of a picture, above 128: as an image's pixels over and over, it fills its rows. */
std::vector<std::uint8_t>
MakeBinaryPicture(std::size_t side)
{
  const auto                picture = itk::ReadImage<PictureType>(itk::DeviceTesting::FindDataFolder() / "boat.png");
  const std::size_t         width = picture->GetBufferedRegion().GetSize(0);
  const std::size_t         height = picture->GetBufferedRegion().GetSize(1);
  std::vector<std::uint8_t> pixels(side * height);
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    pixels[i] = picture->GetBufferPointer()[i / side * width + i % side % width] > 128;
  }
  return pixels;
}

/** Of so many percent ones. */
std::vector<std::uint8_t>
MakeNoise(unsigned int percent)
{
  auto pixels = GetRandomPixels<std::uint8_t>();
  for (auto & pixel : pixels)
  {
    pixel = pixel * 100u < percent * 256u;
  }
  return pixels;
}

/** Update() on the device. `setUp(filter)` gives it its parameters. */
template <typename TFilter, typename TMake, typename TSetUp>
void
RegisterUpdate(const std::string & prefix, const std::string & detail, const TMake & makePixels, const TSetUp & setUp)
{
  using InputType = typename TFilter::InputImageType;
  using OutputType = typename TFilter::OutputImageType;
  using InputPixelType = typename InputType::PixelType;
  using OutputPixelType = typename OutputType::PixelType;
  constexpr unsigned int dimension = InputType::ImageDimension;
  constexpr std::size_t  side = dimension == 2 ? 16384 : 512;
  const std::size_t      pixels = GetNumberOfPixels(dimension, side);
  const std::string      types = std::string(PixelName<InputPixelType>) + '-' + PixelName<OutputPixelType>;
  Register(MakeName(prefix, dimension, types, detail, side),
           pixels,
           pixels * (sizeof(InputPixelType) + sizeof(OutputPixelType)),
           [=](benchmark::State &) {
             const auto filter = TFilter::New();
             filter->SetInput(MakeImage<InputType>(side, makePixels(side)));
             filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
             setUp(filter.GetPointer());
             filter->Update();
             return MedianTimeOnDevice(Stream::OfThisThread(0), [&] { UpdateAgain(*filter); });
           });
}

template <unsigned int VDimension>
void
RegisterComponents(const std::string & input, const std::function<std::vector<std::uint8_t>(std::size_t)> & makePixels)
{
  using BinaryType = itk::DeviceImage<std::uint8_t, VDimension>;
  using LabelType = itk::DeviceImage<std::uint32_t, VDimension>;
  for (const bool isFullyConnected : { false, true })
  {
    const auto detail = input + (isFullyConnected ? "-full" : "");
    RegisterUpdate<itk::CudaConnectedComponentImageFilter<BinaryType, LabelType>>(
      "ConnectedComponent", detail, makePixels, [=](auto * filter) { filter->SetFullyConnected(isFullyConnected); });
    RegisterUpdate<itk::CudaBinaryContourImageFilter<BinaryType, BinaryType>>(
      "BinaryContour", detail, makePixels, [=](auto * filter) {
        filter->SetFullyConnected(isFullyConnected);
        filter->SetForegroundValue(1);
      });
  }
  RegisterUpdate<itk::CudaBinaryFillholeImageFilter<BinaryType>>(
    "BinaryFillhole", input, makePixels, [](auto * filter) { filter->SetForegroundValue(1); });
  RegisterUpdate<itk::CudaBinaryShapeKeepNObjectsImageFilter<BinaryType>>(
    "BinaryShapeKeepNObjects", input, makePixels, [](auto * filter) {
      filter->SetForegroundValue(1);
      filter->SetNumberOfObjects(1);
    });
}

/** Blocks of 8 pixels along x of one of 1000 labels. */
std::vector<std::uint32_t>
MakeLabels(std::size_t)
{
  std::vector<std::uint32_t> labels(GetRandomPixels<std::uint8_t>().size());
  for (std::size_t i = 0; i < labels.size(); ++i)
  {
    labels[i] = static_cast<std::uint32_t>(i / 8 * 2654435761u) % 1000;
  }
  return labels;
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  RegisterComponents<2>("picture", MakeBinaryPicture);
  RegisterComponents<2>("noise50", [](std::size_t) { return MakeNoise(50); });
  RegisterComponents<3>("noise31", [](std::size_t) { return MakeNoise(31); });
  RegisterComponents<3>("noise50", [](std::size_t) { return MakeNoise(50); });
  using LabelType = itk::DeviceImage<std::uint32_t, 3>;
  RegisterUpdate<itk::CudaRelabelComponentImageFilter<LabelType, LabelType>>(
    "RelabelComponent", "blocks", MakeLabels, [](auto *) {});
  RegisterUpdate<itk::CudaLabelContourImageFilter<LabelType, LabelType>>(
    "LabelContour", "blocks", MakeLabels, [](auto *) {});
});
} // namespace
