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
#ifndef itkDeviceBinaryMorphologyImageFilter_h
#define itkDeviceBinaryMorphologyImageFilter_h

#include "itkCudaBinaryMorphologyLaunch.h"
#include "itkDeviceFlatElement.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class DeviceBinaryMorphologyImageFilter
 * \brief Base of filters of binary morphology, over the parent's structuring element.
 *
 * \tparam TParentFilter a KernelImageFilter with a ForegroundValue
 *
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceBinaryMorphologyImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceBinaryMorphologyImageFilter);

  using Self = DeviceBinaryMorphologyImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = typename TParentFilter::InputImageType;
  using OutputImageType = typename TParentFilter::OutputImageType;
  using PixelType = typename InputImageType::PixelType;

  itkOverrideGetNameOfClassMacro(DeviceBinaryMorphologyImageFilter);

protected:
  DeviceBinaryMorphologyImageFilter() = default;
  ~DeviceBinaryMorphologyImageFilter() override = default;

  virtual device::BinaryOperation
  GetOperation() const = 0;

  virtual device::BinarySettings<PixelType>
  GetSettings() const = 0;

  bool
  HasKernel() const override
  {
    const auto & kernel = this->GetKernel();
    return KernelExists &&
           std::any_of(kernel.Begin(), kernel.End(), [](auto pixel) { return static_cast<bool>(pixel); });
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  /** Two steps need twice the radius around the output's requested region. */
  void
  GenerateInputRequestedRegion() override;

private:
  static constexpr unsigned int Dimension = InputImageType::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<PixelType, typename OutputImageType::PixelType> &&
                                       OutputImageType::ImageDimension == Dimension &&
                                       device::Supports<PixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceBinaryMorphologyImageFilter.hxx"
#endif

#endif
