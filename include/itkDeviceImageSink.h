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
#ifndef itkDeviceImageSink_h
#define itkDeviceImageSink_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class DeviceImageSink
 * \brief Base of filters over an ImageSink, whose results are no images: the device takes the input piece by piece.
 *
 * A filter says for which pixel types it has a kernel, what it begins with, what a piece adds and what the results are;
 * Update() waits for them. NumberOfStreamDivisions is the parent's.
 *
 * \sa DeviceImageFilter ImageSink
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceImageSink : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceImageSink);

  using Self = DeviceImageSink;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceImageSink);

protected:
  DeviceImageSink() = default;
  ~DeviceImageSink() override = default;

  /** Before the first piece. */
  virtual void
  BeginOnDevice() = 0;

  /** Adds the requested region of the inputs. May wait. */
  virtual void
  AddPiece(const device::Stream & stream) = 0;

  /** After the last piece. */
  virtual void
  FinishOnDevice() = 0;

  /** Never called: the parent's Update() does not end in GenerateData(). */
  void
  EnqueueOnDevice(const device::Stream &) override
  {}

  void
  BeforeStreamedGenerateData() override
  {
    Superclass::BeforeStreamedGenerateData();
    m_IsOnDevice = this->WillRunOnDevice();
    if (m_IsOnDevice)
    {
      this->BeginOnDevice();
    }
  }

  void
  GenerateNthInputRequestedRegion(unsigned int number) override
  {
    Superclass::GenerateNthInputRequestedRegion(number);
    m_Consumer.reset();
    if (m_IsOnDevice)
    {
      m_Consumer.emplace(this->PullInputs());
    }
  }

  void
  StreamedGenerateData(unsigned int number) override
  {
    m_Consumer.reset();
    if (m_IsOnDevice)
    {
      this->RunOnDevice([this](const device::Stream & stream) { this->AddPiece(stream); });
    }
    else
    {
      this->PrepareForHost();
      Superclass::StreamedGenerateData(number);
    }
  }

  void
  AfterStreamedGenerateData() override
  {
    Superclass::AfterStreamedGenerateData();
    if (m_IsOnDevice)
    {
      this->FinishOnDevice();
    }
  }

private:
  bool                                  m_IsOnDevice{ false };
  std::optional<device::DeviceConsumer> m_Consumer;
};
} // namespace itk

#endif
