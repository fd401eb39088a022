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
#ifndef itkCudaSmoothingRecursiveGaussianImageFilter_h
#define itkCudaSmoothingRecursiveGaussianImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkSmoothingRecursiveGaussianImageFilter.h"

namespace itk
{
/** \class CudaSmoothingRecursiveGaussianImageFilter
 * \brief SmoothingRecursiveGaussianImageFilter on a CUDA device.
 *
 * The parent's recursive approximation of a Gaussian, with its constants, whose cost does not depend on sigma. Sigma is
 * in the units of the spacing, per axis. The image goes on for ever with the values of its border. NormalizeAcrossScale
 * has no effect, as in the parent.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float, or that of the input | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | sigma | any above 0 | |
 *
 * Rounding errors do not grow with sigma: from 0.1 to 500 pixels, results were within 3.6e-7 of the range from the
 * exact ones, and images of one value stay exactly as they are. The parent loses digits as the fourth power of sigma
 * grows: the two agree within 1e-4 of the range up to 1000 pixels. Results of each axis are rounded to float by both.
 * Integer outputs are truncated, as by the parent, and so may differ by 1 where the float results are on both sides of
 * an integer. The approximation undershoots by up to 0.3 % of a step; what leaves the range of an integer output wraps
 * around, as in the parent on x86. A NaN or an infinity makes its lines, and so the whole image, NaN or infinite, as
 * in the parent.
 *
 * The whole image is needed and computed, whatever region is requested. InPlace has no effect on the device, where
 * the first axis is filtered from the input to the output, and the others in the output.
 *
 * \exception ExceptionObject a sigma is not above 0, a side of the image is shorter than 4 pixels, or the spacing is
 * below 1e-8
 *
 * When to use which: CudaDiscreteGaussianImageFilter is faster for small sigmas, and truncates a true Gaussian, from
 * which this approximation differs by 0.3 % of its peak. For 16384 x 16384 floats on an H200, in 10^9 pixels a second,
 * with the parent's MaximumError of 0.01 and a MaximumKernelWidth that truncates nothing, as its default does from a
 * sigma of 6 pixels on. For large sigmas itk::GaussianOperator fails: in ITK 5.2.1 it has 1711 coefficients for 20
 * pixels, and 3 for 32.
 *
 * | sigma in pixels | 2 | 4 | 5 | 6 | 8 | 10 | 12 | 20 | 100 |
 * |---|---|---|---|---|---|---|---|---|---|
 * | coefficients per axis | 11 | 21 | 27 | 33 | 43 | 53 | 63 | | |
 * | discrete | 476 | 430 | 194 | 181 | 149 | 133 | 113 | | |
 * | recursive | 144 | 144 | 144 | 144 | 144 | 144 | 144 | 144 | 144 |
 *
 * In 3D, 512^3 floats: 160 against 363 with a sigma of 2.
 *
 * Memory beside the images: a quarter of a byte per pixel where a side is longer than 1024 pixels, and 4 bytes per pixel
 * more where the output is of integers.
 *
 * Algorithm: overlapped recursive filtering (Nehab et al., GPU-efficient recursive filtering and summed-area tables,
 * ACM Transactions on Graphics 30, 2011), one axis at a time. Lines are cut into segments. A first kernel
 * computes what each segment adds to the recursion, a second one passes that along the lines, and a third one filters
 * the segments. Where lines have up to 1024 pixels only the third kernel runs, of which a block takes whole lines. In 3D
 * one kernel takes two axes, plane by plane, where both have up to 2048 pixels.
 *
 * \sa CudaDiscreteGaussianImageFilter device::LaunchSmoothingRecursiveGaussian
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaSmoothingRecursiveGaussianImageFilter
  : public DeviceImageFilter<SmoothingRecursiveGaussianImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaSmoothingRecursiveGaussianImageFilter);

  using Self = CudaSmoothingRecursiveGaussianImageFilter;
  using Superclass = DeviceImageFilter<SmoothingRecursiveGaussianImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaSmoothingRecursiveGaussianImageFilter);

protected:
  CudaSmoothingRecursiveGaussianImageFilter() = default;
  ~CudaSmoothingRecursiveGaussianImageFilter() override = default;

  /** Whether there is a kernel for the pixel types. */
  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  /** Throws for a sigma that is not above 0. */
  void
  VerifyPreconditions() ITKv5_CONST override;

  /** Throws for a side of less than 4 pixels, and for a spacing of almost 0. */
  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    (std::is_same_v<OutputPixelType, float> || std::is_same_v<OutputPixelType, InputPixelType>) &&
    TOutputImage::ImageDimension == Dimension && device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaSmoothingRecursiveGaussianImageFilter.hxx"
#endif

#endif
