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
  if (!m_Execution.stream || !(*m_Execution.stream == stream))
  {
    m_Execution.stream = stream;
    this->Modified();
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::ResetStream()
{
  if (m_Execution.stream)
  {
    m_Execution.stream.reset();
    this->Modified();
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::UpdateOutputData(DataObject * output)
{
  std::optional<device::DeviceConsumer> consumer;
  const device::KernelLoading           loading;
  if (this->WillRunOnDevice())
  {
    static std::atomic<bool> isNoted{ false };
    if (device::KernelLoading::IsToNote(isNoted))
    {
      try
      {
        const device::KernelLoading::Notes notes;
        this->NoteKernels(notes.GetStream());
      }
      catch (...)
      {
        // What comes then is loaded when it is launched.
      }
    }
    consumer.emplace(this->PullInputs());
  }
  this->Superclass::UpdateOutputData(output);
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::VerifyPreconditions() ITKv5_CONST
{
  this->Superclass::VerifyPreconditions();
  m_Execution.VerifyUseDevice(this->HasKernel());
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::VerifyInputInformation() ITKv5_CONST
{
  this->Superclass::VerifyInputInformation();
  if (this->RequiresPixels())
  {
    m_Execution.VerifyInputsHavePixels();
  }
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
  const bool hasPixels = m_Execution.Begin(this->RequiresPixels());
  if (hasPixels && this->WillRunOnDevice())
  {
    this->RunOnDevice([this](const device::Stream & stream) { this->EnqueueOnDevice(stream); });
  }
  else
  {
    this->PrepareForHost();
    std::optional<device::HostScope> neverInside;
    if (this->GetUseDevice() == UseDeviceEnum::Never)
    {
      neverInside.emplace();
    }
    this->Superclass::GenerateData();
  }
}

template <typename TParentFilter>
void
DeviceImageFilter<TParentFilter>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  m_Execution.PrintSelf(os, indent);
}
} // namespace itk

#endif
