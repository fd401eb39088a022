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
#ifndef itkCudaHistogramMatchingImageFilter_hxx
#define itkCudaHistogramMatchingImageFilter_hxx

#include "itkMath.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage, typename THistogramMeasurement>
auto
CudaHistogramMatchingImageFilter<TInputImage, TOutputImage, THistogramMeasurement>::Measure(
  const device::PointwiseInput<InputPixelType> & image,
  const std::size_t (&size)[3],
  HistogramType *        histogram,
  const device::Stream & stream) const -> IntensityType
{
  using StatisticsType = device::PixelStatistics<InputPixelType>;
  const device::Buffer result(sizeof(StatisticsType), stream);
  StatisticsType       statistics;
  device::LaunchStatistics(image, size, result.template As<StatisticsType>(), stream);
  device::Download(&statistics, result.GetData(), sizeof(statistics), stream);

  IntensityType intensity{ static_cast<THistogramMeasurement>(statistics.minimum),
                           static_cast<THistogramMeasurement>(statistics.maximum),
                           statistics.minimum };
  if (this->GetThresholdAtMeanIntensity())
  {
    const auto count = static_cast<double>(size[0] * size[1] * size[2]);
    intensity.threshold = static_cast<InputPixelType>(static_cast<THistogramMeasurement>(statistics.sum / count));
  }
  typename HistogramType::SizeType              bins(1);
  typename HistogramType::MeasurementVectorType lowest(1);
  typename HistogramType::MeasurementVectorType highest(1);
  bins.Fill(this->GetNumberOfHistogramLevels());
  lowest.Fill(static_cast<THistogramMeasurement>(intensity.threshold));
  highest.Fill(intensity.maximum);
  histogram->SetMeasurementVectorSize(1);
  histogram->Initialize(bins, lowest, highest);
  // Its ends are those of the image's range.
  histogram->SetBinMin(0, 0, intensity.minimum);
  histogram->SetBinMax(0, bins[0] - 1, intensity.maximum);
  histogram->SetToZero();
  device::PixelCounter<InputPixelType>(image, {}, size, stream).AddTo(*histogram, intensity.threshold);
  return intensity;
}

template <typename TInputImage, typename TOutputImage, typename THistogramMeasurement>
void
CudaHistogramMatchingImageFilter<TInputImage, TOutputImage, THistogramMeasurement>::MakeTable(
  const IntensityType & source,
  const IntensityType & reference)
{
  const auto   matchPoints = static_cast<int>(this->GetNumberOfMatchPoints());
  const double delta = 1.0 / (static_cast<double>(matchPoints) + 1.0);
  const auto   getSlope = [](double rise, double run) { return Math::NotAlmostEquals(run, 0.0) ? rise / run : 0.0; };

  auto & quantiles = m_Table.quantiles;
  double targets[device::HistogramMatchingTable::MaximumNumberOfQuantiles];
  m_Table.numberOfQuantiles = matchPoints + 2;
  quantiles[0] = source.threshold;
  targets[0] = reference.threshold;
  for (int i = 1; i <= matchPoints; ++i)
  {
    quantiles[i] = this->GetModifiableSourceHistogram()->Quantile(0, i * delta);
    targets[i] = this->GetReferenceHistogram()->Quantile(0, i * delta);
  }
  quantiles[matchPoints + 1] = source.maximum;
  targets[matchPoints + 1] = reference.maximum;
  for (int i = 0; i <= matchPoints; ++i)
  {
    m_Table.between[i] = { quantiles[i],
                           targets[i],
                           getSlope(targets[i + 1] - targets[i], quantiles[i + 1] - quantiles[i]) };
  }
  const double sourceMinimum = source.minimum;
  const double referenceMinimum = reference.minimum;
  m_Table.below = { sourceMinimum,
                    referenceMinimum,
                    getSlope(targets[0] - referenceMinimum, quantiles[0] - sourceMinimum) };
  // The last quantile is the maximum, and so is the slope above it 0.
  m_Table.above = { static_cast<double>(source.maximum), static_cast<double>(reference.maximum), 0.0 };
}

template <typename TInputImage, typename TOutputImage, typename THistogramMeasurement>
void
CudaHistogramMatchingImageFilter<TInputImage, TOutputImage, THistogramMeasurement>::EnqueueOnDevice(
  const device::Stream & stream)
{
  if constexpr (Superclass::KernelExists && IsExactMeasurement)
  {
    std::size_t   size[3]{ 1, 1, 1 };
    IntensityType reference{};
    if (this->GetGenerateReferenceHistogramFromImage())
    {
      const TInputImage * const image = this->GetReferenceImage();
      const auto                region = image->GetBufferedRegion();
      std::copy_n(region.GetSize().begin(), TInputImage::ImageDimension, size);
      const auto histogram = HistogramType::New();
      reference = this->Measure(this->ViewRegion(image, region, stream), size, histogram, stream);
      this->SetReferenceHistogram(histogram);
    }
    else
    {
      const HistogramType * const histogram = this->GetReferenceHistogram();
      reference.minimum = histogram->GetBinMin(0, 0);
      reference.maximum = histogram->GetBinMax(0, histogram->GetSize(0) - 1);
      reference.threshold = static_cast<InputPixelType>(reference.minimum);
    }
    const auto pixels = this->ViewWholeInput(size, stream);
    const auto source = this->Measure(pixels, size, this->GetModifiableSourceHistogram(), stream);
    this->MakeTable(source, reference);

    const auto images = this->ViewImages(stream);
    this->Launch(images, stream);
    device::PointwiseInput<InputPixelType> output;
    output.pixels = images.output.pixels;
    std::copy_n(images.output.stride, 3, output.stride);
    this->Measure(output, images.output.size, this->GetModifiableOutputHistogram(), stream);
  }
}
} // namespace itk

#endif
