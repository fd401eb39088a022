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
#include "ConvolutionSeparable.cuh"
#include "ConvolutionSumError.h"

namespace itk::device::convolution
{
namespace
{
/** What the sums of a kernel's coefficients, rounded in any order, and those of the factors' products may differ by, for pixels of
 * a magnitude of 1. */
double
FindDistance(const Coefficients & coefficients, const std::vector<double> & row, const std::vector<double> & column)
{
  double difference = 0.0;
  double sum = 0.0;
  auto   coefficient = coefficients.values.begin();
  for (const double y : column)
  {
    for (const double x : row)
    {
      difference += std::abs(*coefficient - x * y);
      sum += std::abs(*coefficient) + std::abs(x * y);
      ++coefficient;
    }
  }
  // A term passes fewer roundings; those of this function are among them.
  const double roundings = 2.0 * static_cast<double>(coefficients.values.size() + row.size() + column.size());
  return difference + roundings * std::ldexp(1.0, -53) * sum;
}
} // namespace

template <typename TPixel>
std::optional<SeparableFactors>
FindSeparableFactors(const Coefficients & coefficients, const std::vector<std::vector<double>> & factors)
{
  // So many that one output in 128 is in doubt.
  constexpr double mostDistance = 1 << (SeparableFractionBits - 8);
  constexpr double fractionsOfWord = 1 << (31 - SeparableFractionBits);
  const bool       isBoxOfBytes = sizeof(TPixel) == 1 && coefficients.IsBox();
  const auto       isLong = [](const auto & factor) { return factor.size() > LongestInDouble<TPixel>; };
  const double     largestSum = GetLargestSum<TPixel>(coefficients);
  if (factors.size() < 2 || isBoxOfBytes || coefficients.radius[2] > 0 ||
      std::any_of(factors.begin(), factors.end(), isLong) || !(largestSum < fractionsOfWord - 1))
  {
    return std::nullopt;
  }
  SeparableFactors result{ factors[0], factors[1], 1 };
  if (factors.size() == 3)
  {
    for (double & value : result.column)
    {
      value *= factors[2][0];
    }
  }
  const double largestPixel = largestSum / coefficients.GetSumOfMagnitudes();
  const double distance =
    std::ldexp(largestPixel * FindDistance(coefficients, result.row, result.column), SeparableFractionBits);
  if (!(distance + 1.0 <= mostDistance))
  {
    return std::nullopt;
  }
  result.distance = static_cast<unsigned int>(std::ceil(distance + 0.5));
  return result;
}

bool
IsFastInDouble(const Stream & stream)
{
  return kernels::GetDeviceAttribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, stream) <= 2;
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_SEPARABLE(pixel)                                                                       \
  namespace itk::device::convolution                                                                           \
  {                                                                                                            \
  template std::optional<SeparableFactors>                                                                     \
  FindSeparableFactors<pixel>(const Coefficients &, const std::vector<std::vector<double>> &);                 \
  template void                                                                                                \
  LaunchSeparableInDouble(Task<pixel, pixel>, const Coefficients &, const SeparableFactors &, const Stream &); \
  }                                                                                                            \
  static_assert(true, "")

ITK_INSTANTIATE_SEPARABLE(std::uint8_t);
ITK_INSTANTIATE_SEPARABLE(std::int16_t);
ITK_INSTANTIATE_SEPARABLE(std::uint16_t);
