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
#ifndef CopyTransposeCore_h
#define CopyTransposeCore_h

#include "Copy/CopyCore.h"
#include <algorithm>

namespace itk::device
{
/** A copy whose rows come from columns: pixel (x, y, z) from x inputStride + y + z inputStrideZ. Strides in pixels. */
struct TransposeTask
{
  const unsigned char * input;
  const unsigned char * inputBegin; ///< Nothing before
  const unsigned char * inputEnd;   ///< or from here on is read.
  unsigned char *       output;
  std::ptrdiff_t        size[3];
  std::ptrdiff_t        inputStride;
  std::ptrdiff_t        inputStrideZ;
  std::ptrdiff_t        outputStride;
  std::ptrdiff_t        outputStrideZ;
};

/** Whether a copy of the fewest axes is one, and then which. */
inline bool
MakeTransposeTask(const CopyTask & task, TransposeTask & transpose)
{
  for (int y = 1; y < 3; ++y)
  {
    const CopyAxis & row = task.axes[0];
    const CopyAxis & column = task.axes[y];
    const CopyAxis & other = task.axes[3 - y];
    const bool       hasBorder =
      row.border != CopyBorder::None || column.border != CopyBorder::None || other.border != CopyBorder::None;
    const bool isColumn = (column.inputStride == 1 || column.inputStride == -1) && column.size > 1 && row.size > 1;
    if (!hasBorder && isColumn && row.inputStride != 1 && row.inputStride != -1)
    {
      // Written from the end on where it is read backwards.
      const std::ptrdiff_t last = column.inputStride < 0 ? column.size - 1 : 0;
      const auto           pixelSize = static_cast<std::ptrdiff_t>(task.pixelSize);
      transpose.inputBegin = static_cast<const unsigned char *>(task.input);
      transpose.inputEnd = transpose.inputBegin + task.inputPixels * pixelSize;
      transpose.input = transpose.inputBegin + (task.inputOffset - last) * pixelSize;
      transpose.output = static_cast<unsigned char *>(task.output) + last * column.outputStride * pixelSize;
      transpose.size[0] = row.size;
      transpose.size[1] = column.size;
      transpose.size[2] = other.size;
      transpose.inputStride = row.inputStride;
      transpose.inputStrideZ = other.inputStride;
      transpose.outputStride = last > 0 ? -column.outputStride : column.outputStride;
      transpose.outputStrideZ = other.outputStride;
      return true;
    }
  }
  return false;
}

/** What the threads of a block do, which take a tile of the output: 128 bytes of the input's rows, and as much or twice as
 * much of the output's. In between it is in shared memory, as words of 4 bytes, of which no two that a warp reads or writes
 * at once are in a bank. */
template <int VPixelSize>
class TransposeTile
{
public:
  static constexpr int Threads = 256;
  static constexpr int Width = 16 / VPixelSize;
  static constexpr int PixelsOfWord = 4 / VPixelSize;
  static constexpr int Columns = 128 / VPixelSize;                     // of the input
  static constexpr int Rows = VPixelSize == 4 ? 64 : 128 / VPixelSize; // of the input
  static constexpr int Words = Rows * 32 + Rows / Width * 4;

  ITK_HOST_DEVICE
  TransposeTile(const TransposeTask & task, unsigned int block, std::ptrdiff_t z)
    : m_Task(task)
  {
    const auto         tilesOfRow = static_cast<unsigned int>((task.size[0] + Rows - 1) / Rows);
    const unsigned int row = block / tilesOfRow;
    m_X = static_cast<std::ptrdiff_t>(block - row * tilesOfRow) * Rows;
    m_Y = static_cast<std::ptrdiff_t>(row) * Columns;
    m_Input = task.input + (m_X * task.inputStride + m_Y + z * task.inputStrideZ) * VPixelSize;
    m_Output = task.output + (m_X + m_Y * task.outputStride + z * task.outputStrideZ) * VPixelSize;
    m_Rows = static_cast<int>(task.size[0] - m_X < Rows ? task.size[0] - m_X : Rows);
    m_Columns = static_cast<int>(task.size[1] - m_Y < Columns ? task.size[1] - m_Y : Columns);
  }

  static std::ptrdiff_t
  CountTiles(const TransposeTask & task)
  {
    return (task.size[0] + Rows - 1) / Rows * ((task.size[1] + Columns - 1) / Columns);
  }

  /** Reads rows of the input, 16 bytes a thread at a time. */
  ITK_HOST_DEVICE void
  Load(int thread, std::uint32_t * tile) const
  {
    constexpr int passes = Rows / 32;
    std::uint32_t words[passes][8];
#ifndef __CUDA_ARCH__
    // The second half is not read where the first is all that is wanted, but is moved.
    std::memset(words, 0, sizeof(words));
#endif
    unsigned int shifts[passes];
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int pass = 0; pass < passes; ++pass)
    {
      shifts[pass] = this->Read(thread / 8 + 32 * pass, thread % 8 * Width, words[pass]);
    }
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int pass = 0; pass < passes; ++pass)
    {
      const int x = thread / 8 + 32 * pass;
      MoveToFront<VPixelSize>(words[pass], shifts[pass]);
      std::uint32_t * const target = tile + GetWord(x, thread % 8 * 4);
#ifdef __CUDA_ARCH__
      *reinterpret_cast<uint4 *>(target) = { words[pass][0], words[pass][1], words[pass][2], words[pass][3] };
#else
      std::copy_n(words[pass], 4, target);
#endif
    }
  }

  /** Pixels of `Width` rows of the tile, of one word of each: as many vectors of columns as a word has pixels. */
  ITK_HOST_DEVICE static void
  Transpose(const std::uint32_t * tile, int group, int word, std::uint32_t (&columns)[PixelsOfWord][4])
  {
    std::uint32_t rows[Width];
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int i = 0; i < Width; ++i)
    {
      rows[i] = tile[GetWord(group * Width + i, word)];
    }
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int i = 0; i < 4; ++i)
    {
      if constexpr (VPixelSize == 4)
      {
        columns[0][i] = rows[i];
      }
      else if constexpr (VPixelSize == 2)
      {
        columns[0][i] = PickBytes(rows[2 * i], rows[2 * i + 1], 0x5410);
        columns[1][i] = PickBytes(rows[2 * i], rows[2 * i + 1], 0x7632);
      }
      else
      {
        const std::uint32_t low[2]{ PickBytes(rows[4 * i], rows[4 * i + 1], 0x5140),
                                    PickBytes(rows[4 * i + 2], rows[4 * i + 3], 0x5140) };
        const std::uint32_t high[2]{ PickBytes(rows[4 * i], rows[4 * i + 1], 0x7362),
                                     PickBytes(rows[4 * i + 2], rows[4 * i + 3], 0x7362) };
        columns[0][i] = PickBytes(low[0], low[1], 0x5410);
        columns[1][i] = PickBytes(low[0], low[1], 0x7632);
        columns[2][i] = PickBytes(high[0], high[1], 0x5410);
        columns[3][i] = PickBytes(high[0], high[1], 0x7632);
      }
    }
  }

  /** Writes rows of the output, 16 bytes a thread at a time. */
  ITK_HOST_DEVICE void
  Store(int thread, const std::uint32_t * tile) const
  {
    constexpr int groups = Rows / Width;
    const int     word = thread / 8;
    const auto    rowBytes = static_cast<std::uintptr_t>(m_Task.outputStride * VPixelSize);
    const bool    isAligned = (reinterpret_cast<std::uintptr_t>(m_Output) | rowBytes) % 16 == 0;
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int group = thread % 8; group < groups; group += 8)
    {
      std::uint32_t columns[PixelsOfWord][4];
      std::uint32_t before[PixelsOfWord][4];
      Transpose(tile, group, word, columns);
      if (!isAligned)
      {
        Transpose(tile, (group + groups - 1) % groups, word, before);
      }
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
      for (int i = 0; i < PixelsOfWord; ++i)
      {
        this->StoreVector(word * PixelsOfWord + i, group, isAligned, before[i], columns[i]);
      }
    }
  }

private:
  using Pixel = typename CopyPixel<VPixelSize>::Type;

  ITK_HOST_DEVICE static int
  GetWord(int x, int word)
  {
    return x * 32 + x / Width * 4 + word;
  }

  ITK_HOST_DEVICE static std::uint32_t
  PickBytes(std::uint32_t low, std::uint32_t high, unsigned int which)
  {
#ifdef __CUDA_ARCH__
    return __byte_perm(low, high, which);
#else
    const std::uint64_t both = static_cast<std::uint64_t>(high) << 32 | low;
    std::uint32_t       result = 0;
    for (int i = 0; i < 4; ++i)
    {
      result |= static_cast<std::uint32_t>(both >> (8 * (which >> (4 * i) & 7)) & 0xff) << (8 * i);
    }
    return result;
#endif
  }

  /** Writes what is at the multiple of 16 bytes at or before vector `group` of row y, of this and the vector before it. The
   * first vector follows upon the last one: its thread writes both ends of the row's part. */
  ITK_HOST_DEVICE void
  StoreVector(int y, int group, bool isAligned, const std::uint32_t (&before)[4], const std::uint32_t (&vector)[4])
    const
  {
    if (y >= m_Columns)
    {
      return;
    }
    unsigned char * const row = m_Output + y * m_Task.outputStride * VPixelSize;
    const int     shift = isAligned ? 0 : static_cast<int>(reinterpret_cast<std::uintptr_t>(row) % 16) / VPixelSize;
    const int     x = group * Width - shift;
    std::uint32_t words[8];
    for (int i = 0; i < 4; ++i)
    {
      words[i] = shift == 0 ? vector[i] : before[i];
      words[i + 4] = vector[i];
    }
    MoveToFront<VPixelSize>(words, shift == 0 ? 0 : 16 - shift * VPixelSize);
    if (x >= 0 && x + Width <= m_Rows)
    {
#ifdef __CUDA_ARCH__
      *reinterpret_cast<uint4 *>(row + x * VPixelSize) = { words[0], words[1], words[2], words[3] };
#else
      std::memcpy(row + x * VPixelSize, words, 16);
#endif
      return;
    }
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int i = 0; i < 4; ++i)
    {
      const int first = x + i * PixelsOfWord;
      const int at = first < 0 ? Rows + first : first;
      if ((first >= 0 || first + PixelsOfWord <= 0) && at + PixelsOfWord <= m_Rows)
      {
        *reinterpret_cast<std::uint32_t *>(row + at * VPixelSize) = words[i];
        continue;
      }
      for (int j = 0; j < PixelsOfWord; ++j)
      {
        const int pixelAt = first + j < 0 ? Rows + first + j : first + j;
        if (pixelAt < m_Rows)
        {
          reinterpret_cast<Pixel *>(row)[pixelAt] = static_cast<Pixel>(words[i] >> (8 * VPixelSize * j));
        }
      }
    }
  }

  /** Reads 16 bytes of a row, and says how far they are from the front of `words`. */
  ITK_HOST_DEVICE unsigned int
  Read(int x, int y, std::uint32_t (&words)[8]) const
  {
    const int rest = m_Columns - y;
    if (x >= m_Rows || rest <= 0)
    {
      return 0;
    }
    const unsigned char * const address = m_Input + (x * m_Task.inputStride + y) * VPixelSize;
    const unsigned int          before = reinterpret_cast<std::uintptr_t>(address) % 16;
    const unsigned char * const aligned = address - before;
    if (rest >= Width && aligned >= m_Task.inputBegin && aligned + (before > 0 ? 32 : 16) <= m_Task.inputEnd)
    {
      ReadVectors(aligned, before > 0, words);
      return before;
    }
    for (int i = 0; i < 4; ++i)
    {
      words[i] = 0;
    }
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
    for (int i = 0; i < Width; ++i)
    {
      if (i < rest)
      {
        words[i / PixelsOfWord] |= static_cast<std::uint32_t>(reinterpret_cast<const Pixel *>(address)[i])
                                   << (8 * VPixelSize * (i % PixelsOfWord));
      }
    }
    return 0;
  }

  const TransposeTask & m_Task;
  std::ptrdiff_t        m_X;
  std::ptrdiff_t        m_Y;
  const unsigned char * m_Input;
  unsigned char *       m_Output;
  int                   m_Rows; // What there is of the tile's.
  int                   m_Columns;
};
} // namespace itk::device

#endif
