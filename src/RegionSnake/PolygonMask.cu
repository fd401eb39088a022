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
#include "RegionSumsLaunch.h"
#include "itkDeviceBuffer.h"
#include "Kernels/Grid.cuh"

namespace itk::device
{
namespace
{
constexpr unsigned int allLanes = 0xffffffffu;
constexpr int          tileWidth = 4096;
constexpr int          tileHeight = 8; // a warp a row
constexpr int          numberOfThreads = 32 * tileHeight;

/** The rows and the first column of a polygon. */
struct PolygonBox
{
  std::int32_t firstRow;
  std::int32_t endRow;
  std::int32_t left;
};

/** A warp a polygon. */
__global__ void
__launch_bounds__(numberOfThreads) FindBoxes(PolygonsView polygons, PolygonBox * boxes)
{
  const std::int32_t p = (blockIdx.x * numberOfThreads + threadIdx.x) / 32;
  if (p >= polygons.numberOfPolygons)
  {
    return;
  }
  const LabelledPolygon polygon = polygons.polygons[p];
  PolygonBox            box{ MaximumNodeCoordinate, -MaximumNodeCoordinate, MaximumNodeCoordinate };
  for (std::int32_t i = threadIdx.x % 32; i < polygon.numberOfNodes; i += 32)
  {
    const PolygonNode node = polygons.GetNode(polygon, i);
    box.firstRow = min(box.firstRow, node.y);
    box.endRow = max(box.endRow, node.y);
    box.left = min(box.left, node.x);
  }
  for (int distance = 16; distance > 0; distance /= 2)
  {
    box.firstRow = min(box.firstRow, __shfl_xor_sync(allLanes, box.firstRow, distance));
    box.endRow = max(box.endRow, __shfl_xor_sync(allLanes, box.endRow, distance));
    box.left = min(box.left, __shfl_xor_sync(allLanes, box.left, distance));
  }
  if (threadIdx.x % 32 == 0)
  {
    boxes[p] = box;
  }
}

/** A tile of the mask: in each of its rows, the labels to be combined with a pixel and all after it. */
struct Tile
{
  std::uint32_t (*words)[tileWidth / 4];
  std::int32_t left;
  std::int32_t right;
  std::int32_t top;
  std::int32_t bottom;

  __device__ bool
  MayHold(std::int32_t firstRow, std::int32_t endRow, std::int32_t firstColumn) const
  {
    return firstRow < bottom && endRow > top && firstColumn < right;
  }

  /** The label of an edge goes to where it crosses a row, or to the first pixel of the tile if that is before it. */
  __device__ void
  Add(const PolygonNode & from, const PolygonNode & to, std::uint8_t label) const
  {
    EdgeCrossings(from, to).ForEachRow(
      max(min(from.y, to.y), top), min(max(from.y, to.y), bottom), 1, [&](std::int32_t row, std::int32_t column) {
        if (column < right)
        {
          const std::int32_t x = max(column - left, 0);
          atomicXor(&words[row - top][x / 4], static_cast<std::uint32_t>(label) << (x % 4 * 8));
        }
      });
  }

  /** Adds all edges of a polygon, by `team` threads of which this is number `member`. */
  __device__ void
  Add(const PolygonsView & polygons, const LabelledPolygon & polygon, int member, int team) const
  {
    constexpr int edgesAtOnce = 4; // their loads overlap
    for (std::int32_t first = member; first < polygon.numberOfNodes; first += edgesAtOnce * team)
    {
      PolygonNode from[edgesAtOnce];
      PolygonNode to[edgesAtOnce];
#pragma unroll
      for (int e = 0; e < edgesAtOnce; ++e)
      {
        const std::int32_t i = min(first + e * team, polygon.numberOfNodes - 1);
        from[e] = polygons.GetNode(polygon, i);
        to[e] = polygons.GetNextNode(polygon, i);
      }
#pragma unroll
      for (int e = 0; e < edgesAtOnce; ++e)
      {
        if (first + e * team < polygon.numberOfNodes &&
            MayHold(min(from[e].y, to[e].y), max(from[e].y, to[e].y), min(from[e].x, to[e].x)))
        {
          Add(from[e], to[e], polygon.label);
        }
      }
    }
  }
};

/** A block a tile. In shared memory, the labels of all edges are put where they cross rows, and then spread to the
 * right, 16 pixels a lane. One byte written a pixel bounds it up to some 1000 nodes, the search for edges beyond.
 * `boxes` is null if there are so few polygons that each takes a whole block. */
__global__ void
__launch_bounds__(numberOfThreads)
  FillMask(PolygonsView polygons, const PolygonBox * boxes, ImageView<std::uint8_t, 2> mask, unsigned int tilesAcross)
{
  __shared__ alignas(16) std::uint32_t words[tileHeight][tileWidth / 4];
  const auto                           left = static_cast<std::int32_t>(blockIdx.x % tilesAcross * tileWidth);
  const auto                           top = static_cast<std::int32_t>(blockIdx.x / tilesAcross * tileHeight);
  const std::int32_t                   width = min(tileWidth, static_cast<std::int32_t>(mask.size[0]) - left);
  const std::int32_t                   bottom = min(top + tileHeight, static_cast<std::int32_t>(mask.size[1]));
  const Tile                           tile{ words, left, left + width, top, bottom };
  for (int i = threadIdx.x; i < tileHeight * tileWidth / 16; i += numberOfThreads)
  {
    reinterpret_cast<uint4 *>(words)[i] = uint4{};
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (boxes == nullptr)
  {
    for (std::int32_t p = 0; p < polygons.numberOfPolygons; ++p)
    {
      tile.Add(polygons, polygons.polygons[p], threadIdx.x, numberOfThreads);
    }
  }
  else
  {
    // A warp looks at 32 boxes at once, and then at the polygons whose boxes are not outside.
    for (std::int32_t first = threadIdx.x - lane; first < polygons.numberOfPolygons; first += numberOfThreads)
    {
      bool mayHold = false;
      if (first + lane < polygons.numberOfPolygons)
      {
        const PolygonBox box = boxes[first + lane];
        mayHold = tile.MayHold(box.firstRow, box.endRow, box.left);
      }
      for (unsigned int hits = __ballot_sync(allLanes, mayHold); hits != 0; hits &= hits - 1)
      {
        tile.Add(polygons, polygons.polygons[first + __ffs(hits) - 1], lane, 32);
      }
    }
  }
  __syncthreads();

  const std::int32_t row = threadIdx.x / 32;
  if (top + row >= bottom)
  {
    return;
  }
  std::uint8_t * const labels = mask.data + static_cast<std::size_t>(top + row) * mask.stride[1] + left;
  const bool           isAligned = reinterpret_cast<std::uintptr_t>(labels) % 16 == 0;
  std::uint32_t        carry = 0; // the label before this piece, in all four bytes
  for (std::int32_t piece = 0; piece < width; piece += 32 * 16)
  {
    const std::int32_t x = piece + lane * 16;
    std::uint32_t      pixels[4];
    std::uint32_t      before = 0;
    const uint4        loaded = *reinterpret_cast<const uint4 *>(&words[row][x / 4]);
    pixels[0] = loaded.x;
    pixels[1] = loaded.y;
    pixels[2] = loaded.z;
    pixels[3] = loaded.w;
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      pixels[i] ^= pixels[i] << 8;
      pixels[i] ^= pixels[i] << 16;
      pixels[i] ^= before;
      before = __byte_perm(pixels[i], 0, 0x3333);
    }
    std::uint32_t inclusive = before;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
    {
      const std::uint32_t other = __shfl_up_sync(allLanes, inclusive, distance);
      inclusive ^= lane >= distance ? other : 0;
    }
    const std::uint32_t exclusive = carry ^ inclusive ^ before;
    carry ^= __shfl_sync(allLanes, inclusive, 31);
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
      pixels[i] ^= exclusive;
    }
    if (isAligned && x + 16 <= width)
    {
      *reinterpret_cast<uint4 *>(labels + x) = uint4{ pixels[0], pixels[1], pixels[2], pixels[3] };
    }
    else
    {
#pragma unroll
      for (int i = 0; i < 16; ++i)
      {
        if (x + i < width)
        {
          labels[x + i] = static_cast<std::uint8_t>(pixels[i / 4] >> (i % 4 * 8));
        }
      }
    }
  }
}
} // namespace

void
LaunchPolygonMask(const PolygonsView & polygons, const ImageView<std::uint8_t, 2> & mask, const Stream & stream)
{
  const auto             tilesAcross = static_cast<unsigned int>(kernels::DivideUp(mask.size[0], tileWidth));
  const auto             tilesDown = static_cast<unsigned int>(kernels::DivideUp(mask.size[1], tileHeight));
  constexpr std::int32_t mostWholeBlocks = 3;
  Buffer                 boxes;
  if (polygons.numberOfPolygons > mostWholeBlocks)
  {
    const auto count = static_cast<std::size_t>(polygons.numberOfPolygons);
    boxes = Buffer(count * sizeof(PolygonBox), stream);
    const auto blocks = static_cast<std::ptrdiff_t>(kernels::DivideUp(count * 32, numberOfThreads));
    kernels::Launch("FindBoxes", FindBoxes, { blocks, numberOfThreads }, stream, polygons, boxes.As<PolygonBox>());
  }
  kernels::Launch("FillMask",
                  FillMask,
                  { std::ptrdiff_t{ tilesAcross } * tilesDown, numberOfThreads },
                  stream,
                  polygons,
                  boxes.As<PolygonBox>(),
                  mask,
                  tilesAcross);
}
} // namespace itk::device
