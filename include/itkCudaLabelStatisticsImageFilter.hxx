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
#ifndef itkCudaLabelStatisticsImageFilter_hxx
#define itkCudaLabelStatisticsImageFilter_hxx

namespace itk
{
template <typename TInputImage, typename TLabelImage>
void
CudaLabelStatisticsImageFilter<TInputImage, TLabelImage>::AddPiece(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto * const image = this->GetInput();
    const auto * const labelImage = this->GetLabelInput();
    const RegionType   region = image->GetRequestedRegion();
    if (region.GetNumberOfPixels() == 0)
    {
      return;
    }
    if (!labelImage->GetBufferedRegion().IsInside(region))
    {
      itkExceptionMacro(<< "The image of labels does not cover the region " << region);
    }
    const typename Superclass::Extent extent(region);
    const auto                        input = this->ViewRegion(image, region, stream);
    const auto                        signedLabels = this->ViewRegion(labelImage, region, stream);

    using KeyType = std::make_unsigned_t<LabelPixelType>;
    device::PointwiseInput<KeyType> labels;
    labels.pixels = reinterpret_cast<const KeyType *>(signedLabels.pixels);
    std::copy_n(signedLabels.stride, 3, labels.stride);
    const auto pieces = device::ComputeLabelStatistics(input, labels, extent.size, stream);
    for (const auto & piece : pieces)
    {
      const auto label = static_cast<LabelPixelType>(piece.label);
      if (this->GetUseHistograms())
      {
        m_DeviceStatistics.emplace(label, LabelStatistics(m_NumberOfBins, m_LowerBound, m_UpperBound));
      }
      LabelStatistics & total = m_DeviceStatistics[label];
      total.m_Count += piece.count;
      total.m_Sum += piece.sum;
      total.m_SumOfSquares += piece.sumOfSquares;
      total.m_Minimum = std::min(total.m_Minimum, piece.minimum);
      total.m_Maximum = std::max(total.m_Maximum, piece.maximum);
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        auto & least = total.m_BoundingBox[2 * axis];
        auto & most = total.m_BoundingBox[2 * axis + 1];
        least = std::min(least, region.GetIndex(axis) + IndexValueType{ piece.first[axis] });
        most = std::max(most, region.GetIndex(axis) + IndexValueType{ piece.last[axis] });
      }
    }
    if (this->GetUseHistograms())
    {
      this->AddToHistograms(input, labels, extent.size, pieces, stream);
    }
  }
}

template <typename TInputImage, typename TLabelImage>
template <typename TLabelView>
void
CudaLabelStatisticsImageFilter<TInputImage, TLabelImage>::AddToHistograms(
  const device::PointwiseInput<PixelType> & image,
  const TLabelView &                        labels,
  const std::size_t (&size)[3],
  const std::vector<device::LabelPixelStatistics> & piece,
  const device::Stream &                            stream)
{
  using CounterType = device::PixelCounter<PixelType>;
  device::PixelExtrema<PixelType> extrema{ NumericTraits<PixelType>::max(),
                                           NumericTraits<PixelType>::NonpositiveMin() };
  std::vector<std::uint32_t>      values;
  for (const auto & statistics : piece)
  {
    values.push_back(statistics.label);
    if (statistics.minimum <= statistics.maximum)
    {
      extrema.minimum = std::min(extrema.minimum, static_cast<PixelType>(statistics.minimum));
      extrema.maximum = std::max(extrema.maximum, static_cast<PixelType>(statistics.maximum));
    }
  }
  const auto & example = *m_DeviceStatistics.begin()->second.m_Histogram;
  const auto   classes = CounterType::ListClasses(example, extrema);

  const std::size_t          numberOfClasses = classes.GetNumberOfClasses();
  std::vector<std::uint64_t> numbers(values.size() * numberOfClasses);
  const std::size_t          bytes = numbers.size() * sizeof(std::uint64_t);
  const device::Buffer       counts(bytes, stream);
  device::LabelPixels        labelPixels{ labels.pixels, {}, sizeof(*labels.pixels) };
  std::copy_n(labels.stride, 3, labelPixels.stride);
  device::LaunchCountLabelClasses(
    image, labelPixels, size, values, classes, counts.template As<std::uint64_t>(), stream);
  device::Download(numbers.data(), counts.GetData(), bytes, stream);

  // All histograms have the same edges.
  using HistogramType = typename Superclass::HistogramType;
  typename HistogramType::MeasurementVectorType measurement(1);
  typename HistogramType::IndexType             index(1);
  for (std::size_t number = 0; number < numberOfClasses; ++number)
  {
    measurement[0] = static_cast<RealType>(CounterType::GetPixelOfClass(classes, number));
    const bool isInABin = example.GetIndex(measurement, index);
    for (std::size_t i = 0; i < values.size() && isInABin; ++i)
    {
      if (const std::uint64_t count = numbers[i * numberOfClasses + number])
      {
        const auto label = static_cast<LabelPixelType>(values[i]);
        m_DeviceStatistics.find(label)->second.m_Histogram->IncreaseFrequencyOfIndex(index, count);
      }
    }
  }
}

template <typename TInputImage, typename TLabelImage>
auto
CudaLabelStatisticsImageFilter<TInputImage, TLabelImage>::GetMedian(LabelPixelType label) const -> RealType
{
  if (!this->GetRanOnDevice())
  {
    return Superclass::GetMedian(label);
  }
  const LabelStatistics * const statistics = this->FindLabel(label);
  if (statistics == nullptr || statistics->m_Histogram.IsNull() || !this->GetUseHistograms())
  {
    return 0.0;
  }
  const auto &  histogram = *statistics->m_Histogram;
  SizeValueType bin = 0;
  RealType      total = 0;
  while (total <= statistics->m_Count / 2 && bin < histogram.GetSize(0))
  {
    total += static_cast<RealType>(histogram.GetFrequency(bin));
    ++bin;
  }
  const RealType lower = histogram.GetBinMin(0, bin - 1);
  return lower + (histogram.GetBinMax(0, bin - 1) - lower) / 2;
}

template <typename TInputImage, typename TLabelImage>
void
CudaLabelStatisticsImageFilter<TInputImage, TLabelImage>::FinishOnDevice()
{
  for (auto & entry : m_DeviceStatistics)
  {
    LabelStatistics & statistics = entry.second;
    const auto        count = static_cast<RealType>(statistics.m_Count);
    statistics.m_Mean = statistics.m_Sum / count;
    if (statistics.m_Count > 1)
    {
      statistics.m_Variance = (statistics.m_SumOfSquares - statistics.m_Sum * statistics.m_Sum / count) / (count - 1.0);
    }
    if (statistics.m_Variance >= 0.0)
    {
      statistics.m_Sigma = std::sqrt(statistics.m_Variance);
    }
    m_DeviceLabels.push_back(entry.first);
  }
}
} // namespace itk

#endif
