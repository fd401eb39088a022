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
#ifndef itkCudaMirrorPadImageFilter_h
#define itkCudaMirrorPadImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkMirrorPadImageFilter.h"

namespace itk
{
/** \class CudaMirrorPadImageFilter
 * \brief MirrorPadImageFilter on a CUDA device: surrounds an image by its mirror images.
 *
 * The parent's pixels bit for bit, of pads of any size.
 *
 * Where DecayBase is not 1, it runs the parent.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter MirrorPadImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaMirrorPadImageFilter
  : public DeviceCopyImageFilter<MirrorPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMirrorPadImageFilter);

  using Self = CudaMirrorPadImageFilter;
  using Superclass = DeviceCopyImageFilter<MirrorPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMirrorPadImageFilter);

protected:
  CudaMirrorPadImageFilter() = default;
  ~CudaMirrorPadImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    map.border = device::CopyBorder::Mirror;
  }

  bool
  HasKernel() const override
  {
    // Its Get macro is none of a const object.
    return Superclass::HasKernel() && const_cast<Self *>(this)->GetDecayBase() == 1.0;
  }
};
} // namespace itk

#endif
