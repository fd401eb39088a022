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
#ifndef ResampleArithmetic_h
#define ResampleArithmetic_h

#include "Kernels/Cast.h"
#include "itkCudaResampleLaunch.h"
#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

/** \file
 * The arithmetic of ITK's grids and numbers on x86-64, operation by operation, for host and device. */
namespace itk::device::resample
{
template <unsigned int VDimension>
ITK_HOST_DEVICE inline void
ApplyStep(const ResampleStep<VDimension> & step, const double (&point)[VDimension], double (&result)[VDimension])
{
  for (unsigned int row = 0; row < VDimension; ++row)
  {
    double sum = 0.0;
    for (unsigned int column = 0; column < VDimension; ++column)
    {
      sum += step.matrix[row][column] * (point[column] - step.center[column]);
    }
    result[row] = sum + step.offset[row];
  }
}

template <unsigned int VDimension>
ITK_HOST_DEVICE inline void
MapPoint(const ResampleMap<VDimension> & map, const std::ptrdiff_t (&index)[VDimension], double (&position)[VDimension])
{
  for (unsigned int row = 0; row < VDimension; ++row)
  {
    position[row] = map.origin[row];
    for (unsigned int column = 0; column < VDimension; ++column)
    {
      position[row] += map.matrix[row][column] * static_cast<double>(index[column]);
    }
  }
}

template <unsigned int VDimension>
ITK_HOST_DEVICE inline void
MapIndex(const ResampleMap<VDimension> & map, const std::ptrdiff_t (&index)[VDimension], double (&position)[VDimension])
{
  MapPoint(map, index, position);
  for (int step = 0; step < map.numberOfSteps; ++step)
  {
    double result[VDimension];
    ApplyStep(map.steps[step], position, result);
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      position[axis] = result[axis];
    }
  }
}

/** The nearest integer, of two the even one, of a value of at most 2^31. */
ITK_HOST_DEVICE inline int
RoundToEven(double value)
{
  const double shifted = value + 6755399441055744.0;
  std::int64_t bits;
  std::memcpy(&bits, &shifted, sizeof(bits));
  return static_cast<int>(static_cast<std::uint32_t>(bits));
}

/** itk::Math::Floor, which -1e-20 makes 0. */
ITK_HOST_DEVICE inline int
Floor(double value)
{
  return RoundToEven(fma(2.0, value, -0.5)) >> 1;
}

/** itk::Math::RoundHalfIntegerUp. */
ITK_HOST_DEVICE inline int
RoundHalfUp(double value)
{
  return RoundToEven(fma(2.0, value, 0.5)) >> 1;
}

/** The integer below a number within 2^30 of 0, and how far behind it that is. */
ITK_HOST_DEVICE inline int
SplitAtFloor(double value, double & distance)
{
#ifdef __CUDA_ARCH__
  const double shifted = __dadd_rd(value, 6755399441055744.0);
  distance = value - (shifted - 6755399441055744.0);
  return __double2loint(shifted);
#else
  const double below = std::floor(value);
  distance = value - below;
  return static_cast<int>(below);
#endif
}

/** The upper half of the bits of a number. */
ITK_HOST_DEVICE inline std::uint32_t
GetHighWord(double value)
{
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__double2hiint(value));
#else
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<std::uint32_t>(bits >> 32);
#endif
}

template <typename TPixel>
inline constexpr TPixel Least = std::numeric_limits<TPixel>::lowest();
template <typename TPixel>
inline constexpr TPixel Most = std::numeric_limits<TPixel>::max();

/** What was interpolated as a pixel of the output: clamped, as infinities are, and truncated. A double that is to become
 * an integer is within 2^31 of 0, since it comes of integers. */
template <typename TOutput, typename TValue>
ITK_HOST_DEVICE inline TOutput
ToPixel(TValue value)
{
  if constexpr (std::is_integral_v<TValue>)
  {
    return static_cast<TOutput>(value);
  }
  else if constexpr (std::is_integral_v<TOutput>)
  {
    const auto pixel = kernels::CastLikeX86<std::int32_t>(value);
    return pixel < Least<TOutput>  ? Least<TOutput>
           : pixel > Most<TOutput> ? Most<TOutput>
                                   : static_cast<TOutput>(pixel);
  }
  else
  {
    const auto pixel = static_cast<float>(value);
    return pixel < Least<float> ? Least<float> : pixel > Most<float> ? Most<float> : pixel;
  }
}
} // namespace itk::device::resample

#endif
