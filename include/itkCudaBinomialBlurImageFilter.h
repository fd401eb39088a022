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
#ifndef itkCudaBinomialBlurImageFilter_h
#define itkCudaBinomialBlurImageFilter_h

#include "itkBinomialBlurImageFilter.h"
#include "itkCudaBinomialBlurLaunch.h"
#include "itkDeviceStencilImageFilter.h"

namespace itk
{
/** \class CudaBinomialBlurImageFilter
 * \brief BinomialBlurImageFilter on a CUDA device: 1 2 1 along each axis, so many times.
 *
 * In double between the Repetitions, as the parent, of whose result each bit is the same: also of a part of the image, to
 * which the parent adds on one side alone what its borders need. Takes up to 16 bytes a pixel besides the images.
 *
 * On the device: uint8, int16, uint16, float to float, 2D and 3D, one repetition or more. Others run the parent.
 *
 * \sa DeviceStencilImageFilter BinomialBlurImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaBinomialBlurImageFilter
  : public DeviceStencilImageFilter<BinomialBlurImageFilter<TInputImage, TOutputImage>,
                                    device::HasUsualPair,
                                    TInputImage,
                                    TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinomialBlurImageFilter);

  using Self = CudaBinomialBlurImageFilter;
  using Superclass = DeviceStencilImageFilter<BinomialBlurImageFilter<TInputImage, TOutputImage>,
                                              device::HasUsualPair,
                                              TInputImage,
                                              TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinomialBlurImageFilter);

protected:
  CudaBinomialBlurImageFilter() = default;
  ~CudaBinomialBlurImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists && this->GetRepetitions() > 0;
  }

  void
  Launch(const typename Superclass::InputViewType &  input,
         const typename Superclass::OutputViewType & output,
         const std::size_t (&offset)[Superclass::Dimension],
         const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      // To the parent the image ends where what it has requested does.
      const auto  requested = this->GetInput()->GetRequestedRegion();
      const auto  buffered = this->GetInput()->GetBufferedRegion();
      std::size_t begin[Superclass::Dimension];
      std::size_t offsetInPart[Superclass::Dimension];
      for (unsigned int axis = 0; axis < Superclass::Dimension; ++axis)
      {
        begin[axis] = requested.GetIndex(axis) - buffered.GetIndex(axis);
        offsetInPart[axis] = offset[axis] - begin[axis];
      }
      device::LaunchBinomialBlur<typename Superclass::InputPixelType, Superclass::Dimension>(
        this->Crop(input, begin, requested.GetSize()), output, offsetInPart, this->GetRepetitions(), stream);
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::KernelExists && std::is_same_v<typename Superclass::OutputPixelType, float>;
};
} // namespace itk

#endif
