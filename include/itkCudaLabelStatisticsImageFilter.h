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
#ifndef itkCudaLabelStatisticsImageFilter_h
#define itkCudaLabelStatisticsImageFilter_h

#include "itkCudaLabelStatisticsLaunch.h"
#include "itkDeviceImageSink.h"
#include "itkDevicePixelCounter.h"
#include "itkLabelStatisticsImageFilter.h"

namespace itk
{
/** \class CudaLabelStatisticsImageFilter
 * \brief LabelStatisticsImageFilter on a CUDA device: count, minimum, maximum, mean, sigma, variance, sum and bounding box
 * of the pixels of each label.
 *
 * Update() waits for the results. Counts, extrema and boxes are the parent's; sums do not depend on the order of pixels:
 * they are exact for integers, as far as double holds them, and see device::ComputeLabelStatistics() for floats. NaNs are
 * passed over by minimum and maximum. NumberOfStreamDivisions is the parent's.
 *
 * SetHistogramParameters() and what tells the results are not virtual in the parent: call them of this class, not of a
 * pointer to the parent's. Histograms have the parent's frequencies; those of all labels are in the device's memory at once.
 *
 * On the device: pixels of uint8, int16, uint16, int32, uint32 and float with labels of uint8, int16, uint16, int32 and
 * uint32, with up to 8190 bins; 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageSink LabelStatisticsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TLabelImage>
class ITK_TEMPLATE_EXPORT CudaLabelStatisticsImageFilter
  : public DeviceImageSink<LabelStatisticsImageFilter<TInputImage, TLabelImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLabelStatisticsImageFilter);

  using Self = CudaLabelStatisticsImageFilter;
  using Superclass = DeviceImageSink<LabelStatisticsImageFilter<TInputImage, TLabelImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::BoundingBoxType;
  using typename Superclass::HistogramPointer;
  using typename Superclass::LabelPixelType;
  using typename Superclass::LabelStatistics;
  using typename Superclass::MapSizeType;
  using typename Superclass::MapType;
  using typename Superclass::PixelType;
  using typename Superclass::RealType;
  using typename Superclass::RegionType;
  using typename Superclass::ValidLabelValuesContainerType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLabelStatisticsImageFilter);

  // Of the last Update(), as of the parent.

  const ValidLabelValuesContainerType &
  GetValidLabelValues() const override
  {
    return this->GetRanOnDevice() ? m_DeviceLabels : Superclass::GetValidLabelValues();
  }

  bool
  HasLabel(LabelPixelType label) const
  {
    return this->GetRanOnDevice() ? this->FindLabel(label) != nullptr : Superclass::HasLabel(label);
  }

  MapSizeType
  GetNumberOfObjects() const
  {
    return this->GetRanOnDevice() ? static_cast<MapSizeType>(m_DeviceStatistics.size())
                                  : Superclass::GetNumberOfObjects();
  }

  MapSizeType
  GetNumberOfLabels() const
  {
    return this->GetNumberOfObjects();
  }

  RealType
  GetMinimum(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Minimum, NumericTraits<PixelType>::max(), [&] {
      return Superclass::GetMinimum(label);
    });
  }

  RealType
  GetMaximum(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Maximum, NumericTraits<PixelType>::NonpositiveMin(), [&] {
      return Superclass::GetMaximum(label);
    });
  }

  RealType
  GetMean(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Mean, 0, [&] { return Superclass::GetMean(label); });
  }

  RealType
  GetSigma(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Sigma, 0, [&] { return Superclass::GetSigma(label); });
  }

  RealType
  GetVariance(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Variance, 0, [&] { return Superclass::GetVariance(label); });
  }

  RealType
  GetSum(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Sum, 0, [&] { return Superclass::GetSum(label); });
  }

  MapSizeType
  GetCount(LabelPixelType label) const
  {
    return this->Get(label, &LabelStatistics::m_Count, 0, [&] { return Superclass::GetCount(label); });
  }

  BoundingBoxType
  GetBoundingBox(LabelPixelType label) const
  {
    return this->Get(
      label, &LabelStatistics::m_BoundingBox, BoundingBoxType(), [&] { return Superclass::GetBoundingBox(label); });
  }

  RegionType
  GetRegion(LabelPixelType label) const
  {
    RegionType            region;
    const BoundingBoxType box = this->GetBoundingBox(label);
    for (unsigned int axis = 0; axis < Dimension && !box.empty(); ++axis)
    {
      region.SetIndex(axis, box[2 * axis]);
      region.SetSize(axis, static_cast<SizeValueType>(box[2 * axis + 1] - box[2 * axis] + 1));
    }
    return region;
  }

  /** The middle of the bin; 0 without histograms. */
  RealType
  GetMedian(LabelPixelType label) const;

  /** Null without histograms. */
  HistogramPointer
  GetHistogram(LabelPixelType label) const
  {
    return this->Get(
      label, &LabelStatistics::m_Histogram, HistogramPointer(), [&] { return Superclass::GetHistogram(label); });
  }

  void
  SetHistogramParameters(const int numberOfBins, RealType lowerBound, RealType upperBound)
  {
    Superclass::SetHistogramParameters(numberOfBins, lowerBound, upperBound);
    m_NumberOfBins = numberOfBins;
    m_LowerBound = lowerBound;
    m_UpperBound = upperBound;
  }

protected:
  CudaLabelStatisticsImageFilter() = default;
  ~CudaLabelStatisticsImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists &&
           (!this->GetUseHistograms() ||
            m_NumberOfBins <= static_cast<int>(device::PixelCounter<std::uint8_t>::MaximumNumberOfBins));
  }

  void
  BeginOnDevice() override
  {
    m_DeviceStatistics.clear();
    m_DeviceLabels.clear();
  }

  void
  AddPiece(const device::Stream & stream) override;

  void
  FinishOnDevice() override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = device::HasCuda && (Dimension == 2 || Dimension == 3) &&
                                       TLabelImage::ImageDimension == Dimension &&
                                       device::IsPointwisePixel<PixelType> &&
                                       device::IsPointwisePixel<LabelPixelType> && std::is_integral_v<LabelPixelType>;

  /** Adds the pixels of a piece to the histograms of its labels. */
  template <typename TLabelView>
  void
  AddToHistograms(const device::PointwiseInput<PixelType> & image,
                  const TLabelView &                        labels,
                  const std::size_t (&size)[3],
                  const std::vector<device::LabelPixelStatistics> & piece,
                  const device::Stream &                            stream);

  const LabelStatistics *
  FindLabel(LabelPixelType label) const
  {
    const auto found = m_DeviceStatistics.find(label);
    return found == m_DeviceStatistics.end() ? nullptr : &found->second;
  }

  template <typename T, typename TDefault, typename TParent>
  T
  Get(LabelPixelType label, T LabelStatistics::* member, const TDefault & ofNone, const TParent & ofParent) const
  {
    if (!this->GetRanOnDevice())
    {
      return ofParent();
    }
    const LabelStatistics * const statistics = this->FindLabel(label);
    return statistics == nullptr ? static_cast<T>(ofNone) : statistics->*member;
  }

  MapType                       m_DeviceStatistics;
  ValidLabelValuesContainerType m_DeviceLabels;
  int                           m_NumberOfBins{ 256 };
  RealType                      m_LowerBound{ static_cast<RealType>(NumericTraits<PixelType>::NonpositiveMin()) };
  RealType                      m_UpperBound{ static_cast<RealType>(NumericTraits<PixelType>::max()) };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaLabelStatisticsImageFilter.hxx"
#endif

#endif
