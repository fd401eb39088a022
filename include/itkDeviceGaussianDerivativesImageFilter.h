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
#ifndef itkDeviceGaussianDerivativesImageFilter_h
#define itkDeviceGaussianDerivativesImageFilter_h

#include "itkCudaRecursiveGaussianLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkRecursiveGaussianAxis.h"

namespace itk
{
/** \class DeviceGaussianDerivativesImageFilter
 * \brief Base of what is made of the derivatives of order VOrder, along each axis, of a recursive Gaussian: the length of
 * the vector of the first ones, or the sum of the second ones.
 *
 * `TParentFilter` has Sigma and NormalizeAcrossScale.
 *
 * \sa DeviceImageFilter device::LaunchGaussianDerivatives
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter, int VOrder, typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT DeviceGaussianDerivativesImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceGaussianDerivativesImageFilter);

  using Self = DeviceGaussianDerivativesImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceGaussianDerivativesImageFilter);

protected:
  DeviceGaussianDerivativesImageFilter() = default;
  ~DeviceGaussianDerivativesImageFilter() override = default;

  /** Whether there is a kernel for the pixel types, and sigma is half a pixel or more. */
  bool
  HasKernel() const override
  {
    bool                      isLarge = true;
    const TInputImage * const input = this->GetInput();
    for (unsigned int axis = 0; input != nullptr && axis < Dimension; ++axis)
    {
      isLarge = isLarge && this->GetSigmaOfParent() >= 0.5 * std::abs(input->GetSpacing()[axis]);
    }
    return KernelExists && isLarge;
  }

  void
  VerifyPreconditions() ITKv5_CONST override
  {
    Superclass::VerifyPreconditions();
    if (!(this->GetSigmaOfParent() > 0))
    {
      itkExceptionMacro("Sigma must be greater than zero.");
    }
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const TInputImage * const input = this->GetInput();
      VerifyRecursiveGaussianAxes(input);
      const double                           sigma = this->GetSigmaOfParent();
      device::GaussianDerivatives<Dimension> parameters{};
      parameters.order = VOrder;
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        const double spacing = std::abs(input->GetSpacing()[axis]);
        parameters.sigma[axis] = sigma / spacing;
        parameters.scale[axis] = std::pow((this->GetNormalizeAcrossScale() ? sigma : 1.0) / spacing, VOrder);
      }
      const auto inputView = this->ViewInput(input, stream);
      const auto outputView = this->ViewOutput(this->GetOutput(), stream);
      device::LaunchGaussianDerivatives<InputPixelType, Dimension>(inputView, outputView, parameters, stream);
    }
  }

private:
  /** Of one parent GetSigma() is not const. */
  double
  GetSigmaOfParent() const
  {
    return const_cast<Self *>(this)->GetSigma();
  }

  using InputPixelType = typename TInputImage::PixelType;

  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<typename TOutputImage::PixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#endif
