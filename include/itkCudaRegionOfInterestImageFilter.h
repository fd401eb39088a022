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
#ifndef itkCudaRegionOfInterestImageFilter_h
#define itkCudaRegionOfInterestImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkRegionOfInterestImageFilter.h"

namespace itk
{
/** \class CudaRegionOfInterestImageFilter
 * \brief RegionOfInterestImageFilter on a CUDA device: a part of an image, which begins at index 0.
 *
 * The parent's pixels bit for bit. It makes the whole output, as the parent does.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter RegionOfInterestImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaRegionOfInterestImageFilter
  : public DeviceCopyImageFilter<RegionOfInterestImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaRegionOfInterestImageFilter);

  using Self = CudaRegionOfInterestImageFilter;
  using Superclass =
    DeviceCopyImageFilter<RegionOfInterestImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaRegionOfInterestImageFilter);

protected:
  CudaRegionOfInterestImageFilter() = default;
  ~CudaRegionOfInterestImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      map.axes[axis].offset = this->GetRegionOfInterest().GetIndex(axis);
    }
  }
};
} // namespace itk

#endif
