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
#ifndef itkCudaHistogramMatchingImageFilter_h
#define itkCudaHistogramMatchingImageFilter_h

#include "itkCudaStatisticsLaunch.h"
#include "itkDevicePixelCounter.h"
#include "itkDevicePointwiseImageFilter.h"
#include "itkHistogramMatchingImageFilter.h"
#include "itkHistogramMatchingTable.h"

namespace itk
{
namespace device
{
template <typename TPixel>
void
LaunchHistogramMatching(const PointwiseImages<TPixel, TPixel> & images,
                        const HistogramMatchingTable &          table,
                        const Stream &                          stream);
}

/** \class CudaHistogramMatchingImageFilter
 * \brief HistogramMatchingImageFilter on a CUDA device: gives an image the quantiles of a reference.
 *
 * The device counts and applies; the quantiles are those of ITK's histograms, so histograms and pixels are the parent's.
 * Only the mean of floats, where ThresholdAtMeanIntensity asks for it, is summed in another order: where the two sums, that
 * differ by less than n 2^-52 of the sum of n magnitudes, round to different floats, the first quantile differs by that.
 * Update() waits for the histograms, that of the output among them.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, with a THistogramMeasurement of the same type, double, or
 * float for 8 and 16 bits; up to 64 match points and 8190 levels; 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter HistogramMatchingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename THistogramMeasurement = typename TInputImage::PixelType>
class ITK_TEMPLATE_EXPORT CudaHistogramMatchingImageFilter
  : public DevicePointwiseImageFilter<HistogramMatchingImageFilter<TInputImage, TOutputImage, THistogramMeasurement>,
                                      device::HasOneType,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaHistogramMatchingImageFilter);

  using Self = CudaHistogramMatchingImageFilter;
  using Superclass =
    DevicePointwiseImageFilter<HistogramMatchingImageFilter<TInputImage, TOutputImage, THistogramMeasurement>,
                               device::HasOneType,
                               TOutputImage,
                               TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::HistogramType;
  using typename Superclass::ImagesType;
  using typename Superclass::InputPixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaHistogramMatchingImageFilter);

protected:
  CudaHistogramMatchingImageFilter() = default;
  ~CudaHistogramMatchingImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return Superclass::HasKernel() && IsExactMeasurement &&
           this->GetNumberOfMatchPoints() + 2 <= device::HistogramMatchingTable::MaximumNumberOfQuantiles &&
           this->GetNumberOfHistogramLevels() <= device::PixelCounter<std::uint8_t>::MaximumNumberOfBins;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  Launch(const ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchHistogramMatching(images, m_Table, stream);
    }
  }

private:
  static constexpr bool IsExactMeasurement =
    std::is_same_v<THistogramMeasurement, InputPixelType> || std::is_same_v<THistogramMeasurement, double> ||
    (std::is_same_v<THistogramMeasurement, float> && sizeof(InputPixelType) <= 2);

  /** What the parent takes from an image. */
  struct IntensityType
  {
    THistogramMeasurement minimum;
    THistogramMeasurement maximum;
    InputPixelType        threshold;
  };

  /** Fills the histogram. Waits. */
  IntensityType
  Measure(const device::PointwiseInput<InputPixelType> & image,
          const std::size_t (&size)[3],
          HistogramType *        histogram,
          const device::Stream & stream) const;

  void
  MakeTable(const IntensityType & source, const IntensityType & reference);

  device::HistogramMatchingTable m_Table{};
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaHistogramMatchingImageFilter.hxx"
#endif

#endif
