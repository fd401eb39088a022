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
#include "itkDeviceFilterExecution.h"
#include "itkDeviceError.h"
#include "itkDeviceFallback.h"
#include "itkDeviceConsumer.h"
#include <algorithm>

namespace itk
{
std::ostream &
operator<<(std::ostream & os, DeviceImageFilterEnums::UseDevice value)
{
  switch (value)
  {
    case DeviceImageFilterEnums::UseDevice::Auto:
      return os << "itk::DeviceImageFilterEnums::UseDevice::Auto";
    case DeviceImageFilterEnums::UseDevice::Always:
      return os << "itk::DeviceImageFilterEnums::UseDevice::Always";
    case DeviceImageFilterEnums::UseDevice::Never:
      return os << "itk::DeviceImageFilterEnums::UseDevice::Never";
  }
  return os << "INVALID VALUE FOR itk::DeviceImageFilterEnums::UseDevice";
}

namespace device
{
itkDeviceFilterExecutionInstances();

namespace
{
template <unsigned int VDimension>
bool
HasNoPixels(const DataObject * data, bool requested)
{
  const auto * const image = dynamic_cast<const ImageBase<VDimension> *>(data);
  return image != nullptr &&
         (requested ? image->GetRequestedRegion() : image->GetLargestPossibleRegion()).GetNumberOfPixels() == 0;
}

bool
IsEmpty(const DataObject * data, bool requested)
{
  return HasNoPixels<2>(data, requested) || HasNoPixels<3>(data, requested) || HasNoPixels<1>(data, requested) ||
         HasNoPixels<4>(data, requested);
}
} // namespace

bool
FilterExecution::WillRun(bool hasKernel) const
{
  switch (useDevice)
  {
    case UseDeviceEnum::Always:
      return true;
    case UseDeviceEnum::Never:
      return false;
    default:
      return hasKernel && !HostScope::IsActive() && !Runtime::IsOffByEnvironment() && Runtime::IsAvailable();
  }
}

void
FilterExecution::Throw(const std::string & message) const
{
  itkGenericExceptionMacro(<< m_Filter.GetNameOfClass() << '(' << &m_Filter << "): " << message);
}

void
FilterExecution::VerifyUseDevice(bool hasKernel) const
{
  if (useDevice == UseDeviceEnum::Always)
  {
    if (!Runtime::IsAvailable())
    {
      this->Throw("UseDevice is Always, but " + Runtime::GetUnavailableReason() + '.');
    }
    if (!hasKernel)
    {
      this->Throw(
        "UseDevice is Always, but there is no kernel for these pixel types, this dimension and these parameters.");
    }
  }
}

void
FilterExecution::VerifyInputsHavePixels() const
{
  const auto names = m_Filter.GetInputNames();
  const auto inputs = m_Filter.GetInputs();
  for (std::size_t i = 0; i < inputs.size(); ++i)
  {
    if (IsEmpty(inputs[i], false))
    {
      this->Throw("Input " + names[i] + " has an empty LargestPossibleRegion.");
    }
  }
}

bool
FilterExecution::Begin(bool required)
{
  m_RanOnDevice = false;
  const auto outputs = m_Filter.GetOutputs();
  const bool isEmpty =
    std::any_of(outputs.begin(), outputs.end(), [](const auto & output) { return IsEmpty(output, true); });
  if (isEmpty && required)
  {
    this->Throw("The RequestedRegion of the output is empty.");
  }
  return !isEmpty;
}

std::vector<const DataObject *>
FilterExecution::PullInputs() const
{
  std::vector<const DataObject *> inputs;
  for (const auto & input : m_Filter.GetInputs())
  {
    if (input != nullptr)
    {
      inputs.push_back(input);
    }
  }
  if (inputs.size() > 1)
  {
    for (const DataObject * const input : inputs)
    {
      auto * const         pulled = const_cast<DataObject *>(input);
      const DeviceConsumer consumer(input);
      pulled->PropagateRequestedRegion();
      pulled->UpdateOutputData();
    }
  }
  return inputs;
}

int
FilterExecution::ChooseDevice() const
{
  for (const auto & input : m_Filter.GetInputs())
  {
    const auto * const resident = dynamic_cast<const DeviceResident *>(input.GetPointer());
    // Asked once, as another thread may write the pixels.
    if (const int device = resident != nullptr ? resident->GetDevice() : -1; device >= 0)
    {
      return device;
    }
  }
  return Runtime::GetCurrentDevice();
}

void
FilterExecution::Run(const std::function<void(const Stream &)> & enqueue)
{
  m_Filter.UpdateProgress(0.0f);
  if (m_Filter.GetAbortGenerateData())
  {
    throw ProcessAborted(__FILE__, __LINE__);
  }
  const Stream      onStream = stream ? *stream : Stream::OfThisThread(this->ChooseDevice());
  const DeviceGuard guard(onStream.GetDevice());
  KernelLoading::Begin(onStream.GetDevice());
  m_AfterEnqueue.clear();
  m_WritesFirstInput = false;
  bool isEnqueued = false;
  try
  {
    enqueue(onStream);
    isEnqueued = true;
    for (const auto & finish : m_AfterEnqueue)
    {
      finish();
    }
    for (const auto & output : m_Filter.GetOutputs())
    {
      if (auto * const resident = dynamic_cast<DeviceResident *>(output.GetPointer()))
      {
        resident->PixelsAreKnown();
      }
    }
  }
  catch (...)
  {
    m_AfterEnqueue.clear();
    // No event says when what was enqueued is done with the images.
    onStream.WaitAfterFailure();
    for (const auto & output : m_Filter.GetOutputs())
    {
      if (output != nullptr)
      {
        output->Initialize();
      }
    }
    if (m_WritesFirstInput)
    {
      // Its pixels may be the output's; a filter before this one can make them again.
      DataObject & input = *m_Filter.GetIndexedInputs().front();
      if (isEnqueued || input.GetSource() != nullptr)
      {
        input.ReleaseData();
      }
    }
    throw;
  }
  m_AfterEnqueue.clear();
  m_RanOnDevice = true;
  m_Filter.UpdateProgress(1.0f);
}

void
FilterExecution::PrepareForHost()
{
  m_RanOnDevice = false;
  if (useDevice == UseDeviceEnum::Auto && !HostScope::IsActive() && !Runtime::IsOffByEnvironment())
  {
    ReportFirstFallback(m_Filter.GetNameOfClass(),
                        Runtime::IsAvailable() ? "there is no kernel for its pixel types or parameters"
                                               : Runtime::GetUnavailableReason());
  }
  for (const auto & input : m_Filter.GetInputs())
  {
    if (const auto * const resident = dynamic_cast<const DeviceResident *>(input.GetPointer()))
    {
      resident->MakeHostCurrent();
    }
  }
}

void
FilterExecution::PrintSelf(std::ostream & os, Indent indent) const
{
  os << indent << "UseDevice: " << useDevice << std::endl;
  os << indent << "RanOnDevice: " << m_RanOnDevice << std::endl;
  os << indent << "Stream: " << (stream ? "set" : "the calling thread's own") << std::endl;
}
} // namespace device
} // namespace itk
