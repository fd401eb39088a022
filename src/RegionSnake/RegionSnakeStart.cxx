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
#include "RegionSnakeStart.h"
#include "RegionSnakeCellPieces.h"
#include "RegionSnakeRanked.h"
#include "itkMultiThreaderBase.h"
#include <algorithm>
#include <numeric>

namespace itk::device
{
namespace
{
class StartFinder
{
public:
  StartFinder(const CumulatedImagesView & images, const RegionSnakeSettings & settings, MultiThreaderBase * threader)
    : m_Images(images)
    , m_Settings(settings)
    , m_Criterion{ settings.law, settings.lawParameter, images.summary->scale }
    , m_Threader(threader)
  {}

  PolygonNodes
  FindPublished() const
  {
    const std::int32_t      numberOfColumns = m_Images.width / rectangleStep + 1;
    std::vector<RegionSums> columns(numberOfColumns);
    m_Threader->ParallelizeArray(
      0,
      numberOfColumns,
      [&](SizeValueType k) {
        for (std::int32_t row = 0; row < m_Images.height; ++row)
        {
          columns[k] += m_Images.GetRowSums(row, static_cast<std::int32_t>(k) * rectangleStep);
        }
      },
      nullptr);
    const auto [left, right] = FindBestInterval(columns, m_Images.width);

    std::vector<RegionSums> rows{ RegionSums{} };
    RegionSums              sums{};
    for (std::int32_t row = 0; row < m_Images.height / rectangleStep * rectangleStep; ++row)
    {
      sums += m_Images.GetRowSums(row, right) - m_Images.GetRowSums(row, left);
      if (row % rectangleStep == rectangleStep - 1)
      {
        rows.push_back(sums);
      }
    }
    const auto [top, bottom] = FindBestInterval(rows, m_Images.height);
    return MakeRectangle(left, top, right, bottom);
  }

  PolygonNodes
  FindCells() const
  {
    const CellGrid                grid(m_Images.width, m_Images.height);
    const std::vector<RegionSums> cells = SumCells(grid);
    const CellRectangle           rectangle = FindBestRectangle(grid, cells);
    const std::vector<char>       labels = LabelCells(grid, cells, rectangle);
    if (std::count(labels.begin(), labels.end(), 1) > 0)
    {
      return TraceCells(grid, [&](std::int32_t cell) { return labels[cell] != 0; });
    }
    return MakeRectangle(grid.GetX(rectangle.firstColumn),
                         grid.GetY(rectangle.firstRow),
                         grid.GetX(rectangle.endColumn),
                         grid.GetY(rectangle.endRow));
  }

private:
  static PolygonNodes
  MakeRectangle(std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom)
  {
    return { { left, top }, { right, top }, { right, bottom }, { left, bottom } };
  }

  double
  GetCost(const RegionSums & target) const
  {
    return GetCostOfBoth(m_Criterion, m_Images.summary->total, target);
  }

  static const Ranked &
  GetBetter(const Ranked & a, const Ranked & b)
  {
    return b.IsBetter(a) ? b : a;
  }

  template <typename TGetCost>
  Ranked
  FindBest(std::int64_t numberOfGroups, const TGetCost & findBestOfGroup) const
  {
    std::vector<Ranked> best(numberOfGroups);
    m_Threader->ParallelizeArray(
      0,
      numberOfGroups,
      [&](SizeValueType group) { best[group] = findBestOfGroup(static_cast<std::int64_t>(group)); },
      nullptr);
    return std::accumulate(best.begin() + 1, best.end(), best.front(), GetBetter);
  }

  /** The interval of a series of sums, cumulated at multiples of rectangleStep, whose region costs least; the whole length
   * if that is none. */
  std::pair<std::int32_t, std::int32_t>
  FindBestInterval(const std::vector<RegionSums> & sums, std::int32_t length) const
  {
    const auto         size = static_cast<std::int64_t>(sums.size());
    const Ranked       best = FindBest(size, [&](std::int64_t begin) {
      Ranked result{ HUGE_VAL, begin * size };
      for (std::int64_t end = begin + 1; end < size; ++end)
      {
        result = GetBetter(result, Ranked{ GetCost(sums[end] - sums[begin]), begin * size + end });
      }
      return result;
    });
    const std::int64_t begin = best.rank / size;
    const std::int64_t end = best.rank % size;
    if (!IsWorthwhile(m_Images, m_Settings, best))
    {
      return { 0, length };
    }
    return { static_cast<std::int32_t>(begin) * rectangleStep, static_cast<std::int32_t>(end) * rectangleStep };
  }

  std::vector<RegionSums>
  SumCells(const CellGrid & grid) const
  {
    std::vector<RegionSums> cells(grid.GetNumberOfCells());
    m_Threader->ParallelizeArray(
      0,
      grid.rows,
      [&](SizeValueType r) {
        const auto row = static_cast<std::int32_t>(r);
        for (std::int32_t y = grid.GetY(row); y < grid.GetY(row + 1); ++y)
        {
          RegionSums before{};
          for (std::int32_t column = 0; column < grid.columns; ++column)
          {
            const RegionSums sums = m_Images.GetRowSums(y, grid.GetX(column + 1));
            cells[row * grid.columns + column] += sums - before;
            before = sums;
          }
        }
      },
      nullptr);
    return cells;
  }

  CellRectangle
  FindBestRectangle(const CellGrid & grid, const std::vector<RegionSums> & cells) const
  {
    const Ranked best = FindBest(std::int64_t{ grid.rows } * grid.rows, [&](std::int64_t group) {
      const auto firstRow = static_cast<std::int32_t>(group / grid.rows);
      const auto endRow = grid.rows - static_cast<std::int32_t>(group % grid.rows);
      Ranked     result{ HUGE_VAL, 0 };
      if (endRow <= firstRow)
      {
        return result;
      }
      // Sums over the rows, of the columns before each.
      std::vector<RegionSums> columns(grid.columns + 1);
      for (std::int32_t column = 0; column < grid.columns; ++column)
      {
        columns[column + 1] = columns[column];
        for (std::int32_t row = firstRow; row < endRow; ++row)
        {
          columns[column + 1] += cells[row * grid.columns + column];
        }
      }
      for (std::int32_t first = 0; first < grid.columns; ++first)
      {
        for (std::int32_t end = first + 1; end <= grid.columns; ++end)
        {
          result = GetBetter(result,
                             Ranked{ GetCost(columns[end] - columns[first]),
                                     CellRectangle{ first, end, firstRow, endRow }.GetRank(grid) });
        }
      }
      return result;
    });
    return IsWorthwhile(m_Images, m_Settings, best)
             ? CellRectangle::FromRank(static_cast<std::int32_t>(best.rank), grid)
             : CellRectangle{ 0, grid.columns, 0, grid.rows };
  }

  static RegionSums
  SumTarget(const std::vector<RegionSums> & cells, const std::vector<char> & labels)
  {
    RegionSums target{};
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
    {
      target += labels[cell] != 0 ? cells[cell] : RegionSums{};
    }
    return target;
  }

  /** Whether there is a target and a background. */
  bool
  IsPart(const RegionSums & target) const
  {
    return target.count > 0 && target.count < m_Images.summary->total.count;
  }

  /** 1 for the cells of the target, 0 for the others; all are 0 if no piece gains anything. */
  std::vector<char>
  LabelCells(const CellGrid & grid, const std::vector<RegionSums> & cells, const CellRectangle & rectangle) const
  {
    const std::int32_t  numberOfCells = grid.GetNumberOfCells();
    std::vector<char>   labels(numberOfCells);
    std::vector<double> gains(numberOfCells);
    const auto          isTarget = [&](std::int32_t cell) { return labels[cell] != 0; };
    for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
    {
      labels[cell] = rectangle.Holds(cell % grid.columns, cell / grid.columns);
    }
    RegionSums target = SumTarget(cells, labels);
    for (int round = 0; round < CellGrid::NumberOfRounds && IsPart(target); ++round)
    {
      const Estimates estimates = GetEstimates(target);
      for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
      {
        gains[cell] = GetGain(cells[cell], estimates);
      }
      bool changes = false;
      for (int colour = 0; colour < 2; ++colour)
      {
        for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
        {
          if ((cell % grid.columns + cell / grid.columns) % 2 == colour)
          {
            const bool belongs = BelongsToTarget(grid, cell, gains[cell], m_Settings.nodeCost / 2, isTarget);
            changes = changes || belongs != isTarget(cell);
            labels[cell] = belongs;
          }
        }
      }
      if (!changes)
      {
        break;
      }
      target = SumTarget(cells, labels);
    }
    return IsPart(target) ? FindBestPiece(grid, cells, target, labels) : std::vector<char>(numberOfCells);
  }

  struct Estimates
  {
    RegionEstimate target;
    RegionEstimate background;
  };

  Estimates
  GetEstimates(const RegionSums & target) const
  {
    return { m_Criterion.GetEstimate(target), m_Criterion.GetEstimate(m_Images.summary->total - target) };
  }

  double
  GetGain(const RegionSums & piece, const Estimates & estimates) const
  {
    return m_Criterion.GetCostUnder(piece, estimates.background) - m_Criterion.GetCostUnder(piece, estimates.target);
  }

  /** The better one of the pieces that are left of the target and of the rest; none if that costs more than no target. */
  std::vector<char>
  FindBestPiece(const CellGrid &                grid,
                const std::vector<RegionSums> & cells,
                const RegionSums &              target,
                const std::vector<char> &       labels) const
  {
    const Estimates   estimates = GetEstimates(target);
    std::vector<char> best(labels.size());
    double            least = GetCost(RegionSums{});
    for (const char region : { 1, 0 })
    {
      std::vector<char> piece(labels.size());
      std::transform(labels.begin(), labels.end(), piece.begin(), [=](char label) { return label == region; });
      KeepBestPiece(grid, cells, region != 0 ? estimates : Estimates{ estimates.background, estimates.target }, piece);
      const RegionSums sums = SumTarget(cells, piece);
      if (IsPart(sums) && GetCost(sums) < least)
      {
        least = GetCost(sums);
        best = piece;
      }
    }
    return best;
  }

  void
  KeepBestPiece(const CellGrid &                grid,
                const std::vector<RegionSums> & cells,
                const Estimates &               estimates,
                std::vector<char> &             labels) const
  {
    const std::int32_t              numberOfCells = grid.GetNumberOfCells();
    const std::vector<std::int32_t> pieces = FindPieces(grid, labels);
    std::vector<RegionSums>         sums(numberOfCells);
    for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
    {
      sums[pieces[cell]] += cells[cell];
    }
    Ranked best{ 0, -1 };
    for (std::int32_t piece = 0; piece < numberOfCells; ++piece)
    {
      if (pieces[piece] == piece && labels[piece] != 0)
      {
        best = GetBetter(best, Ranked{ -GetGain(sums[piece], estimates), piece });
      }
    }
    for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
    {
      labels[cell] = pieces[cell] == best.rank;
    }
    if (best.rank >= 0)
    {
      JoinCorners(grid, labels);
      FillHoles(grid, labels);
    }
  }

  const CumulatedImagesView & m_Images;
  const RegionSnakeSettings & m_Settings;
  RegionCriterion             m_Criterion;
  MultiThreaderBase *         m_Threader;
};
} // namespace

PolygonNodes
FindRegionSnakeStart(const CumulatedImagesView & images,
                     const RegionSnakeSettings & settings,
                     MultiThreaderBase *         threader)
{
  const StartFinder finder(images, settings, threader);
  return settings.model == RegionSnakeModel::Published ? finder.FindPublished() : finder.FindCells();
}

bool
IsRestartBetter(const RegionSnakeSettings & settings, const RegionSnakeResult & given, const RegionSnakeResult & found)
{
  if (found.criterion < given.criterion)
  {
    return true;
  }
  if (found.regions[0].count <= 0 || found.background.count <= 0)
  {
    return false;
  }
  const RegionCriterion criterion{ settings.law, settings.lawParameter, given.scale };
  return criterion.GetCostUnder(given.regions[0], criterion.GetEstimate(found.background)) <
         criterion.GetCostUnder(given.regions[0], criterion.GetEstimate(found.regions[0]));
}
} // namespace itk::device
