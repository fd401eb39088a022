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
#ifndef VotingBinaryCore_h
#define VotingBinaryCore_h

#include "itkCudaVotingBinaryLaunch.h"
#include "itkDeviceMacro.h"
#include <cstddef>
#include <cstdint>

namespace itk::device::voting
{
/** 32 pixels of a row, of which bit i is set where pixel i is foreground, and how many of the row's pixels before them
 * are. */
struct alignas(8) Word
{
  std::uint32_t bits;
  std::uint32_t before;
};

/** Words of a row of `width` pixels, among them the one of the pixel behind the last. Bits behind the row are 0. */
ITK_HOST_DEVICE constexpr std::ptrdiff_t
CountWords(std::ptrdiff_t width)
{
  return width / 32 + 1;
}

ITK_HOST_DEVICE inline std::uint32_t
CountBits(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
  return __popc(bits);
#else
  std::uint32_t count = 0;
  for (; bits != 0; bits &= bits - 1)
  {
    ++count;
  }
  return count;
#endif
}

ITK_HOST_DEVICE inline Word
ReadWord(const Word * word)
{
#ifdef __CUDA_ARCH__
  const uint2 value = __ldg(reinterpret_cast<const uint2 *>(word));
  return { value.x, value.y };
#else
  return *word;
#endif
}

/** How many of a row's pixels before one of them are foreground. */
class RowPosition
{
public:
  /** x may be the row's width. */
  explicit ITK_HOST_DEVICE
  RowPosition(std::ptrdiff_t x)
    : m_Word(static_cast<int>(x / 32))
    , m_Mask((1u << x % 32) - 1)
  {}

  ITK_HOST_DEVICE std::uint32_t
                  Count(const Word * row) const
  {
    const Word word = ReadWord(row + m_Word);
    return word.before + CountBits(word.bits & m_Mask);
  }

private:
  int           m_Word;
  std::uint32_t m_Mask; // of the pixels before it in its word
};

/** The pixels of a row from x - radius to x + radius, of which those beyond the row are its nearest. */
class RowWindow
{
public:
  /** x is in the row. */
  ITK_HOST_DEVICE
  RowWindow(std::ptrdiff_t x, std::ptrdiff_t radius, std::ptrdiff_t width)
    : m_Begin(x < radius ? 0 : x - radius)
    , m_End(radius < width - x ? x + radius + 1 : width)
    , m_Last(width - 1)
    , m_Width(width)
    , m_CountBeforeRow(x < radius ? static_cast<std::uint32_t>(radius - x) : 0)
    , m_CountBehindRow(radius < width - x ? 0 : static_cast<std::uint32_t>(x + radius + 1 - width))
  {}

  /** How many are foreground. */
  ITK_HOST_DEVICE std::uint32_t
                  Count(const Word * row) const
  {
    std::uint32_t count = m_End.Count(row) - m_Begin.Count(row);
    if ((m_CountBeforeRow | m_CountBehindRow) != 0)
    {
      count +=
        m_CountBeforeRow * (ReadWord(row).bits & 1) + m_CountBehindRow * (m_Width.Count(row) - m_Last.Count(row));
    }
    return count;
  }

private:
  RowPosition   m_Begin;
  RowPosition   m_End;
  RowPosition   m_Last;
  RowPosition   m_Width;
  std::uint32_t m_CountBeforeRow; // of the window's pixels
  std::uint32_t m_CountBehindRow;
};

/** Sums over windows of 2 radius + 1 values along an axis, of positions one after the other; those beyond the axis' `size`
 * values are its nearest. Sums are modulo 2^32. */
class SlidingWindow
{
public:
  /** get(i) is value i. The first Get() is the sum around `position`, which is on the axis. */
  template <typename TGet>
  ITK_HOST_DEVICE
  SlidingWindow(std::ptrdiff_t position, std::ptrdiff_t radius, std::ptrdiff_t size, const TGet & get)
    : m_Enters(position + radius)
    , m_Leaves(position - radius)
    , m_Last(size - 1)
  {
    const std::ptrdiff_t first = m_Leaves < 0 ? 0 : m_Leaves;
    const std::ptrdiff_t last = m_Enters < m_Last ? m_Enters : m_Last;
    m_Sum =
      static_cast<std::uint32_t>(first - m_Leaves) * get(0) + static_cast<std::uint32_t>(m_Enters - last) * get(m_Last);
    for (std::ptrdiff_t i = first; i <= last; ++i)
    {
      m_Sum += get(i);
    }
  }

  ITK_HOST_DEVICE std::uint32_t
                  Get() const
  {
    return m_Sum;
  }

  /** To the next position. */
  template <typename TGet>
  ITK_HOST_DEVICE void
  Advance(const TGet & get)
  {
    ++m_Enters;
    m_Sum += get(m_Enters < m_Last ? m_Enters : m_Last) - get(m_Leaves < 0 ? 0 : m_Leaves);
    ++m_Leaves;
  }

private:
  std::ptrdiff_t m_Enters;
  std::ptrdiff_t m_Leaves; // when the next position's value enters
  std::ptrdiff_t m_Last;
  std::uint32_t  m_Sum;
};
/** The pixel in place of `pixel`, the middle of a window with `count` pixels of the foreground. */
template <typename TPixel>
ITK_HOST_DEVICE TPixel
Vote(const VotingRule<TPixel> & rule, TPixel pixel, std::uint32_t count)
{
  if (pixel == rule.background && count >= rule.birthThreshold)
  {
    return rule.foreground;
  }
  return pixel == rule.foreground && count < rule.survivalThreshold ? rule.background : pixel;
}
} // namespace itk::device::voting

#endif
