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
#ifndef itkCudaLiThresholdImageFilter_hxx
#define itkCudaLiThresholdImageFilter_hxx

#include <algorithm>
#include <cmath>

namespace itk
{
/** Does what LiThresholdCalculator will do. The next threshold depends on the bin of the last alone, so that after as many turns as
 * there are bins one has come again. */
template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
CudaLiThresholdImageFilter<TInputImage, TOutputImage, TMaskImage>::CheckHistogram(const HistogramType & histogram) const
{
  const SizeValueType bins = histogram.GetSize(0);
  const double        shift = std::min(static_cast<double>(histogram.GetBinMin(0, 0)), 0.0);
  const auto          findMean = [&histogram](SizeValueType begin, SizeValueType end) {
    double sum = 0.0;
    double number = 0.0;
    for (SizeValueType i = begin; i < end; ++i)
    {
      sum += histogram.GetMeasurement(i, 0) * histogram.GetFrequency(i, 0);
      number += histogram.GetFrequency(i, 0);
    }
    return number == 0.0 ? 0.0 : sum / number;
  };
  // Else the calculator's conversion to int is undefined.
  const auto isInt = [](double value) { return std::abs(value) < NumericTraits<int>::max(); };

  double threshold = findMean(0, bins);
  for (SizeValueType turn = 0; turn <= bins && isInt(threshold); ++turn)
  {
    typename HistogramType::MeasurementVectorType rounded(1);
    typename HistogramType::IndexType             index;
    rounded.Fill(static_cast<int>(threshold + 0.5));
    histogram.GetIndex(rounded, index);
    if (histogram.IsIndexOutOfBounds(index))
    {
      return;
    }
    const SizeValueType endOfBackground = index[0] + 1;
    const double        background = findMean(0, endOfBackground) - shift;
    const double        object = findMean(endOfBackground, bins) - shift;
    const double        next = (background - object) / (std::log(background) - std::log(object));
    if (!isInt(next))
    {
      return;
    }
    const double last = threshold;
    threshold = static_cast<int>(next < -NumericTraits<double>::epsilon() ? next - 0.5 : next + 0.5) + shift;
    if (std::abs(threshold - last) <= 0.5)
    {
      return;
    }
  }
  if (isInt(threshold))
  {
    itkExceptionMacro(<< "The iteration for the threshold would never end: set AutoMinimumMaximum.");
  }
}
} // namespace itk

#endif
