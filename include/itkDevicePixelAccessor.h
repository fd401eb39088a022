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
#ifndef itkDevicePixelAccessor_h
#define itkDevicePixelAccessor_h

#include "itkSmartPointer.h"

namespace itk
{
/** \class DevicePixelAccessor
 * \brief Access to pixels of a DeviceImage by iterators, of which writing makes the device side stale.
 *
 * Iterators hold one for as long as they live, and so keep the pixels that they walk, even if the image is given others.
 *
 * \sa DevicePixelAccessorFunctor DefaultPixelAccessor
 * \ingroup CudaImageFilters
 */
template <typename TPixelContainer>
class DevicePixelAccessor
{
public:
  using PixelContainer = TPixelContainer;
  using ExternalType = typename PixelContainer::Element;
  using InternalType = typename PixelContainer::Element;

  DevicePixelAccessor() = default;
  explicit DevicePixelAccessor(PixelContainer * container)
    : m_Container(container)
  {}

  PixelContainer *
  GetPixelContainer() const
  {
    return m_Container;
  }

  void
  Set(InternalType & output, const ExternalType & input) const
  {
    m_Container->WriteOnHost();
    output = input;
  }

  ExternalType &
  Get(InternalType & input) const
  {
    return input;
  }

  const ExternalType &
  Get(const InternalType & input) const
  {
    return input;
  }

private:
  SmartPointer<PixelContainer> m_Container;
};
} // namespace itk

#endif
