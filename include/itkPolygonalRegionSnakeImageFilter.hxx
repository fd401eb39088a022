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

#include "itkComputeCumulatedImages.h"
#include "itkComputePolygonMask.h"
#include "itkRegionSnakeCells.h"
#include "itkRegionSnakePath.h"
#include <algorithm>
#include <cmath>
#include <memory>

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
  const auto width =
    static_cast<std::int32_t>(std::min<SizeValueType>(region.GetSize(0), device::MaximumNodeCoordinate));
  const auto height =
    static_cast<std::int32_t>(std::min<SizeValueType>(region.GetSize(1), device::MaximumNodeCoordinate));
  const auto contour = PathType::New();
  FillPath({ { 0, 0 }, { width, 0 }, { width, height }, { 0, height } }, region, *contour);
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
template <typename TElement>
const TElement &
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GetElement(const std::vector<TElement> & elements,
                                                                       unsigned int                  contour) const
{
  if (contour >= elements.size())
  {
    itkExceptionMacro(<< "There is no contour " << contour << " among " << elements.size() << '.');
  }
  return elements[contour];
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
auto
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MakeStart() -> StartType
{
  const RegionType region = this->GetInput()->GetLargestPossibleRegion();
  if (std::max(region.GetSize(0), region.GetSize(1)) > device::MaximumNodeCoordinate)
  {
    itkExceptionMacro(<< "An axis of " << std::max(region.GetSize(0), region.GetSize(1)) << " pixels is too long.");
  }
  StartType start;
  if (const TOutputImage * const labels = this->GetLabelInput())
  {
    if (labels->GetBufferedRegion().GetSize() != region.GetSize() ||
        region.GetNumberOfPixels() > static_cast<SizeValueType>(NumericTraits<std::int32_t>::max()))
    {
      itkExceptionMacro(<< "The labels have the size " << labels->GetBufferedRegion().GetSize() << " instead of "
                        << region.GetSize() << ", or more than 2^31 pixels.");
    }
    const std::size_t size[]{ region.GetSize(0), region.GetSize(1) };
    start.labels.clear();
    for (device::LabelledNodes & outline :
         device::TraceLabels(device::MakeImageView<const std::uint8_t, 2>(labels->GetBufferPointer(), size)))
    {
      start.labels.push_back(outline.label);
      start.polygons.push_back(std::move(outline.nodes));
    }
    if (start.polygons.empty())
    {
      itkExceptionMacro(<< "There is no label in the image of labels.");
    }
  }
  else if (m_NumberOfInitialContours > 0)
  {
    start.labels.clear();
    for (unsigned int contour = 0; contour < m_NumberOfInitialContours; ++contour)
    {
      const DataObject * const input = this->ProcessObject::GetInput(this->GetContourName(contour));
      if (input == nullptr)
      {
        itkExceptionMacro(<< "Initial contour " << contour << " is null.");
      }
      start.polygons.push_back(MakePolygonNodes(*static_cast<const PathType *>(input), region));
      start.labels.push_back(static_cast<std::uint8_t>(contour + 1));
    }
  }
  const std::string fault = device::DescribeFault(start.polygons);
  if (!fault.empty())
  {
    itkExceptionMacro(<< "Initial " << fault << '.');
  }
  return start;
}

template <typename TInputImage, typename TOutputImage>
device::RegionSnakeSettings
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MakeSettings(const StartType & start) const
{
  const RegionType & region = this->GetInput()->GetLargestPossibleRegion();
  const auto         longest = static_cast<std::int32_t>(std::max(region.GetSize(0), region.GetSize(1)));
  std::int32_t       numberOfNodes = device::CellGrid::MaximumNumberOfNodes;
  for (const device::PolygonNodes & polygon : start.polygons)
  {
    numberOfNodes += static_cast<std::int32_t>(polygon.size());
  }
  device::RegionSnakeSettings settings{};
  settings.law = m_NoiseLaw;
  settings.lawParameter = m_NoiseLaw == NoiseLawEnum::Gamma ? m_Order : m_Sigma;
  settings.model = m_Model;
  settings.firstDistance =
    m_Model == ModelEnum::Published ? m_MaximumDistance : std::max(1, longest / (start.polygons.empty() ? 32 : 16));
  settings.minimumLength = m_MinimumLength;
  settings.maximumNumberOfRounds = m_MaximumNumberOfRounds;
  settings.nodeCost = device::NaturalLogarithm(static_cast<double>(region.GetNumberOfPixels()));
  settings.maximumNumberOfNodes = std::max(2 * numberOfNodes, std::min(4 * longest, 1 << 16));
  return settings;
}

template <typename TInputImage, typename TOutputImage>
bool
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MayRestart(const StartType & start) const
{
  return m_Restart && m_Model == ModelEnum::MinimumDescriptionLength && start.polygons.size() == 1;
}

template <typename TInputImage, typename TOutputImage>
device::RegionSnakeObserver
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::MakeObserver()
{
  m_Result = device::RegionSnakeResult{};
  m_HasRestarted = false;
  const bool isObserved = this->HasObserver(IterationEvent());
  return
    [this, isObserved](const device::RegionSnakeRound & round, const std::vector<device::PolygonNodes> & polygons) {
      if (isObserved)
      {
        m_Result.criterion = round.criterion;
        m_Result.polygons = polygons;
        ++m_Result.numberOfRounds;
        this->UpdatePaths();
        this->InvokeEvent(IterationEvent());
      }
      if (this->GetAbortGenerateData())
      {
        throw ProcessAborted(__FILE__, __LINE__);
      }
    };
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::SetResult(const device::RegionSnakeResult & result,
                                                                      bool                              hasRestarted)
{
  m_Result = result;
  m_HasRestarted = hasRestarted;
  this->UpdatePaths();
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::UpdatePaths()
{
  const auto numberOfContours = static_cast<unsigned int>(m_Result.polygons.size());
  this->SetNumberOfIndexedOutputs(1 + std::max(1u, numberOfContours));
  const RegionType & region = this->GetInput()->GetLargestPossibleRegion();
  for (unsigned int contour = 0; contour < numberOfContours; ++contour)
  {
    if (this->ProcessObject::GetOutput(1 + contour) == nullptr)
    {
      this->SetNthOutput(1 + contour, this->MakeOutput(1 + contour));
    }
    FillPath(m_Result.polygons[contour], region, *this->GetPolygon(contour));
  }
}

template <typename TInputImage, typename TOutputImage>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  const TInputImage * const input = this->GetInput();
  if constexpr (std::is_same_v<InputPixelType, std::uint8_t> || std::is_same_v<InputPixelType, std::int16_t> ||
                std::is_same_v<InputPixelType, std::uint16_t> || std::is_same_v<InputPixelType, float>)
  {
    this->Segment(input->GetBufferPointer());
  }
  else
  {
    std::vector<float> pixels(input->GetBufferedRegion().GetNumberOfPixels());
    std::transform(input->GetBufferPointer(),
                   input->GetBufferPointer() + pixels.size(),
                   pixels.begin(),
                   [](const InputPixelType & pixel) { return static_cast<float>(pixel); });
    this->Segment(pixels.data());
  }
}

template <typename TInputImage, typename TOutputImage>
template <typename TPixel>
void
PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::Segment(const TPixel * pixels)
{
  MultiThreaderBase * const threader = this->GetMultiThreader();
  const RegionType &        region = this->GetInput()->GetBufferedRegion();
  const std::size_t         size[]{ region.GetSize(0), region.GetSize(1) };
  StartType                 start = this->MakeStart();
  const auto                settings = this->MakeSettings(start);
  const auto                layout =
    device::MakeCumulatedImagesLayout<TPixel>(static_cast<std::int32_t>(size[0]), static_cast<std::int32_t>(size[1]));
  const std::unique_ptr<std::max_align_t[]> memory(
    new std::max_align_t[layout.GetSizeInBytes() / sizeof(std::max_align_t) + 1]);
  const device::CumulatedImagesView images = layout.MakeView(memory.get());
  device::ComputeCumulatedImages<TPixel>(device::MakeImageView<const TPixel, 2>(pixels, size), images, threader);
  this->UpdateProgress(0.1f);

  const device::RegionSnakeObserver observer = this->MakeObserver();
  const auto                        find = [&] {
    const auto found = this->MakeSettings(StartType{});
    return device::ConvergeRegionSnake(
      images, found, { device::FindRegionSnakeStart(images, found, threader) }, threader, observer);
  };
  if (start.polygons.empty())
  {
    this->SetResult(find(), false);
  }
  else
  {
    const auto given = device::ConvergeRegionSnake(images, settings, start.polygons, threader, observer);
    const bool mayRestart = this->MayRestart(start);
    const auto found = mayRestart ? find() : device::RegionSnakeResult{};
    const bool restarts = mayRestart && device::IsRestartBetter(settings, given, found);
    this->SetResult(restarts ? found : given, restarts);
  }
  this->UpdateProgress(0.9f);

  std::vector<device::PolygonNode>     nodes;
  std::vector<device::LabelledPolygon> polygons;
  for (std::size_t contour = 0; contour < m_Result.polygons.size(); ++contour)
  {
    const device::PolygonNodes & own = m_Result.polygons[contour];
    polygons.push_back(
      { static_cast<std::int32_t>(nodes.size()), static_cast<std::int32_t>(own.size()), start.labels[contour] });
    nodes.insert(nodes.end(), own.begin(), own.end());
  }
  device::ComputePolygonMask({ nodes.data(), polygons.data(), static_cast<std::int32_t>(polygons.size()) },
                             device::MakeImageView<std::uint8_t, 2>(this->GetOutput()->GetBufferPointer(), size),
                             threader);
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
  os << indent << "Criterion: " << m_Result.criterion << std::endl;
  os << indent << "NumberOfContours: " << m_Result.polygons.size() << std::endl;
  os << indent << "ElapsedRounds: " << m_Result.numberOfRounds << std::endl;
  os << indent << "HasConverged: " << m_Result.hasConverged << std::endl;
  os << indent << "HasRestarted: " << m_HasRestarted << std::endl;
}
} // namespace itk

#endif
