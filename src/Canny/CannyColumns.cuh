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
#ifndef CannyColumns_cuh
#define CannyColumns_cuh

#include "CannyFlat.cuh"
#include "CannyWriter.cuh"

namespace itk::device
{
namespace
{
/** What a slice has around VPixels neighbouring voxels: `here` begins one voxel before them. */
template <int VPixels>
struct CannySlice
{
  float above[VPixels];
  float here[VPixels + 2];
  float below[VPixels];
  /** Above minus below, beside the voxels. */
  float downBefore;
  float downAfter;
};

/** \class CannyColumns
 * \brief Estimates 2 L_vv of neighbouring voxels of a slice, going from slice to slice.
 *
 * Places, modulo three, are the number of a slice. */
struct CannyColumns
{
  /** Takes the newest slice and estimates that before it; flat voxels by themselves, if VTakesFlat. */
  template <int VPlace, bool VTakesFlat, int VPixels>
  __device__ __forceinline__ void
  Update(const CannySlice<VPixels> & slice)
  {
    constexpr int next = VPlace;
    constexpr int here = (VPlace + 2) % 3;
    constexpr int before = (VPlace + 1) % 3;
#pragma unroll
    for (int i = 0; i < VPixels; ++i)
    {
      across[next][i] = slice.here[i] - slice.here[i + 2];
      down[next][i] = slice.above[i] - slice.below[i];
    }
#pragma unroll
    for (int i = 0; i < VPixels; ++i)
    {
      through[here][i] = smoothed[before][i] - slice.here[i + 1];
      sumOfSquares[i] = planeSumOfSquares[i];
      float estimate = numerator[i];
      AddCannyDepth(across[here][i],
                    down[here][i],
                    through[here][i],
                    across[before][i] - across[next][i],
                    down[before][i] - down[next][i],
                    smoothed[before][i] + slice.here[i + 1],
                    -4.0f * smoothed[here][i],
                    estimate,
                    sumOfSquares[i]);
      second[here][i] = DivideCannyEstimate(estimate, sumOfSquares[i]);
      smoothed[next][i] = slice.here[i + 1];
      EstimateCannyPlane(across[next][i],
                         down[next][i],
                         (i == 0 ? slice.downBefore : down[next][i - 1]) -
                           (i + 1 == VPixels ? slice.downAfter : down[next][i + 1]),
                         slice.here[i] + slice.here[i + 2],
                         slice.above[i] + slice.below[i],
                         -4.0f * slice.here[i + 1],
                         numerator[i],
                         planeSumOfSquares[i]);
    }
    if constexpr (VTakesFlat)
    {
      MarkFlatPixels(JoinBits(across[here]) | JoinBits(down[here]) | JoinBits(through[here]), second[here]);
    }
  }

  // Of the last three slices; `through` and `second` of those before the newest. Places that no slice has yet hold no
  // matter what.
  float smoothed[3][CannyPixelsOfLane]{};
  float across[3][CannyPixelsOfLane]{};
  float down[3][CannyPixelsOfLane]{};
  float through[3][CannyPixelsOfLane]{};
  float second[3][CannyPixelsOfLane]{};
  // Of the slice before the newest.
  float sumOfSquares[CannyPixelsOfLane]{};
  // Of the newest, in its plane alone.
  float numerator[CannyPixelsOfLane]{};
  float planeSumOfSquares[CannyPixelsOfLane]{};
};
} // namespace
} // namespace itk::device

#endif
