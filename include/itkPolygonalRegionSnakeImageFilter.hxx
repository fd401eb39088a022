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
#ifndef itkPolygonalRegionSnakeImageFilter_hxx
#define itkPolygonalRegionSnakeImageFilter_hxx

#include <algorithm>
#include <cmath>
#include <vector>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::PolygonalRegionSnakeImageFilter()
{
  this->SetNumberOfRequiredOutputs(2);
  this->SetNthOutput(1, this->MakeOutput(1));
}

template <typename TInputImage, typename TOutputImage>
DataObject::Pointer
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MakeOutput(DataObjectPointerArraySizeType index)
{
  if (index == 0)
  {
    return Superclass::MakeOutput(index);
  }
  return PathType::New().GetPointer();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::AddInitialContour(const PathType * contour)
{
  this->ProcessObject::SetInput(this->GetContourName(m_NumberOfInitialContours), const_cast<PathType *>(contour));
  ++m_NumberOfInitialContours;
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::AddInitialContour(const RegionType & region)
{
  const auto contour = PathType::New();
  device::RegionSnakeSegmentation::FillPath(region, *contour);
  this->AddInitialContour(contour);
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::ClearInitialContours()
{
  while (m_NumberOfInitialContours > 0)
  {
    --m_NumberOfInitialContours;
    this->RemoveInput(this->GetContourName(m_NumberOfInitialContours));
  }
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::SetLabelInput(const TOutputImage * labels)
{
  this->ProcessObject::SetInput("Labels", const_cast<TOutputImage *>(labels));
}

template <typename TInputImage, typename TOutputImage>
const TOutputImage *
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GetLabelInput() const
{
  return static_cast<const TOutputImage *>(this->ProcessObject::GetInput("Labels"));
}

template <typename TInputImage, typename TOutputImage>
auto
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GetPolygon(unsigned int contour) const -> const PathType *
{
  return static_cast<const PathType *>(this->ProcessObject::GetOutput(1 + contour));
}

template <typename TInputImage, typename TOutputImage>
auto
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GetPolygon(unsigned int contour) -> PathType *
{
  return static_cast<PathType *>(this->ProcessObject::GetOutput(1 + contour));
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  if (m_NoiseLaw == NoiseLawEnum::GaussianOfKnownSigma && !(m_Sigma > 0 && std::isfinite(m_Sigma)))
  {
    itkExceptionMacro(<< "Sigma must be positive, not " << m_Sigma << '.');
  }
  if (m_NoiseLaw == NoiseLawEnum::Gamma && !(m_Order > 0 && std::isfinite(m_Order)))
  {
    itkExceptionMacro(<< "Order must be positive, not " << m_Order << '.');
  }
  if (this->GetLabelInput() != nullptr && m_NumberOfInitialContours > 0)
  {
    itkExceptionMacro(<< "Initial contours are given both as polygons and as labels.");
  }
  if (m_NumberOfInitialContours > 255)
  {
    itkExceptionMacro(<< "There are " << m_NumberOfInitialContours << " initial contours, but only 255 labels.");
  }
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  for (const auto & name : this->GetInputNames())
  {
    if (DataObject * const input = this->ProcessObject::GetInput(name))
    {
      input->SetRequestedRegionToLargestPossibleRegion();
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::EnlargeOutputRequestedRegion(DataObject * output)
{
  Superclass::EnlargeOutputRequestedRegion(output);
  this->GetOutput()->SetRequestedRegionToLargestPossibleRegion();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::BeginSegmentation()
{
  const device::RegionSnakeSegmentation::Parameters parameters{
    m_NoiseLaw, m_Sigma, m_Order, m_Model, m_MaximumDistance, m_MinimumLength, m_MaximumNumberOfRounds, m_Restart
  };
  const RegionType region = this->GetInput()->GetLargestPossibleRegion();
  if (const TOutputImage * const labels = this->GetLabelInput())
  {
    if (labels->GetBufferedRegion().GetSize() != region.GetSize() ||
        region.GetNumberOfPixels() > static_cast<SizeValueType>(NumericTraits<std::int32_t>::max()))
    {
      itkExceptionMacro(<< "The labels have the size " << labels->GetBufferedRegion().GetSize() << " instead of "
                        << region.GetSize() << ", or more than 2^31 pixels.");
    }
    m_Segmentation.Begin(parameters, region, labels->GetBufferPointer());
    return;
  }
  std::vector<const PathType *> contours;
  for (unsigned int contour = 0; contour < m_NumberOfInitialContours; ++contour)
  {
    const DataObject * const input = this->ProcessObject::GetInput(this->GetContourName(contour));
    if (input == nullptr)
    {
      itkExceptionMacro(<< "Initial contour " << contour << " is null.");
    }
    contours.push_back(static_cast<const PathType *>(input));
  }
  m_Segmentation.Begin(parameters, region, contours);
}

template <typename TInputImage, typename TOutputImage>
device::RegionSnakeSegmentation::Observer
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MakeObserver()
{
  const bool isObserved = this->HasObserver(IterationEvent());
  const auto afterRound = [this, isObserved] {
    if (isObserved)
    {
      this->UpdatePaths();
      this->InvokeEvent(IterationEvent());
    }
    if (this->GetAbortGenerateData())
    {
      throw ProcessAborted(__FILE__, __LINE__);
    }
  };
  return { isObserved, afterRound, [this](float progress) { this->UpdateProgress(progress); } };
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::UpdatePaths()
{
  const unsigned int numberOfContours = m_Segmentation.GetNumberOfContours();
  this->SetNumberOfIndexedOutputs(1 + std::max(1u, numberOfContours));
  for (unsigned int contour = 0; contour < numberOfContours; ++contour)
  {
    if (this->ProcessObject::GetOutput(1 + contour) == nullptr)
    {
      this->SetNthOutput(1 + contour, this->MakeOutput(1 + contour));
    }
    m_Segmentation.FillPath(contour, *this->GetPolygon(contour));
  }
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  this->BeginSegmentation();
  const TInputImage * const input = this->GetInput();
  const auto                segment = [this](const auto * pixels) {
    m_Segmentation.Segment(
      pixels, this->GetOutput()->GetBufferPointer(), this->GetMultiThreader(), this->MakeObserver());
  };
  if constexpr (std::is_same_v<InputPixelType, std::uint8_t> || std::is_same_v<InputPixelType, std::int16_t> ||
                std::is_same_v<InputPixelType, std::uint16_t> || std::is_same_v<InputPixelType, float>)
  {
    segment(input->GetBufferPointer());
  }
  else
  {
    std::vector<float> pixels(input->GetBufferedRegion().GetNumberOfPixels());
    std::transform(input->GetBufferPointer(),
                   input->GetBufferPointer() + pixels.size(),
                   pixels.begin(),
                   [](const InputPixelType & pixel) { return static_cast<float>(pixel); });
    segment(pixels.data());
  }
  this->UpdatePaths();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "NoiseLaw: " << m_NoiseLaw << std::endl;
  os << indent << "Sigma: " << m_Sigma << std::endl;
  os << indent << "Order: " << m_Order << std::endl;
  os << indent << "Model: " << m_Model << std::endl;
  os << indent << "MaximumDistance: " << m_MaximumDistance << std::endl;
  os << indent << "MinimumLength: " << m_MinimumLength << std::endl;
  os << indent << "MaximumNumberOfRounds: " << m_MaximumNumberOfRounds << std::endl;
  os << indent << "Restart: " << m_Restart << std::endl;
  os << indent << "NumberOfInitialContours: " << m_NumberOfInitialContours << std::endl;
  os << indent << "Criterion: " << this->GetCriterion() << std::endl;
  os << indent << "NumberOfContours: " << this->GetNumberOfContours() << std::endl;
  os << indent << "ElapsedRounds: " << this->GetElapsedRounds() << std::endl;
  os << indent << "HasConverged: " << this->HasConverged() << std::endl;
  os << indent << "HasRestarted: " << this->GetHasRestarted() << std::endl;
}
} // namespace itk

#endif
