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
#include "DistanceMap.h"
#include "DistanceMapCore.h"
#include "Kernels/Grid.cuh"
#include "itkDeviceBuffer.h"

namespace itk::device::distance
{
namespace
{
using kernels::DivideUp;

constexpr int WarpSize = 32;
constexpr int Capacity = 32; // sites of a line in shared memory
constexpr int Rows = 32;     // pixels of a line that are loaded at a time
static_assert(Rows == WarpSize);

using SiteStack = DistanceSiteStack<Capacity, WarpSize>;

struct LinesMemory
{
  float        tile[Rows][WarpSize];
  float        positions[Rows];
  DistanceSite latest[Capacity][WarpSize];
};

/** A thread's line. */
struct Line
{
  float *        pixels;
  std::ptrdiff_t firstRow; // of bits
  int            bit;
  std::ptrdiff_t word;
  bool           isInside;
};

__device__ __forceinline__ Line
GetLine(const LinesTask & task, std::ptrdiff_t number)
{
  const std::ptrdiff_t clamped = min(number, task.lines - 1);
  const std::ptrdiff_t layer = clamped / task.linesOfLayer;
  const std::ptrdiff_t x = clamped - layer * task.linesOfLayer;
  Line                 line{};
  line.pixels = task.image + layer * task.layerStride + x;
  line.firstRow = layer * task.rowsToNextLayer;
  line.bit = static_cast<int>(x % WarpSize);
  line.word = x / WarpSize;
  line.isInside = number < task.lines;
  return line;
}

/** Every thread goes through its line at its own pace, tile by tile: in one round it either drops a site or takes a
 * pixel, so that a warp does not wait, pixel by pixel, for the line that drops most. */
__device__ __forceinline__ void
Scan(const LinesTask & task, const Line & line, LinesMemory & memory, SiteStack & sites)
{
  const int  lane = threadIdx.x;
  float      loaded[Rows];
  const auto load = [&](std::ptrdiff_t begin) {
#pragma unroll
    for (int i = 0; i < Rows; ++i)
    {
      loaded[i] = begin + i < task.length ? line.pixels[(begin + i) * task.stride] : NoDistance;
    }
  };
  load(0);
  for (std::ptrdiff_t begin = 0; begin < task.length; begin += Rows)
  {
    __syncwarp();
#pragma unroll
    for (int i = 0; i < Rows; ++i)
    {
      memory.tile[i][lane] = loaded[i];
    }
    memory.positions[lane] = GetSitePosition(static_cast<int>(begin) + lane, task.spacing);
    __syncwarp();
    load(begin + Rows);
    DistanceSite site{ memory.tile[0][lane], memory.positions[0] };
    for (int next = 1; next <= Rows;)
    {
      const DistanceSite following{ memory.tile[next % Rows][lane], memory.positions[next % Rows] };
      const bool         isDone = sites.Offer(site);
      site = isDone ? following : site;
      next += isDone;
    }
  }
}

/** Rounded to the nearest, as the parent's of double that is rounded to float: by Markstein's correction of an
 * approximation, for 0 and from 2^-96 on. */
__device__ __forceinline__ float
ComputeRoot(float square)
{
  float reciprocal;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(square));
  const float root = square * reciprocal;
  const float corrected = __fmaf_rn(__fmaf_rn(-root, root, square), 0.5f * reciprocal, root);
  return square == 0 ? 0 : corrected;
}

template <bool VLast>
__device__ __forceinline__ void
WriteTile(const LinesTask & task, const Line & line, const LinesMemory & memory, std::ptrdiff_t begin, bool hasSites)
{
  float * const         pixels = line.pixels + begin * task.stride;
  const int             number = line.isInside ? static_cast<int>(min(task.length - begin, std::ptrdiff_t{ Rows })) : 0;
  const std::uint32_t * words = nullptr;
  std::ptrdiff_t        toNextWord = 0;
  if constexpr (VLast)
  {
    toNextWord = task.rowsToNextPixel * task.background.wordsOfRow;
    words = task.background.words + line.firstRow * task.background.wordsOfRow + begin * toNextWord + line.word;
  }
#pragma unroll
  for (int part = 0; part < Rows; part += Rows / 2)
  {
    float results[Rows / 2];
#pragma unroll
    for (int i = 0; i < Rows / 2; ++i)
    {
      const int row = part + i;
      results[i] = memory.tile[row][threadIdx.x];
      if constexpr (VLast)
      {
        const std::uint32_t word = row < number ? words[row * toNextWord] : 0;
        const bool          isInside = (word >> line.bit & 1) == 0;
        const float         value = task.squared ? results[i] : ComputeRoot(results[i]);
        // The parent's roots of 0 are never -0, and its squares without a contour never negative.
        const bool isNegative = isInside != task.insideIsPositive && (task.squared ? hasSites : value != 0);
        results[i] = isNegative ? -value : value;
      }
    }
#pragma unroll
    for (int i = 0; i < Rows / 2; ++i)
    {
      if (part + i < number)
      {
        pixels[(part + i) * task.stride] = results[i];
      }
    }
  }
}

template <bool VLast>
__device__ __forceinline__ void
Query(const LinesTask & task, const Line & line, LinesMemory & memory, const SiteStack & sites)
{
  const int                lane = threadIdx.x;
  const bool               hasSites = sites.GetSize() > 0;
  DistanceQuery<SiteStack> query(sites, GetQueryPosition(0, task.spacing));
  for (std::ptrdiff_t begin = 0; begin < task.length; begin += Rows)
  {
    __syncwarp();
    memory.positions[lane] = GetQueryPosition(static_cast<int>(begin) + lane + 1, task.spacing);
    __syncwarp();
    for (int i = 0; i < Rows;)
    {
      float      square;
      const bool isDone = query.Step(memory.positions[i], square);
      if (isDone)
      {
        memory.tile[i][lane] = hasSites ? square : NoDistance;
      }
      i += isDone;
    }
    WriteTile<VLast>(task, line, memory, begin, hasSites);
  }
}

template <bool VLast>
__global__ void
__launch_bounds__(WarpSize) MeasureLinesKernel(const LinesTask task, DistanceSite * older, std::ptrdiff_t olderOfLine)
{
  __shared__ LinesMemory memory;

  const int            lane = threadIdx.x;
  DistanceSite * const olderOfThread = older + std::ptrdiff_t{ blockIdx.x } * olderOfLine * WarpSize + lane;
  for (std::ptrdiff_t first = std::ptrdiff_t{ blockIdx.x } * WarpSize; first < task.lines;
       first += std::ptrdiff_t{ gridDim.x } * WarpSize)
  {
    const Line line = GetLine(task, first + lane);
    SiteStack  sites(&memory.latest[0][lane], olderOfThread);
    Scan(task, line, memory, sites);
    Query<VLast>(task, line, memory, sites);
  }
}
} // namespace

void
MeasureLines(const LinesTask & task, bool isLast, const Stream & stream)
{
  constexpr std::ptrdiff_t mostBytes = std::ptrdiff_t{ 1 } << 32;
  const auto               kernel = isLast ? MeasureLinesKernel<true> : MeasureLinesKernel<false>;
  const std::ptrdiff_t     olderOfLine = std::max(task.length - Capacity, std::ptrdiff_t{ 1 });
  const std::ptrdiff_t     bytesOfBlock = olderOfLine * WarpSize * static_cast<std::ptrdiff_t>(sizeof(DistanceSite));
  const std::ptrdiff_t     blocks = std::min({ DivideUp(task.lines, WarpSize),
                                               kernels::CountResidentBlocks(kernel, WarpSize, 0, stream),
                                               std::max(mostBytes / bytesOfBlock, std::ptrdiff_t{ 1 }) });
  const Buffer             older(static_cast<std::size_t>(blocks * bytesOfBlock), stream);
  kernels::Launch(
    "MeasureLinesKernel", kernel, { blocks, WarpSize }, stream, task, older.As<DistanceSite>(), olderOfLine);
}
} // namespace itk::device::distance
