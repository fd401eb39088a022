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
#ifndef CannyFlat_cuh
#define CannyFlat_cuh

#include "CannyEstimate.h"
#include <cuda_runtime.h>

/** \file
 * Where an image is flat, as beside what it shows, no estimate is sure of a pixel that is a candidate, as thresholds of less than
 * 0.01 make it. But its L_vv is 0, and where that of its neighbours is too it is no edge. */
namespace itk::device
{
namespace
{
/** 0 if all values are. */
template <int VSize>
__device__ __forceinline__ std::uint32_t
                           JoinBits(const float (&values)[VSize])
{
  std::uint32_t bits = 0;
#pragma unroll
  for (int i = 0; i < VSize; ++i)
  {
    bits |= canny::GetBits(values[i]);
  }
  return bits;
}

/** Makes the estimates of a lane's pixels those of flat ones, if no difference, whose joined bits are given, is another than
 * 0. */
template <int VSize>
__device__ __forceinline__ void
MarkFlatPixels(std::uint32_t differences, float (&estimates)[VSize])
{
  if (differences == 0)
  {
    asm volatile("");
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      estimates[i] = GetFlatCannyEstimate();
    }
  }
}

/** A bit for each of a lane's pixels, all of them flat, whose neighbours are flat too: the lowest is that of the first.
 * \param left, right estimates beside the first and the last one
 * \param others estimates beside each, along other axes */
template <int VSize, typename... TOthers>
__device__ __forceinline__ std::uint32_t
FindFlatPixels(float left, float right, const float (&before)[VSize], const TOthers &... others)
{
  std::uint32_t flat = 0;
#pragma unroll
  for (int i = 0; i < VSize; ++i)
  {
    flat |= IsFlatCannyEstimate(before[i]) && (IsFlatCannyEstimate(others[i]) && ...) ? 1u << i : 0;
  }
  flat &= IsFlatCannyEstimate(left) ? ~0u : ~1u;
  return flat & (IsFlatCannyEstimate(right) ? ~0u : ~(1u << (VSize - 1)));
}
} // namespace
} // namespace itk::device

#endif
