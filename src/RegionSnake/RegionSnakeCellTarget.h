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
#ifndef RegionSnakeCellTarget_h
#define RegionSnakeCellTarget_h

#include "RegionSnakeCells.h"
#include "RegionSnakeRanked.h"

namespace itk::device
{
/** Of all cells of a grid, each in an array. */
struct CellMemory
{
  std::uint8_t * labels; // 1 for cells of the target, 0 for the others
  std::uint8_t * isOutside;
  std::int32_t * pieces;
  RegionSums *   sums;
};

/** Of a target and the rest of an image. */
struct RegionEstimates
{
  RegionEstimate target;
  RegionEstimate background;
};

/** The rectangle that costs least, or if it does not pay all cells. */
ITK_HOST_DEVICE inline CellRectangle
ChooseRectangle(const CumulatedImagesView & images,
                const RegionSnakeSettings & settings,
                const CellGrid &            grid,
                const Ranked &              best)
{
  return IsWorthwhile(images, settings, best) ? CellRectangle::FromRank(static_cast<std::int32_t>(best.rank), grid)
                                              : CellRectangle{ 0, grid.columns, 0, grid.rows };
}

/** \class CellTarget
 * \brief Steps 2 to 4 of RegionSnakeCells.h, for the host and for a block.
 *
 * \tparam TTeam does what is to be done for each cell: in the order of the cells, or a thread each. Its functions are called
 * by all threads of a block, and all cells are done when they return. PerCell are values of which a cell uses its own.
 * Replace may write a cell's value before another cell reads it, or after.
 */
template <typename TTeam>
class CellTarget
{
public:
  template <typename T>
  using PerCell = typename TTeam::template PerCell<T>;

  ITK_HOST_DEVICE
  CellTarget(const CellGrid &        grid,
             const RegionCriterion & criterion,
             const RegionSums &      total,
             const CellMemory &      memory)
    : m_Grid(grid)
    , m_Team(grid)
    , m_Criterion(criterion)
    , m_Total(total)
    , m_Memory(memory)
  {}

  /** Labels the target that begins as a rectangle; whether there is one that gains anything. */
  ITK_HOST_DEVICE bool
  Find(const CellRectangle & rectangle, const PerCell<RegionSums> & sums, double neighbourCost) const
  {
    m_Team.ForEach([&](std::int32_t cell) {
      m_Memory.labels[cell] = rectangle.Holds(cell % m_Grid.columns, cell / m_Grid.columns) ? 1 : 0;
    });
    const RegionSums      target = this->Relabel(sums, neighbourCost);
    PerCell<std::uint8_t> relabelled(m_Grid.GetNumberOfCells());
    PerCell<std::uint8_t> best(m_Grid.GetNumberOfCells());
    m_Team.ForEach([&](std::int32_t cell) {
      relabelled[cell] = m_Memory.labels[cell];
      best[cell] = 0;
    });
    bool   isFound = false;
    double least = this->GetCost(RegionSums{});
    for (int region = 1; this->IsPart(target) && region >= 0; --region)
    {
      m_Team.ForEach([&](std::int32_t cell) { m_Memory.labels[cell] = relabelled[cell] == region ? 1 : 0; });
      this->KeepBestPiece(sums, region != 0 ? target : m_Total - target);
      const RegionSums piece = this->SumTarget(sums);
      const double     cost = this->GetCost(piece);
      if (this->IsPart(piece) && cost < least)
      {
        least = cost;
        isFound = true;
        m_Team.ForEach([&](std::int32_t cell) { best[cell] = m_Memory.labels[cell]; });
      }
    }
    m_Team.ForEach([&](std::int32_t cell) { m_Memory.labels[cell] = best[cell]; });
    return isFound;
  }

private:
  ITK_HOST_DEVICE bool
  IsTarget(std::int32_t cell) const
  {
    return m_Memory.labels[cell] != 0;
  }

  /** Whether there is a target and a background. */
  ITK_HOST_DEVICE bool
  IsPart(const RegionSums & target) const
  {
    return target.count > 0 && target.count < m_Total.count;
  }

  ITK_HOST_DEVICE double
  GetCost(const RegionSums & target) const
  {
    return GetCostOfBoth(m_Criterion, m_Total, target);
  }

  /** By how much a piece costs less in the target than in the background. */
  ITK_HOST_DEVICE double
  GetGain(const RegionSums & piece, const RegionEstimates & estimates) const
  {
    return m_Criterion.GetCostUnder(piece, estimates.background) - m_Criterion.GetCostUnder(piece, estimates.target);
  }

  ITK_HOST_DEVICE RegionSums
  SumTarget(const PerCell<RegionSums> & sums) const
  {
    return m_Team.Sum([&](std::int32_t cell) { return this->IsTarget(cell) ? sums[cell] : RegionSums{}; });
  }

  /** Gives each cell to the region under which it costs less; returns the sums of the target. */
  ITK_HOST_DEVICE RegionSums
  Relabel(const PerCell<RegionSums> & sums, double neighbourCost) const
  {
    PerCell<double> gains(m_Grid.GetNumberOfCells());
    RegionSums      target = this->SumTarget(sums);
    bool            changes = true;
    for (int round = 0; round < CellGrid::NumberOfRounds && changes && this->IsPart(target); ++round)
    {
      const RegionEstimates estimates = m_Team.GetEstimates(m_Criterion, m_Total, target);
      m_Team.ForEach([&](std::int32_t cell) { gains[cell] = this->GetGain(sums[cell], estimates); });
      changes = false;
      for (int colour = 0; colour < 2; ++colour)
      {
        const bool changesOfColour = m_Team.Any([&](std::int32_t cell) {
          if ((cell % m_Grid.columns + cell / m_Grid.columns) % 2 != colour)
          {
            return false;
          }
          const bool wasTarget = this->IsTarget(cell);
          const bool belongs = BelongsToTarget(
            m_Grid, cell, gains[cell], neighbourCost, [&](std::int32_t other) { return this->IsTarget(other); });
          m_Memory.labels[cell] = belongs ? 1 : 0;
          return belongs != wasTarget;
        });
        changes = changes || changesOfColour;
      }
      target = this->SumTarget(sums);
    }
    return target;
  }

  /** Of the pieces of the target, whose sums these are, leaves the one that gains most, made an outline's; or none. */
  ITK_HOST_DEVICE void
  KeepBestPiece(const PerCell<RegionSums> & sums, const RegionSums & target) const
  {
    this->FindPieces();
    m_Team.ForEach([&](std::int32_t cell) { m_Memory.sums[cell] = RegionSums{}; });
    m_Team.ForEach([&](std::int32_t cell) { m_Team.Add(m_Memory.sums[m_Memory.pieces[cell]], sums[cell]); });
    const RegionEstimates estimates = m_Team.GetEstimates(m_Criterion, m_Total, target);
    const Ranked          best = m_Team.FindBest([&](std::int32_t cell) {
      return this->IsTarget(cell) && m_Memory.pieces[cell] == cell
                        ? Ranked{ -this->GetGain(m_Memory.sums[cell], estimates), cell }
                        : Ranked{ 0, -1 };
    });
    m_Team.ForEach([&](std::int32_t cell) { m_Memory.labels[cell] = m_Memory.pieces[cell] == best.rank ? 1 : 0; });
    if (best.rank >= 0)
    {
      this->JoinCorners();
      this->FillHoles();
    }
  }

  /** Sets the number of the first cell of the connected piece of each cell, of the target and of the rest alike. */
  ITK_HOST_DEVICE void
  FindPieces() const
  {
    std::int32_t * const pieces = m_Memory.pieces;
    m_Team.ForEach([&](std::int32_t cell) { pieces[cell] = cell; });
    for (bool changes = true; changes;)
    {
      changes = m_Team.Replace(pieces, [&](std::int32_t cell) {
        std::int32_t least = pieces[cell];
        const auto   join = [&](std::int32_t column, std::int32_t row) {
          const std::int32_t other = row * m_Grid.columns + column;
          if (m_Grid.Holds(column, row) && m_Memory.labels[other] == m_Memory.labels[cell] && pieces[other] < least)
          {
            least = pieces[other];
          }
        };
        JoinNeighbours(cell % m_Grid.columns, cell / m_Grid.columns, this->IsTarget(cell), join);
        // A cell's piece may know its own by now.
        return pieces[least] < least ? pieces[least] : least;
      });
    }
  }

  /** Adds the cells at whose corner the target meets itself. */
  ITK_HOST_DEVICE void
  JoinCorners() const
  {
    PerCell<std::uint8_t> joins(m_Grid.GetNumberOfCells());
    for (bool changes = true; changes;)
    {
      changes = m_Team.Any([&](std::int32_t cell) {
        joins[cell] = !this->IsTarget(cell) &&
                      JoinsAtCorner(m_Grid, cell, [&](std::int32_t other) { return this->IsTarget(other); });
        return joins[cell] != 0;
      });
      m_Team.ForEach([&](std::int32_t cell) { m_Memory.labels[cell] |= joins[cell]; });
    }
  }

  /** Adds the cells from which no path leads to the border of the image. */
  ITK_HOST_DEVICE void
  FillHoles() const
  {
    this->FindPieces();
    m_Team.ForEach([&](std::int32_t cell) { m_Memory.isOutside[cell] = 0; });
    m_Team.ForEach([&](std::int32_t cell) {
      const std::int32_t column = cell % m_Grid.columns;
      const std::int32_t row = cell / m_Grid.columns;
      if (!this->IsTarget(cell) && (column == 0 || row == 0 || column == m_Grid.columns - 1 || row == m_Grid.rows - 1))
      {
        m_Memory.isOutside[m_Memory.pieces[cell]] = 1;
      }
    });
    m_Team.ForEach([&](std::int32_t cell) {
      if (m_Memory.isOutside[m_Memory.pieces[cell]] == 0)
      {
        m_Memory.labels[cell] = 1;
      }
    });
  }

  const CellGrid &        m_Grid;
  TTeam                   m_Team;
  const RegionCriterion & m_Criterion;
  RegionSums              m_Total;
  CellMemory              m_Memory;
};
} // namespace itk::device

#endif
