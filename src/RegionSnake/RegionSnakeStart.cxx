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
#include "RegionSnakeCellTarget.h"
#include "itkMultiThreaderBase.h"
#include <numeric>

namespace itk::device
{
namespace
{
/** A team of CellTarget: one thread. */
class CellLoop
{
public:
  template <typename T>
  using PerCell = std::vector<T>;

  explicit CellLoop(const CellGrid & grid)
    : m_NumberOfCells(grid.GetNumberOfCells())
  {}

  template <typename TFunction>
  void
  ForEach(const TFunction & function) const
  {
    for (std::int32_t cell = 0; cell < m_NumberOfCells; ++cell)
    {
      function(cell);
    }
  }

  template <typename TFunction>
  bool
  Any(const TFunction & function) const
  {
    bool any = false;
    this->ForEach([&](std::int32_t cell) { any = function(cell) || any; });
    return any;
  }

  /** Sets values[cell] = function(cell); whether that changes any. */
  template <typename TFunction>
  bool
  Replace(std::int32_t * values, const TFunction & function) const
  {
    return this->Any([&](std::int32_t cell) {
      const std::int32_t before = values[cell];
      values[cell] = function(cell);
      return values[cell] != before;
    });
  }

  template <typename TFunction>
  RegionSums
  Sum(const TFunction & function) const
  {
    RegionSums sum{};
    this->ForEach([&](std::int32_t cell) { sum += function(cell); });
    return sum;
  }

  template <typename TFunction>
  Ranked
  FindBest(const TFunction & function) const
  {
    Ranked best{ 0, -1 };
    this->ForEach([&](std::int32_t cell) {
      const Ranked other = function(cell);
      best = other.IsBetter(best) ? other : best;
    });
    return best;
  }

  void
  Add(RegionSums & sums, const RegionSums & own) const
  {
    sums += own;
  }

  RegionEstimates
  GetEstimates(const RegionCriterion & criterion, const RegionSums & total, const RegionSums & target) const
  {
    return { criterion.GetEstimate(target), criterion.GetEstimate(total - target) };
  }

private:
  std::int32_t m_NumberOfCells;
};

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
    std::vector<std::uint8_t>     labels(cells.size());
    std::vector<std::uint8_t>     isOutside(cells.size());
    std::vector<std::int32_t>     pieces(cells.size());
    std::vector<RegionSums>       sums(cells.size());
    const CellTarget<CellLoop>    target(
      grid, m_Criterion, m_Images.summary->total, { labels.data(), isOutside.data(), pieces.data(), sums.data() });
    if (target.Find(rectangle, cells, m_Settings.nodeCost / 2))
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
    return ChooseRectangle(m_Images, m_Settings, grid, best);
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
