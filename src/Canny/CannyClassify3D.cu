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
#include "CannyClassify.cuh"
#include "CannySliceWalk.cuh"

namespace itk::device
{
namespace
{
constexpr int SliceWalkRows = 16;
template <bool VTakesFlat>
using SliceWalk = CannySliceWalk<SliceWalkRows, VTakesFlat>;
using Slices = CannySlices<SliceWalkRows>;

/** A block takes 128 columns, 16 rows and a segment of the slices: it reads each voxel 1.3 times, mostly from the cache. Bound
 * by instructions, 145 for 32 voxels of a volume of photographs, and by what a warp waits for: an H200 issues one in 59 of 100
 * cycles, as a multiprocessor has registers for one block of 19 warps. */
template <bool VTakesFlat>
__global__ void
__launch_bounds__(Slices::Threads) ClassifyCannyVoxels(const __grid_constant__ CannyTask   task,
                                                       const __grid_constant__ CannyLimits limits,
                                                       dim3                                walks,
                                                       std::ptrdiff_t                      length)
{
  extern __shared__ float4 memory[];
  auto &                   shared = *reinterpret_cast<Slices *>(memory);
  const std::size_t        x = std::size_t{ blockIdx.x % walks.x } * Slices::Columns;
  const std::size_t        y = std::size_t{ blockIdx.x / walks.x % walks.y } * SliceWalkRows;
  const std::size_t        first = blockIdx.x / walks.x / walks.y * length;
  const auto               slices = static_cast<int>(min(static_cast<std::size_t>(length), task.size[2] - first));
  SliceWalk<VTakesFlat>(shared, task, limits, x, y, first, slices).Walk();
  const std::size_t row = y + threadIdx.x / 32 - 1;
  if (threadIdx.x / 32 - 1 < SliceWalkRows && row < task.size[1])
  {
    DecideDoubts<3, SliceWalk<VTakesFlat>::Bytes>(task, first * task.size[1] + row, task.size[1], slices, x / 8);
  }
}
} // namespace

template <>
void
LaunchCannyClassification<3>(const CannyTask & task, const Stream & stream)
{
  using kernels::DivideUp;
  const auto     limits = GetCannyLimits<3>(task);
  const auto     kernel = TakesFlatPixels(limits) ? ClassifyCannyVoxels<true> : ClassifyCannyVoxels<false>;
  const auto     strips = DivideUp(task.size[0], Slices::Columns);
  const auto     bands = DivideUp(task.size[1], SliceWalkRows);
  const auto     walks = static_cast<std::ptrdiff_t>(strips * bands);
  constexpr auto bytes = sizeof(Slices);
  kernels::AllowSharedMemory(kernel, bytes);
  const auto           atOnce = kernels::CountResidentBlocks(kernel, Slices::Threads, bytes, stream);
  const std::ptrdiff_t length = GetCannyWalkLength(task.size[2], walks, atOnce);
  const auto           segments = DivideUp(static_cast<std::ptrdiff_t>(task.size[2]), length);
  kernels::Launch("ClassifyCannyVoxels",
                  kernel,
                  { walks * segments, Slices::Threads, bytes },
                  stream,
                  task,
                  limits,
                  dim3(static_cast<unsigned int>(strips), static_cast<unsigned int>(bands)),
                  length);
}
} // namespace itk::device
