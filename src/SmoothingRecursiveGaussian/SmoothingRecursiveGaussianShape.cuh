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
#ifndef SmoothingRecursiveGaussianShape_cuh
#define SmoothingRecursiveGaussianShape_cuh

#include "SmoothingRecursiveGaussianPass.cuh"

namespace itk::device::recursive
{
constexpr int WarpSize = 32;
constexpr int Sections = RecursiveGaussian::NumberOfSections;
constexpr int MostWarps = 32; // of a block

/** What a warp takes of the image: chunks that follow each other along `VLines` lines. Lane `chunk * Lines + line` has one of
 * them. `VWhole`: its block takes whole lines, else a segment of them. */
template <bool VRows, int VLines, bool VWhole>
struct TileShape
{
  static constexpr bool OfRows = VRows;
  static constexpr bool OfWholeLines = VWhole;
  static constexpr int  Lines = VLines;
  static constexpr int  Chunks = WarpSize / VLines;
  static constexpr int  Length = Chunks * RecursiveGaussianChunk; // along the lines
  static constexpr int  Rows = VRows ? Lines : Length;
  static constexpr int  Columns = VRows ? Length : Lines;

  static __device__ __forceinline__ int
  GetLine()
  {
    return threadIdx.x % Lines;
  }

  static __device__ __forceinline__ int
  GetChunk()
  {
    return threadIdx.x / Lines;
  }
};

/** Of half as many lines blocks have half as many warps, so that their phases differ more in time; short lines have too few
 * warps then. */
constexpr int FewLines = WarpSize / 2;

/** Segments of rows of integers are longer than of others, in bytes as long. */
template <bool VRows, typename TInput>
using SegmentShape = TileShape<VRows, VRows && sizeof(TInput) < sizeof(float) ? FewLines : WarpSize, false>;

/** Shared memory of a warp. The chunk of a lane is its row of the tile if lines are rows, else its column. The padding keeps
 * quads aligned, and access along both axes free of bank conflicts, of quads along rows. It has the states of the last section
 * and way: with 16 warps' memory a block leaves room for another, or fits at all. */
struct alignas(16) WarpMemory
{
  static constexpr int Pitch = WarpSize + sizeof(Carry) / sizeof(float);
  float                tile[RecursiveGaussianChunk][Pitch];
  Carry                states[Carries::Ways * Sections - 1][WarpSize];

  __device__ __forceinline__ Carry &
  GetState(int way, int section, int lane)
  {
    return IsInPadding(way, section) ? *reinterpret_cast<Carry *>(tile[lane] + WarpSize)
                                     : states[way * Sections + section][lane];
  }

  /** Bytes from the state of a lane to that of the next. */
  static __device__ __forceinline__ std::ptrdiff_t
                                    GetBytesToNextState(int way, int section)
  {
    return IsInPadding(way, section) ? sizeof(float) * Pitch : sizeof(Carry);
  }

private:
  static __device__ __forceinline__ bool
  IsInPadding(int way, int section)
  {
    return way * Sections + section == Carries::Ways * Sections - 1;
  }
};
static_assert(RecursiveGaussianChunk == WarpSize);

/** A lane's chunk in the tile. */
template <typename TShape>
class Chunk
{
public:
  using Deviations = RecursiveGaussianDeviations<Chunk, TShape::OfWholeLines>; // of segments that was slower

  __device__ __forceinline__
  Chunk(WarpMemory & memory, int lane)
    : m_First(TShape::OfRows ? static_cast<float *>(__builtin_assume_aligned(memory.tile[lane], 16))
                             : &memory.tile[0][lane])
  {}

  __device__ __forceinline__ float &
  operator[](int i) const
  {
    return m_First[TShape::OfRows ? i : i * WarpMemory::Pitch];
  }

private:
  float * m_First;
};

/** Where a warp works. */
struct Position
{
  std::ptrdiff_t layer;
  std::ptrdiff_t segment;
  std::ptrdiff_t line;   // of the layer, the first of the group's
  std::ptrdiff_t row;    // of the image, beyond it in chunks that only fill up a segment
  std::ptrdiff_t column; // likewise
};

/** Of this thread's warp, in a block whose first chunk is that of `segment`. */
template <typename TShape>
__device__ __forceinline__ Position
MakePosition(const Division & division, std::ptrdiff_t layer, std::ptrdiff_t segment, std::ptrdiff_t group)
{
  const std::ptrdiff_t alongLine = (segment * division.warps + threadIdx.y) * TShape::Length;
  Position             position{};
  position.layer = layer;
  position.segment = segment;
  position.line = group * TShape::Lines;
  position.row = TShape::OfRows ? position.line : alongLine;
  position.column = TShape::OfRows ? alongLine : position.line;
  return position;
}
} // namespace itk::device::recursive

#endif
