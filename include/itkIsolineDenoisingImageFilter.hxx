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

#include "itkIsolineColor.h"
#include "itkIsolineStaircaseCore.h"
#include "itkIsolineTubeCore.h"
#include "itkNoiseLevelCore.h"
#include "itkNoiseLevelImageCalculator.h"
#include <algorithm>
#include <limits>
#include <vector>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  const auto verify = [this](const char * name, double value, double least, double most) {
    if (!(value >= least && value <= most))
    {
      itkExceptionMacro(<< name << " is " << value << ", but must be " << least << " to " << most << '.');
    }
  };
  constexpr double largest = std::numeric_limits<float>::max();
  constexpr double smallest = std::numeric_limits<float>::min();
  verify("NoiseLevel", m_NoiseLevel, 0, largest);
  verify("NoiseGain", m_NoiseGain, smallest, largest);
  verify("Looks", m_Looks, smallest, largest);
  verify("SegmentLength", m_SegmentLength, device::ShortestIsolineSegment, device::LongestIsolineSegment);
  verify("MaximumNumberOfSegments", m_MaximumNumberOfSegments, 2, device::MostIsolineSegments);
  verify("ExtensionThreshold", m_ExtensionThreshold, 0, largest);
  verify("EdgeThreshold", m_EdgeThreshold, 0, largest);
  verify("MaximumDeviation", m_MaximumDeviation, 0, device::NumberOfIsolineDirections / 4);
  verify("Thickness", m_Thickness, 1, 3);
  verify("SliceAxis", m_SliceAxis, 0, ImageDimension - 1);
}

template <typename TInputImage, typename TOutputImage>
device::IsolineParameters
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetParameters() const
{
  return device::MakeIsolineParameters(static_cast<int>(m_SegmentLength),
                                       static_cast<int>(m_MaximumNumberOfSegments),
                                       static_cast<int>(m_MaximumDeviation),
                                       static_cast<int>(m_Thickness),
                                       m_ExtensionThreshold,
                                       m_EdgeThreshold);
}

template <typename TInputImage, typename TOutputImage>
SizeValueType
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetReach() const
{
  const int ofModel =
    m_Model == ModelEnum::Tubes ? device::IsolineTubeReach : device::GetIsolineReach(this->GetParameters());
  return ofModel + (m_ReduceStaircase ? device::IsolineStaircaseReach : 0);
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
  input->SetRequestedRegion(this->EstimatesNoiseLevel() ? input->GetLargestPossibleRegion()
                                                        : this->GrowInSlices(requested, this->GetReach()));
}

template <typename TInputImage, typename TOutputImage>
device::IsolineStabilization
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetStabilization() const
{
  using ComponentType = typename DefaultConvertPixelTraits<InputPixelType>::ComponentType;
  return device::MakeIsolineStabilization(
    static_cast<device::IsolineNoise>(m_NoiseModel), m_NoiseGain, m_Looks, std::is_integral_v<ComponentType>);
}

template <typename TInputImage, typename TOutputImage>
float
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GetKnownNoiseLevel() const
{
  return m_NoiseModel == NoiseModelEnum::Gaussian ? static_cast<float>(m_NoiseLevel)
                                                  : this->GetStabilization().standardDeviation;
}

template <typename TInputImage, typename TOutputImage>
float
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::FindNoiseLevel() const
{
  if (!this->EstimatesNoiseLevel())
  {
    return this->GetKnownNoiseLevel();
  }
  const auto calculator = NoiseLevelImageCalculator<TInputImage>::New();
  calculator->SetImage(this->GetInput());
  calculator->SetSliceAxis(m_SliceAxis);
  calculator->Compute();
  return static_cast<float>(calculator->GetNoiseLevel());
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
                                                                  bool                                splitsColor,
                                                                  const device::ImageView<float, 3> & view) const
{
  using Traits = DefaultConvertPixelTraits<InputPixelType>;
  const TInputImage * const input = this->GetInput();
  const auto                axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  auto                      index = region.GetIndex();
  index[m_SliceAxis] += static_cast<IndexValueType>(slice);
  const InputPixelType * const  from = input->GetBufferPointer() + input->ComputeOffset(index);
  const OffsetValueType * const stride = input->GetOffsetTable();
  const auto                    stabilization = this->GetStabilization();
  this->RunRows(view.size[1], [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
    {
      for (std::size_t x = 0; x < view.size[0]; ++x)
      {
        const InputPixelType & pixel = from[x * stride[axes[0]] + y * stride[axes[1]]];
        float                  values[Channels];
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          values[channel] = static_cast<float>(Traits::GetNthComponent(channel, pixel));
        }
        device::ToIsolineValues(values, stabilization, splitsColor);
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          view.data[channel * view.stride[2] + y * view.stride[1] + x] = values[channel];
        }
      }
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::WriteSlice(const device::ImageView<const float, 3> & view,
                                                                   SizeValueType                             slice,
                                                                   bool joinsColor) const
{
  using Traits = DefaultConvertPixelTraits<OutputPixelType>;
  auto * const output = const_cast<TOutputImage *>(this->GetOutput());
  const auto   axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  auto         index = output->GetRequestedRegion().GetIndex();
  index[m_SliceAxis] += static_cast<IndexValueType>(slice);
  OutputPixelType * const       to = output->GetBufferPointer() + output->ComputeOffset(index);
  const OffsetValueType * const stride = output->GetOffsetTable();
  const auto                    stabilization = this->GetStabilization();
  this->RunRows(view.size[1], [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
    {
      for (std::size_t x = 0; x < view.size[0]; ++x)
      {
        OutputPixelType & pixel = to[x * stride[axes[0]] + y * stride[axes[1]]];
        float             values[Channels];
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          values[channel] = view.data[channel * view.stride[2] + y * view.stride[1] + x];
        }
        device::FromIsolineValues(values, stabilization, joinsColor);
        for (unsigned int channel = 0; channel < Channels; ++channel)
        {
          Traits::SetNthComponent(channel, pixel, device::ToIsolinePixel<OutputComponentType>(values[channel]));
        }
      }
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::RunModel(const device::IsolineHostTask & task,
                                                                 const RegionType &              region) const
{
  const device::IsolineParameters parameters = this->GetParameters();
  const auto run = [this](std::size_t rows, const auto & function) { this->RunRows(rows, function); };
  switch (m_Model)
  {
    case ModelEnum::LimitedDeviation:
      device::DenoiseByLimitedDeviation(task, parameters, run);
      break;
    case ModelEnum::PrecomputedDirections:
    case ModelEnum::Hybrid:
      device::DenoiseByPrecomputedDirections(task, parameters, m_Model == ModelEnum::Hybrid, run);
      break;
    case ModelEnum::Tubes:
      device::DenoiseByTubes(task, this->GetPosition(region), run);
      break;
  }
}

template <typename TInputImage, typename TOutputImage>
void
IsolineDenoisingImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  const auto       axes = device::GetAxesOfSlice<ImageDimension>(m_SliceAxis);
  const float      noiseLevel = this->FindNoiseLevel();
  const bool       splitsColor = Channels == 3 && m_Model == ModelEnum::Tubes && noiseLevel > 0;
  const RegionType outputRegion = this->GetOutput()->GetRequestedRegion();
  const RegionType modelRegion =
    this->GrowInSlices(outputRegion, m_ReduceStaircase ? device::IsolineStaircaseReach : 0);
  const RegionType inputRegion = this->GrowInSlices(outputRegion, this->GetReach());

  struct Slice
  {
    std::vector<float>          pixels;
    device::ImageView<float, 3> view;
  };
  const auto makeSlice = [&axes](const RegionType & region) {
    const std::size_t size[3] = { region.GetSize(axes[0]), region.GetSize(axes[1]), Channels };
    Slice             slice{ std::vector<float>(size[0] * size[1] * size[2]), {} };
    slice.view = device::MakeImageView<float, 3>(slice.pixels.data(), size);
    return slice;
  };
  const auto makeTask =
    [&](const Slice & from, const RegionType & fromRegion, const Slice & to, const RegionType & toRegion) {
      device::IsolineHostTask task{};
      task.input = device::MakeImageView<const float, 3>(from.view.data, from.view.size);
      task.output = to.view;
      for (unsigned int i = 0; i < 2; ++i)
      {
        task.offset[i] = toRegion.GetIndex(axes[i]) - fromRegion.GetIndex(axes[i]);
      }
      task.noiseLevel = noiseLevel;
      return task;
    };
  const Slice noisy = makeSlice(inputRegion);
  const Slice modelled = makeSlice(modelRegion);
  const Slice denoised = makeSlice(outputRegion);

  const SizeValueType slices =
    outputRegion.GetNumberOfPixels() / (outputRegion.GetSize(axes[0]) * outputRegion.GetSize(axes[1]));
  for (SizeValueType slice = 0; slice < slices; ++slice)
  {
    this->UpdateProgress(static_cast<float>(slice) / static_cast<float>(slices));
    if (this->GetAbortGenerateData())
    {
      throw ProcessAborted(__FILE__, __LINE__);
    }
    const auto read = [&](const RegionType & region, const Slice & to) {
      this->ReadSlice(region, slice, splitsColor, to.view);
    };
    if (!(noiseLevel > 0))
    {
      read(outputRegion, denoised);
    }
    else
    {
      read(inputRegion, noisy);
      this->RunModel(makeTask(noisy, inputRegion, m_ReduceStaircase ? modelled : denoised, modelRegion), inputRegion);
      if (m_ReduceStaircase)
      {
        device::ReduceIsolineStaircase(
          makeTask(modelled, modelRegion, denoised, outputRegion),
          makeTask(noisy, inputRegion, denoised, outputRegion),
          [this](std::size_t rows, const auto & function) { this->RunRows(rows, function); });
      }
    }
    this->WriteSlice(device::MakeImageView<const float, 3>(denoised.view.data, denoised.view.size), slice, splitsColor);
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
