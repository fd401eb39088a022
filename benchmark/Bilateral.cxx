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
#include "BenchmarkLaunch.h"
#include "itkCudaBilateralLaunch.h"
#include <cmath>

namespace
{
/** A Gaussian window, and a table of the range's Gaussian as the filter makes them by default, of pixels below 2^24 or, if
 * they have 16 bits or less, below 2^8. */
template <std::size_t VDimension>
itk::device::BilateralTables<VDimension>
MakeTables(std::size_t radius, double rangeSigma)
{
  itk::device::BilateralTables<VDimension> tables{};
  std::fill_n(tables.radius, VDimension, radius);
  const auto        side = 2 * radius + 1;
  const double      sigma = 0.4 * static_cast<double>(radius);
  const std::size_t weights = GetNumberOfPixels(VDimension, side);
  double            sum = 0;
  for (std::size_t i = 0; i < weights; ++i)
  {
    double squares = 0;
    for (std::size_t axis = 0, rest = i; axis < VDimension; ++axis, rest /= side)
    {
      const double distance = static_cast<double>(rest % side) - static_cast<double>(radius);
      squares += distance * distance;
    }
    tables.domain.push_back(std::exp(-0.5 * squares / (sigma * sigma)));
    sum += tables.domain.back();
  }
  for (double & weight : tables.domain)
  {
    weight /= sum;
  }
  constexpr int samples = 100;
  tables.distanceLimit = 4 * rangeSigma;
  for (int i = 0; i < samples; ++i)
  {
    const double distance = 4.0 * i / samples;
    tables.range.push_back(std::exp(-0.5 * distance * distance) / rangeSigma);
  }
  return tables;
}

/** `rangeSigma` is in 256ths of the pixels' range. */
template <typename TPixel, std::size_t VDimension>
void
RegisterBilateral(std::size_t radius, int rangeSigma, std::size_t side)
{
  const double unit = std::is_floating_point_v<TPixel> ? 65536 : std::exp2(8.0 * sizeof(TPixel) - 8);
  const auto   tables = MakeTables<VDimension>(radius, rangeSigma * unit);
  const auto   detail = MakeWindowName(MakeCube<VDimension>(radius)) + "/sigma" + std::to_string(rangeSigma);
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName("Bilateral", VDimension, PixelName<TPixel>, detail, side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchBilateral<TPixel, VDimension>(input, output, NoOffset<VDimension>, tables, stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    // Of floats a sigma of 50 has the cheapest lookup, as has ITK's default of 50 in an image of 0 to 255; 30 has another.
    for (const int rangeSigma : { 50, 30 })
    {
      RegisterBilateral<float, 2>(3, rangeSigma, 4096);
      RegisterBilateral<float, 2>(5, rangeSigma, 4096);
      RegisterBilateral<float, 3>(5, rangeSigma, 256);
    }
    RegisterBilateral<float, 2>(10, 50, 4096);
    RegisterBilateral<std::uint8_t, 2>(5, 30, 4096);
    RegisterBilateral<std::uint16_t, 2>(5, 30, 4096);
    RegisterBilateral<std::int16_t, 3>(5, 30, 256);
  }
});
} // namespace
