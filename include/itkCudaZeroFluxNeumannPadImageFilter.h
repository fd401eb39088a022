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
#ifndef itkCudaZeroFluxNeumannPadImageFilter_h
#define itkCudaZeroFluxNeumannPadImageFilter_h

#include "itkDeviceCopyImageFilter.h"
#include "itkZeroFluxNeumannPadImageFilter.h"

namespace itk
{
/** \class CudaZeroFluxNeumannPadImageFilter
 * \brief ZeroFluxNeumannPadImageFilter on a CUDA device: repeats the outermost pixels.
 *
 * The parent's pixels bit for bit, of pads of any size.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceCopyImageFilter ZeroFluxNeumannPadImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaZeroFluxNeumannPadImageFilter
  : public DeviceCopyImageFilter<ZeroFluxNeumannPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaZeroFluxNeumannPadImageFilter);

  using Self = CudaZeroFluxNeumannPadImageFilter;
  using Superclass =
    DeviceCopyImageFilter<ZeroFluxNeumannPadImageFilter<TInputImage, TOutputImage>, TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaZeroFluxNeumannPadImageFilter);

protected:
  CudaZeroFluxNeumannPadImageFilter() = default;
  ~CudaZeroFluxNeumannPadImageFilter() override = default;

  void
  MakeMap(typename Superclass::MapType & map) const override
  {
    map.border = device::CopyBorder::Nearest;
  }
};
} // namespace itk

#endif
