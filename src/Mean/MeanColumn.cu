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
#include "MeanPlan.cuh"

namespace itk::device::mean
{
template <typename TSum, typename TOutput>
void
LaunchColumnPass(const ColumnPass<TSum, TOutput> & pass, const Stream & stream)
{
  WithWindow(pass.radius, [&](const auto & window) {
    const auto kernel = MeanColumnKernel<TSum, TOutput, std::decay_t<decltype(window)>>;
    const bool isSmall = std::decay_t<decltype(window)>::IsSmall;
    const auto plan = MakePlan<TSum>(kernel,
                                     0,
                                     isSmall ? 0 : 2 * pass.radius * StripWidth * sizeof(TSum),
                                     window,
                                     pass.pass.outputSize[1],
                                     DivideUp(pass.pass.outputSize[0], StripWidth),
                                     pass.pass.layers,
                                     stream);
    kernels::Launch("MeanColumnKernel",
                    kernel,
                    { plan.blocks, Threads, plan.sharedMemory },
                    stream,
                    pass,
                    window,
                    plan.work,
                    plan.keepsSums,
                    plan.ring);
  });
}

#define ITK_INSTANTIATE(sum, output) template void LaunchColumnPass(const ColumnPass<sum, output> &, const Stream &)
ITK_INSTANTIATE(std::uint32_t, std::uint8_t);
ITK_INSTANTIATE(std::uint32_t, std::uint16_t);
ITK_INSTANTIATE(std::uint32_t, std::uint32_t);
ITK_INSTANTIATE(std::int32_t, std::int16_t);
ITK_INSTANTIATE(std::int32_t, std::int32_t);
ITK_INSTANTIATE(double, std::uint8_t);
ITK_INSTANTIATE(double, std::int16_t);
ITK_INSTANTIATE(double, std::uint16_t);
ITK_INSTANTIATE(double, float);
ITK_INSTANTIATE(double, double);
} // namespace itk::device::mean
