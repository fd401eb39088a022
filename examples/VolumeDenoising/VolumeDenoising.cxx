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
// Adds noise to a volume and compares what filters make of it: see README.md.
#include "../Mosaic.h"
#include "../VolumeSlices.h"
#include "VesselPhantom.h"
#include "VolumeDenoisers.h"
#include "itkRegionOfInterestImageFilter.h"
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>

static VolumeType::Pointer
MakePhantom()
{
  constexpr std::size_t size[3] = { 96, 96, 96 };
  const auto            volume = VolumeType::New();
  volume->SetRegions(VolumeType::SizeType{ { size[0], size[1], size[2] } });
  volume->Allocate();
  const auto voxels = MakeVesselPhantom(size);
  std::copy(voxels.begin(), voxels.end(), volume->GetBufferPointer());
  return volume;
}

static VolumeType::Pointer
ExtractCrop(const VolumeType * volume, const VolumeType::RegionType & region)
{
  const auto filter = itk::RegionOfInterestImageFilter<VolumeType, VolumeType>::New();
  filter->SetRegionOfInterest(region);
  return Run(*filter, volume);
}

static VolumeType::Pointer
AddNoise(const VolumeType * truth, bool isRician, double sigma)
{
  std::mt19937                     random(1);
  std::normal_distribution<double> normal(0, sigma);
  const auto                       noisy = VolumeType::New();
  noisy->CopyInformation(truth);
  noisy->SetRegions(truth->GetBufferedRegion());
  noisy->Allocate();
  for (std::size_t i = 0; i < truth->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    const double real = truth->GetBufferPointer()[i] + normal(random);
    noisy->GetBufferPointer()[i] = static_cast<float>(isRician ? std::hypot(real, normal(random)) : real);
  }
  return noisy;
}

/** Over the slices across axis 2. */
static double
ComputeMeanOfMSSIM(const VolumeType * volume, const VolumeType * truth)
{
  const auto region = truth->GetBufferedRegion();
  const auto slices = static_cast<itk::IndexValueType>(region.GetSize(2));
  double     sum = 0;
  for (itk::IndexValueType i = 0; i < slices; ++i)
  {
    const itk::IndexValueType z = region.GetIndex(2) + i;
    sum += ComputeMSSIM(ExtractSlice(volume, 2, z).GetPointer(), ExtractSlice(truth, 2, z).GetPointer());
  }
  return sum / static_cast<double>(slices);
}

static void
Compare(const VolumeType * truth, bool isRician, const std::vector<double> & percents, const std::string & folder)
{
  const auto denoisers = MakeDenoisers(isRician);
  itk::WriteImage(truth, folder + "/truth.mha");
  std::cout << "| noise in % | filter | PSNR in dB | MSSIM | CPU seconds |\n|---|---|---|---|---|\n";
  for (const double percent : percents)
  {
    const double       sigma = 2.55 * percent;
    const auto         noisy = AddNoise(truth, isRician, sigma);
    std::ostringstream name;
    name << percent;
    const auto slice = ExtractMiddle(truth, 2);
    Mosaic     mosaic(slice->GetBufferedRegion());
    mosaic.Add(slice.GetPointer());
    const auto add = [&](const std::string & filter, const VolumeType * volume, double seconds) {
      std::cout << "| " << name.str() << " | " << filter << " | " << std::fixed << std::setprecision(3)
                << ComputePSNR(volume, truth) << " | " << std::setprecision(4) << ComputeMeanOfMSSIM(volume, truth)
                << " | " << std::setprecision(1) << seconds << " |" << std::endl;
      itk::WriteImage(volume, folder + '/' + filter + ' ' + name.str() + ".mha");
      mosaic.Add(ExtractMiddle(volume, 2).GetPointer());
    };
    add("noisy", noisy, 0);
    for (const VolumeDenoiser & denoiser : denoisers)
    {
      const auto before = std::clock();
      const auto volume = denoiser.run(noisy, truth, sigma);
      add(denoiser.name, volume, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
    mosaic.Write(folder + "/slices " + name.str() + ".png");
  }
}

int
main(int argc, char * argv[])
{
  const std::string law = argc < 2 ? "" : argv[1];
  if (argc < 3 || (argc > 4 && argc < 10) || (law != "Gaussian" && law != "Rician"))
  {
    std::cerr << "Usage: " << argv[0] << " Gaussian|Rician OUTPUT_FOLDER [phantom|VOLUME [I J K X Y Z [PERCENT...]]]"
              << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const std::string name = argc < 4 ? "phantom" : argv[3];
    auto              truth = name == "phantom" ? MakePhantom() : ReadVolume<VolumeType>(name);
    if (argc > 4)
    {
      VolumeType::RegionType region;
      for (unsigned int axis = 0; axis < 3; ++axis)
      {
        region.SetIndex(axis, std::stol(argv[4 + axis]));
        region.SetSize(axis, std::stoul(argv[7 + axis]));
      }
      truth = ExtractCrop(truth, region);
    }
    std::vector<double> percents{ 3, 9, 15 };
    if (argc > 10)
    {
      percents.clear();
      std::transform(
        argv + 10, argv + argc, std::back_inserter(percents), [](const char * text) { return std::stod(text); });
    }
    Compare(truth, law == "Rician", percents, argv[2]);
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
