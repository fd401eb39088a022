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
#ifndef itkCudaOtsuMultipleThresholdsImageFilter_h
#define itkCudaOtsuMultipleThresholdsImageFilter_h

#include "itkDevicePixelCounter.h"
#include "itkDevicePointwiseImageFilter.h"
#include "itkOtsuMultipleThresholdsImageFilter.h"
#include "itkThresholdLabels.h"

namespace itk
{
namespace device
{
template <typename TOutput, typename TInput>
void
LaunchThresholdLabeler(const PointwiseImages<TOutput, TInput> & images,
                       const ThresholdLabels<TInput> &          thresholds,
                       TOutput                                  labelOffset,
                       const Stream &                           stream);
}

/** \class CudaOtsuMultipleThresholdsImageFilter
 * \brief OtsuMultipleThresholdsImageFilter on a CUDA device: labels of the classes between several thresholds.
 *
 * The device counts, OtsuMultipleThresholdsCalculator finds the thresholds, and the device labels, all as the parent does:
 * thresholds and labels are the parent's. Update() waits for the histogram, but not for the output. Of images with NaNs or
 * infinite pixels the parent's histogram depends on their order; here NaNs are passed over in the search for the range.
 *
 * On the device: inputs of uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8; up to
 * 16 thresholds and 8190 bins; 2D and 3D. Others run the parent. GetThresholds() is not virtual: ask it of this class.
 *
 * \sa DevicePointwiseImageFilter OtsuMultipleThresholdsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaOtsuMultipleThresholdsImageFilter
  : public DevicePointwiseImageFilter<OtsuMultipleThresholdsImageFilter<TInputImage, TOutputImage>,
                                      device::HasUsualPair,
                                      TOutputImage,
                                      TInputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaOtsuMultipleThresholdsImageFilter);

  using Self = CudaOtsuMultipleThresholdsImageFilter;
  using Superclass = DevicePointwiseImageFilter<OtsuMultipleThresholdsImageFilter<TInputImage, TOutputImage>,
                                                device::HasUsualPair,
                                                TOutputImage,
                                                TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::HistogramType;
  using typename Superclass::InputPixelType;
  using typename Superclass::OtsuCalculatorType;
  using typename Superclass::ThresholdVectorType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaOtsuMultipleThresholdsImageFilter);

  /** Of the last Update(). */
  const ThresholdVectorType &
  GetThresholds() const
  {
    return this->GetRanOnDevice() ? m_DeviceThresholds : Superclass::GetThresholds();
  }

protected:
  CudaOtsuMultipleThresholdsImageFilter() = default;
  ~CudaOtsuMultipleThresholdsImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return Superclass::HasKernel() && this->GetNumberOfThresholds() <= device::MaximumNumberOfThresholdLabels &&
           this->GetNumberOfHistogramBins() <= device::PixelCounter<std::uint8_t>::MaximumNumberOfBins;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      std::size_t                                size[3];
      const auto                                 pixels = this->ViewWholeInput(size, stream);
      const device::PixelCounter<InputPixelType> counter(pixels, {}, size, stream);
      const auto                                 histogram = this->MakeHistogram(counter.GetExtrema());
      counter.AddTo(*histogram);

      const auto calculator = OtsuCalculatorType::New();
      calculator->SetInputHistogram(histogram);
      calculator->SetNumberOfThresholds(this->GetNumberOfThresholds());
      calculator->SetValleyEmphasis(this->GetValleyEmphasis());
      calculator->SetReturnBinMidpoint(this->GetReturnBinMidpoint());
      calculator->Compute();
      m_DeviceThresholds = calculator->GetOutput();
      this->Launch(this->ViewImages(stream), stream);
    }
  }

  void
  Launch(const typename Superclass::ImagesType & images, const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::ThresholdLabels<InputPixelType> labels;
      for (const auto threshold : m_DeviceThresholds)
      {
        labels.Add(threshold);
      }
      device::LaunchThresholdLabeler(images, labels, this->GetLabelOffset(), stream);
    }
  }

private:
  /** Without frequencies. */
  typename HistogramType::Pointer
  MakeHistogram(const device::PixelExtrema<InputPixelType> & extrema) const
  {
    using MeasurementType = typename HistogramType::MeasurementType;
    typename HistogramType::MeasurementVectorType minimum(1);
    typename HistogramType::MeasurementVectorType maximum(1);
    typename HistogramType::SizeType              size(1);
    const auto                                    histogram = HistogramType::New();
    size.Fill(this->GetNumberOfHistogramBins());
    minimum[0] = static_cast<MeasurementType>(extrema.minimum);
    maximum[0] = static_cast<MeasurementType>(extrema.maximum);
    // The margin of Statistics::SampleToHistogramFilter, with its MarginalScale of 100: the range is a pixel's, which wraps.
    using RangeType = decltype(extrema.maximum - extrema.minimum);
    RangeType range = 0;
    if constexpr (std::is_integral_v<InputPixelType>)
    {
      range = static_cast<RangeType>(static_cast<std::uint32_t>(extrema.maximum) -
                                     static_cast<std::uint32_t>(extrema.minimum));
    }
    else
    {
      range = extrema.maximum - extrema.minimum;
    }
    const double margin = static_cast<MeasurementType>(range) / static_cast<MeasurementType>(size[0]) / 100.0;
    if (NumericTraits<MeasurementType>::max() - extrema.maximum > margin)
    {
      maximum[0] = extrema.maximum + margin;
    }
    else
    {
      histogram->SetClipBinsAtEnds(false);
    }
    histogram->SetMeasurementVectorSize(1);
    histogram->Initialize(size, minimum, maximum);
    return histogram;
  }

  ThresholdVectorType m_DeviceThresholds;
};
} // namespace itk

#endif
