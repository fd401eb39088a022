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
#ifndef itkIsolineDenoisingImageFilter_hxx
#define itkIsolineDenoisingImageFilter_hxx

#include "itkRoundToPixel.h"
#include "itkIsolineSliceDenoiser.h"
#include "itkNoiseLevelImageCalculator.h"
#include "itkSliceAxes.h"
#include <algorithm>
#include <string>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  const std::string fault = device::DescribeFault(this->GetSettings());
  if (!fault.empty())
  {
    itkExceptionMacro(<< fault);
  }
  if (m_SliceAxis >= ImageDimension)
  {
    itkExceptionMacro(<< "SliceAxis is " << m_SliceAxis << ", but must be 0 to " << ImageDimension - 1 << '.');
  }
}

template <typename TInputImage, typename TOutputImage>
device::IsolineDenoisingSettings
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetSettings() const
{
  device::IsolineDenoisingSettings settings{};
  settings.model = m_Model;
  settings.noiseModel = m_NoiseModel;
  settings.noiseGain = m_NoiseGain;
  settings.looks = m_Looks;
  settings.noiseLevel = m_NoiseLevel;
  settings.segmentLength = m_SegmentLength;
  settings.maximumNumberOfSegments = m_MaximumNumberOfSegments;
  settings.extensionThreshold = m_ExtensionThreshold;
  settings.edgeThreshold = m_EdgeThreshold;
  settings.maximumDeviation = m_MaximumDeviation;
  settings.thickness = m_Thickness;
  settings.reduceStaircase = m_ReduceStaircase;
  settings.ofIntegers = std::is_integral_v<typename DefaultConvertPixelTraits<InputPixelType>::ComponentType>;
  return settings;
}

template <typename TInputImage, typename TOutputImage>
auto
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GrowInSlices(const RegionType & region,
                                                                     SizeValueType      margin) const -> RegionType
{
  Size<ImageDimension> radius{};
  for (const unsigned int axis : device::GetAxesOfSlice<ImageDimension>(m_SliceAxis))
  {
    radius[axis] = margin;
  }
  RegionType grown = region;
  grown.PadByRadius(radius);
  grown.Crop(this->GetInput()->GetLargestPossibleRegion());
  return grown;
}

template <typename TInputImage, typename TOutputImage>
std::array<std::size_t, 2>
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetPosition(const RegionType & region) const
{
  const auto axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  const auto first = this->GetInput()->GetLargestPossibleRegion().GetIndex();
  return { { static_cast<std::size_t>(region.GetIndex(axes[0]) - first[axes[0]]),
             static_cast<std::size_t>(region.GetIndex(axes[1]) - first[axes[1]]) } };
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  auto * const input = const_cast<TInputImage *>(this->GetInput());
  if (input == nullptr)
  {
    return;
  }
  const RegionType requested = input->GetRequestedRegion();
  if (!input->GetLargestPossibleRegion().IsInside(requested))
  {
    InvalidRequestedRegionError error(__FILE__, __LINE__);
    error.SetLocation(ITK_LOCATION);
    error.SetDescription("Requested region is (at least partially) outside the largest possible region.");
    error.SetDataObject(input);
    throw error;
  }
  const device::IsolineDenoisingSettings settings = this->GetSettings();
  input->SetRequestedRegion(settings.EstimatesNoiseLevel() ? input->GetLargestPossibleRegion()
                                                           : this->GrowInSlices(requested, device::GetReach(settings)));
}

template <typename TInputImage, typename TOutputImage>
double
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::EstimateNoiseLevel() const
{
  const auto calculator = NoiseLevelImageCalculator<TInputImage>::New();
  calculator->SetImage(this->GetInput());
  calculator->SetSliceAxis(m_SliceAxis);
  calculator->Compute();
  return calculator->GetNoiseLevel();
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::RunRows(
  std::size_t                                                     rows,
  const std::function<void(std::size_t begin, std::size_t end)> & function) const
{
  constexpr std::size_t rowsOfPart = 16;
  const_cast<Self *>(this)->GetMultiThreader()->ParallelizeArray(
    0,
    (rows + rowsOfPart - 1) / rowsOfPart,
    [&](SizeValueType part) { function(part * rowsOfPart, std::min((part + 1) * rowsOfPart, rows)); },
    nullptr);
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::ReadSlice(const RegionType &                  region,
                                                                  SizeValueType                       slice,
                                                                  const device::ImageView<float, 3> & view) const
{
  using Traits = DefaultConvertPixelTraits<InputPixelType>;
  const TInputImage * const input = this->GetInput();
  const auto                axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  auto                      index = region.GetIndex();
  index[m_SliceAxis] += static_cast<IndexValueType>(slice);
  const InputPixelType * const  from = input->GetBufferPointer() + input->ComputeOffset(index);
  const OffsetValueType * const stride = input->GetOffsetTable();
  this->RunRows(view.size[1], [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
    {
      for (std::size_t x = 0; x < view.size[0]; ++x)
      {
        const InputPixelType & pixel = from[x * stride[axes[0]] + y * stride[axes[1]]];
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          view.data[channel * view.stride[2] + y * view.stride[1] + x] =
            static_cast<float>(Traits::GetNthComponent(channel, pixel));
        }
      }
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::WriteSlice(const device::ImageView<const float, 3> & view,
                                                                   SizeValueType slice) const
{
  using Traits = DefaultConvertPixelTraits<OutputPixelType>;
  auto * const output = const_cast<TOutputImage *>(this->GetOutput());
  const auto   axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  auto         index = output->GetRequestedRegion().GetIndex();
  index[m_SliceAxis] += static_cast<IndexValueType>(slice);
  OutputPixelType * const       to = output->GetBufferPointer() + output->ComputeOffset(index);
  const OffsetValueType * const stride = output->GetOffsetTable();
  this->RunRows(view.size[1], [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
    {
      for (std::size_t x = 0; x < view.size[0]; ++x)
      {
        OutputPixelType & pixel = to[x * stride[axes[0]] + y * stride[axes[1]]];
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          const float value = view.data[channel * view.stride[2] + y * view.stride[1] + x];
          Traits::SetNthComponent(channel, pixel, device::RoundToPixel<OutputComponentType>(value));
        }
      }
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  const auto                       axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  device::IsolineDenoisingSettings settings = this->GetSettings();
  if (settings.EstimatesNoiseLevel())
  {
    settings.noiseLevel = this->EstimateNoiseLevel();
  }
  const RegionType outputRegion = this->GetOutput()->GetRequestedRegion();
  const RegionType inputRegion = this->GrowInSlices(outputRegion, device::GetReach(settings));
  const auto       position = this->GetPosition(inputRegion);

  device::IsolineSliceDenoiser::Geometry geometry{};
  geometry.channels = Channels;
  for (unsigned int i = 0; i < 2; ++i)
  {
    geometry.inputSize[i] = inputRegion.GetSize(axes[i]);
    geometry.outputSize[i] = outputRegion.GetSize(axes[i]);
    geometry.offset[i] = outputRegion.GetIndex(axes[i]) - inputRegion.GetIndex(axes[i]);
    geometry.position[i] = position[i];
  }
  device::IsolineSliceDenoiser denoiser(
    settings, geometry, [this](std::size_t rows, const auto & function) { this->RunRows(rows, function); });

  const SizeValueType slices =
    outputRegion.GetNumberOfPixels() / (outputRegion.GetSize(axes[0]) * outputRegion.GetSize(axes[1]));
  for (SizeValueType slice = 0; slice < slices; ++slice)
  {
    this->UpdateProgress(static_cast<float>(slice) / static_cast<float>(slices));
    if (this->GetAbortGenerateData())
    {
      throw ProcessAborted(__FILE__, __LINE__);
    }
    this->ReadSlice(inputRegion, slice, denoiser.GetInput());
    denoiser.Denoise();
    this->WriteSlice(denoiser.GetOutput(), slice);
  }
  this->UpdateProgress(1.0f);
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Model: " << m_Model << std::endl;
  os << indent << "NoiseModel: " << m_NoiseModel << std::endl;
  os << indent << "NoiseGain: " << m_NoiseGain << std::endl;
  os << indent << "Looks: " << m_Looks << std::endl;
  os << indent << "NoiseLevel: " << m_NoiseLevel << std::endl;
  os << indent << "SegmentLength: " << m_SegmentLength << std::endl;
  os << indent << "MaximumNumberOfSegments: " << m_MaximumNumberOfSegments << std::endl;
  os << indent << "ExtensionThreshold: " << m_ExtensionThreshold << std::endl;
  os << indent << "EdgeThreshold: " << m_EdgeThreshold << std::endl;
  os << indent << "MaximumDeviation: " << m_MaximumDeviation << std::endl;
  os << indent << "Thickness: " << m_Thickness << std::endl;
  os << indent << "ReduceStaircase: " << m_ReduceStaircase << std::endl;
  os << indent << "SliceAxis: " << m_SliceAxis << std::endl;
}
} // namespace itk

#endif
