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
#ifndef itkCudaVotingBinaryImageFilter_h
#define itkCudaVotingBinaryImageFilter_h

#include "itkCudaVotingBinaryLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkVotingBinaryImageFilter.h"

namespace itk
{
/** \class CudaVotingBinaryImageFilter
 * \brief VotingBinaryImageFilter on a CUDA device, at a cost that hardly depends on the radius.
 *
 * Counts the pixels of ForegroundValue in the box of 2 Radius + 1 pixels a side around each pixel, itself among them;
 * pixels beyond the edge of the image take the value of the nearest pixel in it. BackgroundValue with BirthThreshold of
 * them or more becomes ForegroundValue; ForegroundValue with less than SurvivalThreshold becomes BackgroundValue; other
 * pixels stay as they are.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type | uint8, int16, uint16, output and input the same | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | radius, per axis | any, also beyond the size of the image, of windows below 2^32 pixels | the parent, on the CPU |
 *
 * The result is the parent's, bit for bit. Takes 2 bits a pixel of the input besides, and in 3D 2 bytes a pixel, or 4 if a
 * slice of the window has 2^16 pixels or more. Update() does not wait for the device.
 *
 * \sa DeviceImageFilter VotingBinaryImageFilter device::LaunchVotingBinary
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaVotingBinaryImageFilter
  : public DeviceImageFilter<VotingBinaryImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaVotingBinaryImageFilter);

  using Self = CudaVotingBinaryImageFilter;
  using Superclass = DeviceImageFilter<VotingBinaryImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using PixelType = typename TInputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaVotingBinaryImageFilter);

protected:
  CudaVotingBinaryImageFilter() = default;
  ~CudaVotingBinaryImageFilter() override = default;

  bool
  HasKernel() const override
  {
    constexpr std::uint64_t most = 0xffffffff;
    std::uint64_t           pixels = 1;
    for (const std::uint64_t side : this->GetRadius())
    {
      // Without overflow, as each factor is below 2^32.
      if (side > most / 2 || pixels > most / (2 * side + 1))
      {
        return false;
      }
      pixels *= 2 * side + 1;
    }
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      std::size_t radius[Dimension];
      std::copy_n(this->GetRadius().begin(), Dimension, radius);
      const device::VotingRule<PixelType> rule{
        this->GetForegroundValue(), this->GetBackgroundValue(), this->GetBirthThreshold(), this->GetSurvivalThreshold()
      };
      this->EnqueueStencil(
        this->GetInput(),
        this->GetOutput(),
        this->GetRadius(),
        stream,
        [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
          device::LaunchVotingBinary<PixelType, Dimension>(input, output, offset, radius, rule, onStream);
        });
    }
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<PixelType, typename TOutputImage::PixelType> &&
                                       std::is_integral_v<PixelType> && TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<PixelType, Dimension>;
};
} // namespace itk

#endif
