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
#ifndef MeanLayers_cuh
#define MeanLayers_cuh

#include "MeanWindow.cuh"

/** \file
 * Sums over windows of a known radius, in the order of MeanWindow.cuh: of 8 windows at once, and as values come one by one. */
namespace itk::device::mean
{
/** Sums over 8 windows, which end with the last 8 values. Of windows of `radius`, if they are small, the first begins with
 * value[2 * (VRadius - radius)]. */
template <int VRadius, typename TSum>
__device__ __forceinline__ void
SumGroup(const TSum (&value)[GroupSize + 2 * VRadius], TSum (&sum)[GroupSize], int radius = VRadius)
{
  TSum head[HeadSize];
  TSum tail[GroupSize];
#pragma unroll
  for (int i = 0; i < GroupSize; ++i)
  {
    tail[i] = value[2 * VRadius + i];
  }
  if constexpr (VRadius <= SmallWindow::LargestRadius)
  {
#pragma unroll
    for (int i = 0; i < HeadSize; ++i)
    {
      const int from = 2 * VRadius - HeadSize + i;
      head[i] = from >= 0 ? value[from >= 0 ? from : 0] : 0;
    }
    SumSmallWindows(head, tail, radius, sum);
  }
  else
  {
    static_assert(2 * VRadius + 1 < 2 * GroupSize);
    TSum core = value[HeadSize];
#pragma unroll
    for (int i = 0; i < HeadSize; ++i)
    {
      head[i] = value[i];
    }
#pragma unroll
    for (int i = GroupSize; i < 2 * VRadius; ++i)
    {
      core += value[i];
    }
    SumLargeWindows(head, core, tail, sum);
  }
}

/** Small windows along layers, whose values come one by one. */
template <int VRadius>
class SmallLayers
{
public:
  static constexpr int Period = 2 * VRadius - 1;

  /** The sum over the window that ends with `end`, which is the next value after others whose number, modulo Period, is
   * VPhase: so nothing moves from register to register. */
  template <int VPhase>
  __device__ __forceinline__ double
  Push(double end)
  {
    double sum = end;
#pragma unroll
    for (int k = 1; k <= Period; k += 2)
    {
      sum += m_Pair[(VPhase + Period - k) % Period];
    }
    m_Pair[VPhase] = m_Last + end;
    m_Last = end;
    return sum;
  }

private:
  double m_Last{};
  double m_Pair[Period]{}; // a ring of the sums of two successive values
};

/** Small windows along layers, of a radius known at run time, whose values come by eights. */
template <typename TSum>
class SmallLayersInMemory
{
public:
  static constexpr int Size = 2 * SmallWindow::LargestRadius - 1;

  /** Replaces 8 values by the sums over the windows that end with them. `state(i, k)`, 0 at first, are kept for each: a
   * ring of the sums of two successive values. */
  template <typename TState>
  __device__ __forceinline__ void
  Push(TSum (&value)[GroupSize], int radius, const TState & state)
  {
    TSum sum[GroupSize];
#pragma unroll
    for (int k = 0; k < GroupSize; ++k)
    {
      sum[k] = value[k];
    }
#pragma unroll
    for (int r = 1; r <= SmallWindow::LargestRadius; ++r)
    {
      if (r <= radius)
      {
        // Of 2 r - 1 values ago.
        const int place = m_Oldest + Size - (2 * r - 1);
#pragma unroll
        for (int k = 0; k < GroupSize; ++k)
        {
          sum[k] += state(place < Size ? place : place - Size, k);
        }
      }
    }
#pragma unroll
    for (int k = 0; k < GroupSize; ++k)
    {
      state(m_Oldest, k) = m_Last[k] + value[k];
      m_Last[k] = value[k];
      value[k] = sum[k];
    }
    m_Oldest = m_Oldest + 1 < Size ? m_Oldest + 1 : 0;
  }

private:
  TSum m_Last[GroupSize]{};
  int  m_Oldest{ 0 };
};

/** Windows of 9 to 15 values along layers, whose values come one by one. Of those that are kept for the next head, at most
 * VInRegisters are in registers. */
template <int VRadius, int VInRegisters>
class LargeLayers
{
  static constexpr int Rest = 2 * VRadius + 1 - GroupSize; // the core: values at the end of a group
  static constexpr int Kept = Rest - 1;                    // values of the next head that come before the group
  static constexpr int KeptInRegisters = Kept < VInRegisters ? Kept : VInRegisters;
  static constexpr int FirstKept = HeadSize;

public:
  static constexpr int Size = FirstKept + Kept - KeptInRegisters;

  /** The sum over the window that ends with `end`, the value VIndex of a group. Of `state(i)`, 0 at first, the first 7 are the
   * head's sums that are still to be used, and in the places of those that were, the group's values; then come the values that
   * are kept there. */
  template <int VIndex, typename TState>
  __device__ __forceinline__ double
  Push(double end, const TState & state)
  {
    constexpr bool isLast = VIndex == GroupSize - 1;
    m_Core = (VIndex == 0 ? m_NextCore : m_Core) + end;
    double sum = m_Core;
    if constexpr (!isLast)
    {
      sum = state(VIndex) + m_Core;
      state(VIndex) = end;
    }
    if constexpr (VIndex >= GroupSize - Rest)
    {
      m_NextCore = VIndex == GroupSize - Rest ? end : m_NextCore + end;
    }
    if constexpr (isLast)
    {
      double value[GroupSize];
#pragma unroll
      for (int i = 0; i < HeadSize; ++i)
      {
        value[i] = state(i);
      }
      value[HeadSize] = end;
      double suffix = value[HeadSize - Rest];
      state(HeadSize - 1) = suffix;
#pragma unroll
      for (int i = HeadSize - 2; i >= 0; --i)
      {
        suffix += i >= Kept ? value[i >= Kept ? i - Kept : 0] : this->GetKept(i, state);
        state(i) = suffix;
      }
#pragma unroll
      for (int i = 0; i < Kept; ++i)
      {
        this->GetKept(i, state) = value[GroupSize - Kept + i];
      }
    }
    return sum;
  }

private:
  template <typename TState>
  __device__ __forceinline__ double &
  GetKept(int i, const TState & state)
  {
    return i < KeptInRegisters ? m_Kept[i < KeptInRegisters ? i : 0] : state(FirstKept + i - KeptInRegisters);
  }

  double m_Core{}; // with the tail so far
  double m_NextCore{};
  double m_Kept[KeptInRegisters > 0 ? KeptInRegisters : 1]{};
};
} // namespace itk::device::mean

#endif
