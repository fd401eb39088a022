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
#ifndef CannyEstimate_h
#define CannyEstimate_h

#include "CannyCore.h"
#include <cstdint>
#include <cstring>
#include <limits>

/** \file
 * What itk::CannyEdgeDetectionImageFilter decides of a pixel, from estimates in float, which need no conversions to double
 * and back: where the estimates differ by more than their errors it is the same decision.
 *
 * With differences d along the axes, of which ITK's gradient is the half, and S = 4 (0.0001 + sum of squares of the
 * gradient), estimated is
 *
 *   2 L_vv = (sum of 2 d_a^2 p_aa + sum over a < b of d_a d_b q_ab) / S,
 *
 * where p_aa are its second derivatives, and q_ab four times its mixed ones.
 *
 * Let u = 2^-24 and D the largest magnitude of the pixels. The differences and S are ITK's to the last bit. Of the rest of
 * L_vv, which is no greater than 5 D in two dimensions and 6 D in three, the following is rounded, in u D. By ITK: second
 * derivatives, 4 and 4, mixed ones, 1 and 2, products with squares, 8 and 8, partial sums, 11 and 23, and the quotient, 5 and 6:
 * 29 and 43. By the estimate: second derivatives, 6 and 6, mixed ones, 2 and 4, products and partial sums, 14 and 26, the
 * reciprocal, 10 and 12, and the last product, 5 and 6: 37 and 54. Together 66 and 97. */
namespace itk::device
{
namespace canny
{
#ifdef __CUDA_ARCH__
__device__ inline float
MultiplyAdd(float a, float b, float c)
{
  return __fmaf_rn(a, b, c);
}
/** To a part in 2^23. */
__device__ inline float
Reciprocal(float a)
{
  float result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(a));
  return result;
}
/** 0 for what is less than the least normal number. */
__device__ inline float
MultiplyFlushed(float a, float b)
{
  float result;
  asm("mul.rn.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
#else
inline float
MultiplyAdd(float a, float b, float c)
{
  return std::fma(a, b, c);
}
inline float
Reciprocal(float a)
{
  return 1 / a;
}
inline float
MultiplyFlushed(float a, float b)
{
  const float product = a * b;
  return std::fabs(product) < std::numeric_limits<float>::min() ? 0 : product;
}
#endif

/** The sign is in the highest bit. */
ITK_HOST_DEVICE inline std::uint32_t
GetBits(float a)
{
#ifdef __CUDA_ARCH__
  return __float_as_uint(a);
#else
  std::uint32_t bits;
  std::memcpy(&bits, &a, sizeof(bits));
  return bits;
#endif
}

/** The bits of the least number above 0. */
inline constexpr std::uint32_t FlatBits = 1;
} // namespace canny

/** By what D is multiplied for the largest error of an estimate of 2 L_vv, and some more for what is said at
 * JudgeCannyPixel(). */
template <unsigned int VDimension>
inline constexpr float CannyRelativeError = 2 * (VDimension == 3 ? 112.0f : 72.0f) / (1 << 24);

/** The largest error of estimates from pixels of no greater magnitude than `largest`, which may be NaN. Beyond 10^12
 * products might overflow. */
ITK_HOST_DEVICE inline float
GetCannyError(float relativeError, float largest)
{
  return largest < 1e12f ? relativeError * largest : INFINITY;
}

/** In a plane: its part of the numerator of 2 L_vv, and 4 (0.0001 + squares of its gradient).
 *
 * \param across, down the pixel before minus that after, along each axis
 * \param mixed that difference across of the row before, minus that of the row after
 * \param acrossSum, downSum the pixel before plus that after
 * \param fourfold -4 times the pixel */
ITK_HOST_DEVICE inline void
EstimateCannyPlane(float   across,
                   float   down,
                   float   mixed,
                   float   acrossSum,
                   float   downSum,
                   float   fourfold,
                   float & numerator,
                   float & sumOfSquares)
{
  using canny::MultiplyAdd;
  const float acrossTwice = MultiplyAdd(2.0f, acrossSum, fourfold);
  const float downTwice = MultiplyAdd(2.0f, downSum, fourfold);
  numerator = MultiplyAdd(across,
                          MultiplyAdd(down, mixed, canny::Multiply(across, acrossTwice)),
                          canny::Multiply(down, canny::Multiply(down, downTwice)));
  sumOfSquares = canny::Add(canny::Add(4 * 0.0001f, canny::Multiply(across, across)), canny::Multiply(down, down));
}

/** Adds what lies along the third axis. `mixed` are the differences across and down in the plane before, minus those in
 * the plane after. */
ITK_HOST_DEVICE inline void
AddCannyDepth(float   across,
              float   down,
              float   through,
              float   acrossMixed,
              float   downMixed,
              float   throughSum,
              float   fourfold,
              float & numerator,
              float & sumOfSquares)
{
  using canny::MultiplyAdd;
  const float throughTwice = MultiplyAdd(2.0f, throughSum, fourfold);
  const float mixed = MultiplyAdd(down, downMixed, canny::Multiply(across, acrossMixed));
  numerator = MultiplyAdd(through, MultiplyAdd(through, throughTwice, mixed), numerator);
  sumOfSquares = canny::Add(sumOfSquares, canny::Multiply(through, through));
}

/** The estimate of 2 L_vv from what the above found. What is less than the least normal number, 2^-126, is made 0: that is less than
 * u D, or products of two differences are 0 and so is L_vv. */
ITK_HOST_DEVICE inline float
DivideCannyEstimate(float numerator, float sumOfSquares)
{
  return canny::MultiplyFlushed(numerator, canny::Reciprocal(sumOfSquares));
}

/** Stands for the estimate of a pixel whose differences are all 0, as its L_vv is: no other estimate is that. */
ITK_HOST_DEVICE inline float
GetFlatCannyEstimate()
{
#ifdef __CUDA_ARCH__
  return __uint_as_float(canny::FlatBits);
#else
  return std::numeric_limits<float>::denorm_min();
#endif
}

ITK_HOST_DEVICE inline bool
IsFlatCannyEstimate(float estimate)
{
  return canny::GetBits(estimate) == canny::FlatBits;
}

/** In the highest bit, what is estimated of a pixel. */
struct CannyVerdict
{
  /** The second derivative crosses zero, and does not grow along the gradient. */
  std::uint32_t isMaximum;
  std::uint32_t isSure;
};

/** From estimates of 2 L_vv of a pixel and its face neighbours, none of them further off than `error`, which is finite.
 *
 * \param neighbors along each axis the one before and the one after
 * \param differences of the smoothed pixels, before minus after
 *
 * A neighbour on the other side of zero is further away from it if the sum of the two has the neighbour's sign. Of that
 * sum of L_vv, twice the error and its rounding is sure: 142 u D and 206, less than 144 and 224. The third derivative's sign is
 * sure beyond 212 u D and 314, less than 216 and 336, times the sum of the differences' magnitudes: twice the errors, 132 and
 * 194, three and four roundings of the estimate, 30 and 48, and as ITK does it five and six, 50 and 72. */
template <unsigned int VDimension>
ITK_HOST_DEVICE inline CannyVerdict
JudgeCannyPixel(float center,
                const float (&neighbors)[2 * VDimension],
                const float (&differences)[VDimension],
                float error)
{
  float lowest = std::fmin(neighbors[0], neighbors[1]);
  float highest = std::fmax(neighbors[0], neighbors[1]);
  float third = canny::Multiply(neighbors[0] - neighbors[1], differences[0]);
  float reach = std::fabs(differences[0]);
  for (unsigned int axis = 1; axis < VDimension; ++axis)
  {
    const float before = neighbors[2 * axis];
    const float after = neighbors[2 * axis + 1];
    lowest = std::fmin(lowest, std::fmin(before, after));
    highest = std::fmax(highest, std::fmax(before, after));
    third = canny::MultiplyAdd(before - after, differences[axis], third);
    reach += std::fabs(differences[axis]);
  }
  const float distance = (center > 0 ? -lowest : highest) - std::fabs(center);
  const float tooClose = 2 * error - std::fmin(std::fabs(distance), std::fabs(center));
  const float tooFlat = canny::MultiplyAdd(3 * error, reach, -std::fabs(third));
  return { ~canny::GetBits(distance) & canny::GetBits(third), canny::GetBits(tooClose) & canny::GetBits(tooFlat) };
}

/** The least sum that ComputeCannyGradient() gives a pixel whose magnitude is above a threshold; the largest number if there
 * is none, and NaN if the threshold is. */
inline float
FindLeastCannySum(float threshold)
{
  if (!(threshold >= 0))
  {
    return threshold < 0 ? 0 : threshold;
  }
  constexpr float largest = std::numeric_limits<float>::max();
  float           sum = std::fmin(threshold * threshold, largest);
  while (std::sqrt(sum) > threshold)
  {
    sum = std::nextafter(sum, 0.0f);
  }
  while (!(std::sqrt(sum) > threshold) && sum < largest)
  {
    sum = std::nextafter(sum, largest);
  }
  return sum;
}
} // namespace itk::device

#endif
