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
#ifndef SmoothingRecursiveGaussianPlanes_cuh
#define SmoothingRecursiveGaussianPlanes_cuh

#include "SmoothingRecursiveGaussianBlock.cuh"
#include "itkDeviceBuffer.h"
#include <cuda/atomic>

namespace itk::device::recursive
{
template <int VLines>
using RowShape = TileShape<true, VLines, true>;
template <int VLines>
using ColumnShape = TileShape<false, VLines, true>;

/** One axis of FilterPlanesKernel. */
template <typename TOutput>
struct Axis
{
  Pass<float, TOutput> pass;
  Division             division;
  RecursiveGaussian    gaussian;
};

using Counter = cuda::atomic_ref<unsigned int, cuda::thread_scope_device>;

/** The order of the blocks: each step has those of a plane's rows, and of the columns of the plane that is `ahead` planes
 * before it. */
struct Order
{
  unsigned int   blocksOfStep;
  unsigned int   reciprocal; // of that, times 2^32, rounded up
  unsigned int   ahead;
  unsigned int * finished; // blocks of rows, of each plane; zeroed before the launch
};

template <typename TShape, typename TOutput>
__device__ __forceinline__ void
FilterPlane(const Axis<TOutput> & axis, unsigned int plane, unsigned int group, WarpMemory * warps)
{
  const Position position = MakePosition<TShape>(axis.division, plane, 0, group);
  FilterLines<TShape>(axis.pass, axis.division, Carries{}, axis.gaussian, position, warps);
}

/** A block of columns waits only for blocks of lower numbers, which run before it: devices start blocks in their order, as
 * CUB's scans rely on too. */
template <int VLines, typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps)
  FilterPlanesKernel(const Axis<float> rows, const Axis<TOutput> columns, const Order order)
{
  extern __shared__ WarpMemory warps[];

  const auto         groupsOfRows = static_cast<unsigned int>(rows.division.groups);
  const auto         planes = static_cast<unsigned int>(rows.pass.layers);
  const unsigned int step = __umulhi(blockIdx.x, order.reciprocal);
  const unsigned int group = blockIdx.x - step * order.blocksOfStep;
  if (group < groupsOfRows)
  {
    if (step >= planes || threadIdx.y >= rows.division.CountWarps())
    {
      return;
    }
    FilterPlane<RowShape<VLines>>(rows, step, group, warps);
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
    {
      Counter(order.finished[step]).fetch_add(1, cuda::memory_order_release);
    }
  }
  else
  {
    if (step < order.ahead || threadIdx.y >= columns.division.CountWarps())
    {
      return;
    }
    const unsigned int plane = step - order.ahead;
    // That empties the L1 cache, which copied quads do not pass.
    const bool eachWarpWaits = VLines == FewLines && columns.division.readsQuads;
    if (threadIdx.x == 0 && (eachWarpWaits || threadIdx.y == 0))
    {
      while (Counter(order.finished[plane]).load(cuda::memory_order_acquire) != groupsOfRows)
      {
        __nanosleep(100);
      }
    }
    if (eachWarpWaits)
    {
      __syncwarp();
    }
    else
    {
      __syncthreads();
    }
    FilterPlane<ColumnShape<VLines>>(columns, plane, group - groupsOfRows, warps);
  }
}

/** Whether a multiplication by `Order::reciprocal` divides the numbers of so many blocks. */
inline bool
HasReciprocal(std::ptrdiff_t blocks, std::ptrdiff_t blocksOfStep)
{
  return blocks * blocksOfStep < std::ptrdiff_t{ 1 } << 32;
}

/** Rows are as many planes ahead of columns as keep the device busy, so that columns need not wait, and find what they
 * read in its cache. */
template <int VLines, typename TOutput>
void
LaunchPlanesOf(const Axis<float> & rows, const Axis<TOutput> & columns, const Stream & stream)
{
  const auto        kernel = FilterPlanesKernel<VLines, TOutput>;
  const int         warps = std::max(rows.division.CountWarps(), columns.division.CountWarps());
  const std::size_t sharedMemory =
    std::max(GetSharedMemory<RowShape<VLines>>(rows.division), GetSharedMemory<ColumnShape<VLines>>(columns.division));
  const std::ptrdiff_t planes = rows.pass.layers;
  const std::ptrdiff_t blocksOfStep = rows.division.groups + columns.division.groups;
  kernels::AllowSharedMemory(kernel, GetMostSharedMemory(stream));
  const std::ptrdiff_t resident = kernels::CountResidentBlocks(kernel, WarpSize * warps, sharedMemory, stream);
  const std::ptrdiff_t ahead = std::min(DivideUp(resident, blocksOfStep) + 1, planes);
  const std::size_t    bytes = planes * sizeof(unsigned int);
  const Buffer         buffer(bytes, stream);
  Order                order{};
  order.blocksOfStep = static_cast<unsigned int>(blocksOfStep);
  order.reciprocal = static_cast<unsigned int>(DivideUp(std::ptrdiff_t{ 1 } << 32, blocksOfStep));
  order.ahead = static_cast<unsigned int>(ahead);
  order.finished = buffer.As<unsigned int>();
  Check(cudaMemsetAsync(order.finished, 0, bytes, stream.GetHandle()), "cudaMemsetAsync");
  kernels::Launch("FilterPlanesKernel",
                  kernel,
                  { (planes + ahead) * blocksOfStep, dim3(WarpSize, warps), sharedMemory },
                  stream,
                  rows,
                  columns,
                  order);
}

/** Returns false, and launches nothing, where a block has no room for whole lines, or layers' rows would leave many lines of
 * groups empty: LaunchPass fills groups with rows of several layers. */
template <int VLines, typename TOutput>
bool
TryToLaunchPlanes(const Pass<float, float> &   rows,
                  const RecursiveGaussian &    gaussianOfRows,
                  const Pass<float, TOutput> & columns,
                  const RecursiveGaussian &    gaussianOfColumns,
                  const Stream &               stream)
{
  const Division       ofRows = DivideLines<RowShape<VLines>>(rows, gaussianOfRows, stream);
  const Division       ofColumns = DivideLines<ColumnShape<VLines>>(columns, gaussianOfColumns, stream);
  const bool           fillsGroups = rows.size[1] >= ofRows.groups * (VLines - VLines / 8);
  const std::ptrdiff_t blocksOfStep = ofRows.groups + ofColumns.groups;
  const std::ptrdiff_t mostBlocks = 2 * rows.layers * blocksOfStep;
  if (!ofRows.HasWholeLines() || !ofColumns.HasWholeLines() || !fillsGroups || !HasReciprocal(mostBlocks, blocksOfStep))
  {
    return false;
  }
  LaunchPlanesOf<VLines>(
    Axis<float>{ rows, ofRows, gaussianOfRows }, Axis<TOutput>{ columns, ofColumns, gaussianOfColumns }, stream);
  return true;
}

template <typename TOutput>
void
LaunchPlanes(const Pass<float, float> &   rows,
             const RecursiveGaussian &    gaussianOfRows,
             const Pass<float, TOutput> & columns,
             const RecursiveGaussian &    gaussianOfColumns,
             const Stream &               stream)
{
  constexpr std::ptrdiff_t longest = 10 * RecursiveGaussianChunk; // of as many warps
  const bool               areLong = std::max(rows.size[0], rows.size[1]) > longest;
  const auto launch = areLong ? TryToLaunchPlanes<FewLines, TOutput> : TryToLaunchPlanes<WarpSize, TOutput>;
  if (!launch(rows, gaussianOfRows, columns, gaussianOfColumns, stream))
  {
    LaunchPass<true>(rows, gaussianOfRows, stream);
    LaunchPass<false>(columns, gaussianOfColumns, stream);
  }
}
} // namespace itk::device::recursive

#endif
