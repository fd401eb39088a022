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
#ifndef VolumeDenoisers_h
#define VolumeDenoisers_h

// The filters that VolumeDenoising compares, each with parameters for noise of standard deviation sigma.
#include "../ImageQuality.h"
#include "RicianMean.h"
#include "itkCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkIsolineDenoisingImageFilter.h"
#include "itkPatchBasedDenoisingImageFilter.h"
#include "itkSpatialNeighborSubsampler.h"
#include "itkVolumeDenoisingImageFilter.h"
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using VolumeType = itk::Image<float, 3>;

struct VolumeDenoiser
{
  std::string name;
  /** Where a parameter is to be chosen, the truth tells which is best: an advantage over the others. */
  std::function<VolumeType::Pointer(const VolumeType * noisy, const VolumeType * truth, double sigma)> run;
};

/** What is done to the result of a filter that knows no Rician noise. */
using CorrectionType = std::function<VolumeType::Pointer(VolumeType::Pointer, double sigma)>;

template <typename TFilter>
VolumeType::Pointer
Run(TFilter & filter, const VolumeType * noisy)
{
  filter.SetInput(noisy);
  filter.Update();
  return filter.GetOutput();
}

inline VolumeType::Pointer
KeepAsItIs(VolumeType::Pointer volume, double)
{
  return volume;
}

inline VolumeType::Pointer
InvertRicianMean(VolumeType::Pointer volume, double sigma)
{
  const RicianMean mean;
  const auto       result = VolumeType::New();
  result->CopyInformation(volume);
  result->SetRegions(volume->GetBufferedRegion());
  result->Allocate();
  const float * const voxels = volume->GetBufferPointer();
  std::transform(voxels,
                 voxels + volume->GetBufferedRegion().GetNumberOfPixels(),
                 result->GetBufferPointer(),
                 [&](float voxel) { return static_cast<float>(sigma * mean.Invert(voxel / sigma)); });
  return result;
}

/** The volume nearest to the truth of those that it was given. */
class NearestVolume
{
public:
  explicit NearestVolume(const VolumeType * truth)
    : m_Truth(truth)
  {}

  void
  Add(VolumeType::Pointer volume)
  {
    const double reached = ComputePSNR(volume.GetPointer(), m_Truth);
    if (m_Volume.IsNull() || reached > m_PSNR)
    {
      m_Volume = volume;
      m_PSNR = reached;
    }
  }

  VolumeType::Pointer
  Get() const
  {
    return m_Volume;
  }

private:
  const VolumeType *  m_Truth;
  VolumeType::Pointer m_Volume;
  double              m_PSNR{ 0 };
};

/** The best of 12. */
inline VolumeType::Pointer
Diffuse(const VolumeType * noisy, const VolumeType * truth, double sigma, const CorrectionType & correct)
{
  NearestVolume best(truth);
  for (const unsigned int iterations : { 2, 5, 10, 20 })
  {
    for (const double conductance : { 1.0, 2.0, 4.0 })
    {
      const auto filter = itk::CurvatureAnisotropicDiffusionImageFilter<VolumeType, VolumeType>::New();
      filter->SetTimeStep(0.0625);
      filter->SetNumberOfIterations(iterations);
      filter->SetConductanceParameter(conductance);
      best.Add(correct(Run(*filter, noisy), sigma));
    }
  }
  return best.Get();
}

/** Patches of 3 x 3 x 3 voxels, compared within 5 x 5 x 5; the best of 1 to 12 iterations, which depend on nothing but the
 * volume before, so that each is a filter of its own. */
inline VolumeType::Pointer
DenoiseByPatches(const VolumeType * noisy, const VolumeType * truth, double sigma, const CorrectionType & correct)
{
  using FilterType = itk::PatchBasedDenoisingImageFilter<VolumeType, VolumeType>;
  FilterType::RealArrayType bandwidth(1);
  bandwidth.Fill(1.25 * sigma);
  NearestVolume            best(truth);
  VolumeType::ConstPointer volume = noisy;
  for (int i = 0; i < 12; ++i)
  {
    const auto filter = FilterType::New();
    filter->SetKernelBandwidthEstimation(false);
    filter->SetKernelBandwidthSigma(bandwidth);
    filter->SetPatchRadius(1);
    filter->SetUseSmoothDiscPatchWeights(true);
    filter->SetNumberOfIterations(1);
    const auto sampler =
      itk::Statistics::SpatialNeighborSubsampler<FilterType::PatchSampleType, VolumeType::RegionType>::New();
    sampler->SetRadius(2);
    filter->SetSampler(sampler);
    const auto result = Run(*filter, volume);
    best.Add(correct(result, sigma));
    volume = result;
  }
  return best.Get();
}

inline std::vector<VolumeDenoiser>
MakeDenoisers(bool isRician)
{
  const CorrectionType correct = isRician ? InvertRicianMean : KeepAsItIs;
  const std::string    corrected = isRician ? ", corrected" : "";

  const auto tubes = [=](const VolumeType * noisy, const VolumeType *, double sigma) {
    const auto filter = itk::IsolineDenoisingImageFilter<VolumeType>::New();
    filter->SetModel(itk::IsolineDenoisingImageFilterEnums::Model::Tubes);
    filter->SetNoiseLevel(sigma);
    return correct(Run(*filter, noisy), sigma);
  };
  const auto diffusion = [=](const VolumeType * noisy, const VolumeType * truth, double sigma) {
    return Diffuse(noisy, truth, sigma, correct);
  };
  const auto patches = [=](const VolumeType * noisy, const VolumeType * truth, double sigma) {
    return DenoiseByPatches(noisy, truth, sigma, correct);
  };
  using NoiseModel = itk::VolumeDenoisingImageFilterEnums::NoiseModel;
  const auto volume = [](NoiseModel model, bool isKnown, const CorrectionType & then) {
    return [=](const VolumeType * noisy, const VolumeType *, double sigma) {
      const auto filter = itk::VolumeDenoisingImageFilter<VolumeType>::New();
      filter->SetNoiseModel(model);
      filter->SetNoiseLevel(isKnown ? sigma : 0);
      return then(Run(*filter, noisy), sigma);
    };
  };
  std::vector<VolumeDenoiser> denoisers{ { "Tubes, slice by slice" + corrected, tubes },
                                         { "CurvatureAnisotropicDiffusion" + corrected, diffusion },
                                         { "PatchBasedDenoising" + corrected, patches },
                                         { "VolumeDenoising" + corrected,
                                           volume(NoiseModel::Gaussian, true, correct) } };
  if (isRician)
  {
    denoisers.push_back({ "VolumeDenoising, Rician", volume(NoiseModel::Rician, true, KeepAsItIs) });
  }
  denoisers.push_back({ isRician ? "VolumeDenoising, Rician, level estimated" : "VolumeDenoising, level estimated",
                        volume(isRician ? NoiseModel::Rician : NoiseModel::Gaussian, false, KeepAsItIs) });
  return denoisers;
}

#endif
