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
#ifndef itkCudaLaplacianImageFilter_h
#define itkCudaLaplacianImageFilter_h

#include "itkDeviceStencilImageFilter.h"
#include "itkLaplacianImageFilter.h"

namespace itk
{
namespace device
{
template <unsigned int VDimension>
void
LaunchLaplacian(const ImageView<const float, VDimension> & input,
                const ImageView<float, VDimension> &       output,
                const std::size_t (&offset)[VDimension],
                const double (&spacing)[VDimension],
                const Stream & stream);
}

/** \class CudaLaplacianImageFilter
 * \brief LaplacianImageFilter on a CUDA device: the sum of the second derivatives, by central differences.
 *
 * Sums in double in the order of the parent, of whose result each bit is the same where no pixel is infinite or NaN:
 * the parent multiplies those by the zeros of its operator, too. Zero-flux Neumann borders.
 *
 * On the device: float, 2D and 3D. Others run the parent.
 *
 * \exception ExceptionObject a spacing is zero
 *
 * \sa DeviceStencilImageFilter LaplacianImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaLaplacianImageFilter
  : public DeviceStencilImageFilter<LaplacianImageFilter<TInputImage, TOutputImage>,
                                    device::HasOneFloatType,
                                    TInputImage,
                                    TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLaplacianImageFilter);

  using Self = CudaLaplacianImageFilter;
  using Superclass = DeviceStencilImageFilter<LaplacianImageFilter<TInputImage, TOutputImage>,
                                              device::HasOneFloatType,
                                              TInputImage,
                                              TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLaplacianImageFilter);

protected:
  CudaLaplacianImageFilter() = default;
  ~CudaLaplacianImageFilter() override = default;

  std::optional<Size<Superclass::Dimension>>
  GetReach() const override
  {
    return Size<Superclass::Dimension>::Filled(1);
  }

  void
  Launch(const typename Superclass::InputViewType &  input,
         const typename Superclass::OutputViewType & output,
         const std::size_t (&offset)[Superclass::Dimension],
         const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      double spacing[Superclass::Dimension];
      for (unsigned int axis = 0; axis < Superclass::Dimension; ++axis)
      {
        spacing[axis] = this->GetInput()->GetSpacing()[axis];
        if (spacing[axis] == 0.0)
        {
          itkExceptionMacro(<< "Image spacing cannot be zero");
        }
      }
      device::LaunchLaplacian<Superclass::Dimension>(input, output, offset, spacing, stream);
    }
  }
};
} // namespace itk

#endif
