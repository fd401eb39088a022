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
#ifndef itkCudaVectorIndexSelectionCastImageFilter_h
#define itkCudaVectorIndexSelectionCastImageFilter_h

#include "itkVectorIndexSelectionCastImageFilter.h"
#include "itkDeviceImageFilter.h"
#include "itkDevicePixelComponents.h"

namespace itk
{
/** \class CudaVectorIndexSelectionCastImageFilter
 * \brief VectorIndexSelectionCastImageFilter on a CUDA device: one component of the pixels.
 *
 * The parent's pixels bit for bit.
 *
 * On the device: images, 2D and 3D, of RGBPixel, Vector or another FixedArray of two or three uint8, int16, uint16, int32,
 * uint32 or float to images of the same type. Others run the parent.
 *
 * \sa DeviceImageFilter VectorIndexSelectionCastImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaVectorIndexSelectionCastImageFilter
  : public DeviceImageFilter<VectorIndexSelectionCastImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaVectorIndexSelectionCastImageFilter);

  using Self = CudaVectorIndexSelectionCastImageFilter;
  using Superclass = DeviceImageFilter<VectorIndexSelectionCastImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaVectorIndexSelectionCastImageFilter);

protected:
  CudaVectorIndexSelectionCastImageFilter() = default;
  ~CudaVectorIndexSelectionCastImageFilter() override = default;

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
      const TInputImage * const input = this->GetInput();
      const auto                inputView = this->ViewInput(input, stream);
      const auto                output = this->ViewOutput(this->GetOutput(), stream);
      const auto                region = this->GetOutput()->GetBufferedRegion();
      auto        components = device::ViewComponents<Bits, Dimension>(inputView.data, input, region, Components);
      std::size_t size[3]{ 1, 1, 1 };
      std::copy_n(output.size, Dimension, size);
      components.pixels += this->GetIndex();
      device::LaunchSelectComponent(components, reinterpret_cast<Bits *>(output.data), size, Components, stream);
    }
  }

private:
  using PixelType = typename TOutputImage::PixelType;
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr unsigned int Components = device::NumberOfComponents<typename TInputImage::PixelType>;
  static constexpr bool         KernelExists = device::HasComponentKernel<TInputImage, TOutputImage>;
};
} // namespace itk

#endif
