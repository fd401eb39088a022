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

  struct Extent
  {
    std::size_t size[3]{ 1, 1, 1 };

    explicit Extent(const RegionType & region) { std::copy_n(region.GetSize().begin(), Dimension, size); }
  };

  /** Whether the input, if it is there, has no more pixels than components can be found of. */
  bool
  HasFewEnoughPixels() const
  {
    if constexpr (DimensionExists)
    {
      const auto * const input = this->GetInput();
      return input == nullptr || device::ConnectedComponents::Fits(Extent(input->GetLargestPossibleRegion()).size);
    }
    return false;
  }

  /** The part of an input that `region` is. */
  template <typename TImage>
  auto
  ViewRegion(const TImage * image, const RegionType & region, const device::Stream & stream)
  {
    const auto                                         view = this->ViewInput(image, stream);
    device::PointwiseInput<typename TImage::PixelType> result;
    result.pixels = view.data;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const auto begin = region.GetIndex(axis) - image->GetBufferedRegion().GetIndex(axis);
      result.pixels += static_cast<std::size_t>(begin) * view.stride[axis];
      result.stride[axis] = view.stride[axis];
    }
    return result;
  }

  template <typename TImage>
  auto
  ViewWholeOutput(TImage * image, const device::Stream & stream)
  {
    const auto                                          view = this->ViewOutput(image, stream);
    device::PointwiseOutput<typename TImage::PixelType> result;
    result.pixels = view.data;
    std::copy_n(view.size, Dimension, result.size);
    std::copy_n(view.stride, Dimension, result.stride);
    return result;
  }
};
} // namespace itk

#endif
