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
#ifndef CannySliceWalk_cuh
#define CannySliceWalk_cuh

#include "CannyColumns.cuh"
#include "CannySliceReader.cuh"

namespace itk::device
{
namespace
{
/** \class CannySliceWalk
 * \brief A block walks through a volume and with each slice that it reads gives the voxels of the second one
 * before their verdicts.
 *
 * A warp has a row, and a lane four voxels of it. Two more warps have the rows beside the block's, of which estimates are
 * needed, and the last one has the columns beside them. What is clamped at the volume's border is the estimate, as ITK
 * does, not only the voxel: then the row or column at the border is estimated instead.
 * \tparam VTakesFlat whether flat voxels are candidates. */
template <int VRows, bool VTakesFlat>
class CannySliceWalk
{
public:
  using Slices = CannySlices<VRows>;
  static constexpr int Pixels = CannyPixelsOfLane;
  static constexpr int Bytes = Slices::Columns / 8;

  /** `slices` slices from `first` on, of the columns from `x` on and the rows from `y` on. */
  __device__
  CannySliceWalk(Slices &            shared,
                 const CannyTask &   task,
                 const CannyLimits & limits,
                 std::size_t         x,
                 std::size_t         y,
                 std::size_t         first,
                 int                 slices)
    : m_Shared(shared)
    , m_Limits(limits)
    , m_Slices(slices)
    , m_Reader(shared, task, x, y, first)
    , m_Lane(threadIdx.x % 32)
    , m_Writer(task,
               x + m_Lane * Pixels,
               first * task.size[1] + y + max(threadIdx.x / 32, 1u) - 1,
               task.size[1],
               0,
               threadIdx.x / 32 - 1 < min(task.size[1] - y, std::size_t{ VRows }))
  {
    const int  warp = static_cast<int>(threadIdx.x / 32);
    const int  lastColumn = static_cast<int>(min(task.size[0] - x, std::size_t{ Slices::Columns + 1 })) - 1;
    const int  lastRow = static_cast<int>(min(task.size[1] - y, std::size_t{ VRows + 1 })) - 1;
    const int  firstRow = y == 0 ? 0 : -1;
    const bool isBefore = m_Lane % 2 == 0;
    const int  sideRow = m_Lane / 2 % VRows;
    const int  row = IsBeside() ? min(sideRow, lastRow) : min(max(warp - 1, firstRow), lastRow);
    const int  column = !IsBeside() ? m_Lane * Pixels : !isBefore ? lastColumn : x == 0 ? 0 : -1;
    const int  side = IsBeside() ? column : m_Lane == 0 ? -1 : Slices::Columns;
    const int  secondRow = IsBeside() ? sideRow : warp - 1;
    const int  secondSide = !IsBeside() ? side : isBefore ? -1 : Slices::Columns;
    const bool isLast = !IsBeside() && column <= lastColumn && column + Pixels > lastColumn;
    // The voxel beside the last one of all is not that of the next lane.
    const bool isDoubtful = isLast && task.size[0] % Pixels != 0;
    using kernels::KeepInRegister;
    m_State = KeepInRegister((isLast ? IsLast : 0) | (isDoubtful ? IsDoubtful : 0) |
                             (IsBeside() ? EstimatesBeside : 0) | (warp >= 1 && warp <= VRows ? Judges : 0));
    m_Voxel = KeepInRegister((row + 2) * Slices::Pitch + Slices::Side + column);
    m_Side = KeepInRegister((row + 2) * Slices::Pitch + Slices::Side + side);
    m_Second = KeepInRegister((secondRow + 1) * Slices::Pitch + Slices::Side + m_Lane * Pixels);
    m_SecondSide = KeepInRegister((secondRow + 1) * Slices::Pitch + Slices::Side + secondSide);
  }

  __device__ __forceinline__ void
  Walk()
  {
    for (int i = 0; i < Slices::Ahead; ++i)
    {
      m_Reader.Load(i - 2);
    }
    for (int newest = -2; newest < m_Slices + 2; newest += 3)
    {
      this->Step<0>(newest);
      this->Step<1>(newest + 1);
      this->Step<2>(newest + 2);
    }
    __pipeline_wait_prior(0);
  }

private:
  static constexpr unsigned int IsLast = 1;
  static constexpr unsigned int IsDoubtful = 2;
  static constexpr unsigned int EstimatesBeside = 4;
  static constexpr unsigned int Judges = 8;

  template <int VPlace>
  __device__ __forceinline__ void
  Step(int newest)
  {
    __pipeline_wait_prior(Slices::Ahead - 1);
    m_Reader.UpdateLargest(newest);
    // What is written below was last read before this, and what is read was written.
    __syncthreads();
    m_Reader.Load(newest + Slices::Ahead);
    if ((m_State & EstimatesBeside) != 0)
    {
      this->EstimateBeside<VPlace>(newest);
    }
    else
    {
      this->EstimateRow<VPlace>(newest);
      if (newest >= 2 && newest < m_Slices + 2 && (m_State & Judges) != 0)
      {
        this->Judge<(VPlace + 1) % 3>(newest - 2);
      }
    }
  }

  __device__ __forceinline__ static bool
  IsBeside()
  {
    return threadIdx.x / 32 == Slices::Warps - 1;
  }

  /** Of smoothed voxels. */
  __device__ __forceinline__ const float *
  GetVoxel(int slice, int place)
  {
    return reinterpret_cast<const float *>(m_Reader.GetBuffer(slice)) + place;
  }

  __device__ __forceinline__ float *
  GetSecond(int slice, int place)
  {
    return m_Shared.second[slice & 1][0] + place;
  }

  template <int VPlace>
  __device__ __forceinline__ void
  EstimateBeside(int newest)
  {
    const float * const here = this->GetVoxel(newest, m_Voxel);
    const float * const above = here - Slices::Pitch;
    const float * const below = here + Slices::Pitch;
    m_Columns.template Update<VPlace, VTakesFlat>(CannySlice<1>{
      { above[0] }, { here[-1], here[0], here[1] }, { below[0] }, above[-1] - below[-1], above[1] - below[1] });
    if (m_Lane < 2 * VRows)
    {
      *this->GetSecond(newest - 1, m_SecondSide) = m_Columns.second[(VPlace + 2) % 3][0];
    }
  }

  template <int VPlace>
  __device__ __forceinline__ void
  EstimateRow(int newest)
  {
    const float4 above = *reinterpret_cast<const float4 *>(this->GetVoxel(newest, m_Voxel - Slices::Pitch));
    const float4 here = *reinterpret_cast<const float4 *>(this->GetVoxel(newest, m_Voxel));
    const float4 below = *reinterpret_cast<const float4 *>(this->GetVoxel(newest, m_Voxel + Slices::Pitch));
    // In the first lane beside its first voxel, in the last one beside its last.
    const float * const side = this->GetVoxel(newest, m_Side);
    const float         sideDown = side[-Slices::Pitch] - side[Slices::Pitch];
    const float         left = __shfl_up_sync(~0u, here.w, 1);
    const float         right = __shfl_down_sync(~0u, here.x, 1);
    const float         downLeft = __shfl_up_sync(~0u, above.w - below.w, 1);
    const float         downRight = __shfl_down_sync(~0u, above.x - below.x, 1);
    const bool          isFirst = m_Lane == 0;
    const bool          isLast = m_Lane == 31;

    const CannySlice<Pixels> slice{
      { above.x, above.y, above.z, above.w },
      { isFirst ? side[0] : left, here.x, here.y, here.z, here.w, isLast ? side[0] : right },
      { below.x, below.y, below.z, below.w },
      isFirst ? sideDown : downLeft,
      isLast ? sideDown : downRight
    };
    m_Candidates = m_NextCandidates;
    m_Columns.template Update<VPlace, VTakesFlat>(slice);
    m_NextCandidates = CannyCandidates();
#pragma unroll
    for (int i = Pixels - 1; i >= 0; --i)
    {
      m_NextCandidates.Add(m_Columns.sumOfSquares[i], m_Limits);
    }
    const float(&second)[Pixels] = m_Columns.second[(VPlace + 2) % 3];
    *reinterpret_cast<float4 *>(this->GetSecond(newest - 1, m_Second)) =
      make_float4(second[0], second[1], second[2], second[3]);
  }

  template <int VPlace>
  __device__ __forceinline__ void
  Judge(int slice)
  {
    constexpr int next = (VPlace + 1) % 3;
    constexpr int before = (VPlace + 2) % 3;
    const float(&second)[Pixels] = m_Columns.second[VPlace];
    if (m_Reader.GetEnds().IsFirst(slice))
    {
      CopySeldom(second, m_Columns.second[before]);
    }
    if (m_Reader.GetEnds().IsLast(slice))
    {
      CopySeldom(second, m_Columns.second[next]);
    }
    const float4 above = *reinterpret_cast<const float4 *>(this->GetSecond(slice, m_Second - Slices::Pitch));
    const float4 below = *reinterpret_cast<const float4 *>(this->GetSecond(slice, m_Second + Slices::Pitch));
    const float  aboves[Pixels]{ above.x, above.y, above.z, above.w };
    const float  belows[Pixels]{ below.x, below.y, below.z, below.w };
    const float  side = *this->GetSecond(slice, m_SecondSide);
    float        left = __shfl_up_sync(~0u, second[Pixels - 1], 1);
    float        right = __shfl_down_sync(~0u, second[0], 1);
    left = m_Lane == 0 ? side : left;
    right = (m_State & IsLast) != 0 ? second[Pixels - 1] : m_Lane == 31 ? side : right;
    const float error = GetCannyError(m_Limits.relativeError, __uint_as_float(m_Shared.largest[slice & 1]));

    CannyVerdicts verdicts;
#pragma unroll
    for (int i = Pixels - 1; i >= 0; --i)
    {
      verdicts.Add(
        JudgeCannyPixel<3>(second[i],
                           { i == 0 ? left : second[i - 1],
                             i + 1 == Pixels ? right : second[i + 1],
                             aboves[i],
                             belows[i],
                             m_Columns.second[before][i],
                             m_Columns.second[next][i] },
                           { m_Columns.across[VPlace][i], m_Columns.down[VPlace][i], m_Columns.through[VPlace][i] },
                           error));
    }
    if constexpr (VTakesFlat)
    {
      if (IsFlatCannyEstimate(second[0]))
      {
        verdicts.Exclude(FindFlatPixels(left, right, aboves, belows, m_Columns.second[before], m_Columns.second[next]));
      }
    }
    verdicts.sure = (m_State & IsDoubtful) != 0 || !(error < INFINITY) ? 0 : verdicts.sure;
    m_Writer.Write(m_Candidates, verdicts);
    m_Writer.Next();
  }

  Slices &                m_Shared;
  const CannyLimits &     m_Limits;
  const int               m_Slices;
  CannySliceReader<VRows> m_Reader;
  const int               m_Lane;
  CannyWriter             m_Writer;
  unsigned int            m_State;
  // In a slice of smoothed voxels, and of estimates, the lane's first one and that beside the row.
  int             m_Voxel;
  int             m_Side;
  int             m_Second;
  int             m_SecondSide;
  CannyColumns    m_Columns;
  CannyCandidates m_Candidates;
  CannyCandidates m_NextCandidates;
};
} // namespace
} // namespace itk::device

#endif
