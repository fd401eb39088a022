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
#include "itkCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkIsolineDenoisingImageFilter.h"
#include "itkPatchBasedDenoisingImageFilter.h"
#include "itkSpatialNeighborSubsampler.h"
#include "itkVolumeDenoisingImageFilter.h"
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

template <typename TFilter>
VolumeType::Pointer
Run(TFilter & filter, const VolumeType * noisy)
{
  filter.SetInput(noisy);
  filter.Update();
  return filter.GetOutput();
}

/** The best of 9. */
inline VolumeType::Pointer
Diffuse(const VolumeType * noisy, const VolumeType * truth, double)
{
  VolumeType::Pointer best;
  double              psnr = 0;
  for (const unsigned int iterations : { 2, 5, 10 })
  {
    for (const double conductance : { 1.0, 2.0, 4.0 })
    {
      const auto filter = itk::CurvatureAnisotropicDiffusionImageFilter<VolumeType, VolumeType>::New();
      filter->SetTimeStep(0.0625);
      filter->SetNumberOfIterations(iterations);
      filter->SetConductanceParameter(conductance);
      const auto   result = Run(*filter, noisy);
      const double reached = ComputePSNR(result.GetPointer(), truth);
      if (best.IsNull() || reached > psnr)
      {
        best = result;
        psnr = reached;
      }
    }
  }
  return best;
}

/** Patches of 3 x 3 x 3 voxels, compared within 7 x 7 x 7. */
inline VolumeType::Pointer
DenoiseByPatches(const VolumeType * noisy, const VolumeType *, double sigma)
{
  using FilterType = itk::PatchBasedDenoisingImageFilter<VolumeType, VolumeType>;
  const auto                filter = FilterType::New();
  FilterType::RealArrayType bandwidth(1);
  bandwidth.Fill(2.0 * sigma);
  filter->SetKernelBandwidthSigma(bandwidth);
  filter->SetPatchRadius(1);
  filter->SetUseSmoothDiscPatchWeights(true);
  filter->SetNumberOfIterations(4);
  const auto sampler =
    itk::Statistics::SpatialNeighborSubsampler<FilterType::PatchSampleType, VolumeType::RegionType>::New();
  sampler->SetRadius(3);
  filter->SetSampler(sampler);
  return Run(*filter, noisy);
}

inline std::vector<VolumeDenoiser>
MakeDenoisers(bool isRician)
{
  const auto tubes = [](const VolumeType * noisy, const VolumeType *, double sigma) {
    const auto filter = itk::IsolineDenoisingImageFilter<VolumeType>::New();
    filter->SetModel(itk::IsolineDenoisingImageFilterEnums::Model::Tubes);
    filter->SetNoiseLevel(sigma);
    return Run(*filter, noisy);
  };
  using NoiseModel = itk::VolumeDenoisingImageFilterEnums::NoiseModel;
  const auto volume = [](NoiseModel model, bool isKnown) {
    return [=](const VolumeType * noisy, const VolumeType *, double sigma) {
      const auto filter = itk::VolumeDenoisingImageFilter<VolumeType>::New();
      filter->SetNoiseModel(model);
      filter->SetNoiseLevel(isKnown ? sigma : 0);
      return Run(*filter, noisy);
    };
  };
  std::vector<VolumeDenoiser> denoisers{ { "Tubes, slice by slice", tubes },
                                         { "CurvatureAnisotropicDiffusion", Diffuse },
                                         { "PatchBasedDenoising", DenoiseByPatches },
                                         { "VolumeDenoising", volume(NoiseModel::Gaussian, true) } };
  if (isRician)
  {
    denoisers.push_back({ "VolumeDenoising, Rician", volume(NoiseModel::Rician, true) });
  }
  denoisers.push_back(
    { "the same, its level estimated", volume(isRician ? NoiseModel::Rician : NoiseModel::Gaussian, false) });
  return denoisers;
}

#endif
