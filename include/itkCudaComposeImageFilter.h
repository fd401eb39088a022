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
#ifndef itkCudaComposeImageFilter_h
#define itkCudaComposeImageFilter_h

#include "itkComposeImageFilter.h"
#include "itkDeviceImageFilter.h"
#include "itkDevicePixelComponents.h"

namespace itk
{
/** \class CudaComposeImageFilter
 * \brief ComposeImageFilter on a CUDA device: pixels of several components from as many images.
 *
 * The parent's pixels bit for bit.
 *
 * On the device: two or three images of uint8, int16, uint16, int32, uint32 or float to images, 2D and 3D, of RGBPixel,
 * Vector or another FixedArray of the same type. Others, VectorImage and std::complex among them, run the parent.
 *
 * \sa DeviceImageFilter ComposeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage,
          typename TOutputImage = VectorImage<typename TInputImage::PixelType, TInputImage::ImageDimension>>
class ITK_TEMPLATE_EXPORT CudaComposeImageFilter
  : public DeviceImageFilter<ComposeImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaComposeImageFilter);

  using Self = CudaComposeImageFilter;
  using Superclass = DeviceImageFilter<ComposeImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaComposeImageFilter);

protected:
  CudaComposeImageFilter() = default;
  ~CudaComposeImageFilter() override = default;

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

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      this->BeforeThreadedGenerateData();
      using Bits = device::ComponentBits<PixelType>;
      device::PointwiseInput<Bits> inputs[3];
      const auto                   region = this->GetOutput()->GetRequestedRegion();
      for (unsigned int i = 0; i < Components; ++i)
      {
        const TInputImage * const input = this->GetInput(i);
        const auto                view = this->ViewInput(input, stream);
        inputs[i] = device::ViewComponents<Bits, Dimension>(view.data, input, region, 1);
      }
      const auto  output = this->ViewOutput(this->GetOutput(), stream);
      std::size_t size[3]{ 1, 1, 1 };
      std::copy_n(output.size, Dimension, size);
      device::LaunchCompose(inputs, reinterpret_cast<Bits *>(output.data), size, Components, stream);
    }
  }

private:
  using PixelType = typename TInputImage::PixelType;
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr unsigned int Components = device::NumberOfComponents<typename TOutputImage::PixelType>;
  static constexpr bool         KernelExists = device::HasComponentKernel<TOutputImage, TInputImage>;
};
} // namespace itk

#endif
