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
constexpr int Rows = 32; // pixels of a line that are loaded at a time
static_assert(Rows == WarpSize);
constexpr int FewGroups = 8; // of lines, for a multiprocessor

/** Of how many sites of a line there is room in shared memory, while it is scanned and while it is queried. */
template <int VWarps>
constexpr int ScanCapacity = VWarps == 1 ? 16 : 64;
template <int VWarps>
constexpr int QueryCapacity = VWarps == 1 ? 16 : 32;

/** The memory of the warp that scans. */
template <int VWarps>
struct ScanMemory
{
  DistanceSite tile[Rows + 1][WarpSize];
  DistanceSite latest[ScanCapacity<VWarps>][WarpSize];
};

/** The memory of a warp that queries. */
template <int VWarps>
struct QueryMemory
{
  float        tile[Rows][WarpSize];
  float        positions[Rows];
  DistanceSite latest[QueryCapacity<VWarps>][WarpSize];
  int          firstLevel[WarpSize]; // of the query of the first pixel, and of the one after the last
  int          nextLevel[WarpSize];
};

/** The memory of a block, which first scans. */
template <int VWarps>
struct LinesMemory
{
  union
  {
    ScanMemory<VWarps>  scan;
    QueryMemory<VWarps> queries[VWarps];
  };
  int numberOfSites[WarpSize];
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
 * pixel, so that a warp does not wait, pixel by pixel, for the line that drops most. Returns the number of sites; a line
 * without any gets one that is infinitely far. */
template <int VWarps>
__device__ __forceinline__ int
Scan(const LinesTask & task, const Line & line, ScanMemory<VWarps> & memory, DistanceSite * all)
{
  using Sites = DistanceSiteMemory<ScanCapacity<VWarps>, WarpSize>;
  const Sites   sites(&memory.latest[0][threadIdx.x], all);
  const int     lane = threadIdx.x;
  const int     length = static_cast<int>(task.length);
  float         loaded[Rows];
  const float * pixel = line.pixels;
  const auto    load = [&](int begin) {
#pragma unroll
    for (int i = 0; i < Rows; ++i)
    {
      loaded[i] = begin + i < length ? pixel[i * task.stride] : NoDistance;
    }
    pixel += Rows * task.stride;
  };
  DistanceScan<ScanCapacity<VWarps>, WarpSize> scan(sites);
  load(0);
  for (int begin = 0; begin < length; begin += Rows)
  {
    const float position = GetSitePosition(begin + lane, task.spacing);
#pragma unroll
    for (int i = 0; i < Rows; ++i)
    {
      memory.tile[i][lane] = { loaded[i], __shfl_sync(0xffffffff, position, i) };
    }
    load(begin + Rows);
    scan.Refill();
    const DistanceSite * next = &memory.tile[1][lane];
    DistanceSite         site = memory.tile[0][lane];
    for (int left = Rows; left > 0;)
    {
      const DistanceSite following = *next;
      const bool         isDone = scan.Offer(site);
      site = isDone ? following : site;
      next += isDone ? WarpSize : 0;
      left -= isDone;
    }
    __syncwarp();
  }
  if (scan.GetNumberOfSites() == 0)
  {
    sites.All(0) = { NoDistance, 0 };
  }
  return scan.GetNumberOfSites();
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

template <bool VLast, int VWarps>
__device__ __forceinline__ void
WriteTile(const LinesTask &           task,
          const Line &                line,
          const QueryMemory<VWarps> & memory,
          std::ptrdiff_t              begin,
          bool                        hasSites)
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

/** Pixels [begin, end) of a line. */
template <bool VLast, int VWarps>
__device__ __forceinline__ void
Query(const LinesTask &     task,
      const Line &          line,
      QueryMemory<VWarps> & memory,
      DistanceSite *        all,
      int                   numberOfSites,
      int                   begin,
      int                   end)
{
  using Sites = DistanceSiteMemory<QueryCapacity<VWarps>, WarpSize>;
  const Sites sites(&memory.latest[0][threadIdx.x], all);
  const int   lane = threadIdx.x;
  const int   number = max(numberOfSites, 1);
  const float first = GetQueryPosition(begin, task.spacing);

  DistanceQuery<QueryCapacity<VWarps>, WarpSize> query(
    sites, number, begin == 0 ? 0 : GuessLevel(sites, number, first), first);
  query.Settle();
  memory.firstLevel[lane] = query.GetLevel();
  for (; begin < end; begin += Rows)
  {
    __syncwarp();
    memory.positions[lane] = GetQueryPosition(begin + lane + 1, task.spacing);
    query.Fetch();
    __syncwarp();
    for (int i = 0; i < Rows;)
    {
      float      square;
      const bool isDone = query.Step(memory.positions[i], square);
      memory.tile[i][lane] = square;
      i += isDone;
    }
    WriteTile<VLast>(task, line, memory, begin, numberOfSites > 0);
  }
  query.Settle();
  memory.nextLevel[lane] = query.GetLevel();
}

/** A block makes 32 lines: its first warp scans them, and each queries a part. The parts after the first begin with a guess,
 * which the part before either confirms or, where roundings are in the way, the first warp makes up for. */
template <int VWarps, bool VLast>
__global__ void
__launch_bounds__(WarpSize * VWarps)
  MeasureLinesKernel(const LinesTask task, DistanceSite * sitesOfBlocks, std::ptrdiff_t sitesOfBlock)
{
  extern __shared__ float4 sharedMemory[];
  auto &                   memory = *reinterpret_cast<LinesMemory<VWarps> *>(sharedMemory);

  const int            lane = threadIdx.x;
  const int            warp = threadIdx.y;
  const int            length = static_cast<int>(task.length);
  const int            part = DivideUp(DivideUp(length, Rows), VWarps) * Rows;
  const int            begin = min(warp * part, length);
  const int            end = min(begin + part, length);
  DistanceSite * const all = sitesOfBlocks + blockIdx.x * sitesOfBlock + lane;
  for (std::ptrdiff_t first = std::ptrdiff_t{ blockIdx.x } * WarpSize; first < task.lines;
       first += std::ptrdiff_t{ gridDim.x } * WarpSize)
  {
    const Line line = GetLine(task, first + lane);
    if constexpr (VWarps == 1)
    {
      const int number = Scan(task, line, memory.scan, all);
      Query<VLast>(task, line, memory.queries[0], all, number, 0, length);
      __syncwarp();
    }
    else
    {
      if (warp == 0)
      {
        memory.numberOfSites[lane] = Scan(task, line, memory.scan, all);
      }
      __syncthreads();
      const int number = memory.numberOfSites[lane];
      if (begin < end)
      {
        Query<VLast>(task, line, memory.queries[warp], all, number, begin, end);
      }
      __syncthreads();
      const bool isWrong = warp > 0 && begin < end &&
                           memory.queries[warp].firstLevel[lane] != memory.queries[max(warp, 1) - 1].nextLevel[lane];
      if (__syncthreads_or(isWrong) && warp == 0)
      {
        Query<VLast>(task, line, memory.queries[0], all, number, 0, length);
      }
      __syncthreads();
    }
  }
}

template <int VWarps>
void
LaunchLines(const LinesTask & task, bool isLast, const Stream & stream)
{
  constexpr std::ptrdiff_t mostBytes = std::ptrdiff_t{ 1 } << 32;
  const auto               kernel = isLast ? MeasureLinesKernel<VWarps, true> : MeasureLinesKernel<VWarps, false>;
  constexpr std::size_t    sharedMemory = sizeof(LinesMemory<VWarps>);
  kernels::AllowSharedMemory(kernel, sharedMemory);
  const std::ptrdiff_t sitesOfBlock = task.length * WarpSize;
  const std::ptrdiff_t bytesOfBlock = sitesOfBlock * static_cast<std::ptrdiff_t>(sizeof(DistanceSite));
  const std::ptrdiff_t blocks =
    std::min({ DivideUp(task.lines, WarpSize),
               kernels::CountResidentBlocks(kernel, WarpSize * VWarps, sharedMemory, stream),
               std::max(mostBytes / bytesOfBlock, std::ptrdiff_t{ 1 }) });
  const Buffer sites(static_cast<std::size_t>(blocks * bytesOfBlock), stream);
  kernels::Launch("MeasureLinesKernel",
                  kernel,
                  { blocks, dim3(WarpSize, VWarps), sharedMemory },
                  stream,
                  task,
                  sites.As<DistanceSite>(),
                  sitesOfBlock);
}
} // namespace

void
MeasureLines(const LinesTask & task, bool isLast, const Stream & stream)
{
  const auto groups = DivideUp(task.lines, WarpSize);
  const auto few = FewGroups * kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream);
  groups <= few ? LaunchLines<4>(task, isLast, stream) : LaunchLines<1>(task, isLast, stream);
}
} // namespace itk::device::distance
