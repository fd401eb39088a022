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
#ifndef SmoothingRecursiveGaussianBlock_cuh
#define SmoothingRecursiveGaussianBlock_cuh

#include "SmoothingRecursiveGaussianTile.cuh"

namespace itk::device::recursive
{
constexpr int CarriesOfSegment = Carries::Ways * Sections;

/** One of the states that are carried into a block's segments. */
struct CarryTask
{
  __device__ __forceinline__
  CarryTask(const Division & division, const Position & position, WarpMemory * warps, int task)
    : way(task % Carries::Ways)
    , k(task / Carries::Ways % Sections)
    , segment(task / CarriesOfSegment)
    , chunks(division.chunks)
    , first(warps + segment * chunks)
  {
    const std::ptrdiff_t ofLine = position.segment + segment;
    isOutermost = way == 0 ? ofLine == 0 : ofLine == division.segments - 1;
  }

  /** The state that enters an outermost segment from beyond the image. */
  template <bool VRows>
  __device__ __forceinline__ Carry
  GetOutermostState(const RecursiveGaussianSection & section) const
  {
    const Chunk<VRows> outermost(first[way == 0 ? 0 : chunks - 1], threadIdx.x);
    return AtRest(section, outermost[way == 0 ? 0 : RecursiveGaussianChunk - 1]);
  }

  /** What the segment, entered with zero states, makes of the section. */
  template <bool VRows>
  __device__ __forceinline__ Carry
  SumSegment(const RecursiveGaussianSection & section) const
  {
    return ScanChunks<false>(section, isOutermost ? GetOutermostState<VRows>(section) : Carry{ 0, 0 });
  }

  /** Returns the state that leaves the segment. `VReplaces`: replaces the sums of its chunks by the states that enter
   * them. */
  template <bool VReplaces>
  __device__ __forceinline__ Carry
  ScanChunks(const RecursiveGaussianSection & section, Carry state) const
  {
    const std::ptrdiff_t step = (way == 0 ? 1 : -1) * std::ptrdiff_t{ sizeof(WarpMemory) };
    char * chunk = reinterpret_cast<char *>(&(way == 0 ? first : first + chunks - 1)->GetState(way, k, threadIdx.x));
    for (int i = 0; i < chunks; ++i, chunk += step)
    {
      Carry &     entering = *reinterpret_cast<Carry *>(chunk);
      const Carry sum = entering;
      if constexpr (VReplaces)
      {
        entering = state;
      }
      state = AfterChunks(section.acrossChunk, state, sum);
    }
    return state;
  }

  int          way;
  int          k;
  int          segment; // of the block
  int          chunks;
  WarpMemory * first; // of the segment
  bool         isOutermost;
};

/** The state that leaves the segments before one of a whole line; `sums` are what each, entered with zero states, makes
 * of the task's section. */
__device__ __forceinline__ Carry
ScanSegments(const Division & division, const CarryTask & task, const Carry * sums)
{
  const int step = task.way == 0 ? 1 : -1;
  Carry     state{ 0, 0 };
  for (int i = task.way == 0 ? 0 : division.segmentsOfBlock - 1; i != task.segment; i += step)
  {
    const int index = (i * Sections + task.k) * Carries::Ways + task.way;
    state = AfterChunks(division.acrossSegment[task.k], state, sums[index * WarpSize + threadIdx.x]);
  }
  return state;
}

/** The line of a pass that is this thread's; beyond its last one, that. */
template <bool VRows, typename TInput, typename TOutput>
__device__ __forceinline__ std::ptrdiff_t
                           GetLine(const Pass<TInput, TOutput> & pass, const Position & position)
{
  const std::ptrdiff_t linesOfLayer = pass.size[VRows ? 1 : 0];
  return position.layer * linesOfLayer + min(position.line + threadIdx.x, linesOfLayer - 1);
}

/** Filters a block's 32 lines: a segment of them, with the carries of all segments, or whole lines. */
template <bool VRows, typename TInput, typename TOutput>
__device__ __forceinline__ void
FilterLines(const Pass<TInput, TOutput> & pass,
            const Division &              division,
            const Carries &               carries,
            const RecursiveGaussian &     gaussian,
            const Position &              position,
            WarpMemory *                  warps)
{
  const int     numberOfWarps = division.CountWarps();
  const int     tasks = CarriesOfSegment * division.segmentsOfBlock;
  Carry * const sums = reinterpret_cast<Carry *>(warps + numberOfWarps);
  LoadAndSum<VRows>(pass, division, gaussian, position, warps[threadIdx.y]);
  __syncthreads();
  if (division.segmentsOfBlock > 1)
  {
    for (int i = threadIdx.y; i < tasks; i += numberOfWarps)
    {
      const CarryTask task(division, position, warps, i);
      sums[i * WarpSize + threadIdx.x] = task.SumSegment<VRows>(gaussian.sections[task.k]);
    }
    __syncthreads();
  }
  for (int i = threadIdx.y; i < tasks; i += numberOfWarps)
  {
    const CarryTask                  task(division, position, warps, i);
    const RecursiveGaussianSection & section = gaussian.sections[task.k];
    Carry                            state{};
    if (task.isOutermost)
    {
      state = task.GetOutermostState<VRows>(section);
    }
    else if (division.segmentsOfBlock > 1)
    {
      state = ScanSegments(division, task, sums);
    }
    else
    {
      const std::ptrdiff_t before = position.segment + (task.way == 0 ? -1 : 1);
      state = carries.data[carries.GetIndex(task.way, task.k, before, GetLine<VRows>(pass, position))];
    }
    task.ScanChunks<true>(section, state);
  }
  __syncthreads();
  FilterAndWrite<VRows>(pass, gaussian, position, warps[threadIdx.y]);
}

/** Bytes of dynamic shared memory that FilterLines needs. */
inline std::size_t
GetSharedMemory(const Division & division)
{
  const std::size_t sums = division.segmentsOfBlock > 1 ? CarriesOfSegment * division.segmentsOfBlock : 0;
  return division.CountWarps() * sizeof(WarpMemory) + sums * WarpSize * sizeof(Carry);
}

/** Bytes of dynamic shared memory that a block may have. */
inline std::size_t
GetMostSharedMemory(const Stream & stream)
{
  constexpr int ofTheKernelItself = 16;
  return kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream) - ofTheKernelItself;
}

template <typename TPixel>
bool
HasAlignedQuads(const TPixel * pixels, std::ptrdiff_t stride, std::ptrdiff_t layerStride)
{
  return reinterpret_cast<std::uintptr_t>(pixels) % alignof(Quad<TPixel>) == 0 && stride % 4 == 0 &&
         layerStride % 4 == 0;
}

/** One segment if that fits, else segments of equal length: short ones let more blocks work at different steps. A block
 * takes all segments of its lines if they fit. */
template <bool VRows, typename TInput, typename TOutput>
Division
DivideLines(const Pass<TInput, TOutput> & pass, const RecursiveGaussian & gaussian, const Stream & stream)
{
  constexpr std::size_t mostChunks = 16; // of a line that is one segment
  constexpr std::size_t usualChunks = 8; // of a segment, else
  const std::size_t     sharedMemory = GetMostSharedMemory(stream);
  const auto            fitting = static_cast<std::ptrdiff_t>(std::min(mostChunks, sharedMemory / sizeof(WarpMemory)));
  const std::ptrdiff_t  chunks = DivideUp(pass.size[VRows ? 0 : 1], RecursiveGaussianChunk);
  const std::ptrdiff_t  most = chunks <= fitting ? fitting : std::min<std::ptrdiff_t>(fitting, usualChunks);
  Division              division{};
  division.chunks = static_cast<int>(DivideUp(chunks, DivideUp(chunks, most)));
  division.segments = DivideUp(chunks, division.chunks);
  division.groups = DivideUp(pass.size[VRows ? 1 : 0], WarpSize);
  division.readsQuads = HasAlignedQuads(pass.input, pass.inputStride, pass.inputLayerStride);
  for (int k = 0; k < Sections; ++k)
  {
    const RecursiveGaussianTransition & acrossChunk = gaussian.sections[k].acrossChunk;
    division.acrossSegment[k] = acrossChunk;
    for (int chunk = 1; chunk < division.chunks; ++chunk)
    {
      division.acrossSegment[k] = division.acrossSegment[k] * acrossChunk;
    }
  }
  division.segmentsOfBlock = 1;
  if (division.chunks * division.segments <= MostWarps)
  {
    division.segmentsOfBlock = static_cast<int>(division.segments);
    if (GetSharedMemory(division) > sharedMemory)
    {
      division.segmentsOfBlock = 1;
    }
  }
  division.copiesQuads = division.readsQuads && division.HasWholeLines();
  return division;
}
} // namespace itk::device::recursive

#endif
