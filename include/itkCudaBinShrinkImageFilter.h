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
#ifndef itkCudaBinShrinkImageFilter_h
#define itkCudaBinShrinkImageFilter_h

#include "itkBinShrinkImageFilter.h"
#include "itkCudaBinShrinkLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class CudaBinShrinkImageFilter
 * \brief BinShrinkImageFilter on a CUDA device: the mean of each block of pixels.
 *
 * The parent's pixels bit for bit, as ITK computes them on x86-64: sums in double, in the parent's order; an int32 or
 * uint32 mean beyond 2^30 is -2^30 there.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, the same in and out, 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageFilter BinShrinkImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaBinShrinkImageFilter
  : public DeviceImageFilter<BinShrinkImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinShrinkImageFilter);

  using Self = CudaBinShrinkImageFilter;
  using Superclass = DeviceImageFilter<BinShrinkImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinShrinkImageFilter);

protected:
  CudaBinShrinkImageFilter() = default;
  ~CudaBinShrinkImageFilter() override = default;

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
      TOutputImage * const output = this->GetOutput();
      auto                 region = output->GetRequestedRegion();
      std::size_t          factors[3]{ 1, 1, 1 };
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        factors[axis] = this->GetShrinkFactors()[axis];
        region.SetIndex(axis, region.GetIndex(axis) * static_cast<OffsetValueType>(factors[axis]));
      }
      const auto input = this->ViewRegion(this->GetInput(), region, stream);
      device::LaunchBinShrink(input, this->ViewWholeOutput(output, stream), factors, stream);
    }
  }

private:
  using PixelType = typename TOutputImage::PixelType;
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = device::HasCuda && (Dimension == 2 || Dimension == 3) &&
                                       device::HasOneType<PixelType, typename TInputImage::PixelType>::value;
};
} // namespace itk

#endif
