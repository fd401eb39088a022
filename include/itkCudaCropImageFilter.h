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
#ifndef itkCudaCropImageFilter_h
#define itkCudaCropImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkCropImageFilter.h"

namespace itk
{
/** \class CudaCropImageFilter
 * \brief CropImageFilter on a CUDA device: leaves out what is near the ends of an image.
 *
 * The parent's pixels bit for bit. Runs in place where the parent does.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter CropImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaCropImageFilter
  : public DeviceCopyImageFilter<CropImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCropImageFilter);

  using Self = CudaCropImageFilter;
  using Superclass = DeviceCopyImageFilter<CropImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCropImageFilter);

protected:
  CudaCropImageFilter() = default;
  ~CudaCropImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType &) const override
  {}

  bool
  MayWriteWhereItReads() const override
  {
    return true;
  }
};
} // namespace itk

#endif
