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
#ifndef itkDevicePixelCounter_h
#define itkDevicePixelCounter_h

#include "itkCudaHistogramLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceTransfer.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace itk::device
{
/** \class PixelCounter
 * \brief Fills an itk::Statistics::Histogram from pixels in device memory, with the frequencies that its GetIndex() gives.
 *
 * The device counts between the edges of the bins: all pixels between two edges have the same bin, and that of one of them
 * is asked for on the host, so that whatever GetIndex() makes of an edge, of bins without width or of a NaN holds. Each
 * function waits.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
class PixelCounter
{
public:
  /** The most bins of a histogram that it fills: edges, and the pixels just above them, bound classes. */
  static constexpr std::size_t MaximumNumberOfBins = (MaximumNumberOfPixelClasses - 4) / 2;

  /** Finds the extrema of the pixels that count, of an image of `size`. */
  PixelCounter(const PointwiseInput<TPixel> & image,
               const HistogramMask &          mask,
               const std::size_t (&size)[3],
               const Stream & stream)
    : m_Image(image)
    , m_Mask(mask)
    , m_Size{ size[0], size[1], size[2] }
    , m_Stream(stream)
  {
    if constexpr (sizeof(TPixel) == 1)
    {
      m_Values.resize(256);
      this->Count(m_Values,
                  [&](std::uint64_t * counts) { LaunchCountValues(m_Image, m_Mask, m_Size, counts, m_Stream); });
      for (int value = 0; value < 256; ++value)
      {
        if (m_Values[value] > 0)
        {
          m_Extrema.minimum = std::min(m_Extrema.minimum, static_cast<TPixel>(value));
          m_Extrema.maximum = std::max(m_Extrema.maximum, static_cast<TPixel>(value));
        }
      }
    }
    else
    {
      const Buffer result(sizeof(m_Extrema), stream);
      LaunchMaskedExtrema(m_Image, m_Mask, m_Size, result.template As<PixelExtrema<TPixel>>(), m_Stream);
      Download(&m_Extrema, result.GetData(), sizeof(m_Extrema), m_Stream);
    }
  }

  const PixelExtrema<TPixel> &
  GetExtrema() const
  {
    return m_Extrema;
  }

  /** Adds to the bins of a histogram of one dimension, whose edges are set, the pixels that are at least `lowest`. */
  template <typename THistogram>
  void
  AddTo(THistogram & histogram, TPixel lowest = std::numeric_limits<TPixel>::lowest()) const
  {
    Adder<THistogram> adder(histogram);
    if constexpr (sizeof(TPixel) == 1)
    {
      for (int value = lowest; value < 256; ++value)
      {
        adder.Add(static_cast<TPixel>(value), m_Values[value]);
      }
    }
    else if (m_Extrema.minimum <= m_Extrema.maximum)
    {
      const PixelClasses<TPixel> classes = ListClasses(histogram, m_Extrema, lowest);
      std::vector<std::uint64_t> numbers(classes.GetNumberOfClasses());
      this->Count(numbers, [&](std::uint64_t * counts) {
        LaunchCountClasses(m_Image, m_Mask, m_Size, classes, counts, m_Stream);
      });
      for (std::size_t i = 0; i < numbers.size(); ++i)
      {
        const TPixel pixel = GetPixelOfClass(classes, i);
        if (!(pixel < lowest))
        {
          adder.Add(pixel, numbers[i]);
        }
      }
    }
  }

  /** The classes between the least pixels that are in, or past, an edge of the histogram, or at least `lowest`, for pixels
   * of such extrema; of uint8 all values. */
  template <typename THistogram>
  static PixelClasses<TPixel>
  ListClasses(const THistogram &           histogram,
              const PixelExtrema<TPixel> & extrema,
              TPixel                       lowest = std::numeric_limits<TPixel>::lowest())
  {
    using Limits = std::numeric_limits<TPixel>;
    constexpr bool       isByte = sizeof(TPixel) == 1;
    PixelClasses<TPixel> classes{ {},
                                  isByte ? Limits::lowest() : extrema.minimum,
                                  isByte ? Limits::max() : extrema.maximum };
    auto &               thresholds = classes.thresholds;
    const auto           bins = histogram.GetSize(0);
    const double         range = static_cast<double>(classes.maximum) - static_cast<double>(classes.minimum);
    // Where bins are a few integers wide, thresholds are no more even.
    if (isByte || (std::is_integral_v<TPixel> && range < 8.0 * bins && range < 4096))
    {
      thresholds.resize(static_cast<std::size_t>(range));
      std::iota(thresholds.begin(), thresholds.end(), static_cast<TPixel>(classes.minimum + 1));
      return classes;
    }
    std::vector<double> edges;
    for (std::size_t bin = 0; bin < bins; ++bin)
    {
      edges.push_back(static_cast<double>(histogram.GetBinMin(0, bin)));
    }
    const bool   areDistinct = std::adjacent_find(edges.begin(), edges.end(), [](double edge, double next) {
                               return !(edge < next);
                             }) == edges.end();
    const double last = static_cast<double>(histogram.GetBinMax(0, bins - 1));
    edges.push_back(last);
    const auto add = [&](double bound) {
      const TPixel pixel = GetLeastAtLeast(bound);
      if (pixel > classes.minimum && pixel <= classes.maximum && static_cast<double>(pixel) >= bound)
      {
        thresholds.push_back(pixel);
      }
    };
    for (const double edge : edges)
    {
      add(edge);
      if (!areDistinct)
      {
        add(std::nextafter(edge, std::numeric_limits<double>::infinity()));
      }
    }
    if (static_cast<double>(classes.maximum) > last)
    {
      thresholds.push_back(FindLeastBeyond(histogram, GetLeastAtLeast(last), classes.maximum));
    }
    add(static_cast<double>(lowest));
    std::sort(thresholds.begin(), thresholds.end());
    thresholds.erase(
      std::remove_if(thresholds.begin(), thresholds.end(), [&](TPixel pixel) { return !(pixel > classes.minimum); }),
      thresholds.end());
    thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
    return classes;
  }

  /** A pixel of a class. */
  static TPixel
  GetPixelOfClass(const PixelClasses<TPixel> & classes, std::size_t number)
  {
    return number == 0                           ? classes.minimum
           : number <= classes.thresholds.size() ? classes.thresholds[number - 1]
                                                 : std::numeric_limits<TPixel>::quiet_NaN();
  }

private:
  template <typename TLaunch>
  void
  Count(std::vector<std::uint64_t> & numbers, const TLaunch & launch) const
  {
    const std::size_t bytes = numbers.size() * sizeof(std::uint64_t);
    const Buffer      counts(bytes, m_Stream);
    launch(counts.template As<std::uint64_t>());
    Download(numbers.data(), counts.GetData(), bytes, m_Stream);
  }

  /** Adds pixels of one value to their bin, if there is one. */
  template <typename THistogram>
  class Adder
  {
  public:
    explicit Adder(THistogram & histogram)
      : m_Histogram(histogram)
    {}

    void
    Add(TPixel pixel, std::uint64_t number)
    {
      if (number > 0)
      {
        m_Measurement[0] = static_cast<typename THistogram::MeasurementType>(pixel);
        if (m_Histogram.GetIndex(m_Measurement, m_Index))
        {
          m_Histogram.IncreaseFrequencyOfIndex(m_Index, number);
        }
      }
    }

  private:
    THistogram &                               m_Histogram;
    typename THistogram::MeasurementVectorType m_Measurement{ 1 };
    typename THistogram::IndexType             m_Index{ 1 };
  };

  /** The least pixel past the last bin, from `begin` on, that is past what GetIndex() takes for that bin's end; `end`, the
   * last pixel, if there is none. */
  template <typename THistogram>
  static TPixel
  FindLeastBeyond(const THistogram & histogram, TPixel begin, TPixel end)
  {
    typename THistogram::MeasurementVectorType measurement(1);
    typename THistogram::IndexType             index(1);
    const auto                                 isInLastBin = [&](TPixel pixel) {
      measurement[0] = static_cast<typename THistogram::MeasurementType>(pixel);
      return histogram.GetIndex(measurement, index);
    };
    if (!isInLastBin(begin))
    {
      return begin;
    }
    for (;;)
    {
      const double width = static_cast<double>(end) - static_cast<double>(begin);
      const auto   middle = static_cast<TPixel>(static_cast<double>(begin) + width / 2);
      if (!(begin < middle && middle < end))
      {
        return end;
      }
      (isInLastBin(middle) ? begin : end) = middle;
    }
  }

  /** The least pixel that is at least `bound`, or the greatest if there is none; of a NaN any. */
  static TPixel
  GetLeastAtLeast(double bound)
  {
    if constexpr (std::is_integral_v<TPixel>)
    {
      using Limits = std::numeric_limits<TPixel>;
      const double least = std::ceil(bound);
      return least <= Limits::lowest() ? Limits::lowest()
             : least < Limits::max()   ? static_cast<TPixel>(least)
                                       : Limits::max();
    }
    else
    {
      using Limits = std::numeric_limits<TPixel>;
      const auto pixel =
        static_cast<TPixel>(std::min(std::max(bound, double{ Limits::lowest() }), double{ Limits::max() }));
      return pixel < bound ? std::nextafter(pixel, Limits::infinity()) : pixel;
    }
  }

  PointwiseInput<TPixel>     m_Image;
  HistogramMask              m_Mask;
  std::size_t                m_Size[3];
  Stream                     m_Stream;
  PixelExtrema<TPixel>       m_Extrema{ std::numeric_limits<TPixel>::max(), std::numeric_limits<TPixel>::lowest() };
  std::vector<std::uint64_t> m_Values;
};
} // namespace itk::device

#endif
