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
#ifndef itkCudaChangeInformationImageFilter_h
#define itkCudaChangeInformationImageFilter_h

#include "itkChangeInformationImageFilter.h"
#include "itkDeviceImageFilter.h"

namespace itk
{
/** \class CudaChangeInformationImageFilter
 * \brief ChangeInformationImageFilter that leaves the pixels where they are, on the device, the host or both.
 *
 * As with the parent, input and output share their pixels. Any pixel type and dimension; where no device works, and for
 * plain images, it is the parent.
 *
 * \sa DeviceImageFilter ChangeInformationImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaChangeInformationImageFilter
  : public DeviceImageFilter<ChangeInformationImageFilter<TInputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaChangeInformationImageFilter);

  using Self = CudaChangeInformationImageFilter;
  using Superclass = DeviceImageFilter<ChangeInformationImageFilter<TInputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaChangeInformationImageFilter);

protected:
  CudaChangeInformationImageFilter() = default;
  ~CudaChangeInformationImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return IsDeviceImage;
  }

  bool
  RequiresPixels() const override
  {
    return false;
  }

  void
  EnqueueOnDevice(const device::Stream &) override
  {
    if constexpr (IsDeviceImage)
    {
      const TInputImage * const input = this->GetInput();
      TInputImage * const       output = this->GetOutput();
      const auto shift = output->GetLargestPossibleRegion().GetIndex() - input->GetLargestPossibleRegion().GetIndex();
      typename TInputImage::RegionType region = input->GetBufferedRegion();
      region.SetIndex(region.GetIndex() + shift);
      // In this order: a change of the region would count as one of the pixels.
      output->SetBufferedRegion(region);
      output->SharePixels(input);
    }
  }

private:
  static constexpr bool IsDeviceImage = std::is_base_of_v<device::DeviceResident, TInputImage>;
};
} // namespace itk

#endif
