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
#ifndef CopyRowsCore_h
#define CopyRowsCore_h

#include "Copy/CopyCore.h"
#include <utility>

namespace itk::device
{
/** Pixels `begin` to before `end` of rows that follow one another in the input, `shift` pixels from where they are in the
 * output, or in reverse order. */
template <typename TIndex>
struct CopySegment
{
  TIndex         begin;
  TIndex         end;
  std::ptrdiff_t shift;
};

/** How blocks take vectors of 16 bytes, at multiples of 16, of rows of the output: `columns` of each of `rows` rows. */
struct CopyTiles
{
  static constexpr int MostRows = 256;

  int                         columns;
  int                         rows;
  unsigned int                reciprocal; ///< 2^32 / columns, rounded up
  std::ptrdiff_t              tilesOfRow;
  std::ptrdiff_t              tilesOfColumn;
  CopySegment<std::ptrdiff_t> segments[2]; ///< In this order; the two longest ones. Others are copied pixel by pixel.
  std::ptrdiff_t              direction;   ///< 1 or -1
  bool                        hasHole;
  bool                        isConstantBeyond; ///< Beyond the first segment, everything is constant.
};

/** The parts of the rows that vectors can be made of. */
inline void
FindSegments(const CopyAxis & axis, CopySegment<std::ptrdiff_t> (&segments)[2])
{
  segments[0] = segments[1] = { axis.size, axis.size, 0 };
  if (axis.inputStride != 1 && axis.inputStride != -1)
  {
    return;
  }
  if (axis.border == CopyBorder::None)
  {
    segments[0] = { 0, axis.size, 0 };
    return;
  }
  // Of repetitions, the first three hold the two longest ones.
  const bool           isPeriodic = axis.border == CopyBorder::Periodic;
  const std::ptrdiff_t remainder = axis.inputSize > 0 ? axis.begin % axis.inputSize : 0;
  std::ptrdiff_t       shift = isPeriodic ? remainder + (remainder < 0 ? axis.inputSize : 0) : axis.begin;
  for (int i = 0; i < (isPeriodic ? 3 : 1); ++i, shift -= axis.inputSize)
  {
    const std::ptrdiff_t        begin = std::clamp(-shift, std::ptrdiff_t{ 0 }, axis.size);
    const std::ptrdiff_t        end = std::clamp(axis.inputSize - shift, begin, axis.size);
    CopySegment<std::ptrdiff_t> segment{ begin, end, shift };
    for (auto & kept : segments)
    {
      if (segment.end - segment.begin > kept.end - kept.begin)
      {
        std::swap(segment, kept);
      }
    }
  }
  if (segments[1].begin < segments[0].begin)
  {
    std::swap(segments[0], segments[1]);
  }
}

/** Each thread of a block takes as many as 16 vectors, so that what it does first is little, and where there are few
 * `vectorsAtOnce` for all threads: then blocks are what is wanted. */
template <int VPixelSize>
CopyTiles
MakeCopyTiles(const CopyTask & task, int vectorsAtOnce)
{
  constexpr std::ptrdiff_t width = 16 / VPixelSize;
  const CopyAxis &         x = task.axes[0];
  const auto isAligned = [](const CopyAxis & axis) { return axis.size == 1 || axis.outputStride % width == 0; };
  const bool areRowsAligned =
    reinterpret_cast<std::uintptr_t>(task.output) % 16 == 0 && isAligned(task.axes[1]) && isAligned(task.axes[2]);
  const std::ptrdiff_t vectorsOfRow = (x.size + (areRowsAligned ? 0 : width - 1) + width - 1) / width;
  const std::ptrdiff_t share = vectorsOfRow * task.axes[1].size * task.axes[2].size / 2048;
  const std::ptrdiff_t vectors = std::clamp<std::ptrdiff_t>(share, vectorsAtOnce, 4096) / vectorsAtOnce * vectorsAtOnce;
  CopyTiles            tiles{};
  double               best = 0.0;
  for (std::ptrdiff_t number = (vectorsOfRow + vectors - 1) / vectors, last = number + 32; number <= last; ++number)
  {
    // Two at least, by which one can divide as below.
    const std::ptrdiff_t columns = std::max<std::ptrdiff_t>((vectorsOfRow + number - 1) / number, 2);
    const std::ptrdiff_t rows =
      std::min({ vectors / columns, task.axes[1].size, std::ptrdiff_t{ CopyTiles::MostRows } });
    // The part of the threads that have something to do, for rows of more than a warp.
    const double busy = static_cast<double>(vectorsOfRow * rows) / static_cast<double>(number * vectors);
    if (best == 0.0 || (columns >= 32 && busy > 1.02 * best))
    {
      best = busy;
      tiles.tilesOfRow = number;
      tiles.columns = static_cast<int>(columns);
      tiles.rows = static_cast<int>(rows);
    }
  }
  tiles.reciprocal = static_cast<unsigned int>(((std::uint64_t{ 1 } << 32) + tiles.columns - 1) / tiles.columns);
  tiles.tilesOfColumn = (task.axes[1].size + tiles.rows - 1) / tiles.rows;
  tiles.direction = x.inputStride < 0 ? -1 : 1;
  tiles.hasHole = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    tiles.hasHole = tiles.hasHole && task.holeBegin[axis] < task.holeEnd[axis];
  }
  tiles.isConstantBeyond = x.border == CopyBorder::Constant && (x.inputStride == 1 || x.inputStride == -1);
  FindSegments(x, tiles.segments);
  return tiles;
}

/** Where a row of a tile begins, whose pixels are counted from the tile's first column on. */
struct CopyRow
{
  unsigned char *       output;
  const unsigned char * input; ///< nullptr: the row is constant.
};

/** What has to be done for a vector that is not one of the input. */
enum class CopyKind : int
{
  Nothing,
  Constant,
  PixelByPixel
};

/** A block's share of the output: `tiles.rows` rows of `tiles.columns` vectors. */
template <int VPixelSize>
class CopyTile
{
public:
  static constexpr int Width = 16 / VPixelSize;
  using Pixel = typename CopyPixel<VPixelSize>::Type;

  ITK_HOST_DEVICE
  CopyTile(const CopyTask & task, const CopyTiles & tiles, std::ptrdiff_t column, std::ptrdiff_t row, std::ptrdiff_t z)
    : m_X(column * (tiles.columns * Width))
    , m_Y(row * tiles.rows)
    , m_Z(z)
  {
    for (int i = 0; i < 2; ++i)
    {
      const auto &   segment = tiles.segments[i];
      std::ptrdiff_t shift = segment.shift * tiles.direction;
      shift += tiles.direction < 0 ? 1 - Width : 0;
      m_Segments[i] = { this->ToTile(segment.begin), this->ToTile(segment.end), shift * VPixelSize };
    }
    const std::ptrdiff_t rest = task.axes[1].size - m_Y;
    m_Rows = static_cast<int>(rest < tiles.rows ? rest : tiles.rows);
    m_Begin = this->ToTile(0);
    m_Size = this->ToTile(task.axes[0].size);
    m_HoleBegin = this->ToTile(task.holeBegin[0]);
    m_HoleEnd = this->ToTile(task.holeEnd[0]);
  }

  /** How many rows there are. */
  ITK_HOST_DEVICE int
  GetNumberOfRows() const
  {
    return m_Rows;
  }

  ITK_HOST_DEVICE CopyRow
  MakeRow(const CopyTask & task, const CopyTiles & tiles, int row) const
  {
    const std::ptrdiff_t y = m_Y + row;
    const std::ptrdiff_t inputY = GetPosition(task.axes[1], y);
    const std::ptrdiff_t inputZ = GetPosition(task.axes[2], m_Z);
    const std::ptrdiff_t from =
      task.inputOffset + inputY * task.axes[1].inputStride + inputZ * task.axes[2].inputStride + m_X * tiles.direction;
    const std::ptrdiff_t to = y * task.axes[1].outputStride + m_Z * task.axes[2].outputStride + m_X;
    return { static_cast<unsigned char *>(task.output) + to * VPixelSize,
             (inputY | inputZ) < 0 ? nullptr : static_cast<const unsigned char *>(task.input) + from * VPixelSize };
  }

  /** Whether a row is, along the outer axes. */
  ITK_HOST_DEVICE bool
  IsRowInHole(const CopyTask & task, int row) const
  {
    const std::ptrdiff_t y = m_Y + row;
    return y >= task.holeBegin[1] && y < task.holeEnd[1] && m_Z >= task.holeBegin[2] && m_Z < task.holeEnd[2];
  }

  /** Row and column of vector t. */
  ITK_HOST_DEVICE static int
  GetRow(const CopyTiles & tiles, unsigned int t)
  {
    return static_cast<int>((std::uint64_t{ t } * tiles.reciprocal) >> 32);
  }

  /** Its first pixel. */
  ITK_HOST_DEVICE static int
  GetX(const CopyTiles & tiles, const CopyRow & row, unsigned int t, int rowIndex)
  {
    const int column = static_cast<int>(t) - rowIndex * tiles.columns;
    return column * Width - static_cast<int>(reinterpret_cast<std::uintptr_t>(row.output) % 16) / VPixelSize;
  }

  /** Whether the pixels of a vector follow one another in the input, from `source` on, and so do 32 bytes of memory from
   * the multiple of 16 before it on, which are read. */
  ITK_HOST_DEVICE bool
  IsRun(const CopyTask & task, const CopyTiles & tiles, const CopyRow & row, int x, const unsigned char *& source) const
  {
    const CopySegment<int> segment = this->GetSegment(x);
    const int              step = tiles.direction > 0 ? VPixelSize : -VPixelSize;
    // By integers, as where the row is constant there is no input.
    const std::uintptr_t place =
      reinterpret_cast<std::uintptr_t>(row.input) + segment.shift + static_cast<std::ptrdiff_t>(x) * step;
    source = reinterpret_cast<const unsigned char *>(place);
    const std::uintptr_t aligned = place & ~std::uintptr_t{ 15 };
    const std::uintptr_t beyond = aligned - reinterpret_cast<std::uintptr_t>(task.input);
    const std::ptrdiff_t bytes = task.inputPixels * VPixelSize;
    return x >= segment.begin && x + Width <= segment.end && bytes >= 32 &&
           beyond <= static_cast<std::uintptr_t>(bytes - 32);
  }

  ITK_HOST_DEVICE bool
  IsInHole(int x) const
  {
    return x >= m_HoleBegin && x + Width <= m_HoleEnd;
  }

  /** What has to be done for other vectors. */
  ITK_HOST_DEVICE CopyKind
  Classify(const CopyTiles & tiles, const CopyRow & row, int x) const
  {
    const bool isBeyond = tiles.isConstantBeyond && (x + Width <= m_Segments[0].begin || x >= m_Segments[0].end);
    const bool isConstant = x >= m_Begin && x + Width <= m_Size && (row.input == nullptr || isBeyond);
    return x >= m_Size ? CopyKind::Nothing : isConstant ? CopyKind::Constant : CopyKind::PixelByPixel;
  }

  /** Reads what is to be pixel x of a row; false if the row has no such pixel. */
  ITK_HOST_DEVICE bool
  ReadPixel(const CopyTask & task, const CopyTiles & tiles, const CopyRow & row, int x, Pixel & pixel) const
  {
    if (x < m_Begin || x >= m_Size)
    {
      return false;
    }
    const std::ptrdiff_t position = GetPosition(task.axes[0], m_X + x);
    if (row.input == nullptr || position < 0)
    {
      std::memcpy(&pixel, task.constant, VPixelSize);
    }
    else
    {
      const std::ptrdiff_t from = position * task.axes[0].inputStride - m_X * tiles.direction;
      pixel = *reinterpret_cast<const Pixel *>(row.input + from * VPixelSize);
    }
    return true;
  }

private:
  /** The segment in which x may be; without an index, for which the segments would have to be in memory. */
  ITK_HOST_DEVICE CopySegment<int>
                  GetSegment(int x) const
  {
    const bool isSecond = x >= m_Segments[1].begin;
    return { isSecond ? m_Segments[1].begin : m_Segments[0].begin,
             isSecond ? m_Segments[1].end : m_Segments[0].end,
             isSecond ? m_Segments[1].shift : m_Segments[0].shift };
  }

  /** A place in a row, counted from the tile's first column on; all that are far away are one. */
  ITK_HOST_DEVICE int
  ToTile(std::ptrdiff_t x) const
  {
    constexpr std::ptrdiff_t far = 1 << 24;
    const std::ptrdiff_t     inTile = x - m_X;
    return static_cast<int>(inTile < -far ? -far : inTile > far ? far : inTile);
  }

  std::ptrdiff_t   m_X;
  std::ptrdiff_t   m_Y;
  std::ptrdiff_t   m_Z;
  CopySegment<int> m_Segments[2];
  int              m_Rows;
  int              m_Begin;
  int              m_Size;
  int              m_HoleBegin;
  int              m_HoleEnd;
};
} // namespace itk::device

#endif
