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
#ifndef itkCudaDerivativeImageFilter_h
#define itkCudaDerivativeImageFilter_h

#include "itkCudaDerivativeLaunch.h"
#include "itkDerivativeImageFilter.h"
#include "itkDerivativeOperator.h"
#include "itkDeviceStencilImageFilter.h"

namespace itk
{
/** \class CudaDerivativeImageFilter
 * \brief DerivativeImageFilter on a CUDA device: the derivative along one axis, by central differences.
 *
 * Of any Order up to 16, divided by the spacing once, as by the parent, if UseImageSpacing is on. Each bit is the
 * parent's. Zero-flux Neumann borders.
 *
 * On the device: uint8, int16, uint16, float to float, 2D and 3D. Others run the parent.
 *
 * \exception ExceptionObject UseImageSpacing is on and the spacing is zero
 *
 * \sa DeviceStencilImageFilter DerivativeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaDerivativeImageFilter
  : public DeviceStencilImageFilter<DerivativeImageFilter<TInputImage, TOutputImage>,
                                    device::HasUsualPair,
                                    TInputImage,
                                    TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaDerivativeImageFilter);

  using Self = CudaDerivativeImageFilter;
  using Superclass = DeviceStencilImageFilter<DerivativeImageFilter<TInputImage, TOutputImage>,
                                              device::HasUsualPair,
                                              TInputImage,
                                              TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaDerivativeImageFilter);

protected:
  CudaDerivativeImageFilter() = default;
  ~CudaDerivativeImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists && this->GetOrder() <= 2 * device::DerivativeOfAxis::LargestRadius &&
           this->GetDirection() < Superclass::Dimension;
  }

  std::optional<Size<Superclass::Dimension>>
  GetReach() const override
  {
    return Size<Superclass::Dimension>::Filled((this->GetOrder() + 1) / 2);
  }

  void
  Launch(const typename Superclass::InputViewType &  input,
         const typename Superclass::OutputViewType & output,
         const std::size_t (&offset)[Superclass::Dimension],
         const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const unsigned int                                axis = this->GetDirection();
      DerivativeOperator<double, Superclass::Dimension> derivativeOperator;
      derivativeOperator.SetDirection(axis);
      derivativeOperator.SetOrder(this->GetOrder());
      derivativeOperator.CreateDirectional();
      derivativeOperator.FlipAxes();
      if (this->GetUseImageSpacing())
      {
        const double spacing = this->GetInput()->GetSpacing()[axis];
        if (spacing == 0.0)
        {
          itkExceptionMacro(<< "Image spacing cannot be zero.");
        }
        derivativeOperator.ScaleCoefficients(1.0 / spacing);
      }
      device::DerivativeOfAxis derivative{ axis, static_cast<int>(derivativeOperator.GetRadius(axis)), {} };
      std::copy(derivativeOperator.Begin(), derivativeOperator.End(), derivative.coefficients);
      device::LaunchDerivative<typename Superclass::InputPixelType, Superclass::Dimension>(
        input, output, offset, derivative, stream);
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::KernelExists && std::is_same_v<typename Superclass::OutputPixelType, float>;
};
} // namespace itk

#endif
