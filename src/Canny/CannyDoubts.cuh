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
#ifndef CannyDoubts_cuh
#define CannyDoubts_cuh

#include "Canny.cuh"
#include "CannyCore.h"
#include "Kernels/Border.cuh"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
/** The pixel at an index, or the nearest one of the image, with its neighbours. */
template <unsigned int VDimension>
class CannyPixel
{
public:
  __device__
  CannyPixel(const CannyTask & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
    : m_Pixels(task.smoothed)
  {
    const std::ptrdiff_t index[3]{ x, y, z };
    std::ptrdiff_t       stride = 1;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const auto           size = static_cast<std::ptrdiff_t>(task.size[axis]);
      const std::ptrdiff_t center = kernels::NearestIndex(index[axis], size);
      for (int i = 0; i < 3; ++i)
      {
        m_Offset[axis][i] = kernels::NearestIndex(center + i - 1, size) * stride;
      }
      stride *= size;
    }
  }

  __device__ float
  operator()(int i) const
  {
    std::ptrdiff_t offset = m_Offset[0][i % 3] + m_Offset[1][i / 3 % 3];
    if constexpr (VDimension == 3)
    {
      offset += m_Offset[2][i / 9];
    }
    return m_Pixels[offset];
  }

private:
  const float *  m_Pixels;
  std::ptrdiff_t m_Offset[VDimension][3];
};

/** Decides as ITK does: eight lanes take a pixel, and a lane the second derivative of that or of a neighbour.
 *
 * \return for the first of the eight: 0, 1 for a weak pixel and 3 for a strong one */
template <unsigned int VDimension>
__device__ std::uint32_t
           DecideCannyPixel(const CannyTask & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
{
  const int                    which = threadIdx.x % 8;
  const unsigned int           axis = (which - 1) / 2;
  const int                    step = which == 0 || axis >= VDimension ? 0 : which % 2 == 0 ? 1 : -1;
  const CannyPixel<VDimension> pixel(
    task, x + (axis == 0 ? step : 0), y + (axis == 1 ? step : 0), z + (axis == 2 ? step : 0));
  const float second = ComputeCannySecondDerivative<VDimension>(pixel);
  float       gradient[VDimension];
  const float sum = ComputeCannyGradient<VDimension>(pixel, gradient);

  float neighbors[2 * VDimension];
  float gradientOfSecond[VDimension];
  for (unsigned int i = 0; i < VDimension; ++i)
  {
    neighbors[2 * i] = __shfl_sync(~0u, second, 2 * i + 1, 8);
    neighbors[2 * i + 1] = __shfl_sync(~0u, second, 2 * i + 2, 8);
    gradientOfSecond[i] = ComputeCannyFirstDerivative(neighbors[2 * i], second, neighbors[2 * i + 1]);
  }
  const float value = canny::Multiply(SuppressCannyNonMaximum<VDimension>(gradient, sum, gradientOfSecond),
                                      IsZeroCrossing(second, neighbors) ? 1.0f : 0.0f);
  return value > task.upperThreshold ? 3 : value > task.lowerThreshold ? 1 : 0;
}

/** Decides a pixel of up to four lanes whose words have some in doubt. All lanes of a warp call this.
 *
 * \return what is still in doubt of the lane's word, which is word `word` of `row` */
template <unsigned int VDimension>
__device__ std::uint32_t
           DecideSomeDoubts(const CannyTask & task, std::size_t row, std::size_t word, std::uint32_t doubts)
{
  constexpr unsigned int lanes = 8;
  const unsigned int     lane = threadIdx.x % 32;
  const unsigned int     open = __ballot_sync(~0u, doubts != 0);
  unsigned int           others = open;
  for (unsigned int i = 0; i < lane / lanes; ++i)
  {
    others &= others - 1;
  }
  const int            source = others == 0 ? __ffs(open) - 1 : __ffs(others) - 1;
  const std::size_t    rowOfPixel = __shfl_sync(~0u, row, source);
  const std::size_t    wordOfPixel = __shfl_sync(~0u, word, source);
  const int            bit = __shfl_sync(~0u, __ffs(doubts) - 1, source);
  const std::ptrdiff_t x = 32 * wordOfPixel + bit;
  const std::uint32_t  decision =
    DecideCannyPixel<VDimension>(task, x, rowOfPixel % task.size[1], rowOfPixel / task.size[1]);
  if (lane % lanes == 0 && others != 0)
  {
    CannyWord & result = task.words[rowOfPixel * task.wordsPerRow + wordOfPixel];
    if (decision != 0)
    {
      atomicOr(&result.weak, 1u << bit);
    }
    if (decision != 3)
    {
      atomicAnd(&result.strong, ~(1u << bit));
    }
  }
  const bool isTaken = __popc(open & ((1u << lane) - 1)) < 32 / lanes;
  return isTaken ? doubts & (doubts - 1) : doubts;
}

/** What is in doubt of the bytes of a word that a mask has. Others may have yet to write the rest. */
__device__ inline std::uint32_t
FindDoubts(const CannyWord & word, std::uint32_t mask)
{
  if (mask == ~0u)
  {
    const CannyWord bits = word;
    return bits.strong & ~bits.weak;
  }
  const auto * const weak = reinterpret_cast<const std::uint8_t *>(&word.weak);
  const auto * const strong = reinterpret_cast<const std::uint8_t *>(&word.strong);
  std::uint32_t      doubts = 0;
  for (int i = 0; i < static_cast<int>(sizeof(mask)); ++i)
  {
    if ((mask >> 8 * i & 0xff) != 0)
    {
      doubts |= (strong[i] & ~weak[i] & 0xffu) << 8 * i;
    }
  }
  return doubts;
}

/** Decides what is in doubt in `rows` rows of a strip: row i is row number `first + i step` of the image, and its bytes are
 * those from `firstByte` on. What the warp wrote before is looked at, and nothing else of these bytes is written by others. */
template <unsigned int VDimension, int VBytes>
__device__ void
DecideDoubts(const CannyTask & task, std::size_t first, std::size_t step, int rows, std::size_t firstByte)
{
  constexpr int     bytesOfWord = sizeof(std::uint32_t);
  constexpr int     words = VBytes % bytesOfWord == 0 ? VBytes / bytesOfWord : VBytes / bytesOfWord + 2;
  constexpr int     rowsAtOnce = 32 / words;
  const int         lane = static_cast<int>(threadIdx.x % 32);
  const std::size_t word = firstByte / bytesOfWord + lane % words;
  // Bytes of the word from the strip's first one on, and of these up to its last one.
  const int     before = max(static_cast<int>(firstByte % bytesOfWord) - lane % words * bytesOfWord, 0);
  const int     after = VBytes + static_cast<int>(firstByte % bytesOfWord) - lane % words * bytesOfWord;
  std::uint32_t mask = before >= bytesOfWord ? 0 : ~0u << 8 * before;
  mask &= after >= bytesOfWord ? ~0u : after <= 0 ? 0 : (1u << 8 * after) - 1;

  __syncwarp();
  const bool    hasWord = word < task.wordsPerRow && lane < words * rowsAtOnce;
  int           i = hasWord ? lane / words : rows;
  std::size_t   row = 0;
  std::uint32_t doubts = 0;
  for (;;)
  {
    for (; doubts == 0 && i < rows; i += rowsAtOnce)
    {
      row = first + i * step;
      doubts = FindDoubts(task.words[row * task.wordsPerRow + word], mask);
    }
    if (!__any_sync(~0u, doubts != 0))
    {
      return;
    }
    doubts = DecideSomeDoubts<VDimension>(task, row, word, doubts);
  }
}
} // namespace
} // namespace itk::device

#endif
