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
#ifndef itkCudaBSplineDecompositionImageFilter_h
#define itkCudaBSplineDecompositionImageFilter_h

#include "itkBSplineDecompositionImageFilter.h"
#include "itkCudaBSplineDecompositionLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class CudaBSplineDecompositionImageFilter
 * \brief BSplineDecompositionImageFilter on a CUDA device: the coefficients of the cubic B-spline through an image.
 *
 * On the device: uint8, int16, uint16 and float to float or double, 2D and 3D, SplineOrder 3. Others run the parent.
 *
 * **How near the parent.** The parent's operations in its order, so the parent's bits along axes of up to 64 pixels. Longer
 * lines are filtered in segments of 64, whose recursions begin 32 pixels before and behind them, where the parent's begin
 * at the line's ends. With pixels of a magnitude of at most M, u = 2^-53 and the pole z = -0.268, scaled pixels reach 6 M,
 * causal states 8.2 M and coefficients 3 M for each axis. What a recursion began with is multiplied by z at each pixel:
 * 8.2 M |z|^32 < 0.04 u M are left. Two roundings of a state and one of a scaled pixel, of which |z| of each is passed on,
 * make at most 22 u M, and 16 u M after the anticausal recursion; so two orders of recursion differ by 33 u M. An axis
 * multiplies by 3 what the ones before left, so that of D axes 33 D 3^(D-1) u M are left: below 2^-43 M in 3D. Where the
 * output is of float, each axis rounds to float, too, and (2 D 3^D) 2^-24 M are added.
 *
 * A NaN or an infinity spoils the coefficients of the segments around it; in the parent, those of the whole image.
 *
 * The whole image is needed and computed, as by the parent. Memory beside the images: one more output.
 *
 * \sa DeviceImageFilter BSplineDecompositionImageFilter CudaResampleImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaBSplineDecompositionImageFilter
  : public DeviceImageFilter<BSplineDecompositionImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBSplineDecompositionImageFilter);

  using Self = CudaBSplineDecompositionImageFilter;
  using Superclass = DeviceImageFilter<BSplineDecompositionImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using OutputImageType = TOutputImage;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBSplineDecompositionImageFilter);

protected:
  CudaBSplineDecompositionImageFilter() = default;
  ~CudaBSplineDecompositionImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists && this->GetSplineOrder() == 3;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const auto input = this->ViewInput(this->GetInput(), stream);
      const auto output = this->ViewOutput(this->GetOutput(), stream);
      device::LaunchBSplineDecomposition<InputPixelType, OutputPixelType, Dimension>(input, output, stream);
    }
  }

private:
  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::Supports<InputPixelType, Dimension> && TOutputImage::ImageDimension == Dimension &&
    (std::is_same_v<OutputPixelType, float> || std::is_same_v<OutputPixelType, double>);
};
} // namespace itk

#endif
