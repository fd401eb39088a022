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
#ifndef itkPretendedAddImageFilter_h
#define itkPretendedAddImageFilter_h

#include "itkAddImageFilter.h"
#include "itkDeviceImageFilter.h"
#include "itkPretendedBackend.h"

namespace itk
{
/** \class PretendedAddImageFilter
 * \brief A device filter of two inputs, which fails behind its first view where a test says so.
 */
template <typename TImage>
class PretendedAddImageFilter : public DeviceImageFilter<AddImageFilter<TImage, TImage, TImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PretendedAddImageFilter);

  using Self = PretendedAddImageFilter;
  using Superclass = DeviceImageFilter<AddImageFilter<TImage, TImage, TImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(PretendedAddImageFilter);

  void
  FailNextTime()
  {
    m_Fails = true;
    this->Modified();
  }

protected:
  PretendedAddImageFilter() = default;
  ~PretendedAddImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return true;
  }

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    const auto first = this->ViewInput(this->GetInput(0), stream);
    const auto output = this->ViewOutput(this->GetOutput(), stream);
    if (std::exchange(m_Fails, false))
    {
      itkExceptionMacro(<< "The test wants it to fail.");
    }
    const auto second = this->ViewInput(this->GetInput(1), stream);
    device::PretendedBackend::Enqueue(stream, [=] {
      const std::size_t last = TImage::ImageDimension - 1;
      for (std::size_t pixel = 0; pixel < output.stride[last] * output.size[last]; ++pixel)
      {
        output.data[pixel] = first.data[pixel] + second.data[pixel];
      }
    });
  }

private:
  bool m_Fails{ false };
};
} // namespace itk

#endif
