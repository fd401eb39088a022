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
#ifndef itkCudaExtractImageFilter_h
#define itkCudaExtractImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkExtractImageFilter.h"

namespace itk
{
/** \class CudaExtractImageFilter
 * \brief ExtractImageFilter on a CUDA device: a part of an image, of as many axes or fewer.
 *
 * The parent's pixels bit for bit, and each of its strategies to collapse the direction. Runs in place where the parent does.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, of 2D and 3D to 1D, 2D and 3D. Others
 * run the parent.
 *
 * \sa DeviceCopyImageFilter ExtractImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaExtractImageFilter
  : public DeviceCopyImageFilter<ExtractImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaExtractImageFilter);

  using Self = CudaExtractImageFilter;
  using Superclass = DeviceCopyImageFilter<ExtractImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaExtractImageFilter);

protected:
  CudaExtractImageFilter() = default;
  ~CudaExtractImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    const auto   extracted = this->GetExtractionRegion();
    unsigned int axis = 0;
    for (unsigned int inputAxis = 0; inputAxis < Superclass::InputDimension; ++inputAxis)
    {
      if (extracted.GetSize(inputAxis) > 0)
      {
        map.axes[axis++].inputAxis = inputAxis;
      }
    }
    map.fixedIndex = extracted.GetIndex();
  }

  bool
  MayWriteWhereItReads() const override
  {
    return true;
  }
};
} // namespace itk

#endif
