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
#ifndef itkCudaMedianImageFilter_h
#define itkCudaMedianImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkMedianImageFilter.h"

namespace itk
{
/** \class CudaMedianImageFilter
 * \brief MedianImageFilter on a CUDA device.
 *
 * Each output pixel is the median of the input over a box of 2 Radius + 1 pixels a side; pixels beyond the edge of the
 * image take the value of the nearest pixel in it. The result is that of the parent, bit for bit.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type, input and output the same | uint8, int16, uint16, float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | radius, per axis | any, also beyond the size of the image | |
 *
 * How the median is found depends on the window:
 * - windows of up to 15 pixels a side in 2D and in planes of a volume along x and y or x and z, boxes of up to 5 pixels
 *   a side, of 7x7x3 and of 7x3x7 in 3D, and any other shape of at most 25 pixels: networks of minima and maxima in
 *   registers, which forget the values that can no longer be the median (G. Perrot, S. Domas, R. Couturier, Fine-tuned
 *   high-speed implementation of a GPU-based median filter, Journal of Signal Processing Systems 75, 2014; K. Sugy,
 *   arXiv 2507.19926, 2025);
 * - larger windows, of any shape, up to about 140 pixels a side in 2D and 20 in 3D: a rank that slides along the sorted
 *   pixels of a tile, at a cost that hardly depends on the window;
 * - windows beyond: bitwise selection, at a cost proportional to the number of pixels in the window that are in the
 *   image.
 *
 * Floats: where a window holds both -0 and +0, or NaNs, the result of the parent depends on the order in which
 * std::nth_element meets them. On the device -0 comes before +0, NaNs with the sign bit set before -infinity and other
 * NaNs after +infinity.
 *
 * \sa DeviceImageFilter MedianImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaMedianImageFilter : public DeviceImageFilter<MedianImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMedianImageFilter);

  using Self = CudaMedianImageFilter;
  using Superclass = DeviceImageFilter<MedianImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMedianImageFilter);

protected:
  CudaMedianImageFilter() = default;
  ~CudaMedianImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

private:
  static constexpr bool KernelExists = std::is_same_v<InputPixelType, OutputPixelType> &&
                                       TInputImage::ImageDimension == TOutputImage::ImageDimension &&
                                       device::Supports<InputPixelType, TInputImage::ImageDimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaMedianImageFilter.hxx"
#endif

#endif
