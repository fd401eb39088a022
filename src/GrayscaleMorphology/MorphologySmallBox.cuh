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
#ifndef MorphologySmallBox_cuh
#define MorphologySmallBox_cuh

#include "Kernels/UnalignedVectorRow.cuh"
#include "MorphologyWord.cuh"

namespace itk::device::morphology
{
using kernels::VectorRow;

/** A row in words whose lanes, if two, are half of 16 bytes apart, so that the neighbours of a word's pixels are the words
 * before and after it. A pixel of 8 bits is the high byte of its lane; what is in the low one cannot change the order. */
template <typename TPixel>
struct VectorLanes
{
  using Word = typename Lanes<TPixel>::Word;
  static constexpr int Words = sizeof(uint4) / sizeof(TPixel) / Lanes<TPixel>::Count;

  template <int VRadius>
  static __device__ __forceinline__ void
  Unpack(const VectorRow<TPixel, VRadius> & row, Word (&words)[Words + 2 * VRadius])
  {
    using Row = VectorRow<TPixel, VRadius>;
#pragma unroll
    for (int i = 0; i < Words + 2 * VRadius; ++i)
    {
      const int           pixel = Row::SidePixels - VRadius + i;
      const int           place = pixel % Row::PixelsOfWord;
      const std::uint32_t first = row.words[pixel / Row::PixelsOfWord];
      if constexpr (sizeof(TPixel) == 4)
      {
        words[i] = __uint_as_float(first);
      }
      else
      {
        const std::uint32_t second = row.words[pixel / Row::PixelsOfWord + 2];
        const std::uint32_t select = sizeof(TPixel) == 1 ? 0x4000 + 0x1010 * place : place == 0 ? 0x5410 : 0x7632;
        words[i] = __byte_perm(first, second, select);
      }
    }
  }

  static __device__ __forceinline__ uint4
  Pack(const Word (&words)[Words])
  {
    if constexpr (sizeof(TPixel) == 4)
    {
      return make_uint4(
        __float_as_uint(words[0]), __float_as_uint(words[1]), __float_as_uint(words[2]), __float_as_uint(words[3]));
    }
    else
    {
      std::uint32_t fours[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        fours[i] = sizeof(TPixel) == 1 ? __byte_perm(words[2 * i], words[2 * i + 1], 0x7351) : words[i];
      }
      return make_uint4(__byte_perm(fours[0], fours[1], 0x5410),
                        __byte_perm(fours[2], fours[3], 0x5410),
                        __byte_perm(fours[0], fours[1], 0x7632),
                        __byte_perm(fours[2], fours[3], 0x7632));
    }
  }
};

/** Rows of a thread, how many it reads ahead, and blocks on a multiprocessor for which registers are spared; as measured to
 * be best. */
constexpr int SmallBoxRows = 8;
constexpr int SmallBoxRowsAhead = 2;
template <int VRadius, bool VIsAligned>
constexpr int SmallBoxBlocks = (VRadius == 1   ? 8
                                : VRadius == 2 ? 6
                                               : 5) -
                               (VIsAligned ? 0 : 1);

/** Maxima along columns of the windows of 2 VRadius + 1 rows, of which each row given is the last. */
template <typename TPixel, int VRadius>
class SmallBoxColumns
{
public:
  using TheLanes = Lanes<TPixel>;
  using Word = typename TheLanes::Word;
  static constexpr int Words = VectorLanes<TPixel>::Words;
  static constexpr int Length = 2 * VRadius + 1;
  static_assert(VRadius < 3 || SmallBoxRows <= Length + 1);

  /** Row `j` of at most SmallBoxRows + 2 VRadius, one after the other; `maxima` are set from row 2 VRadius on. */
  __device__ __forceinline__ void
  Apply(int j, const Word (&row)[Words], Word (&maxima)[Words])
  {
#pragma unroll
    for (int i = 0; i < Words; ++i)
    {
      m_Rows[j][i] = row[i];
      if constexpr (VRadius < 3)
      {
        Word window[Length];
        Word maximum[1];
#pragma unroll
        for (int k = 0; k < Length; ++k)
        {
          window[k] = j < 2 * VRadius ? row[i] : m_Rows[j - 2 * VRadius + k][i];
        }
        SlideMaximum<TheLanes, VRadius>(window, maximum);
        maxima[i] = maximum[0];
      }
      else
      {
        // The first window is full with row 2 VRadius: of the others an end of it and the rows below (van Herk 1992).
        m_Below[i] = j <= Length ? row[i] : TheLanes::Max(m_Below[i], row[i]);
        if (j == 2 * VRadius)
        {
#pragma unroll
          for (int k = Length - 2; k >= 0; --k)
          {
            m_Rows[k][i] = TheLanes::Max(m_Rows[k][i], m_Rows[k + 1][i]);
          }
          maxima[i] = m_Rows[0][i];
        }
        else if (j > 2 * VRadius)
        {
          maxima[i] = j + 1 < 2 * Length ? TheLanes::Max(m_Rows[j - 2 * VRadius][i], m_Below[i]) : m_Below[i];
        }
      }
    }
  }

private:
  Word m_Rows[SmallBoxRows + 2 * VRadius][Words];
  Word m_Below[Words];
};

/** Maxima over squares of a radius of 1 to 3: a thread keeps the maxima along its rows that the next ones share with them. */
template <typename TPixel, int VRadius, bool VIsAligned>
__global__ void __launch_bounds__(32 * kernels::VectorThreads, SmallBoxBlocks<VRadius, VIsAligned>)
  SmallBoxKernel(const __grid_constant__ kernels::Pass<TPixel, TPixel> pass,
                 const kernels::Division                               division,
                 const Order<TPixel>                                   order)
{
  using TheLanes = Lanes<TPixel>;
  using Word = typename TheLanes::Word;
  using Reader = kernels::ReaderOfVectors<VIsAligned, TPixel, VRadius, kernels::ConstantBorder<TPixel>>;
  using Row = typename Reader::Row;
  constexpr int words = VectorLanes<TPixel>::Words;
  constexpr int inputRows = SmallBoxRows + 2 * VRadius;

  const auto position = kernels::GetVectorPosition<Row::Pixels, SmallBoxRows>(pass, division);
  if (position.rows == 0)
  {
    return;
  }
  const unsigned int  lanes = kernels::GetLanesOfVectors<VIsAligned, TPixel>(position.columns);
  const Reader        reader(pass, position.layer, position.x, { order.boundary });
  const std::uint32_t flip = order.flip * (sizeof(TPixel) == 1 ? 0x01010101u : sizeof(TPixel) == 2 ? 0x10001u : 1u);
  TPixel * output = pass.output + position.layer * pass.outputLayerStride + position.y * pass.outputStride + position.x;
  const std::ptrdiff_t inputRow = position.y + pass.offset[1] - VRadius;

  typename Reader::Loaded ahead[SmallBoxRowsAhead];
#pragma unroll
  for (int j = 0; j < SmallBoxRowsAhead; ++j)
  {
    reader.Read(inputRow + j, ahead[j]);
  }
  SmallBoxColumns<TPixel, VRadius> columns;
#pragma unroll
  for (int j = 0; j < inputRows; ++j)
  {
    Row row = reader.GetRow(ahead[j % SmallBoxRowsAhead]);
    if (j + SmallBoxRowsAhead < inputRows)
    {
      reader.Read(inputRow + j + SmallBoxRowsAhead, ahead[j % SmallBoxRowsAhead]);
    }
#pragma unroll
    for (std::uint32_t & word : row.words)
    {
      word ^= flip;
    }
    Word line[words + 2 * VRadius];
    Word alongRow[words];
    Word maxima[words];
    VectorLanes<TPixel>::Unpack(row, line);
    SlideMaximum<TheLanes, VRadius>(line, alongRow);
    columns.Apply(j, alongRow, maxima);
    if (j >= 2 * VRadius && j - 2 * VRadius < position.rows)
    {
#pragma unroll
      for (Word & word : maxima)
      {
        word = TheLanes::AtLeast(word, order.initial);
      }
      const uint4 vector = VectorLanes<TPixel>::Pack(maxima);
      kernels::WriteVector<VIsAligned>(output,
                                       make_uint4(vector.x ^ flip, vector.y ^ flip, vector.z ^ flip, vector.w ^ flip),
                                       position.columns,
                                       lanes);
      output += pass.outputStride;
    }
  }
}

/** Pixels of a row that is not aligned from which on this is faster than BoxKernel, as measured: of shorter ones too much is at
 * their ends. */
template <int VRadius>
constexpr std::ptrdiff_t LeastUnalignedRow = VRadius < 3 ? 400 : 1500;

/** \return whether it is the faster kernel; if not, nothing is launched */
template <typename TPixel, int VRadius>
bool
LaunchSmallBoxKernel(const kernels::Pass<TPixel, TPixel> & pass, const Order<TPixel> & order, const Stream & stream)
{
  constexpr bool takesUnaligned = VRadius < 3 || sizeof(TPixel) == 1;
  const auto     launch = [&](auto kernel) {
    kernels::LaunchOnVectors<SmallBoxRows>("SmallBoxKernel", kernel, pass, stream, order);
    return true;
  };
  if (kernels::AreVectorsAligned(pass))
  {
    return launch(SmallBoxKernel<TPixel, VRadius, true>);
  }
  if constexpr (takesUnaligned)
  {
    if (pass.outputSize[0] >= LeastUnalignedRow<VRadius>)
    {
      return launch(SmallBoxKernel<TPixel, VRadius, false>);
    }
  }
  return false;
}
} // namespace itk::device::morphology

#endif
