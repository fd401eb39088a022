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
#ifndef CannyRowWalk_cuh
#define CannyRowWalk_cuh

#include "CannyFlat.cuh"
#include "CannyRegisters.cuh"
#include "CannyWalkEnds.cuh"
#include "CannyWriter.cuh"
#include "Kernels/Border.cuh"

namespace itk::device
{
namespace
{
/** \class CannyRowWalk
 * \brief A warp walks down a strip of an image and with each row that it reads gives the second one before its verdicts.
 *
 * A lane has four pixels of a row. The first and the last lane have those that the others need beside theirs.
 *
 * \tparam VIsInside says that IsInside().
 * \tparam VTakesFlat whether flat pixels are candidates. */
template <bool VIsInside, bool VTakesFlat>
class CannyRowWalk
{
public:
  static constexpr int Pixels = CannyPixelsOfLane;
  /** Of a row of the strip. */
  static constexpr int Bytes = 30 * Pixels / 8;

  /** Whether the image has all columns that the strips from byte `first` to before byte `end` need, by whole vectors. */
  __device__ static bool
  IsInside(const CannyTask & task, std::size_t first, std::size_t end)
  {
    return task.size[0] % Pixels == 0 && first > 0 && 8 * end + Pixels <= task.size[0];
  }

  /** `rows` rows from `first` on, of the strip whose first byte of a row is `firstByte`. */
  __device__
  CannyRowWalk(const CannyTask & task, const CannyLimits & limits, std::size_t firstByte, std::size_t first, int rows)
    : m_Limits(limits)
    , m_Width(task.size[0])
    , m_Rows(rows)
    , m_Ends(first, task.size[1])
    , m_Writer(task, GetColumn(firstByte), first, 1, 1, threadIdx.x % 32 - 1 < 30)
  {
    const auto           width = static_cast<std::ptrdiff_t>(task.size[0]);
    const std::ptrdiff_t x = GetColumn(firstByte);
    m_LastPixel =
      x < 0 ? 0 : static_cast<int>(min(max(width - 1 - x, std::ptrdiff_t{ 0 }), std::ptrdiff_t{ Pixels - 1 }));
    m_ReadsVectors = VIsInside || (width % Pixels == 0 && x >= 0 && m_LastPixel == Pixels - 1);
    m_IsFirst = x == 0;
    m_IsLast = x < width && x + Pixels >= width;
    // The pixel beside the last one of all is not that of the next lane.
    m_IsDoubtful = m_IsLast && width % Pixels != 0;
    m_Row = task.smoothed + (first - m_Ends.GetRowsBefore()) * m_Width + kernels::NearestIndex(x, width);
  }

  __device__ __forceinline__ void
  Walk()
  {
    this->Load<0>(-2);
    for (int newest = -2; newest < m_Rows + 2; newest += 3)
    {
      this->Step<0>(newest);
      this->Step<1>(newest + 1);
      this->Step<2>(newest + 2);
    }
  }

private:
  __device__ static std::ptrdiff_t
  GetColumn(std::size_t firstByte)
  {
    return static_cast<std::ptrdiff_t>(8 * firstByte) + (static_cast<int>(threadIdx.x % 32) - 1) * Pixels;
  }

  /** Reads row `row`, or the nearest one, and goes to the next. */
  template <int VPlace>
  __device__ __forceinline__ void
  Load(int row)
  {
    if (VIsInside || m_ReadsVectors)
    {
      const float4 pixels = *reinterpret_cast<const float4 *>(m_Row);
      m_Smoothed[VPlace][0] = pixels.x;
      m_Smoothed[VPlace][1] = pixels.y;
      m_Smoothed[VPlace][2] = pixels.z;
      m_Smoothed[VPlace][3] = pixels.w;
    }
    else
    {
      for (int i = 0; i < Pixels; ++i)
      {
        m_Smoothed[VPlace][i] = m_Row[min(i, m_LastPixel)];
      }
    }
    m_Row += m_Ends.Advances(row) ? m_Width : 0;
  }

  /** With row `newest`, which is at place VPlace, as those before it are at the places before. */
  template <int VPlace>
  __device__ __forceinline__ void
  Step(int newest)
  {
    constexpr int next = VPlace;
    constexpr int here = (VPlace + 2) % 3;
    constexpr int before = (VPlace + 1) % 3;
    this->Differentiate<next>();
    CannyCandidates candidates;
    for (int i = Pixels - 1; i >= 0; --i)
    {
      m_Down[here][i] = m_Smoothed[before][i] - m_Smoothed[next][i];
      float numerator;
      float sumOfSquares;
      EstimateCannyPlane(m_Across[here][i],
                         m_Down[here][i],
                         m_Across[before][i] - m_Across[next][i],
                         (i == 0 ? m_Left[here] : m_Smoothed[here][i - 1]) +
                           (i == Pixels - 1 ? m_Right[here] : m_Smoothed[here][i + 1]),
                         m_Smoothed[before][i] + m_Smoothed[next][i],
                         -4.0f * m_Smoothed[here][i],
                         numerator,
                         sumOfSquares);
      m_Second[here][i] = DivideCannyEstimate(numerator, sumOfSquares);
      candidates.Add(sumOfSquares, m_Limits);
    }
    if constexpr (VTakesFlat)
    {
      MarkFlatPixels(JoinBits(m_Across[here]) | JoinBits(m_Down[here]), m_Second[here]);
    }
    // Its place is free.
    this->Load<before>(newest + 1);
    if (newest >= 2 && newest < m_Rows + 2)
    {
      this->Judge<before>(newest - 2);
    }
    m_Candidates = candidates;
  }

  /** What a row's pixels have along the row. */
  template <int VPlace>
  __device__ __forceinline__ void
  Differentiate()
  {
    const float(&pixels)[Pixels] = m_Smoothed[VPlace];
    m_Left[VPlace] = __shfl_up_sync(~0u, pixels[Pixels - 1], 1);
    m_Right[VPlace] = __shfl_down_sync(~0u, pixels[0], 1);
    float largest = m_Largest;
    for (int i = 0; i < Pixels; ++i)
    {
      m_Across[VPlace][i] =
        (i == 0 ? m_Left[VPlace] : pixels[i - 1]) - (i == Pixels - 1 ? m_Right[VPlace] : pixels[i + 1]);
      largest = GetLargest(largest, pixels[i]);
    }
    m_Largest = GetLargestOfWarp(largest);
  }

  template <int VPlace>
  __device__ __forceinline__ void
  Judge(int row)
  {
    constexpr int next = (VPlace + 1) % 3;
    constexpr int before = (VPlace + 2) % 3;
    const float(&second)[Pixels] = m_Second[VPlace];
    if (m_Ends.IsFirst(row))
    {
      CopySeldom(second, m_Second[before]);
    }
    if (m_Ends.IsLast(row))
    {
      CopySeldom(second, m_Second[next]);
    }
    float left = __shfl_up_sync(~0u, second[Pixels - 1], 1);
    float right = __shfl_down_sync(~0u, second[0], 1);
    left = !VIsInside && m_IsFirst ? second[0] : left;
    right = !VIsInside && m_IsLast ? second[Pixels - 1] : right;
    const float   error = GetCannyError(m_Limits.relativeError, m_Largest);
    CannyVerdicts verdicts;
    for (int i = Pixels - 1; i >= 0; --i)
    {
      const float neighbors[4]{
        i == 0 ? left : second[i - 1], i == Pixels - 1 ? right : second[i + 1], m_Second[before][i], m_Second[next][i]
      };
      verdicts.Add(JudgeCannyPixel<2>(second[i], neighbors, { m_Across[VPlace][i], m_Down[VPlace][i] }, error));
    }
    if constexpr (VTakesFlat)
    {
      if (IsFlatCannyEstimate(second[0]))
      {
        verdicts.Exclude(FindFlatPixels(left, right, m_Second[before], m_Second[next]));
      }
    }
    verdicts.sure = (!VIsInside && m_IsDoubtful) || !(error < INFINITY) ? 0 : verdicts.sure;
    m_Writer.Write(m_Candidates, verdicts);
    m_Writer.Next();
  }

  const CannyLimits & m_Limits;
  const std::size_t   m_Width;
  const int           m_Rows;
  const CannyWalkEnds m_Ends;
  CannyWriter         m_Writer;
  const float *       m_Row;
  int                 m_LastPixel;
  bool                m_ReadsVectors;
  bool                m_IsFirst;
  bool                m_IsLast;
  bool                m_IsDoubtful;
  float               m_Largest{ 0 };

  // Of a row each, of the last three. Places that no row has yet hold no matter what.
  float           m_Smoothed[3][Pixels]{};
  float           m_Left[3]{};
  float           m_Right[3]{};
  float           m_Across[3][Pixels]{};
  float           m_Down[3][Pixels]{};
  float           m_Second[3][Pixels]{};
  CannyCandidates m_Candidates;
};
} // namespace
} // namespace itk::device

#endif
