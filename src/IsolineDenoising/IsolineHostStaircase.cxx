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
#include "IsolineHostSegments.h"
#include "IsolineStaircaseCore.h"

namespace itk::device
{
namespace
{
using namespace isoline;

constexpr int Radius = IsolineStaircaseRadius;

/** The denoised image, mirrored by one pixel, and the noisy one. */
template <int VChannels>
class StaircaseReducer
{
public:
  StaircaseReducer(const IsolineHostTask & denoised, const IsolineHostTask & noisy, const IsolineRowRunner & run)
    : m_Parameters{}
    , m_Denoised(denoised, m_Parameters, 1, run)
    , m_Noisy(noisy, m_Parameters, 0, run)
    , m_Offset{ static_cast<int>(noisy.offset[0]) - static_cast<int>(denoised.offset[0]),
                static_cast<int>(noisy.offset[1]) - static_cast<int>(denoised.offset[1]) }
    , m_SimilarityFactor(GetIsolineSimilarityFactor<VChannels>(noisy.noiseLevel * noisy.noiseLevel))
  {}

  void
  ReduceRow(const IsolineHostTask & task, int y) const
  {
    const Rectangle inside = m_Denoised.GetInside();
    const Rectangle output = m_Denoised.GetOutput(task);
    const int       begin = output.begin[0];
    const int       width = output.GetWidth();

    std::vector<IsolineRegression<VChannels>> regressions(static_cast<std::size_t>(width));
    Planes<1>                                 squares(Rectangle{ { begin - 1, -1 }, { output.end[0] + 1, 2 } });
    for (int dy = std::max(-Radius, -y); dy <= std::min(Radius, inside.end[1] - 1 - y); ++dy)
    {
      for (int dx = -Radius; dx <= Radius; ++dx)
      {
        const int first = std::max(begin, -dx);
        const int last = std::min(output.end[0], inside.end[0] - dx);
        if (first >= last)
        {
          continue;
        }
        for (int row = -1; row <= 1; ++row)
        {
          this->SquareDifferences(y + row, dx, dy, first - 1, last + 1, squares.GetRow(0, row));
        }
        const float * rows[3] = { squares.GetRow(0, -1), squares.GetRow(0, 0), squares.GetRow(0, 1) };
        const auto    addThree = [](const float * row, int x) { return (row[x - 1] + row[x]) + row[x + 1]; };
        const float   distance = GetIsolineDistanceExponent(dx, dy);
        for (int x = first; x < last; ++x)
        {
          const float sum = (addThree(rows[0], x) + addThree(rows[1], x)) + addThree(rows[2], x);
          float       values[VChannels];
          for (int channel = 0; channel < VChannels; ++channel)
          {
            values[channel] =
              m_Noisy.GetRow(channel, y + dy + m_Offset[1])[x + dx + m_Offset[0]] - m_Denoised.GetRow(channel, y)[x];
          }
          regressions[x - begin].Add(GetIsolineWeight(sum * m_SimilarityFactor + distance),
                                     static_cast<float>(dx),
                                     static_cast<float>(dy),
                                     values);
        }
      }
    }
    for (int x = begin; x < output.end[0]; ++x)
    {
      float result[VChannels];
      regressions[x - begin].Solve(result);
      for (int channel = 0; channel < VChannels; ++channel)
      {
        result[channel] += m_Denoised.GetRow(channel, y)[x];
      }
      WritePixel(task, { x, y }, result);
    }
  }

private:
  /** to[x] is the squared difference, over all channels, between x on row y and the pixel at (dx, dy) from it. */
  void
  SquareDifferences(int y, int dx, int dy, int begin, int end, float * to) const
  {
    std::fill(to + begin, to + end, 0.0f);
    for (int channel = 0; channel < VChannels; ++channel)
    {
      const float * const here = m_Denoised.GetRow(channel, y);
      const float * const there = m_Denoised.GetRow(channel, y + dy) + dx;
      for (int x = begin; x < end; ++x)
      {
        const float difference = there[x] - here[x];
        to[x] += difference * difference;
      }
    }
  }

  IsolineParameters    m_Parameters;
  HostSlice<VChannels> m_Denoised;
  HostSlice<VChannels> m_Noisy;
  int                  m_Offset[2];
  float                m_SimilarityFactor;
};

template <int VChannels>
void
Reduce(const IsolineHostTask & denoised, const IsolineHostTask & noisy, const IsolineRowRunner & run)
{
  const StaircaseReducer<VChannels> reducer(denoised, noisy, run);
  const auto                        first = static_cast<int>(denoised.offset[1]);
  run(denoised.output.size[1], [&](std::size_t begin, std::size_t end) {
    for (int y = first + static_cast<int>(begin); y < first + static_cast<int>(end); ++y)
    {
      reducer.ReduceRow(denoised, y);
    }
  });
}
} // namespace

void
ReduceIsolineStaircase(const IsolineHostTask & denoised, const IsolineHostTask & noisy, const IsolineRowRunner & run)
{
  if (noisy.input.size[2] == 1)
  {
    Reduce<1>(denoised, noisy, run);
  }
  else
  {
    Reduce<3>(denoised, noisy, run);
  }
}
} // namespace itk::device
