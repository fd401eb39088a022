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
#ifndef RegionSnakeCells_cuh
#define RegionSnakeCells_cuh

#include "RegionSnakeCellBlock.cuh"
#include "RegionSnakeMemory.cuh"
#include "RegionSnakeRanked.cuh"
#include "itkDeviceBuffer.h"
#include "Device/itkDeviceCheck.h"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
constexpr int lineThreads = CellGrid::MaximumSide + 1;

/** Sums of the cumulated images down the grid's lines, over each of its rows; `sums` is 0 before. */
__global__ void
SumGridLines(CumulatedImagesView images, CellGrid grid, RegionSums * sums)
{
  constexpr std::int32_t rowsPerBlock = 16;
  const std::int32_t     row = blockIdx.y;
  const std::int32_t     begin = grid.GetY(row) + blockIdx.x * rowsPerBlock + threadIdx.y;
  const std::int32_t     limit = grid.GetY(row) + (blockIdx.x + 1) * rowsPerBlock;
  const std::int32_t     end = limit < grid.GetY(row + 1) ? limit : grid.GetY(row + 1);
  const std::int32_t     line = threadIdx.x;
  if (line <= grid.columns && begin < end)
  {
    RegionSums sum{};
    for (std::int32_t y = begin; y < end; y += blockDim.y)
    {
      sum += images.GetRowSums(y, grid.GetX(line));
    }
    AddAtomically(sums[row * lineThreads + line], sum);
  }
}

constexpr int rectangleOfCellsThreads = 256;

/** The best rectangle between two lines across the image, a block a pair of them. */
__global__ void
__launch_bounds__(rectangleOfCellsThreads) FindCellRectangles(CumulatedImagesView images,
                                                              RegionSnakeSettings settings,
                                                              CellGrid            grid,
                                                              const RegionSums *  lineSums,
                                                              Ranked *            best)
{
  __shared__ RegionSums lines[lineThreads];
  const std::int32_t    firstRow = blockIdx.x;
  const std::int32_t    endRow = grid.rows - static_cast<std::int32_t>(blockIdx.y);
  Ranked                own{ HUGE_VAL, INT64_MAX };
  if (endRow > firstRow)
  {
    const RegionCriterion criterion{ settings.law, settings.lawParameter, images.summary->scale };
    const RegionSums      total = images.summary->total;
    if (threadIdx.x <= grid.columns)
    {
      RegionSums sum{};
      for (std::int32_t row = firstRow; row < endRow; ++row)
      {
        sum += lineSums[row * lineThreads + threadIdx.x];
      }
      lines[threadIdx.x] = sum;
    }
    __syncthreads();
    for (std::int32_t pair = threadIdx.x; pair < grid.columns * grid.columns; pair += rectangleOfCellsThreads)
    {
      const std::int32_t first = pair / grid.columns;
      const std::int32_t end = grid.columns - pair % grid.columns;
      if (end > first)
      {
        const RegionSums region = lines[end] - lines[first];
        const Ranked     other{ GetCostOfBoth(criterion, total, region),
                            CellRectangle{ first, end, firstRow, endRow }.GetRank(grid) };
        own = other.IsBetter(own) ? other : own;
      }
    }
  }
  own = FindBestInBlock<rectangleOfCellsThreads>(own);
  if (threadIdx.x == 0)
  {
    best[blockIdx.y * gridDim.x + blockIdx.x] = own;
  }
}

/** All after the rectangles, in one block. */
__global__ void
__launch_bounds__(cellThreads) OutlineCells(CumulatedImagesView images,
                                            RegionSnakeSettings settings,
                                            CellGrid            grid,
                                            const RegionSums *  lineSums,
                                            const Ranked *      best,
                                            SnakeMemory         memory)
{
  __shared__ std::uint8_t labels[cellThreads];
  __shared__ std::uint8_t isOutside[cellThreads];
  __shared__ std::int32_t pieces[cellThreads];
  __shared__ RegionSums   pieceSums[cellThreads];
  const RegionCriterion   criterion{ settings.law, settings.lawParameter, images.summary->scale };
  const std::int32_t      cell = threadIdx.x;
  const Ranked            bestRectangle = FindBest<cellThreads>(best, std::int64_t{ grid.rows } * grid.rows);
  const CellRectangle     rectangle = ChooseRectangle(images, settings, grid, bestRectangle);

  const CellTarget<CellBlock> target(grid, criterion, images.summary->total, { labels, isOutside, pieces, pieceSums });
  CellBlock::PerCell<RegionSums> own(cellThreads);
  if (cell < grid.GetNumberOfCells())
  {
    const RegionSums * const line = lineSums + cell / grid.columns * lineThreads + cell % grid.columns;
    own[cell] = line[1] - line[0];
  }
  const bool hasPiece = target.Find(rectangle, own, settings.nodeCost / 2);
  __shared__ std::int32_t first;
  __shared__ std::int32_t numberOfNodes;
  PolygonNode * const     corners = reinterpret_cast<PolygonNode *>(pieceSums); // by column and row
  if (cell == 0)
  {
    first = cellThreads;
  }
  __syncthreads();
  if (hasPiece && cell < grid.GetNumberOfCells() && labels[cell] != 0)
  {
    atomicMin(&first, cell);
  }
  __syncthreads();
  if (cell == 0)
  {
    std::int32_t size = 0;
    const auto   append = [&](std::int32_t c, std::int32_t r) {
      corners[size] = PolygonNode{ c, r };
      ++size;
    };
    if (hasPiece)
    {
      TraceCells(grid, first, [&](std::int32_t other) { return labels[other] != 0; }, append);
    }
    else
    {
      append(rectangle.firstColumn, rectangle.firstRow);
      append(rectangle.endColumn, rectangle.firstRow);
      append(rectangle.endColumn, rectangle.endRow);
      append(rectangle.firstColumn, rectangle.endRow);
    }
    numberOfNodes = size;
    memory.hostContours[0] = SnakeContour{ 0, size, RegionSums{}, 0 };
    memory.polygons[0].label = memory.label;
    memory.header->numberOfNodes = size;
  }
  __syncthreads();
  for (std::int32_t i = cell; i < numberOfNodes; i += cellThreads)
  {
    memory.hostNodes[i] = PolygonNode{ grid.GetX(corners[i].x), grid.GetY(corners[i].y) };
  }
}

inline void
EnqueueCellOutline(const CumulatedImagesView & images,
                   const RegionSnakeSettings & settings,
                   const SnakeMemory &         memory,
                   const Stream &              stream)
{
  CUstream_st * const handle = stream.GetHandle();
  const CellGrid      grid(images.width, images.height);
  const auto          rows = static_cast<unsigned int>(grid.rows);
  RegionSums *        lineSums = nullptr;
  Ranked *            best = nullptr;
  const auto          divide = [&](void * bytes) {
    MemoryDivider divider(bytes);
    divider.Take(lineSums, std::int64_t{ grid.rows } * lineThreads);
    divider.Take(best, std::int64_t{ grid.rows } * grid.rows);
    return divider.GetSize();
  };
  const Buffer buffer(divide(nullptr), stream);
  divide(buffer.GetData());
  Check(cudaMemsetAsync(lineSums, 0, grid.rows * lineThreads * sizeof(RegionSums), handle), "cudaMemsetAsync");
  const auto rowsPerCell = static_cast<unsigned int>(images.height / grid.rows + 1);
  SumGridLines<<<dim3((rowsPerCell + 15) / 16, rows), dim3(lineThreads, 4), 0, handle>>>(images, grid, lineSums);
  Check(cudaGetLastError(), "SumGridLines");
  FindCellRectangles<<<dim3(rows, rows), rectangleOfCellsThreads, 0, handle>>>(images, settings, grid, lineSums, best);
  Check(cudaGetLastError(), "FindCellRectangles");
  OutlineCells<<<1, cellThreads, 0, handle>>>(images, settings, grid, lineSums, best, memory);
  Check(cudaGetLastError(), "OutlineCells");
}
} // namespace
} // namespace itk::device

#endif
