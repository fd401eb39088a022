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
#ifndef itkCudaConstantPadImageFilter_h
#define itkCudaConstantPadImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkConstantPadImageFilter.h"

namespace itk
{
/** \class CudaConstantPadImageFilter
 * \brief ConstantPadImageFilter on a CUDA device: surrounds an image by a constant.
 *
 * The parent's pixels bit for bit, of pads of any size.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter ConstantPadImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaConstantPadImageFilter
  : public DeviceCopyImageFilter<ConstantPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaConstantPadImageFilter);

  using Self = CudaConstantPadImageFilter;
  using Superclass =
    DeviceCopyImageFilter<ConstantPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaConstantPadImageFilter);

protected:
  CudaConstantPadImageFilter() = default;
  ~CudaConstantPadImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    map.border = device::CopyBorder::Constant;
  }

  typename Superclass::PixelType
  GetBeyond() const override
  {
    return this->GetConstant();
  }
};
} // namespace itk

#endif
