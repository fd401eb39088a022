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
#ifndef itkCudaFlipImageFilter_h
#define itkCudaFlipImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkFlipImageFilter.h"

namespace itk
{
/** \class CudaFlipImageFilter
 * \brief FlipImageFilter on a CUDA device: reverses axes.
 *
 * The parent's pixels bit for bit, in one pass.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter FlipImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class ITK_TEMPLATE_EXPORT CudaFlipImageFilter : public DeviceCopyImageFilter<FlipImageFilter<TImage>, TImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaFlipImageFilter);

  using Self = CudaFlipImageFilter;
  using Superclass = DeviceCopyImageFilter<FlipImageFilter<TImage>, TImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaFlipImageFilter);

protected:
  CudaFlipImageFilter() = default;
  ~CudaFlipImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    const auto whole = this->GetOutput()->GetLargestPossibleRegion();
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      if (this->GetFlipAxes()[axis])
      {
        map.axes[axis].step = -1;
        map.axes[axis].offset = whole.GetIndex(axis) + whole.GetUpperIndex()[axis];
      }
    }
  }
};
} // namespace itk

#endif
