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
#ifndef CannyCore_h
#define CannyCore_h

#include "itkDeviceMacro.h"
#include "Kernels/ZeroCrossingCore.h"
#include <cmath>

/** \file
 * The arithmetic of itk::CannyEdgeDetectionImageFilter for float pixels, operation by operation: the same order, the
 * same roundings to float and double, and no fused multiply-add but where the product is exact. Host and device give
 * the same bits, where the host compiler does not contract either (GCC does with -march=native on FMA machines, in
 * ITK's own code too).
 *
 * A neighbourhood is a function from 0 .. 3^VDimension - 1, axis 0 fastest, to the pixel there; the centre is
 * (3^VDimension - 1) / 2. Stencils have unit spacing, whatever the image's. */
namespace itk::device
{
namespace canny
{
#ifdef __CUDA_ARCH__
__device__ inline float
Add(float a, float b)
{
  return __fadd_rn(a, b);
}
__device__ inline double
Add(double a, double b)
{
  return __dadd_rn(a, b);
}
__device__ inline float
Multiply(float a, float b)
{
  return __fmul_rn(a, b);
}
__device__ inline double
Multiply(double a, double b)
{
  return __dmul_rn(a, b);
}
__device__ inline float
Divide(float a, float b)
{
  return __fdiv_rn(a, b);
}
__device__ inline float
SquareRoot(float a)
{
  return __fsqrt_rn(a);
}
/** sum + factor * value, for a power of two as the factor. */
__device__ inline float
AddScaled(float sum, float factor, float value)
{
  return __fmaf_rn(factor, value, sum);
}
__device__ inline double
AddScaled(double sum, double factor, double value)
{
  return __fma_rn(factor, value, sum);
}
#else
template <typename T>
inline T
Add(T a, T b)
{
  return a + b;
}
template <typename T>
inline T
Multiply(T a, T b)
{
  return a * b;
}
inline float
Divide(float a, float b)
{
  return a / b;
}
inline float
SquareRoot(float a)
{
  return std::sqrt(a);
}
template <typename T>
inline T
AddScaled(T sum, T factor, T value)
{
  return sum + factor * value;
}
#endif
} // namespace canny

/** Position of the neighbour that is one pixel further along an axis, relative to the centre. */
ITK_HOST_DEVICE constexpr int
GetCannyStride(unsigned int axis)
{
  return axis == 0 ? 1 : axis == 1 ? 3 : 9;
}

template <unsigned int VDimension>
inline constexpr int CannyCenter = (GetCannyStride(VDimension - 1) * 3 - 1) / 2;

/** Half the difference of the pixels before and after, as ITK's inner product with (1/2, 0, -1/2): a centre that is
 * infinite or NaN makes it NaN. ITK sums in double, which changes nothing below 2^127: the double-precision sum of two
 * floats rounds to float as their exact sum does. */
ITK_HOST_DEVICE inline float
ComputeCannyFirstDerivative(float before, float center, float after)
{
  const float difference = canny::Add(before, -after);
#ifdef __CUDA_ARCH__
  return __fmul_rn(0.5f, __fmaf_rn(0.0f, center, difference));
#else
  return 0.5f * (difference + 0.0f * center);
#endif
}

/** The first derivatives, and as the result the sum of their squares + 0.0001. */
template <unsigned int VDimension, typename TNeighborhood>
ITK_HOST_DEVICE inline float
ComputeCannyGradient(const TNeighborhood & pixel, float (&gradient)[VDimension])
{
  constexpr int center = CannyCenter<VDimension>;
  float         sumOfSquares = 0.0001f;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const int stride = GetCannyStride(axis);
    gradient[axis] = ComputeCannyFirstDerivative(pixel(center - stride), pixel(center), pixel(center + stride));
    sumOfSquares = canny::Add(sumOfSquares, canny::Multiply(gradient[axis], gradient[axis]));
  }
  return sumOfSquares;
}

/** The second derivative of the smoothed image along its gradient, L_vv. */
template <unsigned int VDimension, typename TNeighborhood>
ITK_HOST_DEVICE inline float
ComputeCannySecondDerivative(const TNeighborhood & pixel)
{
  using canny::Add;
  using canny::AddScaled;
  using canny::Multiply;
  constexpr int center = CannyCenter<VDimension>;

  float       gradient[VDimension];
  const float sumOfSquares = ComputeCannyGradient<VDimension>(pixel, gradient);

  const auto widened = [&pixel](int i) { return static_cast<double>(pixel(i)); };
  float      derivative = 0.0f;
  for (unsigned int i = 0; i + 1 < VDimension; ++i)
  {
    for (unsigned int j = i + 1; j < VDimension; ++j)
    {
      const int    a = GetCannyStride(i);
      const int    b = GetCannyStride(j);
      const double differences = AddScaled(
        AddScaled(
          AddScaled(0.25 * widened(center - a - b), -0.25, widened(center - a + b)), -0.25, widened(center + a - b)),
        0.25,
        widened(center + a + b));
      const double gradients = Multiply(2.0 * gradient[i], static_cast<double>(gradient[j]));
      const double product = Multiply(gradients, static_cast<double>(static_cast<float>(differences)));
      derivative = static_cast<float>(Add(static_cast<double>(derivative), product));
    }
  }
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const int   stride = GetCannyStride(axis);
    const float second =
      static_cast<float>(Add(AddScaled(widened(center - stride), -2.0, widened(center)), widened(center + stride)));
    derivative = Add(derivative, Multiply(Multiply(gradient[axis], gradient[axis]), second));
  }
  return canny::Divide(derivative, sumOfSquares);
}

/** The gradient magnitude where L_vv does not grow along the gradient, else 0.
 *
 * \param gradient, sumOfSquares what ComputeCannyGradient gives for the smoothed image
 * \param gradientOfSecond the first derivatives of L_vv */
template <unsigned int VDimension>
ITK_HOST_DEVICE inline float
SuppressCannyNonMaximum(const float (&gradient)[VDimension],
                        float sumOfSquares,
                        const float (&gradientOfSecond)[VDimension])
{
  const float magnitude = canny::SquareRoot(sumOfSquares);
  float       third = 0.0f;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    third = canny::Add(third, canny::Multiply(gradientOfSecond[axis], canny::Divide(gradient[axis], magnitude)));
  }
  return canny::Multiply(third <= 0.0f ? 1.0f : 0.0f, magnitude);
}
} // namespace itk::device

#endif
