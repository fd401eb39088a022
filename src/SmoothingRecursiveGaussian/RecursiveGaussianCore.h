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
#ifndef RecursiveGaussianCore_h
#define RecursiveGaussianCore_h

#include "RecursiveGaussianCoefficients.h"

/** \file
 * The arithmetic of a recursive Gaussian and of its derivatives, chunk by chunk of a line.
 *
 * One half of the kernel, n >= 0 pixels from its middle, is a sum of two damped oscillations (Farneback and Westin,
 * Improving Deriche-style recursive Gaussian filters, Journal of Mathematical Imaging and Vision 26, 2006; with the
 * constants of itk::RecursiveGaussianImageFilter):
 *
 *   h(n) = sum over k of (a_k cos(w_k n / sigma) + b_k sin(w_k n / sigma)) exp(-l_k n / sigma)
 *
 * Each is a recursive section of second order, with pole p = exp((-l + i w) / sigma), whose state after a pixel x is
 * its value and the last change of that:
 *
 *   slope' = |p|^2 slope - |1 - p|^2 value + x
 *   value' = value + slope'
 *
 * The result is a weighted sum of the states of the sections that come along the line from its beginning (causal) and
 * from its end (anticausal). This form keeps float accurate where the poles are near 1: with the coefficients of a
 * direct form, rounding errors grow with the fourth power of sigma.
 *
 * Within a chunk, float states belong to the pixels' deviations from the chunk's first pixel. Carries between chunks
 * are double, so that errors do not add up along a line, and flat parts of an image stay exactly as they are. */

namespace itk::device
{
/** The state where all pixels up to here have the same value. */
ITK_HOST_DEVICE inline RecursiveGaussianState<double>
AtRest(const RecursiveGaussianSection & section, double pixel)
{
  return { section.gain * pixel, 0 };
}

/** What a chunk that begins with the pixel `origin` makes of a zero state. `deviations` is what the deviations from it do. */
ITK_HOST_DEVICE inline RecursiveGaussianState<double>
OfChunk(const RecursiveGaussianSection & section, const RecursiveGaussianState<float> & deviations, double origin)
{
  return { section.afterOnes.value * origin + static_cast<double>(deviations.value),
           section.afterOnes.slope * origin + static_cast<double>(deviations.slope) };
}

/** The state after chunks that `state` enters; `sum` is what they make of a zero state. */
ITK_HOST_DEVICE inline RecursiveGaussianState<double>
AfterChunks(const RecursiveGaussianTransition &    across,
            const RecursiveGaussianState<double> & state,
            const RecursiveGaussianState<double> & sum)
{
  const RecursiveGaussianState<double> passed = across(state);
  return { passed.value + sum.value, passed.slope + sum.slope };
}

/** The state that belongs to the deviations from `origin`. */
ITK_HOST_DEVICE inline RecursiveGaussianState<float>
RelativeTo(const RecursiveGaussianSection & section, const RecursiveGaussianState<double> & state, double origin)
{
  return { static_cast<float>(state.value - section.gain * origin), static_cast<float>(state.slope) };
}

/** The deviations of a chunk's pixels from its first. `VKept`: SumChunk replaces the pixels by them, except the first and the
 * last, so that they are subtracted once. */
template <typename TPixels, bool VKept>
class RecursiveGaussianDeviations
{
public:
  /** `pixels[i]` is the chunk's pixel i. */
  ITK_HOST_DEVICE explicit RecursiveGaussianDeviations(const TPixels & pixels)
    : m_Pixels(pixels)
    , m_Origin(pixels[0])
  {}

  ITK_HOST_DEVICE float
  GetOrigin() const
  {
    return m_Origin;
  }

  /** Of pixel i, before SumChunk. */
  ITK_HOST_DEVICE float
  Compute(int i) const
  {
    return m_Pixels[i] - m_Origin;
  }

  /** Of pixel i, after SumChunk. */
  ITK_HOST_DEVICE float
  operator[](int i) const
  {
    return IsKept(i) ? m_Pixels[i] : Compute(i);
  }

  ITK_HOST_DEVICE void
  Keep(int i, float deviation) const
  {
    if (IsKept(i))
    {
      m_Pixels[i] = deviation;
    }
  }

private:
  static ITK_HOST_DEVICE bool
  IsKept(int i)
  {
    return VKept && i > 0 && i < RecursiveGaussianChunk - 1;
  }

  TPixels m_Pixels;
  float   m_Origin;
};

/** What a chunk's deviations make of sections that are entered at rest. */
template <typename TDeviations>
ITK_HOST_DEVICE inline void
SumChunk(const RecursiveGaussian & gaussian,
         const TDeviations &       deviations,
         RecursiveGaussianState<float> (&causal)[RecursiveGaussian::NumberOfSections],
         RecursiveGaussianState<float> (&anticausal)[RecursiveGaussian::NumberOfSections])
{
  constexpr int                 last = RecursiveGaussianChunk - 1;
  RecursiveGaussianState<float> even[RecursiveGaussian::NumberOfSections]{};
  RecursiveGaussianState<float> odd[RecursiveGaussian::NumberOfSections]{};
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
  for (int i = 0; i <= last / 2; ++i)
  {
    const float first = deviations.Compute(i);
    const float second = deviations.Compute(last - i);
    deviations.Keep(i, first);
    deviations.Keep(last - i, second);
    const float sum = first + second;
    const float difference = first - second;
    for (int k = 0; k < RecursiveGaussian::NumberOfSections; ++k)
    {
      const RecursiveGaussianSection & section = gaussian.sections[k];
      even[k].value += section.even[i].value * sum;
      even[k].slope += section.even[i].slope * sum;
      odd[k].value += section.odd[i].value * difference;
      odd[k].slope += section.odd[i].slope * difference;
    }
  }
  for (int k = 0; k < RecursiveGaussian::NumberOfSections; ++k)
  {
    causal[k] = { even[k].value + odd[k].value, even[k].slope + odd[k].slope };
    anticausal[k] = { even[k].value - odd[k].value, even[k].slope - odd[k].slope };
  }
}

/** Advances a section by a pixel. */
ITK_HOST_DEVICE inline void
Advance(const RecursiveGaussianSection & section, RecursiveGaussianState<float> & state, float pixel)
{
  state.slope = section.damping * state.slope + (pixel - section.stiffness * state.value);
  state.value += state.slope;
}

/** The causal part of a chunk's results, of its deviations, with the states that enter it. */
template <typename TDeviations>
ITK_HOST_DEVICE inline void
FilterCausally(const RecursiveGaussian & gaussian,
               const TDeviations &       deviations,
               RecursiveGaussianState<float> (&states)[RecursiveGaussian::NumberOfSections],
               float (&results)[RecursiveGaussianChunk])
{
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
  for (int i = 0; i < RecursiveGaussianChunk; ++i)
  {
    results[i] = 0;
    for (int k = 0; k < RecursiveGaussian::NumberOfSections; ++k)
    {
      const RecursiveGaussianSection & section = gaussian.sections[k];
      Advance(section, states[k], deviations[i]);
      results[i] += section.causalWeight.value * states[k].value;
      results[i] += section.causalWeight.slope * states[k].slope;
    }
  }
}

/** Adds the anticausal part, and calls `write(i, result)` for every pixel, from the last one on. `write` may replace
 * pixel i. */
template <typename TDeviations, typename TWrite>
ITK_HOST_DEVICE inline void
FilterAnticausally(const RecursiveGaussian & gaussian,
                   const TDeviations &       deviations,
                   RecursiveGaussianState<float> (&states)[RecursiveGaussian::NumberOfSections],
                   const float (&results)[RecursiveGaussianChunk],
                   const TWrite & write)
{
#ifdef __CUDA_ARCH__
#  pragma unroll
#endif
  for (int i = RecursiveGaussianChunk - 1; i >= 0; --i)
  {
    const float deviation = deviations[i];
    float       result = results[i];
    for (int k = 0; k < RecursiveGaussian::NumberOfSections; ++k)
    {
      const RecursiveGaussianSection & section = gaussian.sections[k];
      result += section.anticausalWeight.value * states[k].value;
      result += section.anticausalWeight.slope * states[k].slope;
      Advance(section, states[k], deviation);
    }
    write(i, gaussian.level * deviations.GetOrigin() + result);
  }
}
} // namespace itk::device

#endif
