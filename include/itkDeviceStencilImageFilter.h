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
#ifndef itkDeviceStencilImageFilter_h
#define itkDeviceStencilImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class DeviceStencilImageFilter
 * \brief Base of filters each of whose output pixels depends on the input pixels around its own index.
 *
 * A filter says what it computes, by Launch(). The input's requested region, by which the neighbours are there, is that
 * of the parent. THasKernel<output pixel, input pixel>::value says for which pixel types there is a kernel, in 2D and 3D;
 * others are the parent's.
 *
 * \sa DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter,
          template <typename TOutputPixel, typename TInputPixel> class THasKernel,
          typename TInputImage,
          typename TOutputImage>
class ITK_TEMPLATE_EXPORT DeviceStencilImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceStencilImageFilter);

  using Self = DeviceStencilImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceStencilImageFilter);

protected:
  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = device::Supports<InputPixelType, Dimension> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       THasKernel<OutputPixelType, InputPixelType>::value;

  using InputViewType = device::ImageView<const InputPixelType, Dimension>;
  using OutputViewType = device::ImageView<OutputPixelType, Dimension>;

  DeviceStencilImageFilter() = default;
  ~DeviceStencilImageFilter() override = default;

  /** Enqueues the computation of `output`, whose first pixel is at `offset` in `input`; called only where KernelExists. */
  virtual void
  Launch(const InputViewType &  input,
         const OutputViewType & output,
         const std::size_t (&offset)[Dimension],
         const device::Stream & stream) = 0;

  /** How far along each axis from its own index an output pixel depends on the input, if Launch() may be called for strips
   * of the images, from several threads at once. */
  virtual std::optional<Size<Dimension>>
  GetReach() const
  {
    return std::nullopt;
  }

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      this->EnqueueStencil(
        this->GetInput(),
        this->GetOutput(),
        this->GetReach(),
        stream,
        [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
          this->Launch(input, output, offset, onStream);
        });
    }
  }
};
} // namespace itk

#endif
