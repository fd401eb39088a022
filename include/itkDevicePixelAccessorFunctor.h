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
#ifndef itkDevicePixelAccessorFunctor_h
#define itkDevicePixelAccessorFunctor_h

#include "itkDefaultPixelAccessorFunctor.h"

namespace itk
{
/** \class DevicePixelAccessorFunctor
 * \brief The DefaultPixelAccessorFunctor of a DeviceImage.
 *
 * Writing costs a load and a branch more than in an itk::Image. It is copied without counting references, since the ranges
 * of ITK do so at each pixel; the iterator's DevicePixelAccessor keeps the pixels.
 *
 * \sa DevicePixelAccessor
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class DevicePixelAccessorFunctor
{
public:
  using ImageType = TImage;
  using InternalPixelType = typename ImageType::InternalPixelType;
  using ExternalPixelType = typename ImageType::PixelType;
  using PixelAccessorType = typename ImageType::AccessorType;
  using VectorLengthType = unsigned int;

  /** An image adaptor has an accessor of its own. */
  template <typename UImage>
  struct Rebind
  {
    using Type = DefaultPixelAccessorFunctor<UImage>;
  };

  static void
  SetVectorLength(ImageType *, VectorLengthType)
  {}

  static VectorLengthType
  GetVectorLength(const ImageType *)
  {
    return 1;
  }

  void
  SetPixelAccessor(const PixelAccessorType & accessor)
  {
    m_Container = accessor.GetPixelContainer();
  }

  void
  SetBegin(const InternalPixelType *)
  {}

  void
  Set(InternalPixelType & output, const ExternalPixelType & input) const
  {
    m_Container->WriteOnHost();
    output = input;
  }

  ExternalPixelType
  Get(const InternalPixelType & input) const
  {
    return input;
  }

private:
  typename ImageType::PixelContainer * m_Container{ nullptr };
};
} // namespace itk

#endif
