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
#ifndef CannyWriter_cuh
#define CannyWriter_cuh

#include "Canny.cuh"
#include "CannyEstimate.h"
#include "Kernels/KeepInRegister.cuh"

namespace itk::device
{
namespace
{
/** How pixels are told apart. */
struct CannyLimits
{
  /** Four times the sums of ComputeCannyGradient() from which on a pixel is weak or strong. */
  float leastWeak;
  float leastStrong;
  /** Infinite if estimates are not to be trusted. */
  float relativeError;
};

constexpr int CannyPixelsOfLane = 4;

/** Appends the highest bit of a word below the bits that there are. */
__device__ __forceinline__ void
AppendHighestBit(std::uint32_t & bits, std::uint32_t word)
{
  bits = __funnelshift_l(word, bits, 1);
}

/** What is known of a lane's pixels, which are added from the last to the first: that gets the lowest bit. */
struct CannyCandidates
{
  __device__ __forceinline__ void
  Add(float sumOfSquares, const CannyLimits & limits)
  {
    AppendHighestBit(notWeak, __float_as_uint(sumOfSquares - limits.leastWeak));
    AppendHighestBit(notStrong, __float_as_uint(sumOfSquares - limits.leastStrong));
  }

  std::uint32_t notWeak{ 0 };
  std::uint32_t notStrong{ 0 };
};

struct CannyVerdicts
{
  __device__ __forceinline__ void
  Add(const CannyVerdict & verdict)
  {
    AppendHighestBit(maxima, verdict.isMaximum);
    AppendHighestBit(sure, verdict.isSure);
  }

  /** No pixel whose bit is set is a maximum. */
  __device__ __forceinline__ void
  Exclude(std::uint32_t pixels)
  {
    maxima &= ~pixels;
    sure |= pixels;
  }

  std::uint32_t maxima{ 0 };
  std::uint32_t sure{ 0 };
};

/** \class CannyWriter
 * \brief Gives a row's words the verdicts on four pixels a lane, of which two neighbouring lanes have a byte.
 *
 * What is not sure is written as strong but not weak: DecideDoubts() looks for that. */
class CannyWriter
{
public:
  /** \param x the lane's first pixel, at which a byte begins in lanes that differ from `parity` by an even number
   * \param row of the words of the first pixels */
  __device__
  CannyWriter(const CannyTask & task,
              std::ptrdiff_t    x,
              std::size_t       row,
              std::size_t       rowsPerStep,
              int               parity,
              bool              isInside)
    : m_Pitch(rowsPerStep * task.wordsPerRow * sizeof(CannyWord))
  {
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int isLater = (lane - parity) % 2;
    const auto         byte = static_cast<std::size_t>(x) / 8;
    m_Bytes = reinterpret_cast<std::uint8_t *>(task.words) + row * task.wordsPerRow * sizeof(CannyWord) +
              byte / 4 * sizeof(CannyWord) + byte % 4 + isLater * sizeof(std::uint32_t);
    const auto         left = static_cast<std::ptrdiff_t>(task.size[0]) - x;
    const unsigned int mask = left >= 4 ? 0xf : left <= 0 ? 0 : (1 << left) - 1;
    const bool         stores = isInside && byte < task.wordsPerRow * sizeof(std::uint32_t);
    m_State = kernels::KeepInRegister(mask | (isLater != 0 ? IsLater : 0) | (stores ? Stores : 0) |
                                      (isLater != 0 ? lane - 1 : lane + 1) % 32 << FirstBitOfPartner);
  }

  /** All lanes of a warp call this. */
  __device__ __forceinline__ void
  Write(const CannyCandidates & candidates, const CannyVerdicts & verdicts)
  {
    // More than the lowest four bits of what follows have no meaning.
    const std::uint32_t weak = ~candidates.notWeak & verdicts.maxima & verdicts.sure;
    const std::uint32_t strong = (~candidates.notStrong & weak) | (~candidates.notWeak & ~verdicts.sure);
    // Of the pair's byte of weak pixels one lane has the lower half, of that of strong ones the other has the upper.
    const bool          isLater = (m_State & IsLater) != 0;
    const std::uint32_t own = (isLater ? strong : weak) & m_State;
    const std::uint32_t sent = (isLater ? weak : strong) & m_State;
    const std::uint32_t received = __shfl_sync(~0u, sent, m_State >> FirstBitOfPartner);
    if ((m_State & Stores) != 0)
    {
      *m_Bytes = static_cast<std::uint8_t>(isLater ? received | own << 4 : own | received << 4);
    }
  }

  __device__ __forceinline__ void
  Next()
  {
    m_Bytes += m_Pitch;
  }

private:
  // Besides the pixels of the image, in the lowest four bits.
  static constexpr unsigned int IsLater = 1 << 8;
  static constexpr unsigned int Stores = 1 << 9;
  static constexpr unsigned int FirstBitOfPartner = 16;

  std::uint8_t * m_Bytes;
  std::size_t    m_Pitch;
  unsigned int   m_State;
};
} // namespace
} // namespace itk::device

#endif
