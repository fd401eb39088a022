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
#ifndef MedianNetwork2DSharedSource_cuh
#define MedianNetwork2DSharedSource_cuh

#include "MedianNetwork2DTile.h"

namespace itk::device::median2d
{
/** The lists of a row of tiles in shared memory: for windows whose lists do not fit in registers.
 *
 * Each thread sorts a quad of four columns and keeps, in shared memory, what the tiles around it need: the columns
 * alone, in pairs and all four merged; likewise of the rows above and below the core. A tile's pixel x is column
 * x % 4 of quad x / 4 from the tile's own thread on.
 */
template <typename TOrder, typename TGeometry, int VThreads>
class SharedSource
{
public:
  using Word = typename TOrder::Word;
  using X = typename TGeometry::X;
  using Y = typename TGeometry::Y;
  static constexpr int Core = Y::Core;                      // of a column
  static constexpr int Tiles = VThreads - (X::End - 1) / 4; // the last threads only sort for those before

  /** Words of shared memory a thread. */
  static constexpr int Words = 12 * Core + 64;

  __device__ __forceinline__ explicit SharedSource(Word * memory)
    : m_Memory(memory)
  {}

  /** Sorts this thread's quad; `pixel[column][y]`, y as in TileGeometry; those at index 0 are not used. */
  __device__ __forceinline__ void
  Fill(const Word (&pixel)[4][Y::End]) const
  {
    List<Word, Core> column[4];
#pragma unroll
    for (int x = 0; x < 4; ++x)
    {
#pragma unroll
      for (int i = 0; i < Core; ++i)
      {
        column[x].value[i] = pixel[x][Y::CoreBegin + i];
      }
      column[x] = Sort<TOrder>(column[x]);
      this->Write(ColumnAt + x * Core, column[x]);
    }
    const auto left = Merge<TOrder>(column[0], column[1]);
    const auto right = Merge<TOrder>(column[2], column[3]);
    this->Write(ColumnPairAt, left);
    this->Write(ColumnPairAt + 2 * Core, right);
    if constexpr (HasQuads)
    {
      this->Write(QuadAt, Merge<TOrder>(left, right));
    }
#pragma unroll
    for (int half = 0; half < 2; ++half)
    {
      const int     y = Y::PairOfHalf(half);
      List<Word, 2> pair[4];
#pragma unroll
      for (int x = 0; x < 4; ++x)
      {
        pair[x] = Sort<TOrder>(List<Word, 2>{ { pixel[x][y], pixel[x][y + 1] } });
        this->Write(RowPairColumnAt + half * 8 + x * 2, pair[x]);
      }
      if constexpr (HasQuads)
      {
        this->Write(RowPairQuadAt + half * 8,
                    Merge<TOrder>(Merge<TOrder>(pair[0], pair[1]), Merge<TOrder>(pair[2], pair[3])));
      }
#pragma unroll
      for (int j = 0; j < 2; ++j)
      {
        const int           line = Y::LineOfMedian(half, j);
        const int           at = (2 * half + j) * 4;
        const List<Word, 4> row{ { pixel[0][line], pixel[1][line], pixel[2][line], pixel[3][line] } };
        this->Write(RowPixelAt + at, row);
        if constexpr (HasQuads)
        {
          this->Write(RowQuadAt + at, Sort<TOrder>(row));
        }
      }
    }
  }

  __device__ __forceinline__ auto
  GetCore() const
  {
    return this->MergeCore<4 * Core>(QuadAt, [this](int x) { return this->GetColumnPair(x); });
  }

  __device__ __forceinline__ auto
  GetColumnPair(int x) const
  {
    return this->Read<2 * Core>(ColumnPairAt + x % 4 / 2 * 2 * Core, x);
  }

  __device__ __forceinline__ auto
  GetColumn(int x) const
  {
    return this->Read<Core>(ColumnAt + x % 4 * Core, x);
  }

  __device__ __forceinline__ auto
  GetRowPair(int half) const
  {
    return this->MergeCore<8>(RowPairQuadAt + half * 8, [this, half](int x) {
      return Merge<TOrder>(this->GetRowPairColumn(half, x), this->GetRowPairColumn(half, x + 1));
    });
  }

  __device__ __forceinline__ auto
  GetRowPairColumn(int half, int x) const
  {
    return this->Read<2>(RowPairColumnAt + half * 8 + x % 4 * 2, x);
  }

  __device__ __forceinline__ auto
  GetRow(int half, int index) const
  {
    return this->MergeCore<4>(RowQuadAt + (2 * half + index) * 4, [this, half, index](int x) {
      return Sort<TOrder>(
        List<Word, 2>{ { this->GetRowPixel(half, index, x), this->GetRowPixel(half, index, x + 1) } });
    });
  }

  __device__ __forceinline__ Word
  GetRowPixel(int half, int index, int x) const
  {
    return this->Read<1>(RowPixelAt + (2 * half + index) * 4 + x % 4, x).value[0];
  }

private:
  static constexpr bool HasQuads = X::Core >= 4;

  static constexpr int ColumnAt = 0;
  static constexpr int ColumnPairAt = 4 * Core;
  static constexpr int QuadAt = 8 * Core;
  static constexpr int RowPairColumnAt = 12 * Core;
  static constexpr int RowPairQuadAt = RowPairColumnAt + 16;
  static constexpr int RowPixelAt = RowPairQuadAt + 16;
  static constexpr int RowQuadAt = RowPixelAt + 16;

  template <int VSize>
  __device__ __forceinline__ void
  Write(int at, const List<Word, VSize> & list) const
  {
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      m_Memory[(at + i) * VThreads] = list.value[i];
    }
  }

  template <int VSize>
  __device__ __forceinline__ List<Word, VSize>
                             Read(int at, int x) const
  {
    const Word * const memory = m_Memory + at * VThreads + x / 4;
    List<Word, VSize>  list;
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      list.value[i] = memory[i * VThreads];
    }
    return list;
  }

  /** Merges VQuads lists of the core's quads. */
  template <int VSize, int VQuads>
  __device__ __forceinline__ auto
  MergeQuads(int at) const
  {
    const auto last = this->Read<VSize>(at, 4 * VQuads);
    if constexpr (VQuads == 1)
    {
      return last;
    }
    else
    {
      return MergeAndForget<TOrder, TGeometry::Window, VQuads * VSize>(this->MergeQuads<VSize, VQuads - 1>(at), last);
    }
  }

  /** Merges the lists of the core's columns: quads, and `getPair(x)` where the last two are half a quad. */
  template <int VSize, typename TGetPair>
  __device__ __forceinline__ auto
  MergeCore(int at, const TGetPair & getPair) const
  {
    if constexpr (!HasQuads)
    {
      return getPair(X::CoreBegin);
    }
    else if constexpr (X::Core % 4 == 0)
    {
      return this->MergeQuads<VSize, X::Core / 4>(at);
    }
    else
    {
      return MergeAndForget<TOrder, TGeometry::Window, X::Core / 2 * (VSize / 2)>(
        this->MergeQuads<VSize, X::Core / 4>(at), getPair(X::CoreEnd - 2));
    }
  }

  Word * m_Memory;
};
} // namespace itk::device::median2d

#endif
