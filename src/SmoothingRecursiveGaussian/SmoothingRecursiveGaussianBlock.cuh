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

/** One of the states that are carried into a block's segments. A warp takes as many tasks as a tile has chunks of a line. */
template <typename TShape>
struct CarryTask
{
  static constexpr int OfSegment = CarriesOfSegment / TShape::Chunks; // for a warp
  static_assert(Carries::Ways % TShape::Chunks == 0);

  __device__ __forceinline__
  CarryTask(const Division & division, const Position & position, WarpMemory * memory, int taskOfWarp)
    : number(taskOfWarp * TShape::Chunks + TShape::GetChunk())
    , way(number % Carries::Ways)
    , k(taskOfWarp * TShape::Chunks / Carries::Ways % Sections)
    , segment(taskOfWarp / OfSegment)
    , warps(division.warps)
    , first(memory + segment * warps)
  {
    const std::ptrdiff_t ofLine = position.segment + segment;
    isOutermost = way == 0 ? ofLine == 0 : ofLine == division.segments - 1;
  }

  /** The state that enters an outermost segment from beyond the image. */
  __device__ __forceinline__ Carry
  GetOutermostState(const RecursiveGaussianSection & section) const
  {
    const Chunk<TShape> outermost(GetOutermostWarp(), GetOutermostLane());
    return AtRest(section, outermost[way == 0 ? 0 : RecursiveGaussianChunk - 1]);
  }

  /** What the segment, entered with zero states, makes of the section. */
  __device__ __forceinline__ Carry
  SumSegment(const RecursiveGaussianSection & section) const
  {
    return ScanChunks<false>(section, isOutermost ? GetOutermostState(section) : Carry{ 0, 0 });
  }

  /** Returns the state that leaves the segment. `VReplaces`: replaces the sums of its chunks by the states that enter
   * them. */
  template <bool VReplaces>
  __device__ __forceinline__ Carry
  ScanChunks(const RecursiveGaussianSection & section, Carry state) const
  {
    const int            direction = way == 0 ? 1 : -1;
    const std::ptrdiff_t step = direction * std::ptrdiff_t{ sizeof(WarpMemory) };
    const std::ptrdiff_t toNext = direction * TShape::Lines * WarpMemory::GetBytesToNextState(way, k);
    char *               ofWarp = reinterpret_cast<char *>(&GetOutermostWarp().GetState(way, k, GetOutermostLane()));
    const auto           scanWarp = [&] {
      for (int chunk = 0; chunk < TShape::Chunks; ++chunk)
      {
        Carry &     entering = *reinterpret_cast<Carry *>(ofWarp + chunk * toNext);
        const Carry sum = entering;
        if constexpr (VReplaces)
        {
          entering = state;
        }
        state = AfterChunks(section.acrossChunk, state, sum);
      }
      ofWarp += step;
    };
    if constexpr (TShape::Lines == FewLines)
    {
      // Few warps run the same instructions at a time, so that a block waits for many of them.
#pragma unroll 1
      for (int i = 0; i < warps; ++i)
      {
        scanWarp();
      }
    }
    else
    {
      for (int i = 0; i < warps; ++i)
      {
        scanWarp();
      }
    }
    return state;
  }

  int          number;
  int          way;
  int          k;
  int          segment; // of the block
  int          warps;
  WarpMemory * first; // of the segment
  bool         isOutermost;

private:
  __device__ __forceinline__ WarpMemory &
  GetOutermostWarp() const
  {
    return first[way == 0 ? 0 : warps - 1];
  }

  __device__ __forceinline__ int
  GetOutermostLane() const
  {
    return (way == 0 ? 0 : TShape::Chunks - 1) * TShape::Lines + TShape::GetLine();
  }
};

/** The state that leaves the segments before one of a whole line; `sums` are what each, entered with zero states, makes
 * of the task's section. */
template <typename TShape>
__device__ __forceinline__ Carry
ScanSegments(const Division & division, const CarryTask<TShape> & task, const Carry * sums)
{
  const int step = task.way == 0 ? 1 : -1;
  Carry     state{ 0, 0 };
  for (int i = task.way == 0 ? 0 : division.segmentsOfBlock - 1; i != task.segment; i += step)
  {
    const int number = (i * Sections + task.k) * Carries::Ways + task.way;
    state = AfterChunks(division.acrossSegment[task.k], state, sums[number * TShape::Lines + TShape::GetLine()]);
  }
  return state;
}

/** The line of a pass that is this thread's; beyond its last one, that. */
template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ std::ptrdiff_t
                           GetLine(const Pass<TInput, TOutput> & pass, const Position & position)
{
  const std::ptrdiff_t linesOfLayer = pass.size[TShape::OfRows ? 1 : 0];
  return position.layer * linesOfLayer + min(position.line + TShape::GetLine(), linesOfLayer - 1);
}

/** Filters a block's lines: whole ones, or a segment of them with the carries of all segments. */
template <typename TShape, typename TInput, typename TOutput>
__device__ __forceinline__ void
FilterLines(const Pass<TInput, TOutput> & pass,
            const Division &              division,
            const Carries &               carries, // of segments
            const RecursiveGaussian &     gaussian,
            const Position &              position,
            WarpMemory *                  warps)
{
  const int     numberOfWarps = division.CountWarps();
  const int     tasks = CarryTask<TShape>::OfSegment * division.segmentsOfBlock;
  Carry * const sums = reinterpret_cast<Carry *>(warps + numberOfWarps);
  LoadAndSum<TShape>(pass, division, gaussian, position, warps[threadIdx.y]);
  __syncthreads();
  if (TShape::OfWholeLines && division.segmentsOfBlock > 1)
  {
    for (int i = threadIdx.y; i < tasks; i += numberOfWarps)
    {
      const CarryTask<TShape> task(division, position, warps, i);
      sums[task.number * TShape::Lines + TShape::GetLine()] = task.SumSegment(gaussian.sections[task.k]);
    }
    __syncthreads();
  }
  for (int i = threadIdx.y; i < tasks; i += numberOfWarps)
  {
    const CarryTask<TShape>          task(division, position, warps, i);
    const RecursiveGaussianSection & section = gaussian.sections[task.k];
    Carry                            state{};
    if (task.isOutermost)
    {
      state = task.GetOutermostState(section);
    }
    else if constexpr (TShape::OfWholeLines)
    {
      state = ScanSegments(division, task, sums);
    }
    else
    {
      const std::ptrdiff_t before = position.segment + (task.way == 0 ? -1 : 1);
      state = carries.data[carries.GetIndex(task.way, task.k, before, GetLine<TShape>(pass, position))];
    }
    task.template ScanChunks<true>(section, state);
  }
  __syncthreads();
  FilterAndWrite<TShape>(pass, gaussian, position, warps[threadIdx.y]);
}

/** Bytes of dynamic shared memory that FilterLines needs. */
template <typename TShape>
std::size_t
GetSharedMemory(const Division & division)
{
  const std::size_t sums = division.segmentsOfBlock > 1 ? CarriesOfSegment * division.segmentsOfBlock : 0;
  return division.CountWarps() * sizeof(WarpMemory) + sums * TShape::Lines * sizeof(Carry);
}

/** Bytes of dynamic shared memory that a block may have. */
inline std::size_t
GetMostSharedMemory(const Stream & stream)
{
  return kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream);
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
template <typename TShape, typename TInput, typename TOutput>
Division
DivideLines(const Pass<TInput, TOutput> & pass, const RecursiveGaussian & gaussian, const Stream & stream)
{
  constexpr std::size_t mostChunks = 16; // of a line that is one segment
  constexpr std::size_t usualChunks = 8; // of a segment, else
  const std::size_t     sharedMemory = GetMostSharedMemory(stream);
  const auto            fitting =
    static_cast<std::ptrdiff_t>(std::min(mostChunks, sharedMemory / sizeof(WarpMemory) * TShape::Chunks));
  const std::ptrdiff_t chunks = DivideUp(pass.size[TShape::OfRows ? 0 : 1], RecursiveGaussianChunk);
  const std::ptrdiff_t most = chunks <= fitting ? fitting : std::min<std::ptrdiff_t>(fitting, usualChunks);
  Division             division{};
  division.warps = static_cast<int>(DivideUp(DivideUp(chunks, DivideUp(chunks, most)), TShape::Chunks));
  division.segments = DivideUp(chunks, division.warps * TShape::Chunks);
  division.groups = DivideUp(pass.size[TShape::OfRows ? 1 : 0], TShape::Lines);
  division.readsQuads = HasAlignedQuads(pass.input, pass.inputStride, pass.inputLayerStride);
  for (int k = 0; k < Sections; ++k)
  {
    const RecursiveGaussianTransition & acrossChunk = gaussian.sections[k].acrossChunk;
    division.acrossSegment[k] = acrossChunk;
    for (int chunk = 1; chunk < division.warps * TShape::Chunks; ++chunk)
    {
      division.acrossSegment[k] = division.acrossSegment[k] * acrossChunk;
    }
  }
  division.segmentsOfBlock = 1;
  if (TShape::OfWholeLines && division.warps * division.segments <= MostWarps)
  {
    division.segmentsOfBlock = static_cast<int>(division.segments);
    if (GetSharedMemory<TShape>(division) > sharedMemory)
    {
      division.segmentsOfBlock = 1;
    }
  }
  return division;
}
} // namespace itk::device::recursive

#endif
