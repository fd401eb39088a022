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
#ifndef itkDeviceNeighborhoodAccessorFunctor_h
#define itkDeviceNeighborhoodAccessorFunctor_h

#include "itkImageBoundaryCondition.h"
#include "itkNeighborhood.h"

namespace itk
{
/** \class DeviceNeighborhoodAccessorFunctor
 * \brief The NeighborhoodAccessorFunctor of a DeviceImage, of which writing makes the device side stale.
 *
 * Writing costs a load and a branch more than in an itk::Image. It does not keep the pixels.
 *
 * \sa DevicePixelAccessorFunctor
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class DeviceNeighborhoodAccessorFunctor final
{
public:
  using Self = DeviceNeighborhoodAccessorFunctor;
  using ImageType = TImage;
  using PixelType = typename ImageType::PixelType;
  using InternalPixelType = typename ImageType::InternalPixelType;
  using PixelContainer = typename ImageType::PixelContainer;
  using VectorLengthType = unsigned int;
  using OffsetType = typename ImageType::OffsetType;

  static constexpr unsigned int ImageDimension = ImageType::ImageDimension;
  using NeighborhoodType = Neighborhood<InternalPixelType *, ImageDimension>;

  template <typename TOutput = ImageType>
  using ImageBoundaryConditionType = ImageBoundaryCondition<ImageType, TOutput>;

  DeviceNeighborhoodAccessorFunctor() = default;
  explicit DeviceNeighborhoodAccessorFunctor(PixelContainer * container)
    : m_Container(container)
  {}

  void
  SetBegin(const InternalPixelType *)
  {}

  PixelType
  Get(const InternalPixelType * pixel) const
  {
    return *pixel;
  }

  void
  Set(InternalPixelType * const pixel, const PixelType & value) const
  {
    m_Container->WriteOnHost();
    *pixel = value;
  }

  template <typename TOutput>
  typename ImageBoundaryConditionType<TOutput>::OutputPixelType
  BoundaryCondition(const OffsetType &                          pointIndex,
                    const OffsetType &                          boundaryOffset,
                    const NeighborhoodType *                    data,
                    const ImageBoundaryConditionType<TOutput> * boundaryCondition) const
  {
    return (*boundaryCondition)(pointIndex, boundaryOffset, data);
  }

  void
  SetVectorLength(VectorLengthType)
  {}

  VectorLengthType
  SetVectorLength()
  {
    return 0;
  }

private:
  PixelContainer * m_Container{ nullptr };
};
} // namespace itk

#endif
