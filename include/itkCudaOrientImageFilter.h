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
#ifndef itkCudaOrientImageFilter_h
#define itkCudaOrientImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkOrientImageFilter.h"

namespace itk
{
/** \class CudaOrientImageFilter
 * \brief OrientImageFilter on a CUDA device: exchanges and reverses axes for a given anatomical orientation.
 *
 * The parent's pixels bit for bit, in one pass, where the parent makes three. It makes the whole output, as the parent
 * does.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter OrientImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaOrientImageFilter
  : public DeviceCopyImageFilter<OrientImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaOrientImageFilter);

  using Self = CudaOrientImageFilter;
  using Superclass = DeviceCopyImageFilter<OrientImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaOrientImageFilter);

protected:
  CudaOrientImageFilter() = default;
  ~CudaOrientImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    const auto whole = this->GetOutput()->GetLargestPossibleRegion();
    for (unsigned int axis = 0; axis < Superclass::OutputDimension; ++axis)
    {
      map.axes[axis].inputAxis = this->GetPermuteOrder()[axis];
      if (this->GetFlipAxes()[axis])
      {
        map.axes[axis].step = -1;
        map.axes[axis].offset = whole.GetIndex(axis) + whole.GetUpperIndex()[axis];
      }
    }
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    Superclass::EnqueueOnDevice(stream);
    if (!this->NeedToFlip())
    {
      // The parent says otherwise before it has run, if the index is not 0.
      this->GetOutput()->SetOrigin(this->GetInput()->GetOrigin());
    }
    this->GetOutput()->SetMetaDataDictionary(this->GetInput()->GetMetaDataDictionary());
  }
};
} // namespace itk

#endif
