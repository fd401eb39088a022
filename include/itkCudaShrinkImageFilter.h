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
#ifndef itkCudaShrinkImageFilter_h
#define itkCudaShrinkImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkShrinkImageFilter.h"

namespace itk
{
/** \class CudaShrinkImageFilter
 * \brief ShrinkImageFilter on a CUDA device: takes one pixel of each block.
 *
 * The parent's pixels bit for bit.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter ShrinkImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaShrinkImageFilter
  : public DeviceCopyImageFilter<ShrinkImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaShrinkImageFilter);

  using Self = CudaShrinkImageFilter;
  using Superclass = DeviceCopyImageFilter<ShrinkImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaShrinkImageFilter);

protected:
  CudaShrinkImageFilter() = default;
  ~CudaShrinkImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    // As the parent finds out which pixel it is.
    const auto                       first = this->GetOutput()->GetLargestPossibleRegion().GetIndex();
    typename TOutputImage::PointType point;
    this->GetOutput()->TransformIndexToPhysicalPoint(first, point);
    const auto index = this->GetInput()->TransformPhysicalPointToIndex(point);
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      const auto factor = static_cast<OffsetValueType>(this->GetShrinkFactors()[axis]);
      map.axes[axis].step = factor;
      map.axes[axis].offset = std::max(OffsetValueType{ 0 }, index[axis] - first[axis] * factor);
    }
  }
};
} // namespace itk

#endif
