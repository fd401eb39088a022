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
#ifndef itkDeviceTorture_hxx
#define itkDeviceTorture_hxx

namespace itk::DeviceTesting
{
template <typename TPixel, unsigned int VDimension>
template <typename TFilter>
void
DeviceTorture<TPixel, VDimension>::Observe(TFilter * reference, std::function<DeviceTransferModel::Side()> side)
{
  const auto read = [this, reference, side] {
    m_Model.Read(const_cast<PlainImage *>(reference->GetInput())->GetPixelContainer(), side());
  };
  if constexpr (std::is_same_v<TFilter, StreamingImageFilter<PlainImage, PlainImage>>)
  {
    // It makes progress once before it pulls the first piece, and once behind each piece.
    const auto isFirst = std::make_shared<bool>(true);
    reference->AddObserver(StartEvent(), [isFirst](const EventObject &) { *isFirst = true; });
    reference->AddObserver(ProgressEvent(), [isFirst, read](const EventObject &) {
      if (!std::exchange(*isFirst, false))
      {
        read();
      }
    });
  }
  else
  {
    reference->AddObserver(StartEvent(), [read](const EventObject &) { read(); });
  }
  reference->AddObserver(EndEvent(), [this, reference, side](const EventObject &) {
    m_Model.Write(reference->GetOutput()->GetPixelContainer(), side());
  });
}

template <typename TPixel, unsigned int VDimension>
template <typename TTested, typename TReference>
void
DeviceTorture<TPixel, VDimension>::Append(TTested * tested, TReference * reference, const char * name)
{
  Tell(name);
  m_Filters.insert(m_Filters.end(), { tested, reference });
  tested->SetInput(0, m_Tested);
  reference->SetInput(0, m_Reference);
  if (Pick(m_Random, 0, 5) == 0)
  {
    Tell("releasing its output");
    tested->ReleaseDataFlagOn();
    reference->ReleaseDataFlagOn();
  }
  m_Tested = tested->GetOutput();
  m_Reference = reference->GetOutput();
  m_SharesPixels = false;
}

template <typename TPixel, unsigned int VDimension>
template <typename TTested, typename TReference>
void
DeviceTorture<TPixel, VDimension>::GraftPlainOutput(TTested * tested, TReference * reference, const char * name)
{
  Tell(name);
  tested->SetInput(0, m_Tested);
  reference->SetInput(0, m_Reference);
  tested->UpdateLargestPossibleRegion();
  reference->UpdateLargestPossibleRegion();
  m_Tested = TestedImage::New();
  m_Tested->Graft(tested->GetOutput());
  m_Reference = PlainImage::New();
  m_Reference->Graft(reference->GetOutput());
  m_Changes.clear();
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendMedian()
{
  using UseDevice = DeviceImageFilterEnums::UseDevice;
  const auto tested = MakeDeviceMedian<TestedImage>();
  const auto reference = MedianImageFilter<PlainImage, PlainImage>::New();
  const auto changeRadius = [this, tested, reference] {
    const auto radius = this->PickRadius();
    tested->SetRadius(radius);
    reference->SetRadius(radius);
  };
  changeRadius();
  tested->SetUseDevice(Pick(m_Random, 0, 3) == 0 ? UseDevice::Never : UseDevice::Auto);
  this->Observe(reference.GetPointer(), [median = tested.GetPointer()] {
    const bool onDevice = median->GetUseDevice() != UseDevice::Never && device::Runtime::IsAvailable();
    return onDevice ? DeviceTransferModel::Side::Device : DeviceTransferModel::Side::Host;
  });
  this->Append(tested.GetPointer(), reference.GetPointer(), "median");
  m_Changes.push_back(changeRadius);
  m_Changes.push_back([tested, reference] {
    tested->SetUseDevice(tested->GetUseDevice() == UseDevice::Never ? UseDevice::Auto : UseDevice::Never);
    reference->Modified();
  });
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendMedianOfPlainImages()
{
  const auto tested = MakeDeviceMedian<PlainImage>();
  const auto reference = MedianImageFilter<PlainImage, PlainImage>::New();
  const auto radius = this->PickRadius();
  tested->SetRadius(radius);
  reference->SetRadius(radius);
  this->Observe(reference.GetPointer(), [] {
    return device::Runtime::IsAvailable() ? DeviceTransferModel::Side::DeviceToHost : DeviceTransferModel::Side::Host;
  });
  this->GraftPlainOutput(tested.GetPointer(), reference.GetPointer(), "median typed on plain images");
}

template <typename TPixel, unsigned int VDimension>
template <typename TTestedInput>
void
DeviceTorture<TPixel, VDimension>::AppendMean()
{
  const auto tested = MeanImageFilter<TTestedInput, TestedImage>::New();
  const auto reference = MeanImageFilter<PlainImage, PlainImage>::New();
  const auto changeRadius = [this, tested, reference] {
    const auto radius = this->PickRadius();
    tested->SetRadius(radius);
    reference->SetRadius(radius);
  };
  changeRadius();
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->Append(tested.GetPointer(),
               reference.GetPointer(),
               std::is_same_v<TTestedInput, PlainImage> ? "mean of a plain image" : "mean");
  m_Changes.push_back(changeRadius);
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendAddition()
{
  const auto tested = AddImageFilter<TestedImage, TestedImage, TestedImage>::New();
  const auto reference = AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
  const auto changeConstant = [this, tested, reference] {
    const auto constant = PickPixel<TPixel>(m_Random);
    tested->SetConstant2(constant);
    reference->SetConstant2(constant);
  };
  // In place takes the input's pixels away, which only a source can make again. Behind ChangeInformationImageFilter,
  // which shares its input's container, ITK itself would read a container that its output's Allocate() made too small.
  const bool inPlace = m_Reference->GetSource() != nullptr && !m_SharesPixels && Pick(m_Random, 0, 3) != 0;
  tested->SetInPlace(inPlace);
  reference->SetInPlace(inPlace);
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->Append(tested.GetPointer(), reference.GetPointer(), inPlace ? "addition in place" : "addition");
  changeConstant();
  m_Changes.push_back(changeConstant);
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendAdditionOfPlainImages()
{
  const auto tested = AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
  const auto reference = AddImageFilter<PlainImage, PlainImage, PlainImage>::New();
  const auto constant = PickPixel<TPixel>(m_Random);
  tested->SetConstant2(constant);
  reference->SetConstant2(constant);
  tested->InPlaceOn();
  reference->InPlaceOn();
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->GraftPlainOutput(tested.GetPointer(), reference.GetPointer(), "addition in place typed on plain images");
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendChangeOfInformation()
{
  const auto tested = ChangeInformationImageFilter<TestedImage>::New();
  const auto reference = ChangeInformationImageFilter<PlainImage>::New();
  const auto changeSpacing = [this, tested, reference] {
    typename PlainImage::SpacingType spacing;
    spacing.Fill(0.5 * Pick(m_Random, 1, 9));
    tested->SetOutputSpacing(spacing);
    reference->SetOutputSpacing(spacing);
  };
  changeSpacing();
  tested->ChangeSpacingOn();
  reference->ChangeSpacingOn();
  typename PlainImage::OffsetType offset;
  offset.Fill(static_cast<OffsetValueType>(Pick(m_Random, 0, 8)) - 4);
  const bool changeRegion = this->PickEvenly();
  tested->SetOutputOffset(offset);
  reference->SetOutputOffset(offset);
  tested->SetChangeRegion(changeRegion);
  reference->SetChangeRegion(changeRegion);
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->Append(tested.GetPointer(), reference.GetPointer(), "change of information");
  m_Changes.push_back(changeSpacing);
  m_SharesPixels = true;
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendRegionOfInterest()
{
  const auto tested = RegionOfInterestImageFilter<TestedImage, TestedImage>::New();
  const auto reference = RegionOfInterestImageFilter<PlainImage, PlainImage>::New();
  m_Tested->UpdateOutputInformation();
  m_Reference->UpdateOutputInformation();
  const auto region = PickPart(m_Random, m_Reference->GetLargestPossibleRegion());
  tested->SetRegionOfInterest(region);
  reference->SetRegionOfInterest(region);
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->Append(tested.GetPointer(), reference.GetPointer(), "region of interest");
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::AppendStreaming()
{
  const auto tested = StreamingImageFilter<TestedImage, TestedImage>::New();
  const auto reference = StreamingImageFilter<PlainImage, PlainImage>::New();
  const auto changeDivisions = [this, tested, reference] {
    const auto divisions = Pick(m_Random, 1, 5);
    tested->SetNumberOfStreamDivisions(divisions);
    reference->SetNumberOfStreamDivisions(divisions);
  };
  changeDivisions();
  this->Observe(reference.GetPointer(), [] { return DeviceTransferModel::Side::Host; });
  this->Append(tested.GetPointer(), reference.GetPointer(), "streaming");
  m_Changes.push_back(changeDivisions);
}
} // namespace itk::DeviceTesting

#include "itkDeviceTortureSteps.hxx"

#endif
