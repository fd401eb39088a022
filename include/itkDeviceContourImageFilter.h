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
#ifndef itkDeviceContourImageFilter_h
#define itkDeviceContourImageFilter_h

#include "itkCudaContourLaunch.h"
#include "itkDeviceComponentsImageFilter.h"

namespace itk
{
/** \class DeviceContourImageFilter
 * \brief Base of filters that keep contours, which does not wait.
 *
 * \tparam TParentFilter a filter with FullyConnected
 * \tparam TContour a device::BinaryContour or device::LabelContour of the input's pixel type
 *
 * \sa DeviceComponentsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter, typename TContour>
class ITK_TEMPLATE_EXPORT DeviceContourImageFilter : public DeviceComponentsImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceContourImageFilter);

  using Self = DeviceContourImageFilter;
  using Superclass = DeviceComponentsImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = typename TParentFilter::InputImageType;

  itkOverrideGetNameOfClassMacro(DeviceContourImageFilter);

protected:
  DeviceContourImageFilter() = default;
  ~DeviceContourImageFilter() override = default;

  virtual TContour
  GetContour() const = 0;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      auto * const output = this->GetOutput();
      const auto   input = this->ViewRegion(this->GetInput(), output->GetRequestedRegion(), stream);
      device::LaunchContour(
        input, this->ViewWholeOutput(output, stream), this->GetContour(), this->GetFullyConnected(), stream);
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::DimensionExists && InputImageType::ImageDimension == Superclass::Dimension && TContour::KernelExists &&
    std::is_same_v<typename InputImageType::PixelType, typename TParentFilter::OutputImageType::PixelType>;
};
} // namespace itk

#endif
