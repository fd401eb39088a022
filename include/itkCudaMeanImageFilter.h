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
#ifndef itkCudaMeanImageFilter_h
#define itkCudaMeanImageFilter_h

#include "itkCudaMeanLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkMeanImageFilter.h"

namespace itk
{
/** \class CudaMeanImageFilter
 * \brief MeanImageFilter on a CUDA device, at a cost that does not depend on the radius.
 *
 * Each output pixel is the mean of the input over a box of 2 Radius + 1 pixels a side; pixels beyond the edge of the
 * image take the value of the nearest pixel in it.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | that of the input, or float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | radius, per axis | up to 32767, also beyond the size of the image | the parent, on the CPU |
 *
 * The parent adds up the window's n pixels in double, divides by n and casts. From integers the result is the parent's,
 * bit for bit. From floats it is the parent's too, bit for bit, wherever the parent's sum is exact, that is if the pixels
 * of the window are multiples of some 2^k and their magnitudes add up to at most 2^(k + 53): true for any 16-bit data in
 * floats, and for floats in general while the largest and the smallest magnitude of a window, zeros apart, are less than
 * 2^28 / n apart. Otherwise either sum is within 1.01 (n - 1) 2^-53 of the exact one, times the sum of the magnitudes,
 * because nothing is ever subtracted; the results then differ by at most twice that over n, and the rounding to float.
 * NaN and infinity reach exactly the pixels whose windows hold them, and extreme pixels no others.
 *
 * In 2D rows and columns take one pass, for a radius of up to 192 along axis 0. In 3D, and beyond, sums of another axis
 * are kept in an intermediate image of 4 bytes a pixel for integers and 8 for floats.
 *
 * \sa DeviceImageFilter MeanImageFilter device::LaunchMean
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaMeanImageFilter : public DeviceImageFilter<MeanImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMeanImageFilter);

  using Self = CudaMeanImageFilter;
  using Superclass = DeviceImageFilter<MeanImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMeanImageFilter);

protected:
  CudaMeanImageFilter() = default;
  ~CudaMeanImageFilter() override = default;

  /** Whether there is a kernel for the pixel types and the radius. */
  bool
  HasKernel() const override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    (std::is_same_v<OutputPixelType, InputPixelType> || std::is_same_v<OutputPixelType, float>) &&
    TOutputImage::ImageDimension == Dimension && device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaMeanImageFilter.hxx"
#endif

#endif
