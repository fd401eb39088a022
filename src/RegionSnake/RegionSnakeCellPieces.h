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
#ifndef RegionSnakeCellPieces_h
#define RegionSnakeCellPieces_h

#include "RegionSnakeCells.h"
#include <numeric>
#include <vector>

/** \file
 * \brief The pieces of cells on the host; labels are 1 in the target and 0 in the rest.
 */
namespace itk::device
{
/** The number of the first cell of the connected piece of each cell, of the target and of the rest alike. */
inline std::vector<std::int32_t>
FindPieces(const CellGrid & grid, const std::vector<char> & labels)
{
  const std::int32_t        numberOfCells = grid.GetNumberOfCells();
  std::vector<std::int32_t> pieces(numberOfCells);
  std::iota(pieces.begin(), pieces.end(), 0);
  for (bool changes = true; changes;)
  {
    changes = false;
    for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
    {
      JoinNeighbours(
        cell % grid.columns, cell / grid.columns, labels[cell] != 0, [&](std::int32_t column, std::int32_t row) {
          const std::int32_t other = row * grid.columns + column;
          if (grid.Holds(column, row) && labels[other] == labels[cell] && pieces[other] < pieces[cell])
          {
            pieces[cell] = pieces[other];
            changes = true;
          }
        });
    }
  }
  return pieces;
}

/** Adds the cells at whose corner the target meets itself. */
inline void
JoinCorners(const CellGrid & grid, std::vector<char> & labels)
{
  for (bool changes = true; changes;)
  {
    std::vector<char> joined = labels;
    changes = false;
    for (std::int32_t cell = 0; cell < grid.GetNumberOfCells(); ++cell)
    {
      if (labels[cell] == 0 && JoinsAtCorner(grid, cell, [&](std::int32_t other) { return labels[other] != 0; }))
      {
        joined[cell] = 1;
        changes = true;
      }
    }
    labels.swap(joined);
  }
}

/** Adds the cells from which no path leads to the border of the image. */
inline void
FillHoles(const CellGrid & grid, std::vector<char> & labels)
{
  const std::int32_t              numberOfCells = grid.GetNumberOfCells();
  const std::vector<std::int32_t> pieces = FindPieces(grid, labels);
  std::vector<char>               isOutside(numberOfCells);
  for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
  {
    const std::int32_t column = cell % grid.columns;
    const std::int32_t row = cell / grid.columns;
    if (labels[cell] == 0 && (column == 0 || row == 0 || column == grid.columns - 1 || row == grid.rows - 1))
    {
      isOutside[pieces[cell]] = 1;
    }
  }
  for (std::int32_t cell = 0; cell < numberOfCells; ++cell)
  {
    labels[cell] = labels[cell] != 0 || isOutside[pieces[cell]] == 0;
  }
}
} // namespace itk::device

#endif
