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
#ifndef RegionSnakeCells_h
#define RegionSnakeCells_h

#include "PolygonRegionCore.h"
#include "RegionSnakeCriterion.h"
#include <vector>

/** \file
 * \brief The first contour of a region snake, from a grid of at most 32 x 32 cells laid over the image.
 *
 * 1. Of all rectangles of cells, the one whose criterion is least, if it pays for its four nodes; else all cells.
 * 2. Every cell goes to that of the two regions, the rectangle and the rest, under whose estimated parameters it costs
 *    less, where each neighbour in the other region costs half a node; in up to 16 rounds, the even and the odd cells of
 *    a chequered board in turn.
 * 3. Of the pieces of the target, whose cells have a side or a corner in common, the one that gains most. Where it meets
 *    itself at a corner, a cell is added, until it does nowhere; and its holes are filled.
 * 4. The same for the pieces of the rest. Of the two, that whose criterion is less, and less than without a target.
 * 5. The outline of that piece, or the rectangle if there is none.
 */
namespace itk::device
{
/** \struct CellGrid
 * \brief Cells of nearly the same size that cover an image, a row after the other.
 *
 * \ingroup CudaImageFilters
 */
struct CellGrid
{
  static constexpr std::int32_t MaximumSide = 32;
  static constexpr std::int32_t MaximumNumberOfCells = MaximumSide * MaximumSide;
  static constexpr std::int32_t MaximumNumberOfNodes = 2 * MaximumSide * (MaximumSide + 1); // of an outline
  static constexpr int          NumberOfRounds = 16;

  std::int32_t width; // of the image
  std::int32_t height;
  std::int32_t columns;
  std::int32_t rows;

  ITK_HOST_DEVICE
  CellGrid(std::int32_t imageWidth, std::int32_t imageHeight)
    : width(imageWidth)
    , height(imageHeight)
    , columns(imageWidth < MaximumSide ? imageWidth : MaximumSide)
    , rows(imageHeight < MaximumSide ? imageHeight : MaximumSide)
  {}

  /** Any number of cells. */
  CellGrid(std::int32_t imageWidth, std::int32_t imageHeight, std::int32_t columnCount, std::int32_t rowCount)
    : width(imageWidth)
    , height(imageHeight)
    , columns(columnCount)
    , rows(rowCount)
  {}

  ITK_HOST_DEVICE std::int32_t
                  GetX(std::int32_t column) const
  {
    return static_cast<std::int32_t>(std::int64_t{ width } * column / columns);
  }

  ITK_HOST_DEVICE std::int32_t
                  GetY(std::int32_t row) const
  {
    return static_cast<std::int32_t>(std::int64_t{ height } * row / rows);
  }

  ITK_HOST_DEVICE std::int32_t
                  GetNumberOfCells() const
  {
    return columns * rows;
  }

  ITK_HOST_DEVICE bool
  Holds(std::int32_t column, std::int32_t row) const
  {
    return column >= 0 && row >= 0 && column < columns && row < rows;
  }
};

/** \struct CellRectangle
 * \brief A rectangle of cells, from the first column and row to before the end ones.
 *
 * \ingroup CudaImageFilters
 */
struct CellRectangle
{
  std::int32_t firstColumn;
  std::int32_t endColumn;
  std::int32_t firstRow;
  std::int32_t endRow;

  /** Of rectangles that cost the same, that of the lowest rank is taken; the whole grid has 0. */
  ITK_HOST_DEVICE std::int32_t
                  GetRank(const CellGrid & grid) const
  {
    constexpr std::int32_t side = CellGrid::MaximumSide;
    return ((firstRow * side + grid.rows - endRow) * side + firstColumn) * side + grid.columns - endColumn;
  }

  ITK_HOST_DEVICE static CellRectangle
  FromRank(std::int32_t rank, const CellGrid & grid)
  {
    constexpr std::int32_t side = CellGrid::MaximumSide;
    return {
      rank / side % side, grid.columns - rank % side, rank / side / side / side, grid.rows - rank / side / side % side
    };
  }

  ITK_HOST_DEVICE bool
  Holds(std::int32_t column, std::int32_t row) const
  {
    return column >= firstColumn && column < endColumn && row >= firstRow && row < endRow;
  }
};

/** Whether a cell is to be of the target, which it gains `gain` by. `isTarget` tells it of the other cells. */
template <typename TIsTarget>
ITK_HOST_DEVICE bool
BelongsToTarget(const CellGrid & grid, std::int32_t cell, double gain, double neighbourCost, const TIsTarget & isTarget)
{
  const std::int32_t column = cell % grid.columns;
  const std::int32_t row = cell / grid.columns;
  int                balance = 0;
  const auto         count = [&](std::int32_t c, std::int32_t r) {
    balance += grid.Holds(c, r) ? (isTarget(r * grid.columns + c) ? 1 : -1) : 0;
  };
  count(column - 1, row);
  count(column + 1, row);
  count(column, row - 1);
  count(column, row + 1);
  return gain + neighbourCost * balance > 0;
}

/** Calls `join` with the column and the row of the neighbours that are in the piece of a cell if they are in the same
 * region: those in the grid, or not, that share a side with it, and for the target a corner, too. */
template <typename TJoin>
ITK_HOST_DEVICE void
JoinNeighbours(std::int32_t column, std::int32_t row, bool isTarget, const TJoin & join)
{
  for (std::int32_t y = -1; y <= 1; ++y)
  {
    for (std::int32_t x = -1; x <= 1; ++x)
    {
      if (isTarget ? (x != 0 || y != 0) : ((x == 0) != (y == 0)))
      {
        join(column + x, row + y);
      }
    }
  }
}

/** Whether a cell outside the target is to be added because the target meets itself at a corner of it. */
template <typename TIsTarget>
ITK_HOST_DEVICE bool
JoinsAtCorner(const CellGrid & grid, std::int32_t cell, const TIsTarget & isTarget)
{
  const std::int32_t column = cell % grid.columns;
  const std::int32_t row = cell / grid.columns;
  const auto         isAt = [&](std::int32_t c, std::int32_t r) { return isTarget(r * grid.columns + c); };
  // The other cell that is outside is in the row below, so that only one of the two is added.
  for (int side = -1; side <= 1; side += 2)
  {
    if (grid.Holds(column + side, row + 1) && !isAt(column + side, row + 1) && isAt(column + side, row) &&
        isAt(column, row + 1))
    {
      return true;
    }
  }
  return false;
}

/** Calls `append` with the corners, by column and row, of the outline of the target, one piece that meets itself nowhere,
 * clockwise as the image is shown. Its holes are passed over. `cell` is the target's first cell. */
template <typename TIsTarget, typename TAppend>
ITK_HOST_DEVICE void
TraceCells(const CellGrid & grid, std::int32_t cell, const TIsTarget & isTarget, const TAppend & append)
{
  const auto isAt = [&](std::int32_t c, std::int32_t r) { return grid.Holds(c, r) && isTarget(r * grid.columns + c); };
  const std::int32_t firstX = cell % grid.columns;
  const std::int32_t firstY = cell / grid.columns;
  std::int32_t       x = firstX;
  std::int32_t       y = firstY;
  std::int32_t       dx = 1;
  std::int32_t       dy = 0;
  do
  {
    x += dx;
    y += dy;
    // The cells ahead, on the left and on the right of the way.
    const bool   isLeft = isAt(x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2);
    const bool   isRight = isAt(x + (dx - dy - 1) / 2, y + (dy + dx - 1) / 2);
    std::int32_t turnX = dx;
    std::int32_t turnY = dy;
    if (isLeft)
    {
      turnX = dy;
      turnY = -dx;
    }
    else if (!isRight)
    {
      turnX = -dy;
      turnY = dx;
    }
    if (turnX != dx)
    {
      append(x, y);
    }
    dx = turnX;
    dy = turnY;
  } while (x != firstX || y != firstY);
}

/** The outline of the target in the image. */
template <typename TIsTarget>
std::vector<PolygonNode>
TraceCells(const CellGrid & grid, const TIsTarget & isTarget)
{
  std::int32_t cell = 0;
  while (!isTarget(cell))
  {
    ++cell;
  }
  std::vector<PolygonNode> nodes;
  TraceCells(grid, cell, isTarget, [&](std::int32_t column, std::int32_t row) {
    nodes.push_back({ grid.GetX(column), grid.GetY(row) });
  });
  return nodes;
}
} // namespace itk::device

#endif
