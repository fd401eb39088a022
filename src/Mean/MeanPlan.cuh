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
#ifndef MeanPlan_cuh
#define MeanPlan_cuh

#include "Kernels/Grid.cuh"
#include "MeanKernel.cuh"

namespace itk::device::mean
{
/** How a kernel is launched. */
template <typename TSum>
struct Plan
{
  Work             work;
  RingMemory<TSum> ring;
  int              linesBuffers;
  bool             keepsSums;
  unsigned int     blocks;
  std::size_t      sharedMemory;
  Buffer           buffer;
};

/** Segments of the length with which `blocks` blocks at once, which read `overlap` rows more for each, end soonest. */
inline Work
DivideWork(std::ptrdiff_t rows,
           std::ptrdiff_t strips,
           std::ptrdiff_t layers,
           std::ptrdiff_t overlap,
           std::ptrdiff_t blocks)
{
  Work           work{};
  std::ptrdiff_t least = 0;
  for (std::ptrdiff_t segments = 1; segments <= DivideUp(rows, 4 * GroupSize); ++segments)
  {
    const std::ptrdiff_t length = DivideUp(DivideUp(rows, segments), GroupSize) * GroupSize;
    const std::ptrdiff_t items = strips * layers * DivideUp(rows, length);
    const std::ptrdiff_t cost = DivideUp(items, blocks) * (2 * length + overlap);
    if (least == 0 || cost < least)
    {
      least = cost;
      work = { strips, DivideUp(rows, length), length, items };
    }
    if (items > 8 * blocks)
    {
      break;
    }
  }
  return work;
}

/** Beside the ring, a block needs `lines` bytes of shared memory for each of one or two buffers, and uses `kept` bytes if there
 * is room for them. */
template <typename TSum, typename TKernel, typename TWindow>
Plan<TSum>
MakePlan(TKernel         kernel,
         std::size_t     lines,
         std::size_t     kept,
         const TWindow & window,
         std::ptrdiff_t  rows,
         std::ptrdiff_t  strips,
         std::ptrdiff_t  layers,
         const Stream &  stream)
{
  Plan<TSum> plan{};
  if constexpr (!TWindow::IsSmall)
  {
    plan.ring.sums = std::ptrdiff_t{ window.groups } * StripWidth;
  }
  // So many blocks should fit on a multiprocessor.
  const auto findMost = [&](int count) -> std::size_t {
    return kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, stream) / count -
           kernels::GetDeviceAttribute(cudaDevAttrReservedSharedMemoryPerBlock, stream);
  };
  const std::size_t most = findMost(2);
  std::size_t       ring = plan.ring.sums * sizeof(TSum);
  const bool        isInBuffer = lines + ring > most;
  if (isInBuffer)
  {
    ring = 0;
  }
  // The level 1 cache is what is left of the same memory.
  constexpr std::size_t cache = std::size_t{ 16 } << 10;
  plan.linesBuffers = 2 * lines + ring + cache > most ? 1 : 2;
  plan.sharedMemory = plan.linesBuffers * lines + ring;
  plan.keepsSums = kept > 0 && plan.sharedMemory + kept <= findMost(BlocksPerMultiprocessor<TSum>);
  plan.sharedMemory += plan.keepsSums ? kept : 0;
  // No kernel declares any besides, so this is the most that a launch may have.
  kernels::AllowSharedMemory(kernel, kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream));
  const std::ptrdiff_t atOnce = kernels::CountResidentBlocks(kernel, Threads, plan.sharedMemory, stream);
  plan.work = DivideWork(rows, strips, layers, 2 * window.radius, atOnce);
  plan.blocks = static_cast<unsigned int>(std::min(plan.work.items, atOnce));
  if (isInBuffer)
  {
    plan.buffer = Buffer(plan.blocks * plan.ring.sums * sizeof(TSum), stream);
    plan.ring.memory = plan.buffer.template As<TSum>();
  }
  return plan;
}
} // namespace itk::device::mean

#endif
