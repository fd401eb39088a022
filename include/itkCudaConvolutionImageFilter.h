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
#ifndef itkCudaConvolutionImageFilter_h
#define itkCudaConvolutionImageFilter_h

#include "itkConvolutionBorder.h"
#include "itkConvolutionImageFilter.h"
#include "itkCudaConvolutionImageFilterEnums.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include <optional>
#include <type_traits>
#include <vector>

namespace itk
{
/** \class CudaConvolutionImageFilter
 * \brief ConvolutionImageFilter on a CUDA device.
 *
 * The kernel image, Normalize, OutputRegionMode and BoundaryCondition are the parent's, as are the flip of the kernel,
 * the zeros that make an even size odd, and the exception for a kernel to be normalized whose sum is 0.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | that of the input, or float | the parent, on the CPU |
 * | kernel pixel type | any arithmetic one; kernels are read on the host | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | boundary condition | ZeroFluxNeumann, Constant, Periodic, but no class derived from them | the parent, on the CPU |
 * | kernel | of any size, also beyond that of the image | |
 *
 * How it is computed:
 * - **Separable**, if the kernel is of rank 1 (SeparateKernel): one axis after the other. Where the boundary condition is
 *   another than ZeroFluxNeumann, pixels whose windows reach beyond the image are computed directly.
 * - **Direct**: sum by sum.
 * - **FFT**, if there is cuFFT: the image is divided into overlapping tiles of up to 1024 x 1024 or 256 x 256 x 256
 *   pixels, whose transforms are multiplied by the kernel's. Kernels of fewer than 2048 pixels an axis; output of uint8
 *   or float. The first time for a size of tiles takes some 0.1 s, for planning.
 *
 * Automatic takes the fastest: Separable of float outputs, of uint8 from 121 coefficients on, of 16-bit integers from 1369, and
 * in double (below) of several rows and at least 49 (uint8) or 25 (16 bits) coefficients, or 81 or 49 that are all equal, and of
 * several layers, but for more than 125 of uint8 that are all equal. Else Direct up to 450 coefficients, for squares of up to
 * 15 x 15, cubes of up to 7 x 7 x 7, images of less than 10^9 terms in all, and in 2D for integers up to 37 x 63; else FFT. Direct
 * makes floats, but for squares and several layers of up to 5 x 5 x 5, of up to 17 rows of a kernel of up to 31 columns at a time
 * if the output has 4 million pixels; and integers on the tensor cores, in fixed point, unless the window is of up to 3 x 3 (a box
 * 5 x 5), or of uint8 7 x 7, 3 x 3 x 3 or 5 x 5 x 5. Of less than 5 million pixels, boxes and squares of 16-bit integers always are
 * made there. Where the device is as below, 16-bit volumes are summed in double by kernels of up to 5 coefficients an axis.
 * doc/Performance.md has what each method makes of which size.
 *
 * Separable is in double, in one pass, for integers to their own type and up to 15 (uint8) or 31 (16 bits) coefficients an axis,
 * where the device makes half as many sums of doubles as of floats (compute capability 8.0 and 9.0), if the coefficients are so
 * near to the products of their factors that few results are in doubt. Other sums are in float or in fixed point;
 * device::LaunchConvolution says how far a float result may be from the exact one. Integer results are the parent's, bit for bit:
 * the cast, towards zero, of its sum in double. What the pixel type does not hold, which the language leaves undefined, wraps
 * around as it does on x86-64. Where int32 might not hold a sum, the method used is Direct, in double.
 *
 * Direct and Separable give the same bits for a part of an image as for the whole. FFT gives others, within its error,
 * where the division into tiles is another; and the size of a part may decide whether Automatic takes it.
 *
 * With PeriodicBoundaryCondition a requested region whose windows reach beyond the image asks for the whole image along
 * that axis, which the parent does not; and a window may be larger than the image, where the parent reads outside of it.
 *
 * \sa DeviceImageFilter ConvolutionImageFilter device::LaunchConvolution
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TKernelImage = TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaConvolutionImageFilter
  : public DeviceImageFilter<ConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaConvolutionImageFilter);

  using Self = CudaConvolutionImageFilter;
  using Superclass = DeviceImageFilter<ConvolutionImageFilter<TInputImage, TKernelImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using KernelPixelType = typename TKernelImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;
  using MethodEnum = CudaConvolutionImageFilterEnums::Method;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaConvolutionImageFilter);

  /** How to compute on the device; Automatic by default. Update() throws an exception if the kernel cannot be computed
   * by another method that was set. */
  itkSetEnumMacro(Method, MethodEnum);
  itkGetConstMacro(Method, MethodEnum);

  /** How the last Update() that did something computed; Automatic if it ran on the CPU. */
  itkGetConstMacro(MethodUsed, MethodEnum);

protected:
  CudaConvolutionImageFilter() = default;
  ~CudaConvolutionImageFilter() override = default;

  /** Whether there is a kernel for the pixel types and the boundary condition. */
  bool
  HasKernel() const override
  {
    return KernelExists && this->FindBorder().has_value();
  }

  void
  GenerateInputRequestedRegion() override;

  void
  GenerateData() override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::Supports<InputPixelType, Dimension> && TOutputImage::ImageDimension == Dimension &&
    TKernelImage::ImageDimension == Dimension && std::is_arithmetic_v<KernelPixelType> &&
    (std::is_same_v<OutputPixelType, InputPixelType> || std::is_same_v<OutputPixelType, float>);

  struct Border
  {
    device::ConvolutionBorder condition;
    InputPixelType            constant;
  };

  /** What the boundary condition is on the device, if it is one of those. */
  std::optional<Border>
  FindBorder() const;

  /** The coefficients that the parent makes of the kernel image: normalized, flipped and of an odd number an axis. */
  std::vector<double>
  MakeCoefficients() const;

  MethodEnum m_Method{ MethodEnum::Automatic };
  MethodEnum m_MethodUsed{ MethodEnum::Automatic };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaConvolutionImageFilter.hxx"
#endif

#endif
