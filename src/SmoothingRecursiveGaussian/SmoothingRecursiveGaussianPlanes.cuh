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

namespace itk::device::recursive
{
/** One axis of FilterPlanesKernel. */
template <typename TOutput>
struct Axis
{
  Pass<float, TOutput> pass;
  Division             division;
  RecursiveGaussian    gaussian;
};

/** Zeroed before the launch. */
struct Progress
{
  unsigned int * tickets;  // given to blocks
  unsigned int * finished; // blocks of rows, of each plane
  unsigned int   ahead;    // planes by which rows precede columns
};

template <bool VRows, typename TOutput>
__device__ __forceinline__ void
FilterPlane(const Axis<TOutput> & axis, unsigned int plane, unsigned int group, WarpMemory * warps)
{
  const Position position = MakePosition<VRows>(axis.division, plane, 0, group);
  FilterLines<VRows>(axis.pass, axis.division, Carries{}, axis.gaussian, position, warps);
}

/** Blocks take their work in the order of their tickets, so that a block of columns waits only for blocks that run. */
template <typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps)
  FilterPlanesKernel(const Axis<float> rows, const Axis<TOutput> columns, const Progress progress)
{
  extern __shared__ WarpMemory warps[];
  __shared__ unsigned int      ticket;
  const bool                   isFirst = threadIdx.x == 0 && threadIdx.y == 0;
  const auto                   groupsOfRows = static_cast<unsigned int>(rows.division.groups);
  const auto                   planes = static_cast<unsigned int>(rows.pass.layers);
  if (isFirst)
  {
    ticket = atomicAdd(progress.tickets, 1);
  }
  __syncthreads();
  const unsigned int blocksOfPlane = groupsOfRows + static_cast<unsigned int>(columns.division.groups);
  const unsigned int step = ticket / blocksOfPlane;
  const unsigned int group = ticket % blocksOfPlane;
  if (group < groupsOfRows)
  {
    if (step >= planes || threadIdx.y >= rows.division.CountWarps())
    {
      return;
    }
    FilterPlane<true>(rows, step, group, warps);
    __syncthreads();
    if (isFirst)
    {
      __threadfence();
      atomicAdd(progress.finished + step, 1);
    }
  }
  else
  {
    if (step < progress.ahead || threadIdx.y >= columns.division.CountWarps())
    {
      return;
    }
    const unsigned int plane = step - progress.ahead;
    if (isFirst)
    {
      while (*static_cast<volatile const unsigned int *>(progress.finished + plane) != groupsOfRows)
      {
        __nanosleep(100);
      }
      __threadfence();
    }
    __syncthreads();
    FilterPlane<false>(columns, plane, group - groupsOfRows, warps);
  }
}

/** Rows are as many planes ahead of columns as keep the device busy, so that columns need not wait, and find what they
 * read in its cache. */
template <typename TOutput>
void
LaunchPlanesOf(const Axis<float> & rows, const Axis<TOutput> & columns, const Stream & stream)
{
  const auto           kernel = FilterPlanesKernel<TOutput>;
  const int            warps = std::max(rows.division.CountWarps(), columns.division.CountWarps());
  const std::size_t    sharedMemory = std::max(GetSharedMemory(rows.division), GetSharedMemory(columns.division));
  const std::ptrdiff_t planes = rows.pass.layers;
  const std::ptrdiff_t blocksOfPlane = rows.division.groups + columns.division.groups;
  kernels::AllowSharedMemory(kernel, GetMostSharedMemory(stream));
  const std::ptrdiff_t resident = kernels::CountResidentBlocks(kernel, WarpSize * warps, sharedMemory, stream);
  const std::ptrdiff_t ahead = std::min(DivideUp(resident, blocksOfPlane) + 1, planes);
  const std::size_t    bytes = (1 + planes) * sizeof(unsigned int);
  const Buffer         buffer(bytes, stream);
  auto * const         tickets = buffer.As<unsigned int>();
  Check(cudaMemsetAsync(tickets, 0, bytes, stream.GetHandle()), "cudaMemsetAsync");
  kernels::Launch("FilterPlanesKernel",
                  kernel,
                  { (planes + ahead) * blocksOfPlane, dim3(WarpSize, warps), sharedMemory },
                  stream,
                  rows,
                  columns,
                  Progress{ tickets, tickets + 1, static_cast<unsigned int>(ahead) });
}

template <typename TOutput>
void
LaunchPlanes(const Pass<float, float> &   rows,
             const RecursiveGaussian &    gaussianOfRows,
             const Pass<float, TOutput> & columns,
             const RecursiveGaussian &    gaussianOfColumns,
             const Stream &               stream)
{
  const Division ofRows = DivideLines<true>(rows, gaussianOfRows, stream);
  const Division ofColumns = DivideLines<false>(columns, gaussianOfColumns, stream);
  // Else LaunchPass fills groups with rows of several layers.
  const bool fillsGroups = rows.size[1] >= ofRows.groups * (WarpSize - WarpSize / 8);
  if (ofRows.HasWholeLines() && ofColumns.HasWholeLines() && fillsGroups)
  {
    LaunchPlanesOf(
      Axis<float>{ rows, ofRows, gaussianOfRows }, Axis<TOutput>{ columns, ofColumns, gaussianOfColumns }, stream);
    return;
  }
  LaunchPass<true>(rows, gaussianOfRows, stream);
  LaunchPass<false>(columns, gaussianOfColumns, stream);
}
} // namespace itk::device::recursive

#endif
