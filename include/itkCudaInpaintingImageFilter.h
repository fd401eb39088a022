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
#ifndef itkCudaInpaintingImageFilter_h
#define itkCudaInpaintingImageFilter_h

#include "itkCudaInpaintingLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkInpaintingImageFilter.h"

namespace itk
{
/** \class CudaInpaintingImageFilter
 * \brief InpaintingImageFilter on a CUDA device: fills missing pixels, so that few coefficients of a transform describe the
 * image.
 *
 * On the device: images of uint8, int16, uint16 and float and of vectors of them, such as RGB, to the same type, masks of
 * uint8, 2D and 3D; all transforms, Cosine where cuFFT is found. Other types run the parent, as do Windows and
 * Morphological of images with a first or second axis of one pixel.
 *
 * **How near the parent.** Windows, Wavelet and Morphological do the parent's operations in its order, with its seeded
 * shifts: the pixels, and those of both parts, are the parent's, bit for bit. Cosine transforms are of float instead of
 * double. A coefficient differs by less than 1e-5 of the largest, and one that is as near to the threshold s may be kept by
 * one and removed by the other: n such coefficients of N change the estimate of an iteration by at most
 * 2^(D/2) n s / sqrt(N) in a pixel, with D axes. Residual and RMSChange are sums of double in another order, so nearly the
 * parent's.
 *
 * No iteration waits for the device but the first, for the thresholds that are not set, and the last, for Residual
 * and RMSChange; with an observer of IterationEvent, or MaximumRMSChange above 0, all do. Memory beside the images: 4
 * bytes a pixel for each channel, twice, and of one channel 5 bytes; Windows take 16 more, Wavelet 6, or 9 in volumes, and
 * Cosine 4 and what cuFFT takes. Morphological takes what Windows and Wavelet take, 4 more for each channel, and of one
 * channel 4 more. The parts are DeviceImages if the output is one.
 *
 * \sa DeviceImageFilter InpaintingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage,
          typename TOutputImage = TInputImage,
          typename TMaskImage = Image<unsigned char, TInputImage::ImageDimension>>
class ITK_TEMPLATE_EXPORT CudaInpaintingImageFilter
  : public DeviceImageFilter<InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaInpaintingImageFilter);

  using Self = CudaInpaintingImageFilter;
  using Superclass = DeviceImageFilter<InpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaInpaintingImageFilter);

protected:
  CudaInpaintingImageFilter() = default;
  ~CudaInpaintingImageFilter() override = default;

  bool
  HasKernel() const override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  using ComponentType = typename Superclass::InputComponentType;

  static constexpr bool KernelExists =
    device::Supports<ComponentType, TInputImage::ImageDimension> &&
    std::is_same_v<typename Superclass::InputPixelType, typename Superclass::OutputPixelType> &&
    std::is_same_v<typename TMaskImage::PixelType, std::uint8_t>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaInpaintingImageFilter.hxx"
#endif

#endif
