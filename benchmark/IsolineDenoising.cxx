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
#include "itkCudaIsolineDenoisingLaunch.h"
#include "itkDeviceSupports.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include "itkIsolineDenoisingImageFilter.h"
#include <cmath>

namespace
{
using itk::device::IsolineModel;
using PictureType = itk::Image<float, 2>;
using HostModel = itk::IsolineDenoisingImageFilterEnums::Model;

constexpr float noiseLevel = 25;

struct NamedModel
{
  const char * name;
  IsolineModel model;
  HostModel    hostModel;
};

constexpr NamedModel models[] = {
  { "LimitedDeviation", IsolineModel::LimitedDeviation, HostModel::LimitedDeviation },
  { "PrecomputedDirections", IsolineModel::PrecomputedDirections, HostModel::PrecomputedDirections },
  { "Hybrid", IsolineModel::Hybrid, HostModel::Hybrid },
  { "Tubes", IsolineModel::Tubes, HostModel::Tubes },
};

/** A photograph repeated over rows of `side` pixels, every channel with noise of its own. */
template <typename TComponent>
std::vector<TComponent>
MakeNoisyRows(std::size_t side, int channels)
{
  const auto        picture = itk::ReadImage<PictureType>(itk::DeviceTesting::FindDataFolder() / "boat.png");
  const std::size_t width = picture->GetBufferedRegion().GetSize(0);
  const std::size_t height = picture->GetBufferedRegion().GetSize(1);
  std::mt19937      generator(1);
  std::normal_distribution<float> noise(0, noiseLevel);
  std::vector<TComponent>         rows;
  rows.reserve(side * height * channels);
  for (std::size_t y = 0; y < height; ++y)
  {
    for (std::size_t x = 0; x < side; ++x)
    {
      const float value = picture->GetBufferPointer()[y * width + x % width];
      for (int channel = 0; channel < channels; ++channel)
      {
        const float noisy = value + noise(generator);
        rows.push_back(std::is_integral_v<TComponent>
                         ? static_cast<TComponent>(std::lround(std::clamp(noisy, 0.0f, 255.0f)))
                         : static_cast<TComponent>(noisy));
      }
    }
  }
  return rows;
}

/** From an image on the device to another, by the filter's default parameters. */
template <typename TComponent, int VChannels>
void
RegisterOnDevice(const std::string & name, IsolineModel model, std::size_t side, bool isRandom, bool reducesStaircase)
{
  Register<TComponent>(name + '/' + std::to_string(side), side * side, [=](benchmark::State &) {
    using itk::device::IsolineVolume;
    constexpr double            extensionThreshold = VChannels == 1 ? 1 : 5;
    constexpr double            edgeThreshold = VChannels == 1 ? 2 : 5;
    const auto                  stream = itk::device::Stream::OfThisThread(0);
    ImagePairs<TComponent>      images(side * side * VChannels,
                                  stream,
                                  isRandom ? GetRandomPixels<TComponent>()
                                                : MakeNoisyRows<TComponent>(side, VChannels));
    itk::device::IsolineOptions options{};
    options.model = model;
    options.parameters = itk::device::MakeIsolineParameters(3, 6, 2, 1, extensionThreshold, edgeThreshold);
    options.noiseLevel = noiseLevel;
    options.reduceStaircase = reducesStaircase;
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        images.Next();
        const IsolineVolume<const TComponent> input{ images.GetInput(),
                                                     { side, side, 1 },
                                                     { VChannels, VChannels * side, 0 } };
        const IsolineVolume<TComponent>       output{ images.GetOutput(),
                                                      { side, side, 1 },
                                                      { VChannels, VChannels * side, 0 } };
        itk::device::LaunchIsolineDenoising<TComponent, VChannels>(input, output, { 0, 0, 0 }, options, stream);
      });
    });
  });
}

void
RegisterOnHost(const NamedModel & model, std::size_t side)
{
  const std::string name = std::string("IsolineDenoisingCPU/2D/float/") + model.name + '/' + std::to_string(side);
  Register<float>(name, side * side, [model, side](benchmark::State &) {
    const auto image = PictureType::New();
    image->SetRegions(itk::Size<2>{ { side, side } });
    image->Allocate();
    const auto rows = MakeNoisyRows<float>(side, 1);
    for (std::size_t done = 0; done < side * side; done += rows.size())
    {
      std::copy_n(rows.begin(), std::min(rows.size(), side * side - done), image->GetBufferPointer() + done);
    }
    const auto filter = itk::IsolineDenoisingImageFilter<PictureType>::New();
    filter->SetModel(model.hostModel);
    filter->SetNoiseLevel(noiseLevel);
    filter->SetInput(image);
    return MedianTime([&](int passes) {
      return TimeOnHost(passes, [&] {
        filter->Modified();
        filter->Update();
      });
    });
  });
}
} // namespace

void
RegisterIsolineDenoising()
{
  if constexpr (itk::device::HasCuda)
  {
    const std::string start = "IsolineDenoising/2D/";
    for (const auto & model : models)
    {
      for (const std::size_t side : { 512, 4096 })
      {
        RegisterOnDevice<float, 1>(start + "float/" + model.name, model.model, side, false, false);
      }
      // Neighbours then differ in all that is decided, which is the slowest case.
      RegisterOnDevice<float, 1>(start + "float/" + model.name + "/random", model.model, 4096, true, false);
    }
    RegisterOnDevice<float, 1>(start + "float/Hybrid", IsolineModel::Hybrid, 16384, false, false);
    RegisterOnDevice<float, 1>(start + "float/HybridReduced", IsolineModel::Hybrid, 4096, false, true);
    for (const auto & model : { models[2], models[3] })
    {
      RegisterOnDevice<std::uint8_t, 1>(start + "uint8/" + model.name, model.model, 4096, false, false);
      RegisterOnDevice<std::uint8_t, 3>(start + "uint8RGB/" + model.name, model.model, 4096, false, false);
    }
  }
}

void
RegisterIsolineDenoisingCPU()
{
  for (const auto & model : models)
  {
    for (const std::size_t side : { 512, 4096 })
    {
      RegisterOnHost(model, side);
    }
  }
}
