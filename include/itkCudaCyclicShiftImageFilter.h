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
#ifndef itkCudaCyclicShiftImageFilter_h
#define itkCudaCyclicShiftImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkCyclicShiftImageFilter.h"

namespace itk
{
/** \class CudaCyclicShiftImageFilter
 * \brief CyclicShiftImageFilter on a CUDA device: moves pixels, and those that leave the image to its other end.
 *
 * The parent's pixels bit for bit. Any shift.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter CyclicShiftImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaCyclicShiftImageFilter
  : public DeviceCopyImageFilter<CyclicShiftImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCyclicShiftImageFilter);

  using Self = CudaCyclicShiftImageFilter;
  using Superclass =
    DeviceCopyImageFilter<CyclicShiftImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCyclicShiftImageFilter);

protected:
  CudaCyclicShiftImageFilter() = default;
  ~CudaCyclicShiftImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    map.border = device::CopyBorder::Periodic;
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      map.axes[axis].offset = -this->GetShift()[axis];
    }
  }
};
} // namespace itk

#endif
