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
#ifndef itkInpaintingImageFilter_hxx
#define itkInpaintingImageFilter_hxx

#include "itkImageRegionConstIterator.h"
#include "itkImageRegionConstIteratorWithIndex.h"
#include "itkRoundToPixel.h"
#include <algorithm>
#include <cmath>
#include <type_traits>

namespace itk
{
template <typename TInputImage, typename TOutputImage, typename TMaskImage>
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::InpaintingImageFilter()
{
  this->AddOptionalInputName("MaskImage", 1);
  for (const char * const name : { "Cartoon", "Texture" })
  {
    this->ProcessObject::SetOutput(name, this->MakeOutput(name));
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
DataObject::Pointer
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::MakeOutput(const DataObjectIdentifierType & name)
{
  return name == "Cartoon" || name == "Texture" ? PartImageType::New().GetPointer() : Superclass::MakeOutput(name);
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
auto
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::GetCartoonOutput() -> PartImageType *
{
  return itkDynamicCastInDebugMode<PartImageType *>(this->ProcessObject::GetOutput("Cartoon"));
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
auto
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::GetTextureOutput() -> PartImageType *
{
  return itkDynamicCastInDebugMode<PartImageType *>(this->ProcessObject::GetOutput("Texture"));
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
device::InpaintingSettings
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::GetSettings() const
{
  device::InpaintingSettings settings{};
  settings.transform = m_Transform;
  settings.schedule = m_Schedule;
  settings.wavelet = m_Wavelet;
  settings.numberOfLevels = m_NumberOfLevels;
  settings.cycleSpinning = m_CycleSpinning;
  settings.seed = m_Seed;
  settings.numberOfIterations = m_NumberOfIterations;
  settings.maximumThreshold = m_MaximumThreshold;
  settings.minimumThreshold = m_MinimumThreshold;
  settings.noiseLevel = m_NoiseLevel;
  return settings;
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  const std::string fault = device::DescribeFault(this->GetSettings());
  if (!fault.empty())
  {
    itkExceptionMacro(<< fault);
  }
  if (!(m_MaximumRMSChange >= 0))
  {
    itkExceptionMacro(<< "MaximumRMSChange is " << m_MaximumRMSChange << ", but must be at least 0.");
  }
  if (this->GetMaskImage() == nullptr && !m_UseMissingValue)
  {
    itkExceptionMacro(
      << "Which pixels are missing says neither MaskImage nor, as UseMissingValue is off, MissingValue.");
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::VerifyInputInformation() ITKv5_CONST
{
  Superclass::VerifyInputInformation();
  const TMaskImage * const mask = this->GetMaskImage();
  if (mask != nullptr && mask->GetLargestPossibleRegion() != this->GetInput()->GetLargestPossibleRegion())
  {
    itkExceptionMacro(<< "MaskImage has the region " << mask->GetLargestPossibleRegion() << " instead of the input's, "
                      << this->GetInput()->GetLargestPossibleRegion());
  }
  const unsigned int most = device::GetNumberOfCDFWaveletLevels(this->GetShape().size);
  if (m_NumberOfLevels > most)
  {
    itkExceptionMacro(<< "NumberOfLevels is " << m_NumberOfLevels << ", but an image of "
                      << this->GetInput()->GetLargestPossibleRegion().GetSize() << " has " << most << " at most.");
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
device::ImageView<const char, 3>
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::GetShape() const
{
  return Superclass::template MakeView<const char>(nullptr, this->GetInput()->GetLargestPossibleRegion());
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
bool
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::IsMissingValue(const InputPixelType & pixel) const
{
  for (unsigned int channel = 0; channel < Channels; ++channel)
  {
    const auto component = static_cast<double>(InputTraits::GetNthComponent(channel, pixel));
    if (!(component == m_MissingValue || (std::isnan(component) && std::isnan(m_MissingValue))))
    {
      return false;
    }
  }
  return true;
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
SizeValueType
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::Read(device::Inpainter & inpainter) const
{
  const TInputImage * const input = this->GetInput();
  const TMaskImage * const  mask = this->GetMaskImage();
  std::uint8_t * const      known = inpainter.GetKnown().data;
  SizeValueType             count = 0;
  SizeValueType             i = 0;
  for (ImageRegionConstIteratorWithIndex<TInputImage> it(input, input->GetLargestPossibleRegion()); !it.IsAtEnd();
       ++it, ++i)
  {
    const InputPixelType & pixel = it.Value();
    const bool             isMasked =
      mask != nullptr && mask->GetPixel(it.GetIndex()) != NumericTraits<typename TMaskImage::PixelType>::ZeroValue();
    known[i] = isMasked || (m_UseMissingValue && this->IsMissingValue(pixel)) ? 0 : 1;
    count += known[i];
    for (unsigned int channel = 0; channel < Channels; ++channel)
    {
      const auto component = static_cast<float>(InputTraits::GetNthComponent(channel, pixel));
      if (known[i] != 0 && !std::isfinite(component))
      {
        this->RefusePixel(it.GetIndex(), component);
      }
      inpainter.GetInput(channel).data[i] = component;
    }
  }
  return count;
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
template <typename TInpainter>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::Iterate(TInpainter & inpainter)
{
  const bool reportsAll = m_MaximumRMSChange > 0 || this->HasObserver(IterationEvent());
  for (m_ElapsedIterations = 0; m_ElapsedIterations < m_NumberOfIterations;)
  {
    this->Advance(static_cast<float>(m_ElapsedIterations) / static_cast<float>(m_NumberOfIterations));
    const device::Inpainter::Report report =
      inpainter.Iterate(m_ElapsedIterations, reportsAll || m_ElapsedIterations + 1 == m_NumberOfIterations);
    ++m_ElapsedIterations;
    m_Threshold = report.threshold;
    m_Residual = report.residual;
    m_RMSChange = report.change;
    this->InvokeEvent(IterationEvent());
    if (report.showsDetail && m_MaximumRMSChange > 0 && m_RMSChange <= m_MaximumRMSChange)
    {
      return;
    }
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
template <typename TInpainter>
bool
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::IterateIfNeeded(TInpainter &  inpainter,
                                                                              SizeValueType known)
{
  const SizeValueType pixels = this->GetInput()->GetLargestPossibleRegion().GetNumberOfPixels();
  if (known == 0)
  {
    itkExceptionMacro(<< "All of the " << pixels << " pixels are missing.");
  }
  const bool isComplete = known == pixels;
  if (isComplete && m_Transform != TransformEnum::Morphological)
  {
    m_ElapsedIterations = 0;
  }
  else
  {
    this->Iterate(inpainter);
  }
  return isComplete;
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::RefusePixel(const typename TInputImage::IndexType & index,
                                                                          float component) const
{
  itkExceptionMacro(<< "The pixel at " << index << " is known, but has the value " << component << '.');
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
auto
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::CastKnown(InputComponentType component)
  -> OutputComponentType
{
  if constexpr (std::is_floating_point_v<InputComponentType> && std::is_integral_v<OutputComponentType>)
  {
    return device::RoundToPixel<OutputComponentType>(static_cast<float>(component));
  }
  else
  {
    return static_cast<OutputComponentType>(component);
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::Write(device::Inpainter & inpainter, bool keepsAll)
{
  const std::uint8_t * const known = inpainter.GetKnown().data;
  const bool                 keepsKnown = keepsAll || !(m_NoiseLevel > 0);
  for (unsigned int channel = 0; channel < Channels; ++channel)
  {
    const float * const estimate = keepsAll ? nullptr : inpainter.GetEstimate(channel).data;
    OutputPixelType *   pixel = this->GetOutput()->GetBufferPointer();
    SizeValueType       i = 0;
    for (ImageRegionConstIterator<TInputImage> it(this->GetInput(), this->GetInput()->GetLargestPossibleRegion());
         !it.IsAtEnd();
         ++it, ++i, ++pixel)
    {
      OutputTraits::SetNthComponent(channel,
                                    *pixel,
                                    keepsKnown && known[i] != 0
                                      ? CastKnown(InputTraits::GetNthComponent(channel, it.Value()))
                                      : device::RoundToPixel<OutputComponentType>(estimate[i]));
    }
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::WriteParts(const device::Inpainter & inpainter)
{
  PartImageType * const outputs[2] = { this->GetCartoonOutput(), this->GetTextureOutput() };
  for (unsigned int part = 0; part < 2; ++part)
  {
    outputs[part]->SetBufferedRegion(this->GetOutput()->GetBufferedRegion());
    outputs[part]->Allocate();
    for (unsigned int channel = 0; channel < Channels; ++channel)
    {
      const float * const values = inpainter.GetPart(channel, part).data;
      for (SizeValueType i = 0; i < outputs[part]->GetBufferedRegion().GetNumberOfPixels(); ++i)
      {
        DefaultConvertPixelTraits<PartPixelType>::SetNthComponent(
          channel, outputs[part]->GetBufferPointer()[i], values[i]);
      }
    }
  }
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::GenerateData()
{
  TOutputImage * const output = this->GetOutput();
  output->SetBufferedRegion(output->GetRequestedRegion());
  output->Allocate();
  this->GetCartoonOutput()->ReleaseData();
  this->GetTextureOutput()->ReleaseData();

  device::Inpainter inpainter(this->GetSettings(), this->GetShape().size, Channels, this->MakeParallelRunner());
  const bool        isComplete = this->IterateIfNeeded(inpainter, this->Read(inpainter));
  this->Write(inpainter, isComplete);
  if (m_Transform == TransformEnum::Morphological)
  {
    this->WriteParts(inpainter);
  }
  this->Advance(1.0f);
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "UseMissingValue: " << m_UseMissingValue << std::endl;
  os << indent << "MissingValue: " << m_MissingValue << std::endl;
  os << indent << "Transform: " << m_Transform << std::endl;
  os << indent << "Schedule: " << m_Schedule << std::endl;
  os << indent << "Wavelet: " << m_Wavelet << std::endl;
  os << indent << "NumberOfLevels: " << m_NumberOfLevels << std::endl;
  os << indent << "CycleSpinning: " << m_CycleSpinning << std::endl;
  os << indent << "Seed: " << m_Seed << std::endl;
  os << indent << "NumberOfIterations: " << m_NumberOfIterations << std::endl;
  os << indent << "MaximumThreshold: " << m_MaximumThreshold << std::endl;
  os << indent << "MinimumThreshold: " << m_MinimumThreshold << std::endl;
  os << indent << "NoiseLevel: " << m_NoiseLevel << std::endl;
  os << indent << "MaximumRMSChange: " << m_MaximumRMSChange << std::endl;
  os << indent << "ElapsedIterations: " << m_ElapsedIterations << std::endl;
  os << indent << "Threshold: " << m_Threshold << std::endl;
  os << indent << "Residual: " << m_Residual << std::endl;
  os << indent << "RMSChange: " << m_RMSChange << std::endl;
}
} // namespace itk

#endif
