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
#ifndef itkCudaShiftScaleImageFilter_h
#define itkCudaShiftScaleImageFilter_h

#include "itkShiftScaleImageFilter.h"
#include "itkDevicePointwiseImageFilter.h"
#include "itkDeviceTransfer.h"
#include "itkShiftScaleCounters.h"

namespace itk
{
namespace device
{
/** `counts` may be null where only kernels are noted. */
template <typename TOutput, typename TInput>
void
LaunchShiftScale(const PointwiseImages<TOutput, TInput> & images,
                 double                                   shift,
                 double                                   scale,
                 unsigned long long *                     counts,
                 const Stream &                           stream);
} // namespace device

/** \class CudaShiftScaleImageFilter
 * \brief ShiftScaleImageFilter on a CUDA device: (pixel + Shift) Scale, clamped to the output's range.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, each to each of them; 2D and 3D. Others run
 * the parent.
 *
 * \sa DevicePointwiseImageFilter ShiftScaleImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaShiftScaleImageFilter
  : public DevicePointwiseImageFilter<ShiftScaleImageFilter<TInputImage, TOutputImage>,
                                      device::HasEveryPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaShiftScaleImageFilter);

  using Self = CudaShiftScaleImageFilter;
  using Superclass = DevicePointwiseImageFilter<ShiftScaleImageFilter<TInputImage, TOutputImage>,
                                                device::HasEveryPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaShiftScaleImageFilter);

  /** How many pixels were clamped from below in the last Update(); waits for it. */
  SizeValueType
  GetUnderflowCount() const override
  {
    return this->GetRanOnDevice() ? this->GetCount(0) : Superclass::GetUnderflowCount();
  }

  /** How many pixels were clamped from above in the last Update(); waits for it. */
  SizeValueType
  GetOverflowCount() const override
  {
    return this->GetRanOnDevice() ? this->GetCount(1) : Superclass::GetOverflowCount();
  }

protected:
  CudaShiftScaleImageFilter() = default;
  ~CudaShiftScaleImageFilter() override = default;

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      m_Counts = device::Buffer(2 * device::ShiftScaleCounters * sizeof(unsigned long long), stream);
      device::LaunchShiftScale(images, this->GetShift(), this->GetScale(), m_Counts.As<unsigned long long>(), stream);
    }
  }

  void
  NoteKernels(const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchShiftScale(this->ViewNothing(), this->GetShift(), this->GetScale(), nullptr, stream);
    }
  }

private:
  SizeValueType
  GetCount(unsigned int i) const
  {
    unsigned long long counts[device::ShiftScaleCounters][2];
    device::Download(counts, m_Counts.GetData(), sizeof(counts), m_Counts.GetStream());
    SizeValueType sum = 0;
    for (const auto & pair : counts)
    {
      sum += pair[i];
    }
    return sum;
  }

  device::Buffer m_Counts;
};
} // namespace itk

#endif
