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
#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>

namespace itk::device::convolution
{
namespace
{
/** What the sums of a kernel's coefficients, rounded in any order, and those of the factors' products may differ by. */
template <typename TPixel>
double
FindDistance(const Coefficients & coefficients, const SeparableFactors & factors)
{
  constexpr double smallest = std::numeric_limits<TPixel>::lowest();
  constexpr double largest = std::numeric_limits<TPixel>::max();
  double           differences = 0.0;
  double           magnitudesOfDifferences = 0.0;
  double           magnitudes = 0.0;
  auto             coefficient = coefficients.values.begin();
  for (const double z : factors.layer)
  {
    for (const double y : factors.column)
    {
      for (const double x : factors.row)
      {
        const double product = x * y * z;
        differences += *coefficient - product;
        magnitudesOfDifferences += std::abs(*coefficient - product);
        magnitudes += std::abs(*coefficient) + std::abs(product);
        ++coefficient;
      }
    }
  }
  // A term passes fewer roundings; those of this function are among them.
  const double roundings = 2.0 * static_cast<double>(coefficients.values.size() + factors.row.size() +
                                                     factors.column.size() + factors.layer.size());
  // Pixels are a middle one and at most half the range more or less. PixelOffset is added, and what it adds is subtracted first.
  return (largest - smallest) / 2.0 * magnitudesOfDifferences + std::abs((largest + smallest) / 2.0 * differences) +
         2.0 * (PixelOffset<TPixel> + 0x10000) * roundings * std::ldexp(1.0, -53) * magnitudes;
}
} // namespace

template <typename TPixel>
std::optional<SeparableFactors>
FindSeparableFactors(const Coefficients & coefficients, const std::vector<std::vector<double>> & factors)
{
  const auto isLong = [](const auto & factor) { return factor.size() > LongestInDouble<TPixel>; };
  if (factors.size() < 2 || std::any_of(factors.begin(), factors.end(), isLong))
  {
    return std::nullopt;
  }
  SeparableFactors result{};
  result.row = factors[0];
  result.column = factors[1];
  result.layer = factors.size() > 2 ? factors[2] : std::vector<double>{ 1.0 };
  if (result.layer.size() == 1)
  {
    std::for_each(result.column.begin(), result.column.end(), [&](double & value) { value *= result.layer[0]; });
    result.layer[0] = 1.0;
  }
  const double distance = FindDistance<TPixel>(coefficients, result);
  if (!(distance <= Rounding::MostDistance))
  {
    return std::nullopt;
  }
  result.rounding = Rounding(distance, std::is_unsigned_v<TPixel> && coefficients.AreNotNegative());
  return result;
}

bool
IsFastInDouble(const Stream & stream)
{
  // The driver takes as long to tell as to filter a small image.
  static std::atomic<int> ratios[64];
  const auto get = [&] { return kernels::GetDeviceAttribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, stream); };
  if (stream.GetDevice() >= static_cast<int>(std::size(ratios)))
  {
    return get() <= 2;
  }
  auto & ratio = ratios[stream.GetDevice()];
  if (ratio == 0)
  {
    ratio = get();
  }
  return ratio <= 2;
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
