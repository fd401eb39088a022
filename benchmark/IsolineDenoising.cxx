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
#include "IsolineDenoising/IsolineDenoisingLaunch.h"
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
  { "TubesAndGroups", IsolineModel::TubesAndGroups, HostModel::TubesAndGroups },
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
    constexpr double      extensionThreshold = VChannels == 1 ? 1 : 5;
    constexpr double      edgeThreshold = VChannels == 1 ? 2 : 5;
    const auto            stream = itk::device::Stream::OfThisThread(0);
    constexpr std::size_t channels = VChannels;
    const std::size_t     components = side * side * channels;
    const std::size_t     turns = GetNumberOfTurns(2 * components * sizeof(TComponent));
    ImageRing<TComponent> inputs(components, turns, stream);
    ImageRing<TComponent> outputs(components, turns, stream);
    inputs.Fill(
      components, isRandom ? GetRandomPixels<TComponent>() : MakeNoisyRows<TComponent>(side, VChannels), 0, stream);
    itk::device::IsolineOptions options{};
    options.model = model;
    options.parameters = itk::device::MakeIsolineParameters(3, 6, 2, 1, extensionThreshold, edgeThreshold);
    options.noiseLevel = noiseLevel;
    options.reduceStaircase = reducesStaircase;
    std::size_t turn = 0;
    return MedianTimeOnDevice(stream, [&] {
      ++turn;
      const IsolineVolume<const TComponent> input{ inputs.Get(turn),
                                                   { side, side, 1 },
                                                   { channels, channels * side, 0 } };
      const IsolineVolume<TComponent> output{ outputs.Get(turn), { side, side, 1 }, { channels, channels * side, 0 } };
      itk::device::LaunchIsolineDenoising<TComponent, VChannels>(input, output, { 0, 0, 0 }, options, stream);
    });
  });
}

void
RegisterOnHost(const NamedModel & model, std::size_t side)
{
  const std::string name = std::string("IsolineDenoisingCPU/2D/float/") + model.name + '/' + std::to_string(side);
  Register<float>(name, side * side, [model, side](benchmark::State &) {
    const auto filter = itk::IsolineDenoisingImageFilter<PictureType>::New();
    filter->SetModel(model.hostModel);
    filter->SetNoiseLevel(noiseLevel);
    filter->SetInput(MakeImage<PictureType>(side, MakeNoisyRows<float>(side, 1)));
    return MedianTimeOnHost([&] { UpdateAgain(*filter); });
  });
}

const BenchmarkFile onDevice(BenchmarkFile::Needs::Device, [] {
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
});

const BenchmarkFile onHost(BenchmarkFile::Needs::CPUAlone, [] {
  for (const auto & model : models)
  {
    for (const std::size_t side : { 512, 4096 })
    {
      RegisterOnHost(model, side);
    }
  }
});
} // namespace
