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
#ifndef itkDeviceComponentsImageFilter_h
#define itkDeviceComponentsImageFilter_h

#include "itkCudaConnectedComponentsLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkDeviceTransfer.h"

namespace itk
{
/** \class DeviceComponentsImageFilter
 * \brief Base of filters of components and labels, that take an image as a whole.
 *
 * \sa DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceComponentsImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceComponentsImageFilter);

  using Self = DeviceComponentsImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceComponentsImageFilter);

protected:
  using RegionType = typename TParentFilter::OutputImageType::RegionType;
  static constexpr unsigned int Dimension = RegionType::ImageDimension;

  /** Of 2D or 3D images. */
  static constexpr bool DimensionExists = device::HasCuda && (Dimension == 2 || Dimension == 3);

  template <typename TPixel>
  static constexpr bool IsLabel = device::IsPointwisePixel<TPixel> && std::is_integral_v<TPixel>;

  DeviceComponentsImageFilter() = default;
  ~DeviceComponentsImageFilter() override = default;

  /** Whether the input, if it is there, has no more pixels than components can be found of. */
  bool
  HasFewEnoughPixels() const
  {
    if constexpr (DimensionExists)
    {
      const auto * const input = this->GetInput();
      return input == nullptr ||
             device::ConnectedComponents::Fits(typename Superclass::Extent(input->GetLargestPossibleRegion()).size);
    }
    return false;
  }
};
} // namespace itk

#endif
