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
#include "RegionSumsLaunch.h"
#include "Device/itkDeviceCheck.h"
#include <cuda_runtime.h>

namespace itk::device
{
namespace
{
constexpr int numberOfWarps = 8;

/** A block a polygon, a warp an edge, a lane every 32nd row of it. */
__global__ void __launch_bounds__(32 * numberOfWarps)
  SumPolygons(CumulatedImagesView images, PolygonsView polygons, RegionSums * sums)
{
  __shared__ RegionSums warpSums[numberOfWarps];
  const int             lane = threadIdx.x % 32;
  const int             warp = threadIdx.x / 32;
  for (std::int32_t p = blockIdx.x; p < polygons.numberOfPolygons; p += gridDim.x)
  {
    const LabelledPolygon polygon = polygons.polygons[p];
    RegionSums            total{};
    for (std::int32_t i = warp; i < polygon.numberOfNodes; i += numberOfWarps)
    {
      total += EdgeSums(images, polygons.GetNode(polygon, i), polygons.GetNextNode(polygon, i), lane, 32);
    }
    for (int distance = 16; distance > 0; distance /= 2)
    {
      total += RegionSums{ __shfl_down_sync(0xffffffffu, total.count, distance),
                           __shfl_down_sync(0xffffffffu, total.sum, distance),
                           __shfl_down_sync(0xffffffffu, total.squares, distance) };
    }
    if (lane == 0)
    {
      warpSums[warp] = total;
    }
    __syncthreads();
    if (threadIdx.x == 0)
    {
      for (int w = 1; w < numberOfWarps; ++w)
      {
        total += warpSums[w];
      }
      sums[p] = OfRegion(total);
    }
    __syncthreads();
  }
}
} // namespace

void
LaunchPolygonSums(const CumulatedImagesView & images,
                  const PolygonsView &        polygons,
                  RegionSums *                sums,
                  const Stream &              stream)
{
  if (polygons.numberOfPolygons > 0)
  {
    SumPolygons<<<static_cast<unsigned int>(polygons.numberOfPolygons), 32 * numberOfWarps, 0, stream.GetHandle()>>>(
      images, polygons, sums);
    Check(cudaGetLastError(), "SumPolygons");
  }
}
} // namespace itk::device
