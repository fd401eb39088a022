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
#ifndef IsolineQualityDenoisers_h
#define IsolineQualityDenoisers_h

// The filters that IsolineQuality compares, each with parameters for white Gaussian noise of standard deviation sigma.
// Those of diffusion and the bilateral filter are the best of 50 and 20 tried on the README's five images at sigma 25, by
// mean PSNR; those of PatchBasedDenoising the best of 16 on cameraman.png.
#include "itkBilateralImageFilter.h"
#include "itkCudaIsolineDenoisingImageFilter.h"
#include "itkCudaMeanImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkDeviceImage.h"
#include "itkPatchBasedDenoisingImageFilter.h"
#include "itkSpatialNeighborSubsampler.h"
#include <functional>
#include <string>
#include <vector>

using ImageType = itk::DeviceImage<float, 2>; // an itk::Image whose pixels may live on the GPU

struct Denoiser
{
  std::string                                                              name;
  std::function<ImageType::Pointer(const ImageType * noisy, double sigma)> run;
  itk::SizeValueType mostPixels{ itk::NumericTraits<itk::SizeValueType>::max() };
};

template <typename TFilter>
ImageType::Pointer
Run(TFilter & filter, const ImageType * noisy)
{
  filter.SetInput(noisy);
  filter.Update();
  return filter.GetOutput();
}

inline std::vector<Denoiser>
MakeDenoisers()
{
  using IsolineType = itk::CudaIsolineDenoisingImageFilter<ImageType>; // takes the GPU if there is one
  using ModelEnum = IsolineType::ModelEnum;
  const auto isolines = [](ModelEnum model, bool reduceStaircase) {
    return [=](const ImageType * noisy, double sigma) {
      const auto filter = IsolineType::New();
      filter->SetModel(model);
      filter->SetNoiseLevel(sigma);
      filter->SetReduceStaircase(reduceStaircase);
      return Run(*filter, noisy);
    };
  };
  const auto mean = [](const ImageType * noisy, double) {
    const auto filter = itk::CudaMeanImageFilter<ImageType, ImageType>::New();
    filter->SetRadius(2);
    return Run(*filter, noisy);
  };
  const auto median = [](const ImageType * noisy, double) {
    const auto filter = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
    filter->SetRadius(2);
    return Run(*filter, noisy);
  };
  const auto diffusion = [](const ImageType * noisy, double) {
    const auto filter = itk::CurvatureAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
    filter->SetTimeStep(0.0625);
    filter->SetNumberOfIterations(10);
    filter->SetConductanceParameter(3.0);
    return Run(*filter, noisy);
  };
  const auto bilateral = [](const ImageType * noisy, double sigma) {
    const auto filter = itk::BilateralImageFilter<ImageType, ImageType>::New();
    filter->SetDomainSigma(1.5);
    filter->SetRangeSigma(3.0 * sigma);
    return Run(*filter, noisy);
  };
  const auto patches = [](const ImageType * noisy, double sigma) {
    using FilterType = itk::PatchBasedDenoisingImageFilter<ImageType, ImageType>;
    const auto                filter = FilterType::New();
    FilterType::RealArrayType bandwidth(1);
    bandwidth.Fill(2.0 * sigma);
    filter->SetKernelBandwidthSigma(bandwidth);
    filter->SetPatchRadius(2);
    filter->SetUseSmoothDiscPatchWeights(true);
    filter->SetNumberOfIterations(12);
    const auto sampler =
      itk::Statistics::SpatialNeighborSubsampler<FilterType::PatchSampleType, ImageType::RegionType>::New();
    sampler->SetRadius(7);
    filter->SetSampler(sampler);
    return Run(*filter, noisy);
  };
  return {
    { "5 x 5 mean", mean },
    { "5 x 5 median", median },
    { "LimitedDeviation", isolines(ModelEnum::LimitedDeviation, false) },
    { "PrecomputedDirections", isolines(ModelEnum::PrecomputedDirections, false) },
    { "Hybrid", isolines(ModelEnum::Hybrid, false) },
    { "Hybrid, ReduceStaircase", isolines(ModelEnum::Hybrid, true) },
    { "Tubes", isolines(ModelEnum::Tubes, false) },
    { "TubesAndGroups", isolines(ModelEnum::TubesAndGroups, false) },
    { "CurvatureAnisotropicDiffusion", diffusion },
    { "Bilateral", bilateral },
    { "PatchBasedDenoising", patches, 256 * 256 },
  };
}

#endif
