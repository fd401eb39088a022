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
#ifndef itkDevicePointwiseImageFilter_h
#define itkDevicePointwiseImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDevicePointwiseImages.h"
#include "itkDeviceSupports.h"
#include "itkSimpleDataObjectDecorator.h"

namespace itk
{
/** \class DevicePointwiseImageFilter
 * \brief Base of filters each of whose output pixels depends on the input pixels at its own index alone.
 *
 * A filter says what it computes, by Launch(); images, constants in their place, regions, running in place and what
 * BeforeThreadedGenerateData() of the parent prepares and checks are seen to here. Its result is that of the parent, bit
 * for bit where it says nothing else: real arithmetic is double's, integers keep their low bits, and a floating-point
 * number out of an integer's range becomes what x86-64 makes of it, as static_cast leaves that undefined: for uint32 what
 * it makes of one number at a time, as compilers differ where they convert several.
 *
 * `TParentFilter` has an output of TOutputImage and inputs of TInputImages, of one dimension, 2 or 3; any input may be a
 * SimpleDataObjectDecorator of a pixel (ITK's SetConstant), but not all. THasKernel<output pixel, input pixels...>::value
 * says for which pixel types there is a kernel: others, and empty regions, are the parent's.
 *
 * \sa DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter,
          template <typename TOutputPixel, typename... TInputPixels> class THasKernel,
          typename TOutputImage,
          typename... TInputImages>
class ITK_TEMPLATE_EXPORT DevicePointwiseImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DevicePointwiseImageFilter);

  using Self = DevicePointwiseImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DevicePointwiseImageFilter);

protected:
  static constexpr unsigned int Dimension = TOutputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::HasCuda && (Dimension == 2 || Dimension == 3) && ((TInputImages::ImageDimension == Dimension) && ...) &&
    THasKernel<typename TOutputImage::PixelType, typename TInputImages::PixelType...>::value;

  using ImagesType = device::PointwiseImages<typename TOutputImage::PixelType, typename TInputImages::PixelType...>;

  DevicePointwiseImageFilter() = default;
  ~DevicePointwiseImageFilter() override = default;

  /** Enqueues the computation of the output from the inputs; called only where KernelExists. */
  virtual void
  Launch(const ImagesType & images, const device::Stream & stream) = 0;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  bool
  RequiresPixels() const override
  {
    return false;
  }

  bool
  MayWriteWhereItReads() const override
  {
    return true;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      this->Launch(this->ViewNothing(), stream);
    }
  }

  /** The images for a launcher that only notes its kernels: of the requested region, without memory. */
  ImagesType
  ViewNothing()
  {
    ImagesType images;
    std::copy_n(typename Superclass::Extent(this->GetOutput()->GetRequestedRegion()).size, 3, images.output.size);
    return images;
  }

  /** The images for Launch(). */
  ImagesType
  ViewImages(const device::Stream & stream);

  /** All of the first input that is buffered, and its size; an image, not a constant. */
  auto
  ViewWholeInput(std::size_t (&size)[3], const device::Stream & stream)
  {
    const auto * const image = this->GetInput();
    const auto         region = image->GetBufferedRegion();
    std::copy_n(typename Superclass::Extent(region).size, 3, size);
    return this->ViewRegion(image, region, stream);
  }

private:
  template <typename TImage>
  device::PointwiseInput<typename TImage::PixelType>
  ViewNthInput(unsigned int index, const device::Stream & stream);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDevicePointwiseImageFilter.hxx"
#endif

#endif
