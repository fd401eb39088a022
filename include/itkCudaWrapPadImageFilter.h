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
#ifndef itkCudaWrapPadImageFilter_h
#define itkCudaWrapPadImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkWrapPadImageFilter.h"

namespace itk
{
/** \class CudaWrapPadImageFilter
 * \brief WrapPadImageFilter on a CUDA device: surrounds an image by its repetitions.
 *
 * The parent's pixels bit for bit, of pads of any size.
 *
 * Of an input whose index is not 0 the parent asks for wrong pixels where the requested region lies within one
 * repetition of it; this filter asks for the right ones.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter WrapPadImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaWrapPadImageFilter
  : public DeviceCopyImageFilter<WrapPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaWrapPadImageFilter);

  using Self = CudaWrapPadImageFilter;
  using Superclass = DeviceCopyImageFilter<WrapPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaWrapPadImageFilter);

protected:
  CudaWrapPadImageFilter() = default;
  ~CudaWrapPadImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    map.border = device::CopyBorder::Periodic;
  }

  void
  GenerateInputRequestedRegion() override
  {
    auto * const input = const_cast<TInputImage *>(this->GetInput());
    const auto   whole = input->GetLargestPossibleRegion();
    auto         requested = this->GetOutput()->GetRequestedRegion();
    for (unsigned int axis = 0; axis < Superclass::InputDimension; ++axis)
    {
      const auto size = static_cast<OffsetValueType>(whole.GetSize(axis));
      auto       begin = size > 0 ? (requested.GetIndex(axis) - whole.GetIndex(axis)) % size : 0;
      begin += begin < 0 ? size : 0;
      const bool isWithinOne = begin + static_cast<OffsetValueType>(requested.GetSize(axis)) <= size;
      requested.SetIndex(axis, whole.GetIndex(axis) + (isWithinOne ? begin : 0));
      requested.SetSize(axis, isWithinOne ? requested.GetSize(axis) : whole.GetSize(axis));
    }
    input->SetRequestedRegion(requested);
  }
};
} // namespace itk

#endif
