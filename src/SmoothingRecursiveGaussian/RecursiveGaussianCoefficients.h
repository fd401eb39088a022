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
#ifndef RecursiveGaussianCoefficients_h
#define RecursiveGaussianCoefficients_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <complex>

/** \file
 * The coefficients of a recursive Gaussian and of its derivatives: see RecursiveGaussianCore.h. */

namespace itk::device
{
/** Pixels of a line that are filtered from one carry to the next. */
inline constexpr int RecursiveGaussianChunk = 32;

/** State of a section. */
template <typename TReal>
struct alignas(2 * sizeof(TReal)) RecursiveGaussianState
{
  TReal value;
  TReal slope;
};

/** x -> matrix x, on states. */
struct RecursiveGaussianTransition
{
  double matrix[2][2];

  ITK_HOST_DEVICE RecursiveGaussianState<double>
                  operator()(const RecursiveGaussianState<double> & state) const
  {
    return { matrix[0][0] * state.value + matrix[0][1] * state.slope,
             matrix[1][0] * state.value + matrix[1][1] * state.slope };
  }
};

inline RecursiveGaussianTransition
operator*(const RecursiveGaussianTransition & a, const RecursiveGaussianTransition & b)
{
  const auto first = a({ b.matrix[0][0], b.matrix[1][0] });
  const auto second = a({ b.matrix[0][1], b.matrix[1][1] });
  return { { { first.value, second.value }, { first.slope, second.slope } } };
}

struct RecursiveGaussianSection
{
  float damping;   // |p|^2
  float stiffness; // |1 - p|^2

  // What the section adds to a result.
  RecursiveGaussianState<float> causalWeight;
  RecursiveGaussianState<float> anticausalWeight;

  // The causal and the anticausal state after a chunk that is entered at rest: their half sum and half difference are
  // the sums of even * (x[i] + x[last - i]) and odd * (x[last - i] - x[i]).
  RecursiveGaussianState<float> even[RecursiveGaussianChunk / 2];
  RecursiveGaussianState<float> odd[RecursiveGaussianChunk / 2];

  double                         gain;        // the value where all pixels are 1
  RecursiveGaussianState<double> afterOnes;   // state after a chunk of ones that is entered at rest
  RecursiveGaussianTransition    acrossChunk; // of zeros
};

/** Coefficients for one axis. */
struct RecursiveGaussian
{
  static constexpr int     NumberOfSections = 2;
  RecursiveGaussianSection sections[NumberOfSections];
  float                    level; // what it makes of ones: 1, or 0 of a derivative
};

/** One half of a section's part of the kernel: h(n), n >= 0, and what is needed of its moments. */
class RecursiveGaussianHalf
{
public:
  /** \param oneMinusPole 1 - p, which is near 0 where sigma is large */
  RecursiveGaussianHalf(double cosine, double sine, const std::complex<double> & oneMinusPole)
    : m_Cosine(cosine)
    , m_Weight(cosine, -sine)
    , m_OneMinusPole(oneMinusPole)
  {}

  double
  GetFirst() const
  {
    return m_Cosine;
  }

  /** The sum of h(n). */
  double
  GetSum() const
  {
    return std::real(m_Weight / m_OneMinusPole);
  }

  /** The sum of n h(n). */
  double
  GetFirstMoment() const
  {
    return std::real(m_Weight * (1.0 - m_OneMinusPole) / (m_OneMinusPole * m_OneMinusPole));
  }

  /** The sum of n^2 h(n). */
  double
  GetSecondMoment() const
  {
    return std::real(m_Weight * (1.0 - m_OneMinusPole) * (2.0 - m_OneMinusPole) /
                     (m_OneMinusPole * m_OneMinusPole * m_OneMinusPole));
  }

private:
  double               m_Cosine;
  std::complex<double> m_Weight;
  std::complex<double> m_OneMinusPole;
};

/** `sigma` is in pixels; `order`, of the derivative, is 0, 1 or 2. Of a ramp of slope 1 the first derivative is `scale`, as
 * is the second one of n^2 / 2. */
inline RecursiveGaussian
MakeRecursiveGaussian(double sigma, int order = 0, double scale = 1)
{
  constexpr int    number = RecursiveGaussian::NumberOfSections;
  constexpr int    last = RecursiveGaussianChunk - 1;
  constexpr double cosines[3][number] = { { 1.3530, -0.3531 }, { -0.6724, 0.6724 }, { -1.3563, 0.3446 } };
  constexpr double sines[3][number] = { { 1.8151, 0.0902 }, { -3.4327, 0.6100 }, { 5.2318, -2.2355 } };
  constexpr double frequency[number] = { 0.6681, 2.0787 };
  constexpr double decay[number] = { 1.3932, 1.3732 };

  double               radius[number];
  double               angle[number];
  double               haversine[number];
  double               oneMinusRadius[number];
  std::complex<double> oneMinusPole[number];
  for (int k = 0; k < number; ++k)
  {
    radius[k] = std::exp(-decay[k] / sigma);
    angle[k] = frequency[k] / sigma;
    haversine[k] = std::sin(angle[k] / 2) * std::sin(angle[k] / 2);
    oneMinusRadius[k] = -std::expm1(-decay[k] / sigma);
    oneMinusPole[k] = { oneMinusRadius[k] + 2 * radius[k] * haversine[k], -radius[k] * std::sin(angle[k]) };
  }
  const auto sumUp = [&](int ofOrder, double (RecursiveGaussianHalf::*get)() const) {
    double sum = 0;
    for (int k = 0; k < number; ++k)
    {
      const RecursiveGaussianHalf half(cosines[ofOrder][k], sines[ofOrder][k], oneMinusPole[k]);
      sum += (half.*get)();
    }
    return sum;
  };

  double       cosine[number];
  double       sine[number];
  const double ofGaussian =
    order == 2 ? (sumUp(2, &RecursiveGaussianHalf::GetFirst) - 2 * sumUp(2, &RecursiveGaussianHalf::GetSum)) /
                   (2 * sumUp(0, &RecursiveGaussianHalf::GetSum) - sumUp(0, &RecursiveGaussianHalf::GetFirst))
               : 0; // so that a second derivative of ones is 0
  for (int k = 0; k < number; ++k)
  {
    cosine[k] = cosines[order][k] + ofGaussian * cosines[0][k];
    sine[k] = sines[order][k] + ofGaussian * sines[0][k];
  }

  RecursiveGaussian              gaussian{};
  RecursiveGaussianState<double> causal[number];
  RecursiveGaussianState<double> anticausal[number];
  double                         sum = 0;
  gaussian.level = order == 0;
  for (int k = 0; k < number; ++k)
  {
    RecursiveGaussianSection & section = gaussian.sections[k];
    const double               damping = radius[k] * radius[k];
    const double               stiffness = oneMinusRadius[k] * oneMinusRadius[k] + 4 * radius[k] * haversine[k];
    section.damping = static_cast<float>(damping);
    section.stiffness = static_cast<float>(stiffness);
    section.gain = 1 / stiffness;

    // h(n) = cosine value(n) + previous value(n - 1), in the section's response to an impulse; the state holds the
    // difference of the two values.
    const double previous = radius[k] * (sine[k] * std::sin(angle[k]) - cosine[k] * std::cos(angle[k]));
    const double both =
      cosine[k] * (oneMinusRadius[k] + 2 * radius[k] * haversine[k]) + sine[k] * radius[k] * std::sin(angle[k]);
    causal[k] = { both, -previous };
    anticausal[k] = { both - cosine[k] * stiffness, damping * cosine[k] };
    sum += (causal[k].value + anticausal[k].value) * section.gain;

    RecursiveGaussianState<double> impulse[RecursiveGaussianChunk];
    RecursiveGaussianState<double> state{ 0, 0 };
    for (int i = 0; i <= last; ++i)
    {
      state.slope = damping * state.slope - stiffness * state.value + (i == 0);
      state.value += state.slope;
      impulse[i] = state;
      section.afterOnes.value += state.value;
      section.afterOnes.slope += state.slope;
    }
    for (int i = 0; i <= last / 2; ++i)
    {
      section.even[i] = { static_cast<float>((impulse[last - i].value + impulse[i].value) / 2),
                          static_cast<float>((impulse[last - i].slope + impulse[i].slope) / 2) };
      section.odd[i] = { static_cast<float>((impulse[last - i].value - impulse[i].value) / 2),
                         static_cast<float>((impulse[last - i].slope - impulse[i].slope) / 2) };
    }
    section.acrossChunk = { { { 1 - stiffness, damping }, { -stiffness, damping } } };
    for (int length = 1; length < RecursiveGaussianChunk; length *= 2)
    {
      section.acrossChunk = section.acrossChunk * section.acrossChunk;
    }
  }
  if (order > 0)
  {
    double moment = 0;
    for (int k = 0; k < number; ++k)
    {
      const RecursiveGaussianHalf half(cosine[k], sine[k], oneMinusPole[k]);
      moment += order == 1 ? -2 * half.GetFirstMoment() : half.GetSecondMoment();
    }
    sum = moment / scale;
  }
  for (int k = 0; k < number; ++k)
  {
    const double sign = order == 1 ? -1 : 1;
    gaussian.sections[k].causalWeight = { static_cast<float>(causal[k].value / sum),
                                          static_cast<float>(causal[k].slope / sum) };
    gaussian.sections[k].anticausalWeight = { static_cast<float>(sign * anticausal[k].value / sum),
                                              static_cast<float>(sign * anticausal[k].slope / sum) };
  }
  return gaussian;
}

/** The largest result of pixels from -1 to 1, were it not for what the sections' parts of the kernel cancel of one another:
 * rounding errors are that much larger than 2^-24. */
inline double
GetWeightOfSections(const RecursiveGaussian & gaussian)
{
  double weight = 0;
  for (const RecursiveGaussianSection & section : gaussian.sections)
  {
    weight += (std::abs(section.causalWeight.value) + std::abs(section.anticausalWeight.value)) * section.gain;
  }
  return weight;
}
} // namespace itk::device

#endif
