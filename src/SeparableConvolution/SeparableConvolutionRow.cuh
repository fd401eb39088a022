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
#ifndef SeparableConvolutionRow_cuh
#define SeparableConvolutionRow_cuh

#include "SeparableConvolutionLaunch.cuh"
#include "SeparableConvolutionPasses.cuh"

namespace itk::device::separable
{
template <typename TInput>
void
LaunchRowPass(const Pass<TInput> & pass, const std::vector<float> & row, const Stream & stream)
{
  const auto     kernel = SeparableConvolutionAnyRowKernel<TInput>;
  const Division division = DivideWalk(pass.outputSize, pass.layers, StripWarps * StripWidth, kernel, stream);
  ForEachPart<RowPartCapacity>(row, [&](const auto & coefficients) {
    ForEachGrid(pass, division, [&](const Pass<TInput> & part, unsigned int blocks) {
      kernel<<<blocks, StripThreads, 0, stream.GetHandle()>>>(part, division, coefficients);
      Check(cudaGetLastError(), "SeparableConvolutionAnyRowKernel");
    });
  });
}

template <typename TInput>
void
LaunchSquarePass(const Pass<TInput> &       pass,
                 const std::vector<float> & row,
                 const std::vector<float> & column,
                 const Stream &             stream)
{
  WithRadius<LargestSquareRadius>(row.size() / 2, [&](auto constant) {
    constexpr int  radius = decltype(constant)::value;
    const auto     kernel = SeparableConvolutionSquareKernel<TInput, radius>;
    const Division division = DivideWalk(pass.outputSize, pass.layers, StripWarps * StripWidth, kernel, stream);
    ForEachGrid(pass, division, [&](const Pass<TInput> & part, unsigned int blocks) {
      kernel<<<blocks, StripThreads, 0, stream.GetHandle()>>>(
        part, division, MakeCoefficients<radius>(row), MakeCoefficients<radius>(column));
      Check(cudaGetLastError(), "SeparableConvolutionSquareKernel");
    });
  });
}
} // namespace itk::device::separable

#endif
