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
#ifndef DiffusionMean_cuh
#define DiffusionMean_cuh

#include "DiffusionCore.h"
#include "Kernels/Reduce.cuh"

namespace itk::device::diffusion
{
struct Sum
{
  double value;

  __device__ void
  Merge(const Sum & other)
  {
    value += other.value;
  }
};

struct FinishState
{
  DiffusionState * state;
  double           pixels;
  double           conductance;

  __device__ void
  operator()(const Sum & sum) const
  {
    DiffusionState result{};
    result.averageGradientMagnitudeSquared = sum.value / pixels;
    SetConductance(result, conductance);
    *state = result;
  }
};

/** Enqueues a kernel of ReduceBlocks blocks, each of which sets one of the sums of squared gradients that it is given after
 * `task`, and then that of the state that follows from their mean. */
template <typename TTask>
void
LaunchMean(const char * name,
           void (*kernel)(TTask, Sum *),
           const TTask &    task,
           double           conductance,
           DiffusionState * state,
           const Stream &   stream)
{
  double pixels = 1.0;
  for (const auto size : task.image.size)
  {
    pixels *= static_cast<double>(size);
  }
  const Buffer buffer(kernels::ReduceBlocks * sizeof(Sum), stream);
  auto * const sums = buffer.As<Sum>();
  kernels::Launch(name, kernel, { kernels::ReduceBlocks, kernels::PointwiseThreads }, stream, task, sums);
  kernels::Launch("FinishReduction",
                  kernels::FinishReduction<Sum, FinishState>,
                  { 1, kernels::PointwiseThreads },
                  stream,
                  sums,
                  FinishState{ state, pixels, conductance });
}
} // namespace itk::device::diffusion

#endif
