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
#ifndef IsolineTubesAggregate_cuh
#define IsolineTubesAggregate_cuh

#include "IsolineTubes.cuh"
#include "Kernels/KeepInRegister.cuh"

namespace itk::device::tubes
{
inline constexpr int AggregateThreads = PixelsOfTile * CellsOfTile;

/** The cells whose tubes may hold a pixel of a cell, relative to that cell: across. Along they are fewer. */
inline constexpr int LeastCellAcross = -(MostIsolineTubeReach / IsolineTubeCell);
inline constexpr int MostCellAcross = (IsolineTubeCell - 1 - LeastIsolineTubeReach) / IsolineTubeCell;
inline constexpr int CellsAlong = IsolineTubeLength / IsolineTubeCell;
inline constexpr int CellsAround = CellsOfTile + MostCellAcross - LeastCellAcross;

/** The cells whose tubes may hold a pixel of the tile, along; and at which of their pixels. */
struct CellsOfPixel
{
  int first; // of CellsAlong cells
  int lastK; // of the last cell's tube

  __device__ explicit CellsOfPixel(int along)
  {
    const auto fromBegin = static_cast<unsigned int>(along - IsolineTubeBegin);
    first = static_cast<int>(fromBegin / IsolineTubeCell) - (CellsAlong - 1);
    lastK = static_cast<int>(fromBegin % IsolineTubeCell);
  }

  __device__ int
  GetK(int cell) const
  {
    return lastK + (CellsAlong - 1 - cell) * IsolineTubeCell;
  }
};

/** Of the CellsAlong tubes of one kind and of one row of cells across that may hold a pixel of the tile, along, as bytes: the
 * line that holds the first pixel of that row of cells, less the least that there is. */
struct LinesOfTubes
{
  static constexpr int           Least = -IsolineTubeBeginAcross - MostIsolineTubeShift;
  static constexpr int           None = 64; // there is no such tube
  static constexpr std::uint32_t Ones = 0x01010101;

  std::uint32_t of[CellsAround][PixelsOfTile];

  /** In the bit of a byte's sign, whether the line of the pixel `shift` before is -3 to 9: the tube holds one of 4 from there
   * on. */
  static __device__ std::uint32_t
                    AreMet(std::uint32_t lines, int shift)
  {
    constexpr int       begin = 1 - IsolineTubeCell - Least;
    constexpr int       end = IsolineTubeWidth - Least;
    const std::uint32_t isAfterBegin = lines + Ones * static_cast<std::uint32_t>(0x80 - max(begin + shift, 0));
    const std::uint32_t isAfterEnd = lines + Ones * static_cast<std::uint32_t>(0x80 - max(end + shift, 0));
    return isAfterBegin & ~isAfterEnd & (0x80 * Ones);
  }
};

/** The bytes of LinesOfTubes, for each kind, tube, and pixel along it. The last tube stands for none. */
struct LineTable
{
  alignas(std::uint32_t) std::uint8_t of[2][NumberOfIsolineTubes + 1][IsolineTubeLength]{};

  constexpr LineTable()
  {
    for (int kind = 0; kind < 2; ++kind)
    {
      for (int tube = 0; tube <= NumberOfIsolineTubes; ++tube)
      {
        for (int k = 0; k < IsolineTubeLength; ++k)
        {
          const bool isOfKind = tube < NumberOfIsolineTubes && IsSteepIsolineTube(tube) == (kind == 1);
          of[kind][tube][k] = static_cast<std::uint8_t>(isOfKind ? -IsolineTubeBeginAcross -
                                                                     GetIsolineTubeShift(tube, k) - LinesOfTubes::Least
                                                                 : LinesOfTubes::None);
        }
      }
    }
  }
};

__device__ const LineTable LinesOfKinds;

struct alignas(NumberOfIsolineTubeBlocks * sizeof(float)) WeightsOfTube
{
  float of[NumberOfIsolineTubeBlocks];
};

struct AggregateMemory
{
  LinesOfTubes              lines[2]; // of the tubes that are not steep, and of those that are
  WeightsOfTube             tubeWeights[CellsAround][CellsAround];
  InSharedMemory<LineTable> table;
  std::uint8_t              tubes[CellsAround][CellsAround];
  float                     sums[PixelsOfTile][PixelsOfTile + 1];
  float                     weights[PixelsOfTile][PixelsOfTile + 1];
};

/** By all threads, from `tubes` and `table`. */
template <bool VIsSteep>
__device__ void
FindLines(AggregateMemory & memory)
{
  for (unsigned int i = threadIdx.x; i < CellsAround * PixelsOfTile; i += AggregateThreads)
  {
    const unsigned int across = i / PixelsOfTile;
    const CellsOfPixel cells(static_cast<int>(i % PixelsOfTile));
    std::uint32_t      lines = 0;
#pragma unroll
    for (int cell = 0; cell < CellsAlong; ++cell)
    {
      const int along = cells.first + cell - LeastCellAcross;
      const int tube = VIsSteep ? memory.tubes[along][across] : memory.tubes[across][along];
      lines |= std::uint32_t{ memory.table->of[VIsSteep][tube][cells.GetK(cell)] } << (8 * cell);
    }
    memory.lines[VIsSteep].of[across][i % PixelsOfTile] = lines;
  }
}

__device__ inline bool
HasLine(int line)
{
  return line >= 0 && line < IsolineTubeWidth;
}

/** Adds what the tubes of one kind say about 4 pixels across, which make up a cell's width: those of cell `group` of
 * the tile in that direction, at pixel `along` of the tile in the other. In the order of the cells' rows. Which tubes
 * meet the pixels is found first, as those of a warp's threads differ. `tubes`: the sums of the tile's first cell. */
template <bool VIsSteep>
__device__ void
AddTubes(const AggregateMemory & memory,
         const Stage &           stage,
         const float *           tubes,
         int                     along,
         int                     group,
         float (&sums)[IsolineTubeCell],
         float (&weights)[IsolineTubeCell])
{
  constexpr int cellsAcross = MostCellAcross - LeastCellAcross + 1;
  // Of a cell's bit: steep tubes lie in rows across, the others in rows along.
  constexpr int bitOfAlong = VIsSteep ? 8 : 1;
  constexpr int bitOfAcross = VIsSteep ? 1 : CellsAlong;
  static_assert(cellsAcross <= 8 && CellsAlong == 4, "Cells are bits of a word, and lines its bytes.");
  const CellsOfPixel cells(along);
  const auto &       lines = memory.lines[VIsSteep].of;
  const auto         getShift = [](int across) { return (across + LeastCellAcross) * IsolineTubeCell; };

  unsigned int met = 0;
#pragma unroll
  for (int across = 0; across < cellsAcross; ++across)
  {
    const std::uint32_t signs = LinesOfTubes::AreMet(lines[group + across][along], getShift(across));
    // Bits 7, 15, 23 and 31 become neighbours by a multiplication that adds up no two bits.
    met |= VIsSteep ? signs >> (7 - across) : signs * 0x00204081u >> 28 << (across * bitOfAcross);
  }
  const auto stride = static_cast<unsigned int>(stage.cells[0]) * Band::PixelsOfTube;
  const int  firstRow = VIsSteep ? cells.first : group + LeastCellAcross;
  const int  firstColumn = VIsSteep ? group + LeastCellAcross : cells.first;
  // Else the compiler computes them anew for each tube.
  const std::ptrdiff_t first =
    kernels::MakeOpaque(firstRow * std::ptrdiff_t{ stride } + (firstColumn * Band::PixelsOfTube + cells.GetK(0)));
  const int firstWeights =
    kernels::MakeOpaque((firstRow - LeastCellAcross) * CellsAround + firstColumn - LeastCellAcross);
  for (; met != 0; met &= met - 1)
  {
    const auto   bit = static_cast<unsigned int>(__ffs(static_cast<int>(met)) - 1);
    const int    cell = VIsSteep ? bit / bitOfAlong : bit % bitOfAcross;
    const int    across = VIsSteep ? bit % bitOfAlong : bit / bitOfAcross;
    const auto   row = static_cast<unsigned int>(VIsSteep ? cell : across);
    const int    column = VIsSteep ? across : cell;
    const auto & four = reinterpret_cast<const std::uint8_t(&)[CellsAlong]>(lines[group + across][along]);
    const int    line = four[cell] + LinesOfTubes::Least - getShift(across);
    const auto   ofTube = memory.tubeWeights[0][firstWeights + static_cast<int>(row) * CellsAround + column];
    // The first line may be one before the tube's first.
    const float * const from = tubes + first + std::size_t{ row } * stride +
                               (column * Band::PixelsOfTube - cell * IsolineTubeCell + line * IsolineTubeLength);
    float pixels[IsolineTubeCell];
#pragma unroll
    for (int i = 0; i < IsolineTubeCell; ++i)
    {
      if (HasLine(line + i))
      {
        pixels[i] = from[i * IsolineTubeLength];
      }
    }
#pragma unroll
    for (int i = 0; i < IsolineTubeCell; ++i)
    {
      if (HasLine(line + i))
      {
        sums[i] += pixels[i];
        weights[i] += GetIsolineTubeWeight(ofTube.of, line + i);
      }
    }
  }
}

/** Averages the tubes' estimates of each pixel; where there is none, takes that of `fallback`. `firstCellX` and
 * `firstCellY` are those of the first tile. */
__global__ void
__launch_bounds__(AggregateThreads) AggregateTubes(const Stage                stage,
                                                   const Band                 band,
                                                   const int                  firstCellX,
                                                   const int                  firstCellY,
                                                   const Channel<const float> fallback,
                                                   const Channel<float>       output)
{
  __shared__ AggregateMemory memory;
  const int                  tileX = firstCellX + blockIdx.x * CellsOfTile;
  const int                  tileY = firstCellY + blockIdx.y * CellsOfTile;
  static_assert(CellsAround * CellsAround <= AggregateThreads, "A thread reads a tube.");
  if (threadIdx.x < CellsAround * CellsAround)
  {
    const unsigned int row = threadIdx.x / CellsAround;
    const unsigned int column = threadIdx.x % CellsAround;
    int                tube = NumberOfIsolineTubes;
    WeightsOfTube      weights{};
    const int          x = tileX + LeastCellAcross + static_cast<int>(column);
    const int          y = tileY + LeastCellAcross + static_cast<int>(row);
    if (x >= 0 && x < stage.cells[0] && y >= band.beginRow && y < band.endRow)
    {
      const std::ptrdiff_t index = band.GetIndex(stage, x, y);
      tube = band.tubes[index];
      for (int block = 0; block < NumberOfIsolineTubeBlocks; ++block)
      {
        weights.of[block] = band.weights[index * NumberOfIsolineTubeBlocks + block];
      }
    }
    memory.tubes[row][column] = static_cast<std::uint8_t>(tube);
    memory.tubeWeights[row][column] = weights;
  }
  memory.table.Load(LinesOfKinds);
  __syncthreads();
  FindLines<false>(memory);
  FindLines<true>(memory);
  __syncthreads();

  const int           along = static_cast<int>(threadIdx.x % PixelsOfTile);
  const int           group = static_cast<int>(threadIdx.x / PixelsOfTile);
  float               sums[IsolineTubeCell] = {};
  float               weights[IsolineTubeCell] = {};
  const float * const tubes = band.sums + band.GetIndex(stage, tileX, tileY) * Band::PixelsOfTube;
  AddTubes<false>(memory, stage, tubes, along, group, sums, weights);
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    memory.sums[group * IsolineTubeCell + i][along] = sums[i];
    memory.weights[group * IsolineTubeCell + i][along] = weights[i];
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    sums[i] = memory.sums[along][group * IsolineTubeCell + i];
    weights[i] = memory.weights[along][group * IsolineTubeCell + i];
  }
  AddTubes<true>(memory, stage, tubes, along, group, sums, weights);
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    memory.sums[along][group * IsolineTubeCell + i] = sums[i];
    memory.weights[along][group * IsolineTubeCell + i] = weights[i];
  }
  __syncthreads();
  const int x = stage.GetCorner(0, tileX) + along;
#pragma unroll
  for (int i = 0; i < IsolineTubeCell; ++i)
  {
    const int row = group * IsolineTubeCell + i;
    const int y = stage.GetCorner(1, tileY) + row;
    if (stage.area.Contains({ x, y }))
    {
      const float weight = memory.weights[row][along];
      output.At(x, y) = weight > 0 ? memory.sums[row][along] / weight : fallback.At(x, y);
    }
  }
}
} // namespace itk::device::tubes

#endif
