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
#ifndef itkDeviceTortureSteps_hxx
#define itkDeviceTortureSteps_hxx

namespace itk::DeviceTesting
{
template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::UpdateAll()
{
  Tell("update");
  UpdateWhole(m_Tested.GetPointer());
  UpdateWhole(m_Reference.GetPointer());
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::UpdatePart()
{
  Tell("update of a part");
  m_Tested->UpdateOutputInformation();
  m_Reference->UpdateOutputInformation();
  const auto part = PickPart(m_Random, m_Reference->GetLargestPossibleRegion());
  m_Tested->SetRequestedRegion(part);
  m_Reference->SetRequestedRegion(part);
  m_Tested->Update();
  m_Reference->Update();
  if (this->PickEvenly())
  {
    this->Check("after the update of a part");
  }
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::DisconnectPipeline()
{
  this->UpdateAll();
  Tell("disconnection");
  m_Tested->DisconnectPipeline();
  m_Reference->DisconnectPipeline();
  m_Model.MayHaveBeenWritten(m_Reference->GetPixelContainer());
  m_Changes.clear();
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::GraftOntoNewImage()
{
  this->UpdateAll();
  Tell("graft");
  const auto tested = TestedImage::New();
  const auto reference = PlainImage::New();
  tested->Graft(m_Tested);
  reference->Graft(m_Reference);
  m_Tested = tested;
  m_Reference = reference;
  m_Changes.clear();
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::ReleasePixels()
{
  if (m_Reference->GetSource() != nullptr)
  {
    this->UpdateAll();
    Tell("release");
    m_Tested->ReleaseData();
    m_Reference->ReleaseData();
  }
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::ReadOnePixel()
{
  this->UpdateAll();
  Tell("read");
  m_Model.Read(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);
  const auto         index = PickPart(m_Random, m_Reference->GetBufferedRegion()).GetIndex();
  const auto * const tested = static_cast<const TestedImage *>(m_Tested);
  EXPECT_EQ(this->PickEvenly() ? tested->GetPixel(index) : (*tested)[index], m_Reference->GetPixel(index)) << m_Story;
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::WriteOnePixel()
{
  this->UpdateAll();
  Tell("write");
  const auto index = PickPart(m_Random, m_Reference->GetBufferedRegion()).GetIndex();
  const auto value = PickPixel<TPixel>(m_Random);
  switch (Pick(m_Random, 0, 3))
  {
    case 0:
      m_Tested->SetPixel(index, value);
      break;
    case 1:
      m_Tested->GetPixel(index) = value;
      break;
    case 2:
      (*m_Tested)[index] = value;
      break;
    default:
      (*m_Tested->GetPixelContainer())[m_Tested->ComputeOffset(index)] = value;
  }
  m_Reference->SetPixel(index, value);
  m_Model.Read(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);
  m_Model.Write(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);
  if (this->PickEvenly())
  {
    m_Tested->Modified();
    m_Reference->Modified();
  }
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::FillAllPixels()
{
  this->UpdateAll();
  Tell("fill");
  const auto value = PickPixel<TPixel>(m_Random);
  m_Tested->FillBuffer(value);
  m_Reference->FillBuffer(value);
  m_Model.Write(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::WriteThroughKeptPointer()
{
  this->UpdateAll();
  const auto     numberOfPixels = m_Reference->GetBufferedRegion().GetNumberOfPixels();
  const auto     pixel = Pick(m_Random, 0, static_cast<unsigned int>(numberOfPixels - 1));
  const auto     value = PickPixel<TPixel>(m_Random);
  const auto     tested = m_Tested;
  const auto     reference = m_Reference;
  TPixel * const kept = m_Tested->GetBufferPointer();

  const typename PlainImage::PixelContainerPointer container = m_Reference->GetPixelContainer();
  m_Model.Read(container, DeviceTransferModel::Side::Host);
  m_Model.Write(container, DeviceTransferModel::Side::Host);
  this->AppendMedian();
  this->UpdateAll();
  // The pointer holds until a filter computes the image anew, or releases it.
  if (reference->GetPixelContainer() == container && m_Model.IsCurrentOnHost(container))
  {
    Tell("write through a kept pointer");
    kept[pixel] = value;
    tested->Modified();
    reference->GetBufferPointer()[pixel] = value;
    reference->Modified();
    m_Model.Write(container, DeviceTransferModel::Side::Host);
  }
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::ChangeOneParameter()
{
  if (!m_Changes.empty())
  {
    this->UpdateAll();
    Tell("change of a parameter");
    m_Changes[Pick(m_Random, 0, static_cast<unsigned int>(m_Changes.size() - 1))]();
  }
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::Check(const char * when)
{
  EXPECT_EQ(m_Counter.GetUploads(), m_Model.GetUploads()) << "uploads " << when << ": " << m_Story;
  EXPECT_EQ(m_Counter.GetDownloads(), m_Model.GetDownloads()) << "downloads " << when << ": " << m_Story;
  m_Model.Read(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);
  EXPECT_TRUE(AreSame<TPixel>(m_Tested.GetPointer(), m_Reference.GetPointer())) << when << ": " << m_Story;
  EXPECT_EQ(m_Counter.GetDownloads(), m_Model.GetDownloads()) << "downloads of the result " << when << ": " << m_Story;
}

template <typename TPixel, unsigned int VDimension>
void
DeviceTorture<TPixel, VDimension>::Run(unsigned int length)
{
  m_Tested = MakeRandomImage<TestedImage>(PickRegion<VDimension>(m_Random, LongestSide), m_Random);
  m_Reference = Copy<PlainImage>(static_cast<const PlainImage *>(m_Tested));
  m_Model.Write(m_Reference->GetPixelContainer(), DeviceTransferModel::Side::Host);

  using Step = void (DeviceTorture::*)();
  static constexpr Step steps[]{
    &DeviceTorture::AppendMedian,
    &DeviceTorture::AppendMedian,
    &DeviceTorture::AppendMedian,
    &DeviceTorture::AppendMedian,
    &DeviceTorture::AppendMedianOfPlainImages,
    &DeviceTorture::AppendMean<TestedImage>,
    &DeviceTorture::AppendMean<PlainImage>,
    &DeviceTorture::AppendAddition,
    &DeviceTorture::AppendAddition,
    &DeviceTorture::AppendAdditionOfPlainImages,
    &DeviceTorture::AppendChangeOfInformation,
    &DeviceTorture::AppendRegionOfInterest,
    &DeviceTorture::AppendStreaming,
    &DeviceTorture::UpdateAll,
    &DeviceTorture::UpdatePart,
    &DeviceTorture::DisconnectPipeline,
    &DeviceTorture::GraftOntoNewImage,
    &DeviceTorture::ReleasePixels,
    &DeviceTorture::ReadOnePixel,
    &DeviceTorture::WriteOnePixel,
    &DeviceTorture::FillAllPixels,
    &DeviceTorture::WriteThroughKeptPointer,
    &DeviceTorture::ChangeOneParameter,
    &DeviceTorture::ChangeOneParameter,
  };
  for (unsigned int step = 0; step < length; ++step)
  {
    (this->*steps[Pick(m_Random, 0, std::size(steps) - 1)])();
  }
  this->UpdateAll();
  this->Check("at the end");
}

/** Runs `numberOfChains` chains of 1 to 8 steps, each from a seed of its own; stops at the first that fails. */
template <typename TPixel, unsigned int VDimension>
void
RunTorture(unsigned int numberOfChains, unsigned int firstSeed)
{
  // The images are small: threads would only take turns.
  const auto numberOfThreads = MultiThreaderBase::GetGlobalDefaultNumberOfThreads();
  MultiThreaderBase::SetGlobalDefaultNumberOfThreads(1);
  const bool isSeedGiven = std::getenv("CUDAIMAGEFILTERS_SEED") != nullptr;
  for (unsigned int chain = 0; chain < (isSeedGiven ? 1 : GetNumberOfRounds(numberOfChains)); ++chain)
  {
    const unsigned int seed = GetSeed(firstSeed) + chain;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    DeviceTorture<TPixel, VDimension> torture(seed);
    ASSERT_NO_THROW(torture.Run(1 + seed % 8)) << torture.GetStory();
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  MultiThreaderBase::SetGlobalDefaultNumberOfThreads(numberOfThreads);
}
} // namespace itk::DeviceTesting

#endif
