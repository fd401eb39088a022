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
#include "SeparableConvolutionLaunch.cuh"
#include "SeparableConvolutionPasses.cuh"

namespace itk::device::separable
{
void
LaunchColumnPass(const Pass<float> & pass, const std::vector<float> & column, const Stream & stream)
{
  const std::size_t radius = column.size() / 2;
  if (radius >= 1 && radius <= LargestSquareRadius)
  {
    WithRadius<LargestSquareRadius>(radius, [&](auto constant) {
      constexpr int  constantRadius = decltype(constant)::value;
      const auto     kernel = SeparableConvolutionColumnKernel<constantRadius>;
      const Division division = DivideWalk(pass.outputSize, pass.layers, StripWarps * StripWidth, kernel, stream);
      ForEachGrid(pass, division, [&](const Pass<float> & part, unsigned int blocks) {
        kernel<<<blocks, StripThreads, 0, stream.GetHandle()>>>(
          part, division, MakeCoefficients<constantRadius>(column));
        Check(cudaGetLastError(), "SeparableConvolutionColumnKernel");
      });
    });
    return;
  }
  Division division{};
  division.segmentLength = ColumnOutputs * ColumnGroups;
  division.strips = static_cast<unsigned int>(DivideUp(pass.outputSize[0], ColumnStrip));
  division.segments = static_cast<unsigned int>(DivideUp(pass.outputSize[1], division.segmentLength));
  ForEachPart<ColumnPartCapacity>(column, [&](const auto & coefficients) {
    ForEachGrid(pass, division, [&](const Pass<float> & part, unsigned int blocks) {
      SeparableConvolutionAnyColumnKernel<<<blocks, ColumnThreads, 0, stream.GetHandle()>>>(
        part, division, coefficients);
      Check(cudaGetLastError(), "SeparableConvolutionAnyColumnKernel");
    });
  });
}
} // namespace itk::device::separable
