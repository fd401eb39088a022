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
#ifndef itkCopyOnHost_h
#define itkCopyOnHost_h

#include "Copy/CopyRowsCore.h"
#include "Copy/CopyTransposeCore.h"
#include <vector>

// What the kernels of a copy do, thread by thread, on the host.
namespace itk::DeviceTesting
{
/** Pixel by pixel. */
inline void
CopyPlainly(const device::CopyTask & task)
{
  const auto * const input = static_cast<const unsigned char *>(task.input);
  auto * const       output = static_cast<unsigned char *>(task.output);
  const auto &       axes = task.axes;
  for (std::ptrdiff_t z = 0; z < axes[2].size; ++z)
  {
    for (std::ptrdiff_t y = 0; y < axes[1].size; ++y)
    {
      for (std::ptrdiff_t x = 0; x < axes[0].size; ++x)
      {
        const std::ptrdiff_t index[3]{ x, y, z };
        std::ptrdiff_t       from = task.inputOffset;
        std::ptrdiff_t       to = 0;
        bool                 isConstant = false;
        bool                 isInHole = true;
        for (int axis = 0; axis < 3; ++axis)
        {
          const std::ptrdiff_t position = GetPosition(axes[axis], index[axis]);
          isConstant = isConstant || position < 0;
          isInHole = isInHole && index[axis] >= task.holeBegin[axis] && index[axis] < task.holeEnd[axis];
          from += position * axes[axis].inputStride;
          to += index[axis] * axes[axis].outputStride;
        }
        if (!isInHole)
        {
          std::memcpy(
            output + to * task.pixelSize, isConstant ? task.constant : input + from * task.pixelSize, task.pixelSize);
        }
      }
    }
  }
}

template <int VPixelSize>
void
CopyRowsOnHost(const device::CopyTask & task, int vectorsAtOnce)
{
  using device::CopyKind;
  using Tile = device::CopyTile<VPixelSize>;
  const device::CopyTiles tiles = device::MakeCopyTiles<VPixelSize>(task, vectorsAtOnce);
  for (std::ptrdiff_t block = 0; block < tiles.tilesOfRow * tiles.tilesOfColumn * task.axes[2].size; ++block)
  {
    const std::ptrdiff_t row = block / tiles.tilesOfRow;
    const Tile tile(task, tiles, block % tiles.tilesOfRow, row % tiles.tilesOfColumn, row / tiles.tilesOfColumn);
    for (int t = 0; t < tile.GetNumberOfRows() * tiles.columns; ++t)
    {
      const int             rowIndex = Tile::GetRow(tiles, t);
      const device::CopyRow tileRow = tile.MakeRow(task, tiles, rowIndex);
      const int             x = Tile::GetX(tiles, tileRow, t, rowIndex);
      unsigned char * const target = tileRow.output + x * VPixelSize;
      const unsigned char * source = nullptr;
      if (tiles.hasHole && tile.IsRowInHole(task, rowIndex) && tile.IsInHole(x))
      {
        continue;
      }
      if (tile.IsRun(task, tiles, tileRow, x, source))
      {
        std::uint32_t      words[8];
        const unsigned int shift = reinterpret_cast<std::uintptr_t>(source) % 16;
        device::ReadVectors(source - shift, shift != 0, words);
        device::MoveToFront<VPixelSize>(words, shift);
        for (int i = 0; i < 4; ++i)
        {
          const std::uint32_t word = tiles.direction > 0 ? words[i] : device::ReverseWord<VPixelSize>(words[3 - i]);
          std::memcpy(target + 4 * i, &word, 4);
        }
        continue;
      }
      const CopyKind kind = tile.Classify(tiles, tileRow, x);
      for (int i = 0; i < Tile::Width; ++i)
      {
        typename Tile::Pixel pixel;
        if (kind == CopyKind::Constant)
        {
          std::memcpy(target + i * VPixelSize, task.constant, VPixelSize);
        }
        else if (kind == CopyKind::PixelByPixel && tile.ReadPixel(task, tiles, tileRow, x + i, pixel))
        {
          std::memcpy(target + i * VPixelSize, &pixel, VPixelSize);
        }
      }
    }
  }
}

template <int VPixelSize>
void
TransposeOnHost(const device::TransposeTask & task)
{
  using Tile = device::TransposeTile<VPixelSize>;
  for (std::ptrdiff_t z = 0; z < task.size[2]; ++z)
  {
    for (std::ptrdiff_t block = 0; block < Tile::CountTiles(task); ++block)
    {
      const Tile                 tile(task, block, z);
      std::vector<std::uint32_t> words(Tile::Words, 0xdeadbeef);
      for (int thread = 0; thread < Tile::Threads; ++thread)
      {
        tile.Load(thread, words.data());
      }
      for (int thread = 0; thread < Tile::Threads; ++thread)
      {
        tile.Store(thread, words.data());
      }
    }
  }
}

template <int VPixelSize>
void
CopyOnHost(const device::CopyTask & task)
{
  device::TransposeTask transpose;
  if (MakeTransposeTask(task, transpose))
  {
    TransposeOnHost<VPixelSize>(transpose);
  }
  else
  {
    CopyRowsOnHost<VPixelSize>(task, 512);
  }
}

/** As LaunchCopy does it. */
inline void
CopyOnHost(const device::CopyTask & task)
{
  const device::CopyTask simple = Simplify(task);
  switch (simple.pixelSize)
  {
    case 1:
      return CopyOnHost<1>(simple);
    case 2:
      return CopyOnHost<2>(simple);
    default:
      return CopyOnHost<4>(simple);
  }
}
} // namespace itk::DeviceTesting

#endif
