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
#include "IsolineLineCore.h"

namespace itk::device
{
namespace
{
using namespace isoline;

constexpr int Half = NumberOfIsolineDirections / 2;

/** What is precomputed for the pixels of a rectangle: the mean's difference to the pixel, and the rest of
 * IsolinePrecomputed. */
template <int VChannels>
struct PrecomputedPlanes
{
  Planes<VChannels>        difference;
  Planes<1>                pixels;
  std::vector<std::int8_t> direction;

  explicit PrecomputedPlanes(const Rectangle & where)
    : difference(where)
    , pixels(where)
    , direction(pixels.pixels.size())
  {}
};

/** A row of IsolineMean. */
template <int VChannels>
class MeanRow
{
public:
  MeanRow(int begin, int end)
    : m_Begin(begin)
    , m_Means(static_cast<std::size_t>(end - begin))
  {}

  IsolineMean<VChannels> &
  operator[](int x)
  {
    return m_Means[x - m_Begin];
  }

private:
  int                                 m_Begin;
  std::vector<IsolineMean<VChannels>> m_Means;
};

template <int VChannels>
void
PrecomputeRows(const HostSlice<VChannels> &   slice,
               const IsolineParameters &      parameters,
               const IsolineScale &           scale,
               int                            begin,
               int                            end,
               PrecomputedPlanes<VChannels> & precomputed)
{
  const int              left = precomputed.difference.where.begin[0];
  const int              right = precomputed.difference.where.end[0];
  const Rectangle        rows{ { left - 1, begin - 1 }, { right + 1, end + 1 } };
  const IsolinePairScale pairScale = MakeIsolinePairScale(parameters, scale);
  Planes<1>              deviation(rows);
  Planes<VChannels>      forward(rows);
  Planes<VChannels>      backward(rows);
  Planes<1>              neighbors(Rectangle{ { left, 0 }, { right, 1 } });

  std::vector<MeanRow<VChannels>> means;
  for (int y = begin; y < end; ++y)
  {
    means.emplace_back(left, right);
  }
  for (int direction = 0; direction < Half; ++direction)
  {
    for (int y = begin - 1; y < end + 1; ++y)
    {
      float * ofForward[VChannels];
      float * ofBackward[VChannels];
      for (int channel = 0; channel < VChannels; ++channel)
      {
        ofForward[channel] = forward.GetRow(channel, y);
        ofBackward[channel] = backward.GetRow(channel, y);
      }
      float * const deviations = deviation.GetRow(0, y);
      slice.SumSegments(direction, y, left - 1, right + 1, true, ofForward, deviations);
      slice.SumSegments(direction + Half, y, left - 1, right + 1, false, ofBackward, deviations);
      for (int x = left - 1; x < right + 1; ++x)
      {
        float squares = 0;
        for (int channel = 0; channel < VChannels; ++channel)
        {
          const float square =
            ofForward[channel][x] * ofForward[channel][x] + ofBackward[channel][x] * ofBackward[channel][x];
          squares = channel == 0 ? square : squares + square;
        }
        deviations[x] -= squares * parameters.inverseOfSegment;
      }
    }
    for (int y = begin; y < end; ++y)
    {
      float * const sums = neighbors.GetRow(0, 0);
      SumNeighbors(deviation.GetRow(0, y - 1), deviation.GetRow(0, y), deviation.GetRow(0, y + 1), left, right, sums);
      for (int x = left; x < right; ++x)
      {
        IsolinePair<VChannels> pair;
        for (int channel = 0; channel < VChannels; ++channel)
        {
          pair.forward[channel] = forward.GetRow(channel, y)[x];
          pair.backward[channel] = backward.GetRow(channel, y)[x];
        }
        const auto getDifference = [&](int dx, int dy, int channel) {
          return slice.GetDifference({ x, y }, dx, dy, channel);
        };
        pair.ofStart = SumIsolineStart(getDifference, IsolineShape<>{ parameters }, direction, pair.start);
        float       sum[VChannels];
        const float exponent = GetIsolinePairExponent(pair, sums[x], pairScale, IsolineShape<>{ parameters }, sum);
        IsolineMean<VChannels> & mean = means[y - begin][x];
        if (direction == 0)
        {
          mean.Start(exponent, sum, direction);
        }
        else
        {
          mean.Add(exponent, sum, direction);
        }
      }
    }
  }
  for (int y = begin; y < end; ++y)
  {
    for (int x = left; x < right; ++x)
    {
      const IsolineMean<VChannels> & mean = means[y - begin][x];
      for (int channel = 0; channel < VChannels; ++channel)
      {
        precomputed.difference.GetRow(channel, y)[x] = mean.sum[channel] / (mean.weight * parameters.pixelsOfLine);
      }
      precomputed.pixels.GetRow(0, y)[x] = mean.GetNumberOfPixels(parameters.pixelsOfLine);
      precomputed.direction[precomputed.pixels.GetRow(0, y) + x - precomputed.pixels.pixels.data()] =
        static_cast<std::int8_t>(mean.direction);
    }
  }
}

/** What ExtendPrecomputedIsoline asks for. */
template <int VChannels>
class PrecomputedPixels
{
public:
  PrecomputedPixels(const HostSlice<VChannels> &         slice,
                    const IsolineParameters &            parameters,
                    const PrecomputedPlanes<VChannels> & precomputed)
    : m_Slice(slice)
    , m_Parameters(parameters)
    , m_Precomputed(precomputed)
  {}

  const IsolineOffset &
  GetEnd(int direction) const
  {
    return m_Parameters.offset[direction][m_Parameters.segmentLength - 1];
  }

  bool
  Contains(const IsolinePosition & position) const
  {
    return m_Slice.GetInside().Contains(position);
  }

  IsolinePrecomputed<VChannels>
  Get(const IsolinePosition & position) const
  {
    IsolinePrecomputed<VChannels> pixel;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      pixel.mean[channel] = m_Slice.GetRow(channel, position.y)[position.x] +
                            m_Precomputed.difference.GetRow(channel, position.y)[position.x];
    }
    const float * const pixels = m_Precomputed.pixels.GetRow(0, position.y) + position.x;
    pixel.pixels = *pixels;
    pixel.direction = m_Precomputed.direction[pixels - m_Precomputed.pixels.pixels.data()];
    return pixel;
  }

private:
  const HostSlice<VChannels> &         m_Slice;
  const IsolineParameters &            m_Parameters;
  const PrecomputedPlanes<VChannels> & m_Precomputed;
};

template <int VChannels>
void
Denoise(const IsolineHostTask & task, const IsolineParameters & parameters, bool isHybrid, const IsolineRowRunner & run)
{
  const HostSlice<VChannels> slice(task, parameters, parameters.segmentLength + 2, run);
  const Rectangle            output = slice.GetOutput(task);
  const IsolineScale         scale = MakeIsolineScale(parameters, task.noiseLevel);

  PrecomputedPlanes<VChannels> precomputed(
    output.Grow(parameters.segmentLength * parameters.segmentsOfEnd, slice.GetInside()));
  ForEachRows(precomputed.difference.where, run, [&](int begin, int end) {
    PrecomputeRows(slice, parameters, scale, begin, end, precomputed);
  });

  const PrecomputedPixels<VChannels> pixels(slice, parameters, precomputed);
  ForEachPixel(output, run, [&](const IsolinePosition & position) {
    const auto getDifference = [&](int x, int y, int channel) { return slice.GetDifference(position, x, y, channel); };
    const auto getHalfRow = [&](int step, int y, int channel) {
      const IsolinePosition middle{ position.x, position.y + y };
      float                 sum = slice.GetDifference(middle, step, 0, channel);
      for (int pixel = 2; pixel <= parameters.segmentLength; ++pixel)
      {
        sum += slice.GetDifference(middle, pixel * step, 0, channel);
      }
      return sum;
    };
    float result[VChannels];
    if (isHybrid &&
        IsIsolineLowSlope(getDifference, getHalfRow, IsolineShape<>{ parameters }, scale.largestEdge, result))
    {
      for (int channel = 0; channel < VChannels; ++channel)
      {
        result[channel] += slice.GetRow(channel, position.y)[position.x];
      }
    }
    else
    {
      ExtendPrecomputedIsoline(position, pixels, parameters, scale.largestGap, result);
    }
    WritePixel(task, position, result);
  });
}
} // namespace

void
DenoiseByPrecomputedDirections(const IsolineHostTask &   task,
                               const IsolineParameters & parameters,
                               bool                      isHybrid,
                               const IsolineRowRunner &  run)
{
  if (task.input.size[2] == 1)
  {
    Denoise<1>(task, parameters, isHybrid, run);
  }
  else
  {
    Denoise<3>(task, parameters, isHybrid, run);
  }
}
} // namespace itk::device
