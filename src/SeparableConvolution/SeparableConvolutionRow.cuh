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
  const Division division =
    DivideWalk(pass.outputSize, pass.layers, StripWarps * StripWidth, kernel, StripThreads, stream);
  ForEachPart<RowPartCapacity>(row, [&](const auto & coefficients) {
    ForEachGrid(pass, pass.layers, division, [&](const Pass<TInput> & part, std::ptrdiff_t blocks) {
      Launch(
        "SeparableConvolutionAnyRowKernel", kernel, { blocks, StripThreads }, stream, part, division, coefficients);
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
    const Division division =
      DivideWalk(pass.outputSize, pass.layers, StripWarps * StripWidth, kernel, StripThreads, stream);
    ForEachGrid(pass, pass.layers, division, [&](const Pass<TInput> & part, std::ptrdiff_t blocks) {
      Launch("SeparableConvolutionSquareKernel",
             kernel,
             { blocks, StripThreads },
             stream,
             part,
             division,
             MakeCoefficients<radius>(row),
             MakeCoefficients<radius>(column));
    });
  });
}
} // namespace itk::device::separable

#endif
