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
#ifndef RegionSnakeRanked_cuh
#define RegionSnakeRanked_cuh

#include "RegionSnakeRanked.h"

namespace itk::device
{
namespace
{
/** The best of the block's candidates, a thread each, of which there are VThreads. */
template <int VThreads>
__device__ Ranked
FindBestInBlock(Ranked own)
{
  __shared__ Ranked candidates[VThreads];
  __syncthreads();
  candidates[threadIdx.x] = own;
  for (int half = VThreads / 2; half > 0; half /= 2)
  {
    __syncthreads();
    if (threadIdx.x < half && candidates[threadIdx.x + half].IsBetter(candidates[threadIdx.x]))
    {
      candidates[threadIdx.x] = candidates[threadIdx.x + half];
    }
  }
  __syncthreads();
  return candidates[0];
}

/** The best of those in memory, for a block of VThreads. */
template <int VThreads>
__device__ Ranked
FindBest(const Ranked * candidates, std::int64_t size)
{
  Ranked own{ HUGE_VAL, INT64_MAX };
  for (std::int64_t i = threadIdx.x; i < size; i += VThreads)
  {
    own = candidates[i].IsBetter(own) ? candidates[i] : own;
  }
  return FindBestInBlock<VThreads>(own);
}
} // namespace
} // namespace itk::device

#endif
