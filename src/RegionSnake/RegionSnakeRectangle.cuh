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
#ifndef RegionSnakeRectangle_cuh
#define RegionSnakeRectangle_cuh

#include "RegionSnakeMemory.cuh"
#include "RegionSnakeRanked.cuh"
#include "RegionSnakeTeam.cuh"
#include "itkDeviceBuffer.h"
#include "Kernels/Grid.cuh"

namespace itk::device
{
namespace
{
constexpr int rectangleThreads = 256;

struct Interval
{
  std::int32_t begin;
  std::int32_t end;
};

/** Sums of the cumulated images down the columns 8 k; `sums` is 0 before. Reads a third of the cumulated images, which
 * is what bounds it. */
__global__ void
SumColumns(CumulatedImagesView images, RegionSums * sums, std::int32_t numberOfColumns)
{
  constexpr std::int32_t rowsPerBlock = 64;
  const std::int32_t     column = blockIdx.x * rectangleThreads + threadIdx.x;
  const std::int32_t     begin = blockIdx.y * rowsPerBlock;
  const std::int32_t     end = begin + rowsPerBlock < images.height ? begin + rowsPerBlock : images.height;
  if (column < numberOfColumns)
  {
    RegionSums sum{};
#pragma unroll 4
    for (std::int32_t row = begin; row < end; ++row)
    {
      sum += images.GetRowSums(row, column * rectangleStep);
    }
    AddAtomically(sums[column], sum);
  }
}

/** Sums over 8 rows each, between the columns of the best interval; a warp a sum. */
__global__ void
SumRows(CumulatedImagesView images, const Interval * columns, RegionSums * sums, std::int32_t numberOfSums)
{
  const std::int32_t i = blockIdx.x * (rectangleThreads / rectangleStep) + threadIdx.x / rectangleStep;
  if (i < numberOfSums)
  {
    const std::int32_t row = i * rectangleStep + threadIdx.x % rectangleStep;
    AddAtomically(sums[i + 1], images.GetRowSums(row, columns->end) - images.GetRowSums(row, columns->begin));
  }
}

/** Cumulates sums in place, in one block. */
__global__ void
CumulateSums(RegionSums * sums, std::int32_t size)
{
  __shared__ RegionSums parts[rectangleThreads];
  const std::int32_t    length = (size + rectangleThreads - 1) / rectangleThreads;
  const std::int32_t    begin = threadIdx.x * length;
  const std::int32_t    end = begin + length < size ? begin + length : size;
  RegionSums            part{};
  for (std::int32_t i = begin; i < end; ++i)
  {
    part += sums[i];
    sums[i] = part;
  }
  parts[threadIdx.x] = part;
  __syncthreads();
  RegionSums before{};
  for (int other = 0; other < threadIdx.x; ++other)
  {
    before += parts[other];
  }
  for (std::int32_t i = begin; i < end; ++i)
  {
    sums[i] += before;
  }
}

/** The best interval that begins at each of the cumulated sums, a block each. */
__global__ void
__launch_bounds__(rectangleThreads)
  FindIntervals(CumulatedImagesView images, RegionSnakeSettings settings, const RegionSums * sums, Ranked * best)
{
  const RegionCriterion criterion{ settings.law, settings.lawParameter, images.summary->scale };
  const RegionSums      total = images.summary->total;
  const std::int64_t    size = gridDim.x;
  const std::int64_t    begin = blockIdx.x;
  const RegionSums      before = sums[begin];
  Ranked                own{ HUGE_VAL, INT64_MAX };
  for (std::int64_t end = begin + 1 + threadIdx.x; end < size; end += rectangleThreads)
  {
    const RegionSums region = sums[end] - before;
    const Ranked     other{ GetCostOfBoth(criterion, total, region), begin * size + end };
    own = other.IsBetter(own) ? other : own;
  }
  own = FindBestInBlock<rectangleThreads>(own);
  if (threadIdx.x == 0)
  {
    best[begin] = own;
  }
}

__global__ void
__launch_bounds__(rectangleThreads) PickInterval(CumulatedImagesView images,
                                                 RegionSnakeSettings settings,
                                                 const Ranked *      best,
                                                 std::int64_t        size,
                                                 std::int32_t        length,
                                                 Interval *          interval)
{
  const Ranked own = FindBest<rectangleThreads>(best, size);
  if (threadIdx.x == 0)
  {
    const auto begin = static_cast<std::int32_t>(own.rank / size);
    const auto end = static_cast<std::int32_t>(own.rank % size);
    *interval = IsWorthwhile(images, settings, own) ? Interval{ begin * rectangleStep, end * rectangleStep }
                                                    : Interval{ 0, length };
  }
}

__global__ void
GiveRectangle(const Interval * columns, const Interval * rows, SnakeMemory memory)
{
  memory.hostNodes[0] = PolygonNode{ columns->begin, rows->begin };
  memory.hostNodes[1] = PolygonNode{ columns->end, rows->begin };
  memory.hostNodes[2] = PolygonNode{ columns->end, rows->end };
  memory.hostNodes[3] = PolygonNode{ columns->begin, rows->end };
  memory.hostContours[0] = SnakeContour{ 0, 4, RegionSums{}, 0 };
  memory.polygons[0].label = memory.label;
  memory.header->numberOfNodes = 4;
}

inline void
EnqueuePublishedRectangle(const CumulatedImagesView & images,
                          const RegionSnakeSettings & settings,
                          const SnakeMemory &         memory,
                          const Stream &              stream)
{
  CUstream_st * const handle = stream.GetHandle();
  const std::int32_t  numberOfColumns = images.width / rectangleStep + 1;
  const std::int32_t  numberOfRows = images.height / rectangleStep + 1;
  RegionSums *        columnSums = nullptr;
  RegionSums *        rowSums = nullptr;
  Ranked *            best = nullptr;
  Interval *          intervals = nullptr;
  const auto          divide = [&](void * bytes) {
    MemoryDivider divider(bytes);
    divider.Take(columnSums, numberOfColumns);
    divider.Take(rowSums, numberOfRows);
    divider.Take(intervals, 2);
    divider.Take(best, numberOfColumns > numberOfRows ? numberOfColumns : numberOfRows);
    return divider.GetSize();
  };
  const Buffer buffer(divide(nullptr), stream);
  divide(buffer.GetData());
  Check(cudaMemsetAsync(buffer.GetData(), 0, buffer.GetSizeInBytes(), handle), "cudaMemsetAsync");

  const auto blocks = [](std::int32_t work, std::int32_t share) {
    return static_cast<unsigned int>(kernels::DivideUp(work, share));
  };
  const auto find = [&](const RegionSums * sums, std::int32_t size, std::int32_t length, Interval * interval) {
    FindIntervals<<<static_cast<unsigned int>(size), rectangleThreads, 0, handle>>>(images, settings, sums, best);
    Check(cudaGetLastError(), "FindIntervals");
    PickInterval<<<1, rectangleThreads, 0, handle>>>(images, settings, best, size, length, interval);
    Check(cudaGetLastError(), "PickInterval");
  };
  SumColumns<<<dim3(blocks(numberOfColumns, rectangleThreads), blocks(images.height, 64)),
               rectangleThreads,
               0,
               handle>>>(images, columnSums, numberOfColumns);
  Check(cudaGetLastError(), "SumColumns");
  find(columnSums, numberOfColumns, images.width, intervals);
  if (numberOfRows > 1)
  {
    SumRows<<<blocks(numberOfRows - 1, rectangleThreads / rectangleStep), rectangleThreads, 0, handle>>>(
      images, intervals, rowSums, numberOfRows - 1);
    Check(cudaGetLastError(), "SumRows");
    CumulateSums<<<1, rectangleThreads, 0, handle>>>(rowSums, numberOfRows);
    Check(cudaGetLastError(), "CumulateSums");
  }
  find(rowSums, numberOfRows, images.height, intervals + 1);
  GiveRectangle<<<1, 1, 0, handle>>>(intervals, intervals + 1, memory);
  Check(cudaGetLastError(), "GiveRectangle");
}
} // namespace
} // namespace itk::device

#endif
