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
  ForEachPart<RowPartCapacity>(row, [&](const auto & coefficients) {
    LaunchOnStrips(
      "SeparableConvolutionAnyRowKernel", SeparableConvolutionAnyRowKernel<TInput>, pass, pass, stream, coefficients);
  });
}

template <int VRadius, typename TInput, typename TColumn>
void
LaunchRectangle(const Pass<TInput> &       pass,
                const std::vector<float> & row,
                const TColumn &            column,
                const Stream &             stream)
{
  LaunchOnStrips("SeparableConvolutionRectangleKernel",
                 SeparableConvolutionRectangleKernel<TInput, VRadius, TColumn>,
                 pass,
                 pass,
                 stream,
                 MakeCoefficients<VRadius>(row),
                 column);
}

template <typename TInput>
void
LaunchRectanglePass(const Pass<TInput> &       pass,
                    const std::vector<float> & row,
                    const std::vector<float> & column,
                    const Stream &             stream)
{
  const auto columnRadius = static_cast<int>(column.size() / 2);
  WithRadius<LargestRectangleRadius>(row.size() / 2, [&](auto constant) {
    constexpr int radius = decltype(constant)::value;
    if (columnRadius == radius)
    {
      LaunchRectangle<radius>(pass, row, MakeCoefficients<radius>(column), stream);
    }
    else if (columnRadius <= 4)
    {
      LaunchRectangle<radius>(pass, row, MakeShortCoefficients<4>(column), stream);
    }
    else if (columnRadius <= 12)
    {
      LaunchRectangle<radius>(pass, row, MakeShortCoefficients<12>(column), stream);
    }
    else
    {
      LaunchRectangle<radius>(pass, row, MakeShortCoefficients<LargestRectangleRadius>(column), stream);
    }
  });
}
} // namespace itk::device::separable

#endif
