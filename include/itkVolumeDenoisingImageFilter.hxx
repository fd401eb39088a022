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
#ifndef itkVolumeDenoisingImageFilter_hxx
#define itkVolumeDenoisingImageFilter_hxx

#include "itkImageAlgorithm.h"
#include "itkImageRegionConstIterator.h"
#include "itkImageRegionIterator.h"
#include "itkNoiseLevelImageCalculator.h"
#include "itkRoundToPixel.h"
#include <cmath>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  if (!(m_NoiseLevel >= 0 && std::isfinite(m_NoiseLevel)))
  {
    itkExceptionMacro("NoiseLevel must be finite and at least 0.");
  }
}

template <typename TInputImage, typename TOutputImage>
void
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  auto * const input = const_cast<TInputImage *>(this->GetInput());
  if (input == nullptr)
  {
    return;
  }
  RegionType region = input->GetLargestPossibleRegion();
  if (m_NoiseLevel > 0)
  {
    region = input->GetRequestedRegion();
    region.PadByRadius(device::VolumeDenoisingReach);
    if (!region.Crop(input->GetLargestPossibleRegion()))
    {
      InvalidRequestedRegionError error(__FILE__, __LINE__);
      error.SetLocation(ITK_LOCATION);
      error.SetDescription("Requested region is outside the largest possible region.");
      error.SetDataObject(input);
      throw error;
    }
  }
  input->SetRequestedRegion(region);
}

template <typename TInputImage, typename TOutputImage>
std::vector<float>
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::ReadVoxels(const TInputImage * image, const RegionType & region)
{
  std::vector<float> voxels;
  voxels.reserve(region.GetNumberOfPixels());
  for (ImageRegionConstIterator<TInputImage> it(image, region); !it.IsAtEnd(); ++it)
  {
    voxels.push_back(static_cast<float>(it.Get()));
  }
  return voxels;
}

template <typename TInputImage, typename TOutputImage>
double
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::ComputeNoiseLevel() const
{
  if (m_NoiseLevel > 0)
  {
    return m_NoiseLevel;
  }
  const TInputImage * const input = this->GetInput();
  if (m_NoiseModel == NoiseModelEnum::Rician)
  {
    const RegionType  region = input->GetBufferedRegion();
    const std::size_t size[3] = { region.GetSize(0), region.GetSize(1), region.GetSize(2) };
    return device::EstimateRicianNoiseLevel(ReadVoxels(input, region).data(), size);
  }
  const auto calculator = NoiseLevelImageCalculator<TInputImage>::New();
  calculator->SetImage(input);
  calculator->Compute();
  return calculator->GetNoiseLevel();
}

template <typename TInputImage, typename TOutputImage>
void
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  const TInputImage * const input = this->GetInput();
  TOutputImage * const      output = this->GetOutput();
  const RegionType          outputRegion = output->GetRequestedRegion();
  const auto                level = static_cast<float>(this->ComputeNoiseLevel());
  if (!device::IsVolumeNoise(level))
  {
    ImageAlgorithm::Copy(input, output, outputRegion, outputRegion);
    this->UpdateProgress(1.0f);
    return;
  }

  RegionType region = outputRegion;
  region.PadByRadius(device::VolumeDenoisingReach);
  region.Crop(input->GetBufferedRegion());
  const std::vector<float> noisy = ReadVoxels(input, region);
  std::size_t              size[3];
  std::size_t              offset[3];
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    size[axis] = region.GetSize(axis);
    offset[axis] = outputRegion.GetIndex(axis) - region.GetIndex(axis);
  }
  std::vector<float> result(noisy.size());
  device::DenoiseVolume(
    noisy.data(),
    size,
    { m_NoiseModel, level },
    [this](std::size_t parts, const auto & function) {
      this->GetMultiThreader()->ParallelizeArray(0, parts, [&](SizeValueType part) { function(part); }, nullptr);
    },
    result.data());
  for (ImageRegionIterator<TOutputImage> it(output, outputRegion); !it.IsAtEnd(); ++it)
  {
    const auto  index = it.GetIndex();
    std::size_t place[3];
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      place[axis] = offset[axis] + (index[axis] - outputRegion.GetIndex(axis));
    }
    it.Set(device::RoundToPixel<OutputPixelType>(result[(place[2] * size[1] + place[1]) * size[0] + place[0]]));
  }
  this->UpdateProgress(1.0f);
}

template <typename TInputImage, typename TOutputImage>
void
VolumeDenoisingImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "NoiseModel: " << m_NoiseModel << std::endl;
  os << indent << "NoiseLevel: " << m_NoiseLevel << std::endl;
}
} // namespace itk

#endif
