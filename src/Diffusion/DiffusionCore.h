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
#ifndef DiffusionCore_h
#define DiffusionCore_h

#include "itkCudaDiffusionLaunch.h"
#include "itkDeviceMacro.h"
#include <cmath>
#include <cstdint>
#include <cstring>

/** Before a loop whose arrays are to be registers on the device. */
#ifdef __CUDA_ARCH__
#  define ITK_DIFFUSION_UNROLL _Pragma("unroll")
#else
#  define ITK_DIFFUSION_UNROLL
#endif

/** \file
 * The terms of ITK's diffusion equations. Differences of pixels are rounded to float where ITK's are; all else is in double,
 * with fewer roundings than ITK's: spacings are multiplied in last. To be compiled without contraction. */
namespace itk::device::diffusion
{
/** Those of a double, as a number. */
ITK_HOST_DEVICE inline std::uint64_t
GetBits(double value)
{
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

ITK_HOST_DEVICE inline double
FromBits(std::uint64_t bits)
{
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/** 2^x for -1021 < x <= 0 within a unit in the last place: 0.9 is the most that was seen.
 *
 * Of x = n + r the factor 2^r = 1 + r q(r), where q of degree 10 interpolates at Chebyshev's nodes of [-1/2, 1/2], which
 * leaves 2^-55 of 2^r. */
ITK_HOST_DEVICE inline double
PowerOfTwo(double x)
{
  constexpr double toInteger = 0x1.8p+52; // Its sum with a small number has that, rounded, in its lowest bits.
  const double     shifted = x + toInteger;
  const double     r = x - (shifted - toInteger);
  double           q = 0x1.e9d3fe3952179p-32;
  q = std::fma(q, r, 0x1.e6063f7217bc6p-28);
  q = std::fma(q, r, 0x1.b524fae627834p-24);
  q = std::fma(q, r, 0x1.62bfd47773353p-20);
  q = std::fma(q, r, 0x1.ffcbfc670dcd4p-17);
  q = std::fma(q, r, 0x1.430913096fd9fp-13);
  q = std::fma(q, r, 0x1.5d87fe78a5276p-10);
  q = std::fma(q, r, 0x1.3b2ab6fba1ddap-7);
  q = std::fma(q, r, 0x1.c6b08d704a0c2p-5);
  q = std::fma(q, r, 0x1.ebfbdff82c598p-3);
  q = std::fma(q, r, 0x1.62e42fefa39efp-1);
  return FromBits(GetBits(std::fma(q, r, 1.0)) + (GetBits(shifted) << 52));
}

/** In place of log2(e) / K where K is 0. */
inline constexpr double NoConductance = -0x1.fffffffffffffp+1023;

/** From the mean squared gradient m and the conductance parameter c: log2(e) / K, with K = float(-2 m c^2). */
ITK_HOST_DEVICE inline void
SetConductance(DiffusionState & state, double parameter)
{
  const auto k = static_cast<float>(state.averageGradientMagnitudeSquared * parameter * parameter * -2.0);
  state.factor = k == 0.0f ? NoConductance : 0x1.71547652b82fep+0 / static_cast<double>(k);
}

/** exp(square / K) for exponent = square log2(e) / K, times what getRest() returns. 0 where the exponential is below 2^-1020,
 * and where `isConducting` is not set. */
template <typename TGetRest>
ITK_HOST_DEVICE double
Conduct(double exponent, bool isConducting, const TGetRest & getRest)
{
  // Bits of negative numbers grow with their magnitude, up to those of NaNs.
  const auto   high = static_cast<std::uint32_t>(GetBits(exponent) >> 32);
  const double product = PowerOfTwo(exponent) * getRest();
  const double least = high > 0xfff00000 && isConducting ? exponent : 0.0;
  return high <= 0xc08fe000 && isConducting ? product : least; // -1020
}

/** The difference between neighbours. */
ITK_HOST_DEVICE inline double
Difference(float before, float after)
{
  return static_cast<double>(after - before);
}

/** Over two pixels' distance, as the parent of each equation rounds it, and times CentralFactor of it. */
template <DiffusionEquation VEquation>
ITK_HOST_DEVICE double
CentralDifference(float before, float after)
{
  if constexpr (VEquation == DiffusionEquation::CurvatureDiffusion)
  {
    // The parent's sum in double, rounded to float, is that of floats: 53 bits are more than twice 24.
    return static_cast<double>(0.5f * after - 0.5f * before);
  }
  else
  {
    return static_cast<double>(after - before);
  }
}

template <DiffusionEquation VEquation>
inline constexpr double CentralFactor = VEquation == DiffusionEquation::CurvatureDiffusion ? 1.0 : 2.0;

/** 1 / sqrt(square) within two units in the last place, for squares that are neither denormal nor infinite. */
ITK_HOST_DEVICE inline double
ReciprocalRoot(double square)
{
  double reciprocal;
#ifdef __CUDA_ARCH__
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(reciprocal) : "d"(square));
#else
  // As the device's, with 20 bits.
  reciprocal = FromBits(GetBits(1.0 / std::sqrt(square)) & 0xffffffff00000000);
#endif
  const double error = std::fma(-square * reciprocal, reciprocal, 1.0);
  return std::fma(std::fma(error, 0.375, 0.5), reciprocal * error, reciprocal);
}

/** Of an equation, K and the axes' scales as faces need them. */
template <DiffusionEquation VEquation, int VDimension>
struct FaceFactors
{
  ITK_HOST_DEVICE
  FaceFactors(const double (&scale)[VDimension], double factor)
    : isConducting(factor != NoConductance)
    , exponentOfSquare(factor)
  {
    ITK_DIFFUSION_UNROLL
    for (int axis = 0; axis < VDimension; ++axis)
    {
      // In gradient diffusion nothing but the exponent takes squares.
      const double square = VEquation == DiffusionEquation::GradientDiffusion ? scale[axis] * scale[axis] * factor
                                                                              : scale[axis] * scale[axis];
      ofDifference[axis] = square;
      constexpr double meanFactor = 2.0 * CentralFactor<VEquation>;
      ofSum[axis] = square / (meanFactor * meanFactor);
    }
  }

  bool   isConducting;
  double exponentOfSquare;
  double ofDifference[VDimension]; // of its square, across a face
  double ofSum[VDimension];        // of the square of the sum of two pixels' central differences
};

/** What flows through the face between two pixels, by spacing: `difference` is across it, along VAxis, `sums` of the central
 * differences of the two along the other axes, in their order. */
template <int VAxis, DiffusionEquation VEquation, int VDimension>
ITK_HOST_DEVICE double
FlowThroughFace(double difference,
                const double (&sums)[VDimension - 1],
                const FaceFactors<VEquation, VDimension> & factors)
{
  double square = difference * difference * factors.ofDifference[VAxis];
  ITK_DIFFUSION_UNROLL
  for (int i = 0; i < VDimension - 1; ++i)
  {
    square = std::fma(sums[i] * sums[i], factors.ofSum[i < VAxis ? i : i + 1], square);
  }
  if constexpr (VEquation == DiffusionEquation::GradientDiffusion)
  {
    return difference * Conduct(square, factors.isConducting, [] { return 1.0; });
  }
  else
  {
    // Without conductance the parent multiplies by 0 what may be NaN.
    return difference *
           Conduct(square * factors.exponentOfSquare, true, [=] { return ReciprocalRoot(1.0e-10 + square); });
  }
}

/** How fast a pixel changes by curvature diffusion: its `speed` by the length of the upwind gradient, which is that of a pixel
 * that rises where speed > 0. */
template <int VDimension>
ITK_HOST_DEVICE double
MultiplyByUpwindGradient(double speed,
                         const float (&before)[VDimension],
                         const float (&after)[VDimension],
                         const double (&scale)[VDimension])
{
  const float direction = speed > 0.0 ? 1.0f : -1.0f;
  // So little as is added shows in no pixel.
  double square = 1.0e-200;
  ITK_DIFFUSION_UNROLL
  for (int axis = 0; axis < VDimension; ++axis)
  {
    const double uphill = std::fmax(direction * after[axis], 0.0f);
    const double downhill = std::fmax(-direction * before[axis], 0.0f);
    square = std::fma(std::fma(uphill, uphill, downhill * downhill), scale[axis] * scale[axis], square);
  }
  return square * ReciprocalRoot(square) * speed;
}

/** What a pixel is after a step. */
ITK_HOST_DEVICE inline float
Step(float pixel, float change, double timeStep)
{
  return pixel + static_cast<float>(static_cast<double>(change) * timeStep);
}

/** Pixels around one, from -1 to 1 along each axis, of which 2D has those of [1]. */
using Neighborhood = float[3][3][3];

/** The curvature of the isophotes times the gradient's magnitude; 0 where the square of that is below 1e-9. */
template <int VDimension>
ITK_HOST_DEVICE float
ComputeCurvatureFlow(const Neighborhood & near, const double (&scale)[VDimension])
{
  const auto at = [&near](int i, int along, int j, int across) {
    int index[3]{ 1, 1, 1 };
    index[along] += i;
    index[across] += j;
    return near[index[2]][index[1]][index[0]];
  };
  double first[VDimension];
  double second[VDimension];
  double magnitude = 0.0;
  ITK_DIFFUSION_UNROLL
  for (int i = 0; i < VDimension; ++i)
  {
    const int   other = (i + 1) % VDimension;
    const float before = at(-1, i, 0, other);
    const float after = at(1, i, 0, other);
    first[i] = 0.5 * static_cast<double>(after - before) * scale[i];
    second[i] = static_cast<double>(after - 2 * near[1][1][1] + before) * (scale[i] * scale[i]);
    magnitude += first[i] * first[i];
  }
  if (magnitude < 1e-9)
  {
    return 0.0f;
  }
  double update = 0.0;
  ITK_DIFFUSION_UNROLL
  for (int i = 0; i < VDimension; ++i)
  {
    double others = 0.0;
    ITK_DIFFUSION_UNROLL
    for (int j = 0; j < VDimension; ++j)
    {
      if (j != i)
      {
        others += second[j];
      }
    }
    update += others * (first[i] * first[i]);
  }
  ITK_DIFFUSION_UNROLL
  for (int i = 0; i < VDimension; ++i)
  {
    ITK_DIFFUSION_UNROLL
    for (int j = i + 1; j < VDimension; ++j)
    {
      const double cross = 0.25 *
                           static_cast<double>(at(-1, i, -1, j) - at(-1, i, 1, j) - at(1, i, -1, j) + at(1, i, 1, j)) *
                           scale[i] * scale[j];
      update -= 2 * first[i] * first[j] * cross;
    }
  }
  return static_cast<float>(update / magnitude);
}
} // namespace itk::device::diffusion

#endif
