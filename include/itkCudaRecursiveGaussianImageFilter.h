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
#ifndef itkCudaRecursiveGaussianImageFilter_h
#define itkCudaRecursiveGaussianImageFilter_h

#include "itkCudaRecursiveGaussianLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkRecursiveGaussianAxis.h"
#include "itkRecursiveGaussianImageFilter.h"

namespace itk
{
/** \class CudaRecursiveGaussianImageFilter
 * \brief RecursiveGaussianImageFilter on a CUDA device: a Gaussian, or its first or second derivative, along one axis.
 *
 * The parent's recursive approximation, with its constants, whose cost does not depend on sigma. Sigma is in the units of
 * the spacing; derivatives are by pixel, as the parent's, and multiplied by sigma to the power of the order if
 * NormalizeAcrossScale is on. The image goes on for ever with the values of its border.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | sigma of derivatives | from half a pixel on | the parent, on the CPU |
 *
 * Results are within 2e-6 of the input's range with 0, divided by sigma, in pixels, to the power of the order, of the
 * parent's, up to a sigma of 300 pixels; beyond it the parent loses digits: see CudaSmoothingRecursiveGaussianImageFilter.
 * A NaN or an infinity reaches its whole line. Of the axis all pixels are computed, of the others those that are requested.
 *
 * \exception ExceptionObject sigma is not above 0, there are less than 4 pixels along the axis, or the spacing is below 1e-8
 *
 * \sa CudaSmoothingRecursiveGaussianImageFilter device::LaunchRecursiveGaussian
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaRecursiveGaussianImageFilter
  : public DeviceImageFilter<RecursiveGaussianImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaRecursiveGaussianImageFilter);

  using Self = CudaRecursiveGaussianImageFilter;
  using Superclass = DeviceImageFilter<RecursiveGaussianImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaRecursiveGaussianImageFilter);

protected:
  CudaRecursiveGaussianImageFilter() = default;
  ~CudaRecursiveGaussianImageFilter() override = default;

  /** Whether there is a kernel for the pixel types, and sigma is not too small for a derivative. */
  bool
  HasKernel() const override
  {
    const TInputImage * const input = this->GetInput();
    return KernelExists &&
           (this->GetOrder() == GaussianOrderEnum::ZeroOrder || input == nullptr || this->GetDirection() >= Dimension ||
            this->GetSigma() >= 0.5 * std::abs(input->GetSpacing()[this->GetDirection()]));
  }

  void
  VerifyPreconditions() ITKv5_CONST override
  {
    Superclass::VerifyPreconditions();
    if (!(this->GetSigma() > 0))
    {
      itkExceptionMacro("Sigma must be greater than zero.");
    }
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const unsigned int axis = this->GetDirection();
      VerifyRecursiveGaussianAxis(this->GetInput(), axis);
      const double spacing = this->GetInput()->GetSpacing()[axis];
      const int    order = static_cast<int>(this->GetOrder());
      const double sign = order == 1 && spacing < 0 ? -1 : 1;
      const double scale = sign * (this->GetNormalizeAcrossScale() ? std::pow(this->GetSigma(), order) : 1.0);
      const device::RecursiveGaussianOfAxis parameters{ axis, this->GetSigma() / std::abs(spacing), order, scale };

      this->EnqueueStencil(
        this->GetInput(), this->GetOutput(), stream, [&](const auto & input, const auto & output, const auto & offset) {
          device::LaunchRecursiveGaussian<InputPixelType, Dimension>(
            this->Crop(input, offset, output.size), output, parameters, stream);
        });
    }
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#endif
