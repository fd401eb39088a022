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
#include "IsolineDenoisingOnHost.h"
#include "IsolineTubeEstimate.h"
#include <algorithm>
#include <limits>

namespace itk::device
{
namespace
{
using namespace tubes;

/** One of the two stages: what follows from the rectangle of pixels that it estimates. Cells are counted from the first
 * one that reaches the rectangle. */
class Stage
{
public:
  Stage(const Interval (&rectangle)[2],
        const std::array<std::size_t, 2> & position,
        float                              noiseVariance,
        const IsolineRowRunner &           run)
    : m_Rectangle{ rectangle[0], rectangle[1] }
    , m_Position(position)
    , m_Noise(noiseVariance * IsolineTubeGain)
    , m_Run(run)
  {
    for (int axis = 0; axis < 2; ++axis)
    {
      const IsolineTubeCells cells = GetIsolineTubeCells(rectangle[axis].begin, rectangle[axis].end, position[axis]);
      m_FirstCorner[axis] = cells.firstCorner;
      m_Cells[axis] = { 0, cells.count };
      m_Margin[axis] = { this->GetCorner(axis, 0) + LeastIsolineTubeReach,
                         this->GetCorner(axis, cells.count - 1) + MostIsolineTubeReach + 1 };
    }
  }

  /** The channel of the input with what lies around it, as far as this stage looks. */
  Plane<float>
  Mirror(const ImageView<const float, 3> & input, std::size_t channel, bool isTransposed = false) const
  {
    const int    fast = isTransposed ? 1 : 0;
    Plane<float> plane(m_Margin[fast], m_Margin[1 - fast]);
    const auto   size = [&](int axis) { return static_cast<std::ptrdiff_t>(input.size[axis]); };
    this->RunRows(plane.where[1], [&](std::ptrdiff_t row) {
      const std::ptrdiff_t slow = MirrorIsolineIndex(row, size(1 - fast)) * input.stride[1 - fast];
      for (std::ptrdiff_t x = plane.where[0].begin; x < plane.where[0].end; ++x)
      {
        *plane.At(x, row) =
          input.data[slow + MirrorIsolineIndex(x, size(fast)) * input.stride[fast] + channel * input.stride[2]];
      }
    });
    return plane;
  }

  /** The most likely tube of each cell. */
  Plane<std::uint8_t>
  Select(const ImageView<const float, 3> & guide) const
  {
    Plane<std::uint8_t> tubes(m_Cells[0], m_Cells[1]);
    Plane<float>        deviations(m_Cells[0], m_Cells[1]);
    std::fill(deviations.elements.begin(), deviations.elements.end(), std::numeric_limits<float>::infinity());
    for (const bool isSteep : { false, true })
    {
      // Across is the fast axis here, so that neighbours are handled together.
      const Plane<float> pixels = this->Mirror(guide, 0, !isSteep);
      const int          along = isSteep ? 1 : 0;
      this->RunRows(m_Cells[along], [&](std::ptrdiff_t cellAlong) {
        std::vector<float> ofLines(static_cast<std::size_t>(m_Margin[1 - along].GetSize()));
        for (int tube = isSteep ? 1 : 0; tube < NumberOfIsolineTubes; tube += 2)
        {
          this->GetDeviationsOfLines(pixels, along, cellAlong, tube, ofLines);
          for (std::ptrdiff_t cell = m_Cells[1 - along].begin; cell < m_Cells[1 - along].end; ++cell)
          {
            const float * const line =
              ofLines.data() + this->GetCorner(1 - along, cell) + IsolineTubeBeginAcross - m_Margin[1 - along].begin;
            float deviation = line[0];
            for (int j = 1; j < IsolineTubeWidth; ++j)
            {
              deviation += line[j];
            }
            const std::ptrdiff_t x = isSteep ? cell : cellAlong;
            const std::ptrdiff_t y = isSteep ? cellAlong : cell;
            if (deviation < *deviations.At(x, y))
            {
              *deviations.At(x, y) = deviation;
              *tubes.At(x, y) = static_cast<std::uint8_t>(tube);
            }
          }
        }
      });
    }
    return tubes;
  }

  /** Estimates the rectangle's pixels of one channel from `noisy`, with the spectra of `pilot` if there is one, and
   * hands them to write(x, y, value). */
  template <typename TWrite>
  void
  Estimate(const Plane<float> &        noisy,
           const Plane<float> *        pilot,
           const Plane<std::uint8_t> & tubes,
           const TWrite &              write) const
  {
    constexpr std::ptrdiff_t rowsOfBand = 128; // bounds the memory for estimates
    for (std::ptrdiff_t begin = m_Rectangle[1].begin; begin < m_Rectangle[1].end; begin += rowsOfBand)
    {
      const Interval      rows{ begin, std::min(begin + rowsOfBand, m_Rectangle[1].end) };
      Plane<TubeEstimate> estimates(m_Cells[0], this->GetCellsThatReach(rows));
      this->RunRows(estimates.where[1], [&](std::ptrdiff_t y) {
        for (std::ptrdiff_t x = m_Cells[0].begin; x < m_Cells[0].end; ++x)
        {
          EstimateTube(
            noisy, pilot, this->GetCorner(0, x), this->GetCorner(1, y), *tubes.At(x, y), m_Noise, *estimates.At(x, y));
        }
      });
      m_Run(static_cast<std::size_t>(rows.GetSize()), [&](std::size_t first, std::size_t last) {
        const Interval part{ rows.begin + static_cast<std::ptrdiff_t>(first),
                             rows.begin + static_cast<std::ptrdiff_t>(last) };
        this->Aggregate(noisy, pilot, estimates, tubes, part, write);
      });
    }
  }

private:
  std::ptrdiff_t
  GetCorner(int axis, std::ptrdiff_t cell) const
  {
    return m_FirstCorner[axis] + cell * IsolineTubeCell;
  }

  template <typename TFunction>
  void
  RunRows(const Interval & rows, const TFunction & function) const
  {
    m_Run(static_cast<std::size_t>(rows.GetSize()), [&](std::size_t first, std::size_t last) {
      for (std::ptrdiff_t row = rows.begin + first; row < rows.begin + static_cast<std::ptrdiff_t>(last); ++row)
      {
        function(row);
      }
    });
  }

  /** Rows of cells whose tubes may hold pixels of these rows. */
  Interval
  GetCellsThatReach(const Interval & rows) const
  {
    const IsolineTubeCells cells = GetIsolineTubeCells(rows.begin, rows.end, m_Position[1]);
    const std::ptrdiff_t   first = (cells.firstCorner - m_FirstCorner[1]) / IsolineTubeCell;
    return { first, first + cells.count };
  }

  /** Of all lines that start along at a cell. */
  void
  GetDeviationsOfLines(const Plane<float> & pixels,
                       int                  along,
                       std::ptrdiff_t       cell,
                       int                  tube,
                       std::vector<float> & deviations) const
  {
    const std::ptrdiff_t begin = m_Margin[1 - along].begin - LeastIsolineTubeShift;
    const std::ptrdiff_t end = m_Margin[1 - along].end - MostIsolineTubeShift;
    const std::ptrdiff_t first = this->GetCorner(along, cell) + IsolineTubeBegin;
    const auto           addUp = [&](std::ptrdiff_t across, const auto & load) {
      const auto                            reference = load(across, IsolineTubeLength / 2);
      IsolineTubeLine<decltype(load(0, 0))> line;
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        line.Add(load(across + IsolineTubeShifts.of[tube][k], k) - reference);
      }
      return line.GetDeviation();
    };
    std::ptrdiff_t across = begin;
    for (; across + Lanes::Size <= end; across += Lanes::Size)
    {
      const Lanes deviation = addUp(across, [&](std::ptrdiff_t pixel, int k) {
        const float * const from = pixels.At(pixel, first + k);
        return ForEachLane([from](int lane) { return from[lane]; });
      });
      std::copy_n(deviation.value, Lanes::Size, deviations.data() + across - m_Margin[1 - along].begin);
    }
    for (; across < end; ++across)
    {
      deviations[across - m_Margin[1 - along].begin] =
        addUp(across, [&](std::ptrdiff_t pixel, int k) -> float { return *pixels.At(pixel, first + k); });
    }
  }

  /** Averages the tubes' estimates of each pixel: first those of the tubes that are not steep, then the others, each in
   * the order of the cells. */
  template <typename TWrite>
  void
  Aggregate(const Plane<float> &        noisy,
            const Plane<float> *        pilot,
            const Plane<TubeEstimate> & estimates,
            const Plane<std::uint8_t> & tubes,
            const Interval &            rows,
            const TWrite &              write) const
  {
    Plane<float>   sums(m_Rectangle[0], rows);
    Plane<float>   weights(m_Rectangle[0], rows);
    const Interval cells = this->GetCellsThatReach(rows);
    for (const bool isSteep : { false, true })
    {
      for (std::ptrdiff_t cellY = cells.begin; cellY < cells.end; ++cellY)
      {
        for (std::ptrdiff_t cellX = m_Cells[0].begin; cellX < m_Cells[0].end; ++cellX)
        {
          const int tube = *tubes.At(cellX, cellY);
          if (IsSteepIsolineTube(tube) == isSteep)
          {
            this->Add(*estimates.At(cellX, cellY), cellX, cellY, tube, sums, weights);
          }
        }
      }
    }
    const Plane<float> & fallback = pilot == nullptr ? noisy : *pilot;
    for (std::ptrdiff_t y = rows.begin; y < rows.end; ++y)
    {
      for (std::ptrdiff_t x = m_Rectangle[0].begin; x < m_Rectangle[0].end; ++x)
      {
        const float weight = *weights.At(x, y);
        write(x, y, weight > 0 ? *sums.At(x, y) / weight : *fallback.At(x, y));
      }
    }
  }

  void
  Add(const TubeEstimate & estimate,
      std::ptrdiff_t       cellX,
      std::ptrdiff_t       cellY,
      int                  tube,
      Plane<float> &       sums,
      Plane<float> &       weights) const
  {
    const bool isSteep = IsSteepIsolineTube(tube);
    for (int j = 0; j < IsolineTubeWidth; ++j)
    {
      const float weight = GetIsolineTubeWeight(estimate.weights, j);
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        const std::ptrdiff_t along = IsolineTubeBegin + k;
        const std::ptrdiff_t across = IsolineTubeBeginAcross + j + IsolineTubeShifts.of[tube][k];
        const std::ptrdiff_t x = this->GetCorner(0, cellX) + (isSteep ? across : along);
        const std::ptrdiff_t y = this->GetCorner(1, cellY) + (isSteep ? along : across);
        if (x >= sums.where[0].begin && x < sums.where[0].end && y >= sums.where[1].begin && y < sums.where[1].end)
        {
          *sums.At(x, y) += estimate.sums[j][k];
          *weights.At(x, y) += weight;
        }
      }
    }
  }

  Interval                   m_Rectangle[2];
  std::array<std::size_t, 2> m_Position;
  Interval                   m_Cells[2];
  Interval                   m_Margin[2];
  std::ptrdiff_t             m_FirstCorner[2];
  float                      m_Noise;
  const IsolineRowRunner &   m_Run;
};
} // namespace

void
DenoiseByTubes(const IsolineHostTask & task, const std::array<std::size_t, 2> & position, const IsolineRowRunner & run)
{
  const float       noiseVariance = task.noiseLevel * task.noiseLevel;
  const std::size_t channels = task.input.size[2];
  Interval          rectangle[2];
  Interval          around[2];
  for (int axis = 0; axis < 2; ++axis)
  {
    const auto begin = static_cast<std::ptrdiff_t>(task.offset[axis]);
    const auto end = begin + static_cast<std::ptrdiff_t>(task.output.size[axis]);
    rectangle[axis] = { begin, end };
    around[axis] = { std::max(begin - IsolineTubeReach / 2, std::ptrdiff_t{ 0 }),
                     std::min(end + IsolineTubeReach / 2, static_cast<std::ptrdiff_t>(task.input.size[axis])) };
  }

  std::vector<float> pilot(task.input.size[0] * task.input.size[1] * channels);
  const auto         pilotView = MakeImageView<float, 3>(pilot.data(), task.input.size);
  const Stage        first(around, position, noiseVariance, run);
  auto               tubes = first.Select(task.input);
  for (std::size_t channel = 0; channel < channels; ++channel)
  {
    first.Estimate(
      first.Mirror(task.input, channel), nullptr, tubes, [&](std::ptrdiff_t x, std::ptrdiff_t y, float value) {
        pilotView.data[x + y * pilotView.stride[1] + channel * pilotView.stride[2]] = value;
      });
  }

  const auto  constPilot = MakeImageView<const float, 3>(pilot.data(), task.input.size);
  const Stage second(rectangle, position, noiseVariance, run);
  tubes = second.Select(constPilot);
  for (std::size_t channel = 0; channel < channels; ++channel)
  {
    const Plane<float> spectra = second.Mirror(constPilot, channel);
    second.Estimate(
      second.Mirror(task.input, channel), &spectra, tubes, [&](std::ptrdiff_t x, std::ptrdiff_t y, float value) {
        task.output.data[(x - rectangle[0].begin) + (y - rectangle[1].begin) * task.output.stride[1] +
                         channel * task.output.stride[2]] = value;
      });
  }
}
} // namespace itk::device
