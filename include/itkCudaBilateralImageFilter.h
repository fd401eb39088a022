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
#ifndef itkCudaBilateralImageFilter_h
#define itkCudaBilateralImageFilter_h

#include "itkCudaBilateralTables.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class CudaBilateralImageFilter
 * \brief BilateralImageFilter on a CUDA device: smooths an image, and keeps its edges.
 *
 * Each pixel becomes the mean of those around it, weighted by a Gaussian of DomainSigma, in units of the spacing, of how far
 * away they are, and by one of RangeSigma, in units of the pixels, of how much they differ. Pixels that differ by
 * 4 RangeSigma or more do not count; the second Gaussian is a table of NumberOfRangeGaussianSamples. The window's radius is
 * DomainMu DomainSigma rounded up to pixels, or Radius without AutomaticKernelSize. Pixels beyond the edge of the image take
 * the value of the nearest pixel in it.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type | uint8, int16, uint16, float, output and input the same | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | radius, per axis | any, also beyond the size of the image | |
 * | samples of the range | 1 to 2^20 - 1 | the parent, on the CPU |
 *
 * The result is the parent's, bit for bit: it has the parent's tables, and its sums in double. A pixel that is infinite or
 * NaN becomes NaN, and does not count for others.
 *
 * Bound by arithmetic in double: each pixel of the window takes 6 operations where NumberOfRangeGaussianSamples /
 * (4 RangeSigma) is a power of two, as by default, and for integers with nearly any whole RangeSigma, else 7 or 8. Windows of
 * up to 3800 pixels are fastest; those so wide that a part of the image with its margins does not fit into a
 * multiprocessor's shared memory, of radii above some 58 in 2D, several times slower. Update() does not wait for the device.
 * What PrintSelf() says of the input's dynamic range, of which nothing depends, is the parent's of its last run.
 *
 * \sa DeviceImageFilter BilateralImageFilter device::LaunchBilateral
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaBilateralImageFilter
  : public DeviceImageFilter<BilateralImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBilateralImageFilter);

  using Self = CudaBilateralImageFilter;
  using Superclass = DeviceImageFilter<BilateralImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using PixelType = typename TInputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBilateralImageFilter);

protected:
  CudaBilateralImageFilter() = default;
  ~CudaBilateralImageFilter() override = default;

  bool
  HasKernel() const override
  {
    const auto samples = this->GetNumberOfRangeGaussianSamples();
    return KernelExists && samples > 0 && samples < (1 << 20);
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const auto tables = device::MakeBilateralTables<TInputImage, TOutputImage>(*this);
      this->EnqueueStencil(
        this->GetInput(), this->GetOutput(), stream, [&](const auto & input, const auto & output, const auto & offset) {
          device::LaunchBilateral<PixelType, Dimension>(input, output, offset, tables, stream);
        });
    }
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<PixelType, typename TOutputImage::PixelType> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<PixelType, Dimension>;
};
} // namespace itk

#endif
