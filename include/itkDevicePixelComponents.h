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
#ifndef itkDevicePixelComponents_h
#define itkDevicePixelComponents_h

#include "itkCudaComponentsLaunch.h"
#include "itkDeviceSupports.h"
#include "itkFixedArray.h"
#include "itkImage.h"

namespace itk::device
{
/** How many components a pixel has that is an itk::FixedArray, such as RGBPixel and Vector; 0 of others. */
template <typename TPixel, typename = void>
inline constexpr unsigned int NumberOfComponents = 0;
template <typename TPixel>
inline constexpr unsigned int
  NumberOfComponents<TPixel, std::void_t<typename TPixel::ValueType, decltype(TPixel::Length)>> =
    std::is_base_of_v<FixedArray<typename TPixel::ValueType, TPixel::Length>, TPixel> ? TPixel::Length : 0;

/** Whether pixels of type TPixel are 2 or 3 TComponents, which are numbers of 1, 2 or 4 bytes. */
template <typename TPixel, typename TComponent>
inline constexpr bool IsMadeOf =
  (NumberOfComponents<TPixel> == 2 || NumberOfComponents<TPixel> == 3) && std::is_arithmetic_v<TComponent> &&
  (sizeof(TComponent) == 1 || sizeof(TComponent) == 2 || sizeof(TComponent) == 4) &&
  sizeof(TPixel) == NumberOfComponents<TPixel> * sizeof(TComponent);

/** Whether this build has kernels between images of pixels of components, of type TComposedImage, and of one component. */
template <typename TComposedImage, typename TComponentImage>
inline constexpr bool HasComponentKernel =
  HasCuda && (TComposedImage::ImageDimension == 2 || TComposedImage::ImageDimension == 3) &&
  std::is_base_of_v<Image<typename TComposedImage::PixelType, TComposedImage::ImageDimension>, TComposedImage> &&
  IsMadeOf<typename TComposedImage::PixelType, typename TComponentImage::PixelType> &&
  std::is_same_v<typename NumericTraits<typename TComposedImage::PixelType>::ValueType,
                 typename TComponentImage::PixelType>;

/** The unsigned integer of a component's size. */
template <typename TComponent>
using ComponentBits = std::conditional_t<sizeof(TComponent) == 1,
                                         std::uint8_t,
                                         std::conditional_t<sizeof(TComponent) == 2, std::uint16_t, std::uint32_t>>;

/** What begins at `region` of an image whose buffered pixels, `components` numbers each, are at `pixels`. */
template <typename TBits, unsigned int VDimension>
PointwiseInput<TBits>
ViewComponents(const void *                    pixels,
               const ImageBase<VDimension> *   image,
               const ImageRegion<VDimension> & region,
               std::size_t                     components)
{
  PointwiseInput<TBits> view;
  view.pixels = static_cast<const TBits *>(pixels);
  std::size_t stride = components;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    view.stride[axis] = stride;
    view.pixels +=
      (region.GetIndex(axis) - image->GetBufferedRegion().GetIndex(axis)) * static_cast<std::ptrdiff_t>(stride);
    stride *= image->GetBufferedRegion().GetSize(axis);
  }
  return view;
}
} // namespace itk::device

#endif
