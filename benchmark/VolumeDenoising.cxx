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
#include "VesselPhantom.h"
#include "itkCudaVolumeDenoisingLaunch.h"
#include "itkDeviceSupports.h"
#include "itkVolumeDenoisingImageFilter.h"
#include <cmath>

namespace
{
using itk::device::Stream;
using itk::device::VolumeDenoisingSettings;
using NoiseModel = itk::VolumeDenoisingImageFilterEnums::NoiseModel;

constexpr float noiseLevel = 20;

/** The phantom under noise: what takes part in its means depends on the voxels. */
template <typename TPixel>
std::vector<TPixel>
MakeNoisyPhantom(const std::size_t (&size)[3])
{
  std::mt19937                    generator(1);
  std::normal_distribution<float> normal(0, noiseLevel);
  std::vector<TPixel>             voxels;
  for (const float truth : MakeVesselPhantom(size))
  {
    const float magnitude = std::hypot(truth + normal(generator), normal(generator));
    voxels.push_back(static_cast<TPixel>(std::min(magnitude, 255.0f)));
  }
  return voxels;
}

std::string
MakeSizeName(const std::size_t (&size)[3])
{
  return std::to_string(size[0]) + 'x' + std::to_string(size[1]) + 'x' + std::to_string(size[2]);
}

/** From a volume on the device to another. */
template <typename TPixel>
void
RegisterOnDevice(NoiseModel model, const std::array<std::size_t, 3> & sides)
{
  const std::size_t size[3] = { sides[0], sides[1], sides[2] };
  const std::size_t voxels = size[0] * size[1] * size[2];
  const std::string law = model == NoiseModel::Rician ? "/Rician/" : "/Gaussian/";
  Register<TPixel>(
    std::string("VolumeDenoising/3D/") + PixelName<TPixel> + law + MakeSizeName(size), voxels, [=](benchmark::State &) {
      const auto              stream = Stream::OfThisThread(0);
      const std::size_t       turns = GetNumberOfTurns(2 * voxels * sizeof(TPixel));
      const ImageRing<TPixel> outputs(voxels, turns, stream);
      ImageRing<TPixel>       inputs(voxels, turns, stream);
      inputs.Fill(voxels, MakeNoisyPhantom<TPixel>(size), 0, stream);
      std::size_t turn = 0;
      return MedianTimeOnDevice(stream, [&] {
        ++turn;
        itk::device::LaunchVolumeDenoising<TPixel>(itk::device::MakeImageView<const TPixel, 3>(inputs.Get(turn), size),
                                                   itk::device::MakeImageView<TPixel, 3>(outputs.Get(turn), size),
                                                   { 0, 0, 0 },
                                                   VolumeDenoisingSettings{ model, noiseLevel },
                                                   stream);
      });
    });
}

const BenchmarkFile onDevice(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterOnDevice<float>(NoiseModel::Gaussian, { 181, 217, 181 });
    RegisterOnDevice<float>(NoiseModel::Rician, { 181, 217, 181 });
    RegisterOnDevice<float>(NoiseModel::Gaussian, { 256, 256, 256 });
    RegisterOnDevice<std::uint16_t>(NoiseModel::Gaussian, { 256, 256, 256 });
  }
});

const BenchmarkFile onHost(BenchmarkFile::Needs::CPUAlone, [] {
  Register<float>("VolumeDenoisingCPU/3D/float/Gaussian/181x217x181", 181 * 217 * 181, [](benchmark::State &) {
    using ImageType = itk::Image<float, 3>;
    const std::size_t size[3] = { 181, 217, 181 };
    const auto        image = ImageType::New();
    image->SetRegions(ImageType::SizeType{ { size[0], size[1], size[2] } });
    image->Allocate();
    const auto voxels = MakeNoisyPhantom<float>(size);
    std::copy(voxels.begin(), voxels.end(), image->GetBufferPointer());
    const auto filter = itk::VolumeDenoisingImageFilter<ImageType>::New();
    filter->SetNoiseLevel(noiseLevel);
    filter->SetInput(image);
    return MedianTimeOnHost([&] { UpdateAgain(*filter); });
  });
});
} // namespace
