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
#ifndef BilateralCore_h
#define BilateralCore_h

#include "Kernels/Cast.h"
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace itk::device::bilateral
{
/** A sample of the range's table is known by its key, FirstKey + its number: the upper word of 2^20 + number. So a distance
 * is looked up by a sum, of which the device makes four times as many as conversions. */
constexpr double        KeyShift = 1 << 20;
constexpr std::uint32_t FirstKey = 0x41300000;

/** FirstKey + floor(product), or if that is 2^20 or more, infinite or NaN, some greater number. */
ITK_HOST_DEVICE inline std::uint32_t
GetKey(double product)
{
#ifdef __CUDA_ARCH__
  return __double2hiint(__dadd_rd(product, KeyShift));
#else
  return product < KeyShift ? FirstKey + static_cast<std::uint32_t>(product) : ~std::uint32_t{ 0 };
#endif
}

/** GetKey() of the product as it is before rounding; neither factor is negative. */
ITK_HOST_DEVICE inline std::uint32_t
GetKeyOfExactProduct(double a, double b)
{
#ifdef __CUDA_ARCH__
  return __double2hiint(__fma_rd(a, b, KeyShift));
#else
  const double product = a * b;
  const bool   isBelow = product < KeyShift && std::fma(a, b, -std::floor(product)) < 0;
  return GetKey(product) - (isBelow ? 1 : 0);
#endif
}

// Ways to look a distance up, which ends with the key of a sample, or with `far`, that behind the last, for those at the
// limit and above and for NaN.

/** As the parent does it: a comparison with the limit, then the rounded product with `scale`, samples over limit. */
struct ComparedLookup
{
  double        scale;
  double        limit;
  std::uint32_t far;

  ITK_HOST_DEVICE std::uint32_t
                  operator()(double distance) const
  {
    const std::uint32_t key = GetKey(distance * scale);
    return distance < limit ? (key < far ? key : far - 1) : far;
  }
};

/** Without the comparison, where the rounded products say the same. */
struct RoundedLookup
{
  double        scale;
  std::uint32_t far;

  ITK_HOST_DEVICE std::uint32_t
                  operator()(double distance) const
  {
    const std::uint32_t key = GetKey(distance * scale);
    return key < far ? key : far;
  }
};

/** Besides without the rounding, where exact products with a `scale` say the same. */
struct ExactLookup
{
  double        scale;
  std::uint32_t far;

  ITK_HOST_DEVICE std::uint32_t
                  operator()(double distance) const
  {
    const std::uint32_t key = GetKeyOfExactProduct(distance, scale);
    return key < far ? key : far;
  }
};

/** Of the pixels of a window so far. */
struct WeightedSum
{
  double weights{ 0 };
  double pixels{ 0 };

  ITK_HOST_DEVICE void
  Add(double pixel, double weight)
  {
    weights += weight;
    pixels += pixel * weight;
  }

  template <typename TPixel>
  ITK_HOST_DEVICE TPixel
  GetMean() const
  {
    return kernels::CastLikeX86<TPixel>(pixels / weights);
  }
};

/** A neighbour in a form whose products with a weight of 0 are 0: what is infinite or NaN becomes a number that is further
 * than FarthestLimit from any other. */
constexpr double FarPixel = 1e300;
constexpr double FarthestLimit = 1e299;

template <typename TPixel>
ITK_HOST_DEVICE double
GetNeighbor(TPixel pixel)
{
  const auto value = static_cast<double>(pixel);
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    return pixel - pixel == 0 ? value : FarPixel;
  }
  return value;
}

/** A window's centre: NaN, from which nothing is near, if it is not finite. */
template <typename TPixel>
ITK_HOST_DEVICE double
GetCenter(TPixel pixel)
{
  const auto value = static_cast<double>(pixel);
  return value - value + value;
}

/** The mean over a window of `radius`. getPixel(x, y, z) is the pixel at so much from the window's first one; `range` has
 * the samples. */
template <typename TPixel, typename TGetPixel>
ITK_HOST_DEVICE TPixel
FilterWindow(const TGetPixel & getPixel,
             const std::ptrdiff_t (&radius)[3],
             const double *         domain,
             const double *         range,
             const ComparedLookup & lookup)
{
  const double center = getPixel(radius[0], radius[1], radius[2]);
  WeightedSum  sum;
  for (std::ptrdiff_t z = 0; z <= 2 * radius[2]; ++z)
  {
    for (std::ptrdiff_t y = 0; y <= 2 * radius[1]; ++y)
    {
      for (std::ptrdiff_t x = 0; x <= 2 * radius[0]; ++x, ++domain)
      {
        const double        pixel = getPixel(x, y, z);
        const std::uint32_t key = lookup(std::fabs(pixel - center));
        if (key != lookup.far)
        {
          sum.Add(pixel, *domain * range[key - FirstKey]);
        }
      }
    }
  }
  return sum.GetMean<TPixel>();
}
} // namespace itk::device::bilateral

#endif
