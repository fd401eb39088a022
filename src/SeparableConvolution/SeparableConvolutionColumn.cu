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
  const auto radius = static_cast<int>(column.size() / 2);
  if (radius >= 1 && radius <= LargestRectangleRadius)
  {
    WithRadius<LargestRectangleRadius>(radius, [&](auto constant) {
      constexpr int constantRadius = decltype(constant)::value;
      LaunchOnStrips("SeparableConvolutionColumnKernel",
                     SeparableConvolutionColumnKernel<constantRadius>,
                     pass,
                     pass,
                     stream,
                     MakeCoefficients<constantRadius>(column));
    });
    return;
  }
  Division division{};
  division.segmentLength = ColumnOutputs * ColumnGroups;
  division.strips = static_cast<unsigned int>(DivideUp(pass.outputSize[0], ColumnStrip));
  division.segments = static_cast<unsigned int>(DivideUp(pass.outputSize[1], division.segmentLength));
  ForEachPart<ColumnPartCapacity>(column, [&](const auto & coefficients) {
    ForEachGrid(pass, pass.layers, division, [&](const Pass<float> & part, std::ptrdiff_t blocks) {
      Launch("SeparableConvolutionAnyColumnKernel",
             SeparableConvolutionAnyColumnKernel<Pass<float>>,
             { blocks, ColumnThreads },
             stream,
             part,
             division,
             coefficients);
    });
  });
}
} // namespace itk::device::separable
