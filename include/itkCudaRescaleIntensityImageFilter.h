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
#ifndef itkCudaRescaleIntensityImageFilter_h
#define itkCudaRescaleIntensityImageFilter_h

#include "itkRescaleIntensityImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"
#include "itkDeviceTransfer.h"
#include "itkRescaleIntensityResult.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchRescaleIntensity(const PointwiseImages<TOutput, TInput> & images,
                       TOutput                                  minimum,
                       TOutput                                  maximum,
                       RescaleIntensityResult<TInput> *         result,
                       const Stream &                           stream);
}

/** \class CudaRescaleIntensityImageFilter
 * \brief RescaleIntensityImageFilter on a CUDA device: the range of the requested region's pixels becomes
 * OutputMinimum to OutputMaximum.
 *
 * The range stays on the device; the Get functions that tell of it wait for it.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, each to each of them; 2D and 3D. Others run
 * the parent.
 *
 * \sa DevicePointwiseImageFilter RescaleIntensityImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaRescaleIntensityImageFilter
  : public DevicePointwiseImageFilter<RescaleIntensityImageFilter<TInputImage, TOutputImage>,
                                      device::HasEveryPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaRescaleIntensityImageFilter);

  using Self = CudaRescaleIntensityImageFilter;
  using Superclass = DevicePointwiseImageFilter<RescaleIntensityImageFilter<TInputImage, TOutputImage>,
                                                device::HasEveryPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaRescaleIntensityImageFilter);

  using typename Superclass::InputPixelType;
  using typename Superclass::RealType;

  /** Of the last Update(). */
  const RealType &
  GetScale() const override
  {
    return this->GetRanOnDevice() ? this->GetResult().scale : Superclass::GetScale();
  }

  /** Of the last Update(). */
  const RealType &
  GetShift() const override
  {
    return this->GetRanOnDevice() ? this->GetResult().shift : Superclass::GetShift();
  }

  /** Of the last Update(). */
  const InputPixelType &
  GetInputMinimum() const override
  {
    return this->GetRanOnDevice() ? this->GetResult().minimum : Superclass::GetInputMinimum();
  }

  /** Of the last Update(). */
  const InputPixelType &
  GetInputMaximum() const override
  {
    return this->GetRanOnDevice() ? this->GetResult().maximum : Superclass::GetInputMaximum();
  }

protected:
  CudaRescaleIntensityImageFilter() = default;
  ~CudaRescaleIntensityImageFilter() override = default;

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    // Not by way of BeforeThreadedGenerateData(), which searches the range on the host.
    if (this->GetOutputMinimum() > this->GetOutputMaximum())
    {
      itkExceptionMacro(<< "Minimum output value cannot be greater than Maximum output value.");
    }
    if constexpr (Superclass::KernelExists)
    {
      this->Launch(this->ViewImages(stream), stream);
    }
  }

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      m_Result = device::Buffer(sizeof(ResultType), stream);
      m_ResultIsFetched = false;
      device::LaunchRescaleIntensity(
        images, this->GetOutputMinimum(), this->GetOutputMaximum(), m_Result.As<ResultType>(), stream);
    }
  }

private:
  using ResultType = device::RescaleIntensityResult<InputPixelType>;

  const ResultType &
  GetResult() const
  {
    if (!m_ResultIsFetched)
    {
      device::Download(&m_FetchedResult, m_Result.GetData(), sizeof(ResultType), m_Result.GetStream());
      m_ResultIsFetched = true;
    }
    return m_FetchedResult;
  }

  device::Buffer     m_Result;
  mutable ResultType m_FetchedResult{};
  mutable bool       m_ResultIsFetched{ false };
};
} // namespace itk

#endif
