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
#include "InpaintingCore.h"
#include "InpaintingDictionary.h"
#include "InpaintingWindowTransform.h"
#include <algorithm>
#include <vector>

namespace itk::device
{
namespace
{
/** Windows along an axis: they begin at the multiples of the step from which they reach the image. */
struct WindowAxis
{
  std::ptrdiff_t size; // of the image
  int            window;
  int            step;

  WindowAxis(std::size_t sizeOfImage, int windowSize)
    : size(static_cast<std::ptrdiff_t>(sizeOfImage))
    , window(sizeOfImage > 1 ? windowSize : 1)
    , step(sizeOfImage > 1 ? InpaintingWindowStep : 1)
  {}

  /** How many windows hold a pixel. */
  int
  GetOverlap() const
  {
    return window / step;
  }

  std::ptrdiff_t
  GetNumberOfWindows() const
  {
    return (size - 1) / step + GetOverlap();
  }

  std::ptrdiff_t
  GetBegin(std::ptrdiff_t i) const
  {
    return i * step - (window - step);
  }

  std::ptrdiff_t
  GetNumberOfPixels() const
  {
    return (GetNumberOfWindows() - 1) * step + window;
  }
};

/** Strips are the windows at one place along all axes but x, and share the transforms along these. */
template <int VSize>
class InpaintingWindows : public InpaintingDictionary
{
public:
  InpaintingWindows(const std::size_t (&size)[3], bool keepsMeans, const ParallelRunner & run)
    : m_Axis{ { size[0], VSize }, { size[1], VSize }, { size[2], VSize } }
    , m_KeepsMeans(keepsMeans)
    , m_Rows(m_Axis[1].window * m_Axis[2].window)
    , m_Columns(RoundUp(m_Axis[0].GetNumberOfPixels()))
    , m_Weight(1.0f / static_cast<float>(m_Axis[0].GetOverlap() * m_Axis[1].GetOverlap() * m_Axis[2].GetOverlap()))
    , m_Result(size[0] * size[1] * size[2])
    , m_Run(run)
  {}

  float
  Threshold(const ImageView<float, 3> & pixels, float threshold, const ShiftType &) override
  {
    std::fill(m_Result.begin(), m_Result.end(), 0.0f);
    const std::ptrdiff_t strips[2] = { m_Axis[1].GetNumberOfWindows(), m_Axis[2].GetNumberOfWindows() };
    std::vector<float>   largest(strips[0] * strips[1], 0.0f);
    // Strips that are an overlap apart share no pixel, so threads may add to the result.
    for (std::ptrdiff_t firstZ = 0; firstZ < m_Axis[2].GetOverlap(); ++firstZ)
    {
      for (std::ptrdiff_t firstY = 0; firstY < m_Axis[1].GetOverlap(); ++firstY)
      {
        const std::ptrdiff_t countY = GetCount(strips[0], firstY, m_Axis[1].GetOverlap());
        const std::ptrdiff_t countZ = GetCount(strips[1], firstZ, m_Axis[2].GetOverlap());
        m_Run(countY * countZ, [&](std::size_t begin, std::size_t end) {
          Strip strip(m_Rows * m_Columns);
          for (std::size_t i = begin; i < end; ++i)
          {
            const std::ptrdiff_t y = firstY + static_cast<std::ptrdiff_t>(i) % countY * m_Axis[1].GetOverlap();
            const std::ptrdiff_t z = firstZ + static_cast<std::ptrdiff_t>(i) / countY * m_Axis[2].GetOverlap();
            largest[z * strips[0] + y] = this->ThresholdStrip(pixels, y, z, threshold, strip);
          }
        });
      }
    }
    std::copy(m_Result.begin(), m_Result.end(), pixels.data);
    return *std::max_element(largest.begin(), largest.end());
  }

private:
  struct Strip
  {
    std::vector<float> rows;    // row by row: [z][y][x]
    std::vector<float> columns; // column by column: [x][z][y]
    std::vector<float> sums;    // the same of the results
    std::vector<float> window;

    explicit Strip(std::size_t size)
      : rows(size)
      , columns(size)
      , sums(size)
    {}
  };

  static std::size_t
  RoundUp(std::size_t size)
  {
    constexpr std::size_t lanes = InpaintingWindowTransform<VSize>::Lanes;
    return (size + lanes - 1) / lanes * lanes;
  }

  /** How many numbers below `end` are `first` and a multiple of `step`. */
  static std::ptrdiff_t
  GetCount(std::ptrdiff_t end, std::ptrdiff_t first, std::ptrdiff_t step)
  {
    return first < end ? (end - first - 1) / step + 1 : 0;
  }

  /** Calls function(row of the strip, row of the image) for those rows of a strip that are inside, or for all, mirrored. */
  template <typename TFunction>
  void
  ForEachRow(std::ptrdiff_t stripY, std::ptrdiff_t stripZ, bool mirrors, const TFunction & function) const
  {
    for (int j = 0; j < m_Rows; ++j)
    {
      const std::ptrdiff_t y = m_Axis[1].GetBegin(stripY) + j % m_Axis[1].window;
      const std::ptrdiff_t z = m_Axis[2].GetBegin(stripZ) + j / m_Axis[1].window;
      const bool           isInside = y >= 0 && y < m_Axis[1].size && z >= 0 && z < m_Axis[2].size;
      if (mirrors || isInside)
      {
        function(
          j * m_Columns,
          (MirrorInpaintingIndex(z, m_Axis[2].size) * m_Axis[1].size + MirrorInpaintingIndex(y, m_Axis[1].size)) *
            m_Axis[0].size);
      }
    }
  }

  /** Calls transform(data, stride, lanes) for the axes across x that windows extend along. */
  template <typename TTransform>
  void
  ForEachAxisAcross(std::vector<float> & rows, const TTransform & transform) const
  {
    if (m_Axis[2].window > 1)
    {
      transform(rows.data(), m_Axis[1].window * m_Columns, m_Axis[1].window * m_Columns);
    }
    for (int plane = 0; plane < m_Axis[2].window && m_Axis[1].window > 1; ++plane)
    {
      transform(rows.data() + plane * m_Axis[1].window * m_Columns, m_Columns, m_Columns);
    }
  }

  float
  ThresholdStrip(const ImageView<float, 3> & pixels,
                 std::ptrdiff_t              stripY,
                 std::ptrdiff_t              stripZ,
                 float                       threshold,
                 Strip &                     strip)
  {
    const std::ptrdiff_t columns = m_Axis[0].GetNumberOfPixels();
    this->ForEachRow(stripY, stripZ, true, [&](std::size_t to, std::size_t from) {
      for (std::ptrdiff_t x = 0; x < columns; ++x)
      {
        strip.rows[to + x] = pixels.data[from + MirrorInpaintingIndex(x + m_Axis[0].GetBegin(0), m_Axis[0].size)];
      }
    });
    this->ForEachAxisAcross(strip.rows, [this](float * data, std::size_t stride, std::size_t lanes) {
      m_Transform.Forward(data, stride, lanes);
    });
    const float largest = this->ThresholdWindows(strip, threshold);
    this->ForEachAxisAcross(strip.rows, [this](float * data, std::size_t stride, std::size_t lanes) {
      m_Transform.Inverse(data, stride, lanes);
    });
    this->ForEachRow(stripY, stripZ, false, [&](std::size_t from, std::size_t to) {
      for (std::ptrdiff_t x = 0; x < m_Axis[0].size; ++x)
      {
        m_Result[to + x] += m_Weight * strip.rows[from + x - m_Axis[0].GetBegin(0)];
      }
    });
    return largest;
  }

  /** Transforms the windows of a strip along x and back, and adds up what is left. */
  float
  ThresholdWindows(Strip & strip, float threshold) const
  {
    const std::size_t lanes = RoundUp(m_Rows);
    const std::size_t pixels = m_Axis[0].GetNumberOfPixels();
    const std::size_t ofWindow = m_Axis[0].window * lanes;
    strip.columns.assign(pixels * lanes, 0.0f);
    strip.sums.assign(pixels * lanes, 0.0f);
    strip.window.resize(ofWindow);
    for (int row = 0; row < m_Rows; ++row)
    {
      for (std::size_t x = 0; x < pixels; ++x)
      {
        strip.columns[x * lanes + row] = strip.rows[row * m_Columns + x];
      }
    }
    float largest = 0;
    for (std::ptrdiff_t i = 0; i < m_Axis[0].GetNumberOfWindows(); ++i)
    {
      const std::size_t first = i * m_Axis[0].step * lanes;
      std::copy_n(strip.columns.data() + first, ofWindow, strip.window.data());
      if (m_Axis[0].window > 1)
      {
        m_Transform.Forward(strip.window.data(), lanes, lanes);
      }
      const float mean = m_KeepsMeans ? strip.window[0] : 0.0f;
      strip.window[0] = 0;
      for (float & coefficient : strip.window)
      {
        largest = std::max(largest, std::fabs(coefficient));
        coefficient = KeepLargeCoefficient(coefficient, threshold);
      }
      strip.window[0] = mean;
      if (m_Axis[0].window > 1)
      {
        m_Transform.Inverse(strip.window.data(), lanes, lanes);
      }
      std::transform(strip.window.begin(),
                     strip.window.end(),
                     strip.sums.begin() + first,
                     strip.sums.begin() + first,
                     [](float value, float sum) { return sum + value; });
    }
    for (int row = 0; row < m_Rows; ++row)
    {
      for (std::size_t x = 0; x < pixels; ++x)
      {
        strip.rows[row * m_Columns + x] = strip.sums[x * lanes + row];
      }
    }
    return largest;
  }

  WindowAxis                       m_Axis[3];
  bool                             m_KeepsMeans;
  int                              m_Rows;
  std::size_t                      m_Columns;
  float                            m_Weight;
  InpaintingWindowTransform<VSize> m_Transform;
  std::vector<float>               m_Result;
  const ParallelRunner &           m_Run;
};
} // namespace

std::unique_ptr<InpaintingDictionary>
MakeInpaintingWindows(const std::size_t (&size)[3], bool keepsMeans, const ParallelRunner & run)
{
  if (std::count(size, size + 3, 1) == 0)
  {
    return std::make_unique<InpaintingWindows<InpaintingVolumeWindow>>(size, keepsMeans, run);
  }
  return std::make_unique<InpaintingWindows<InpaintingPlaneWindow>>(size, keepsMeans, run);
}
} // namespace itk::device
