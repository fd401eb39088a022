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
#ifndef itkDeviceImageFilter_hxx
#define itkDeviceImageFilter_hxx

#include "itkDeviceFallback.h"

namespace itk
{
template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::SetStream(const device::Stream & stream)
{
  if (!m_Stream || !(*m_Stream == stream))
  {
    m_Stream = stream;
    this->Modified();
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::ResetStream()
{
  if (m_Stream)
  {
    m_Stream.reset();
    this->Modified();
  }
}

template <typename TParentFilter>
template <typename TFunction>
void
DeviceImageFilter<TParentFilter>::ForEachInputImage(const TFunction & function) const
{
  for (const auto & name : this->GetInputNames())
  {
    if (const DataObject * const input = this->ProcessObject::GetInput(name))
    {
      function(name, input);
    }
  }
}

template <typename TParentFilter>
bool
DeviceImageFilter<TParentFilter>::WillRunOnDevice() const
{
  switch (m_UseDevice)
  {
    case UseDeviceEnum::Always:
      return true;
    case UseDeviceEnum::Never:
      return false;
    default:
      return this->HasKernel() && !device::HostScope::IsActive() && !device::Runtime::IsOffByEnvironment() &&
             device::Runtime::IsAvailable();
  }
}

template <typename TParentFilter>
int
DeviceImageFilter<TParentFilter>::ChooseDevice() const
{
  int chosen = -1;
  this->ForEachInputImage([&](const auto &, const DataObject * input) {
    const auto * const resident = dynamic_cast<const device::DeviceResident *>(input);
    if (resident != nullptr && chosen < 0)
    {
      chosen = resident->GetDevice();
    }
  });
  return chosen >= 0 ? chosen : device::Runtime::GetCurrentDevice();
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::UpdateOutputData(DataObject * output)
{
  if (!this->WillRunOnDevice())
  {
    this->Superclass::UpdateOutputData(output);
    return;
  }
  std::vector<const DataObject *> inputs;
  this->ForEachInputImage([&](const auto &, const DataObject * input) { inputs.push_back(input); });
  if (inputs.size() > 1)
  {
    // One by one first: an announced input must not be taken by a CPU filter behind another input.
    for (const DataObject * const input : inputs)
    {
      auto * const                 pulled = const_cast<DataObject *>(input);
      const device::DeviceConsumer consumer(input);
      pulled->PropagateRequestedRegion();
      pulled->UpdateOutputData();
    }
  }
  const device::DeviceConsumer consumer(inputs);
  this->Superclass::UpdateOutputData(output);
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::VerifyPreconditions() ITKv5_CONST
{
  this->Superclass::VerifyPreconditions();
  if (m_UseDevice == UseDeviceEnum::Always)
  {
    if (!device::Runtime::IsAvailable())
    {
      itkExceptionMacro(<< "UseDevice is Always, but " << device::Runtime::GetUnavailableReason() << '.');
    }
    if (!this->HasKernel())
    {
      itkExceptionMacro(
        << "UseDevice is Always, but there is no kernel for these pixel types, this dimension and these parameters.");
    }
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::VerifyInputInformation() ITKv5_CONST
{
  this->Superclass::VerifyInputInformation();
  this->ForEachInputImage([this](const auto & name, const DataObject * input) {
    if (this->RequiresPixels() && IsEmpty(input, false))
    {
      itkExceptionMacro(<< "Input " << name << " has an empty LargestPossibleRegion.");
    }
  });
}

template <typename TParentFilter>
bool
DeviceImageFilter<TParentFilter>::IsEmpty(const DataObject * data, bool requested)
{
  const auto is = [&](const auto * image) {
    return image != nullptr &&
           (requested ? image->GetRequestedRegion() : image->GetLargestPossibleRegion()).GetNumberOfPixels() == 0;
  };
  return is(dynamic_cast<const ImageBase<2> *>(data)) || is(dynamic_cast<const ImageBase<3> *>(data)) ||
         is(dynamic_cast<const ImageBase<1> *>(data)) || is(dynamic_cast<const ImageBase<4> *>(data));
}

template <typename TParentFilter>
bool
DeviceImageFilter<TParentFilter>::HasEmptyOutput() const
{
  const auto names = this->GetOutputNames();
  return std::any_of(names.begin(), names.end(), [this](const auto & name) {
    return IsEmpty(this->ProcessObject::GetOutput(name), true);
  });
}

template <typename TParentFilter>
bool
DeviceImageFilter<TParentFilter>::RunInPlace()
{
  if constexpr (std::is_base_of_v<
                  InPlaceImageFilter<typename TParentFilter::InputImageType, typename TParentFilter::OutputImageType>,
                  TParentFilter> &&
                std::is_base_of_v<ImageBase<TParentFilter::OutputImageType::ImageDimension>,
                                  typename TParentFilter::InputImageType>)
  {
    using InputImageType = typename TParentFilter::InputImageType;
    const auto * const input = dynamic_cast<const InputImageType *>(this->ProcessObject::GetInput(0));
    if (input != nullptr && this->MayWriteWhereItReads() && this->GetInPlace() && this->CanRunInPlace() &&
        input->GetBufferedRegion() == this->GetOutput()->GetRequestedRegion())
    {
      this->AllocateOutputs();
      return true;
    }
  }
  return false;
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::GenerateData()
{
  m_RanOnDevice = false;
  const bool hasEmptyOutput = this->HasEmptyOutput();
  if (hasEmptyOutput && this->RequiresPixels())
  {
    itkExceptionMacro(<< "The RequestedRegion of the output is empty.");
  }
  if (this->WillRunOnDevice() && !hasEmptyOutput)
  {
    this->RunOnDevice([this](const device::Stream & stream) { this->EnqueueOnDevice(stream); });
  }
  else
  {
    this->GenerateDataOnHost();
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::PrepareForHost()
{
  m_RanOnDevice = false;
  if (m_UseDevice == UseDeviceEnum::Auto && !device::HostScope::IsActive() && !device::Runtime::IsOffByEnvironment())
  {
    device::ReportFirstFallback(this->GetNameOfClass(),
                                device::Runtime::IsAvailable() ? "there is no kernel for its pixel types or parameters"
                                                               : device::Runtime::GetUnavailableReason());
  }
  this->ForEachInputImage([](const auto &, const DataObject * input) {
    if (const auto * const resident = dynamic_cast<const device::DeviceResident *>(input))
    {
      resident->MakeHostCurrent();
    }
  });
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::GenerateDataOnHost()
{
  this->PrepareForHost();
  std::optional<device::HostScope> neverInside;
  if (m_UseDevice == UseDeviceEnum::Never)
  {
    neverInside.emplace();
  }
  this->Superclass::GenerateData();
}

template <typename TParentFilter>
template <typename TEnqueue>
void
DeviceImageFilter<TParentFilter>::RunOnDevice(const TEnqueue & enqueue)
{
  this->UpdateProgress(0.0f);
  if (this->GetAbortGenerateData())
  {
    throw ProcessAborted(__FILE__, __LINE__);
  }
  const device::Stream      stream = m_Stream ? *m_Stream : device::Stream::OfThisThread(this->ChooseDevice());
  const device::DeviceGuard guard(stream.GetDevice());
  m_AfterEnqueue.clear();
  try
  {
    enqueue(stream);
    for (const auto & finish : m_AfterEnqueue)
    {
      finish();
    }
    for (const auto & name : this->GetOutputNames())
    {
      if (auto * const resident = dynamic_cast<device::DeviceResident *>(this->ProcessObject::GetOutput(name)))
      {
        resident->PixelsAreKnown();
      }
    }
  }
  catch (...)
  {
    m_AfterEnqueue.clear();
    for (const auto & name : this->GetOutputNames())
    {
      if (DataObject * const output = this->ProcessObject::GetOutput(name))
      {
        output->Initialize();
      }
    }
    throw;
  }
  m_AfterEnqueue.clear();
  m_RanOnDevice = true;
  this->UpdateProgress(1.0f);
}

template <typename TParentFilter>
template <typename TPixel, unsigned int VDimension>
device::ImageView<const TPixel, VDimension>
DeviceImageFilter<TParentFilter>::ViewInput(const Image<TPixel, VDimension> * image, const device::Stream & stream)
{
  using DeviceImageType = DeviceImage<TPixel, VDimension>;
  using ContainerType = typename DeviceImageType::PixelContainer;

  typename ContainerType::ConstPointer container;
  if (const auto * const deviceImage = dynamic_cast<const DeviceImageType *>(image))
  {
    container = deviceImage->GetPixelContainer();
  }
  else
  {
    // A plain image's pixels may change unseen, even in a container that it shares with a DeviceImage: upload anew.
    auto * const base = const_cast<Image<TPixel, VDimension> *>(image)->GetPixelContainer();
    if (const auto * const shared = dynamic_cast<const ContainerType *>(base))
    {
      shared->MakeHostCurrent();
    }
    const auto alias = ContainerType::New();
    alias->SetImportPointer(base->GetBufferPointer(), base->Size());
    container = alias;
  }
  if (container->Size() < image->GetBufferedRegion().GetNumberOfPixels())
  {
    itkExceptionMacro(<< "An input holds fewer pixels than its BufferedRegion: was it never allocated?");
  }
  const TPixel * const pixels = container->GetDevicePointer(stream);
  m_AfterEnqueue.push_back([container, stream] { container->ReadOnDevice(stream); });
  return MakeView(pixels, image->GetBufferedRegion());
}

template <typename TParentFilter>
template <typename TPixel, unsigned int VDimension>
device::ImageView<TPixel, VDimension>
DeviceImageFilter<TParentFilter>::ViewOutput(Image<TPixel, VDimension> * image, const device::Stream & stream)
{
  using DeviceImageType = DeviceImage<TPixel, VDimension>;
  using ContainerType = typename DeviceImageType::PixelContainer;

  const bool inPlace = static_cast<DataObject *>(image) == this->ProcessObject::GetOutput(0) && this->RunInPlace();
  image->SetBufferedRegion(image->GetRequestedRegion());
  const SizeValueType             numberOfPixels = image->GetBufferedRegion().GetNumberOfPixels();
  typename ContainerType::Pointer container;
  TPixel *                        pixels = nullptr;
  if (auto * const deviceImage = dynamic_cast<DeviceImageType *>(image))
  {
    container = deviceImage->GetPixelContainer();
    pixels =
      inPlace ? container->GetDevicePointerForWriting(stream) : container->AllocateOnDevice(numberOfPixels, stream);
    m_AfterEnqueue.push_back([container, stream] { container->WrittenOnDevice(stream); });
  }
  else
  {
    if (!inPlace)
    {
      image->Allocate();
    }
    container = ContainerType::New();
    container->SetImportPointer(image->GetBufferPointer(), numberOfPixels);
    pixels = container->AllocateOnDevice(numberOfPixels, stream);
    m_AfterEnqueue.push_back([container, stream] {
      container->WrittenOnDevice(stream);
      container->MakeHostCurrent();
    });
  }
  return MakeView(pixels, image->GetBufferedRegion());
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "UseDevice: " << m_UseDevice << std::endl;
  os << indent << "RanOnDevice: " << m_RanOnDevice << std::endl;
  os << indent << "Stream: " << (m_Stream ? "set" : "the calling thread's own") << std::endl;
}
} // namespace itk

#endif
