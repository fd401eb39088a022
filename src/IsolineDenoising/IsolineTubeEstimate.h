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
#ifndef IsolineTubeEstimate_h
#define IsolineTubeEstimate_h

#include "IsolineTubeLanes.h"
#include "IsolineTubePlane.h"
#include <cstdint>

namespace itk::device::tubes
{
inline constexpr IsolineTubeShiftTable IsolineTubeShifts;

/** The estimates of a tube's pixels, line by line, summed over its blocks, and the blocks' weights. */
struct TubeEstimate
{
  float sums[IsolineTubeWidth][IsolineTubeLength];
  float weights[NumberOfIsolineTubeBlocks];
};

/** Coefficients of a block: coefficient[k].value[u] is that of frequency k along and u across. */
using TubeCoefficients = Lanes[IsolineTubeLength];

/** Of the tube of the cell whose first pixel is (x, y). */
inline void
TransformTube(const Plane<float> & pixels,
              std::ptrdiff_t       x,
              std::ptrdiff_t       y,
              int                  tube,
              int                  block,
              TubeCoefficients &   coefficients)
{
  const bool isSteep = IsSteepIsolineTube(tube);
  for (int part = 0; part < IsolineTubeLength; part += Lanes::Size)
  {
    Lanes lines[IsolineTubeBlock];
    for (int lane = 0; lane < Lanes::Size; ++lane)
    {
      const int            k = part + lane;
      const std::ptrdiff_t along = IsolineTubeBegin + k;
      const std::ptrdiff_t across =
        IsolineTubeBeginAcross + block * IsolineTubeBlockStep + IsolineTubeShifts.of[tube][k];
      const float * const  from = isSteep ? pixels.At(x + across, y + along) : pixels.At(x + along, y + across);
      const std::ptrdiff_t stride = isSteep ? 1 : pixels.where[0].GetSize();
      for (int j = 0; j < IsolineTubeBlock; ++j)
      {
        lines[j].value[lane] = from[j * stride];
      }
    }
    ForwardIsolineTubeTransform(lines);
    for (int lane = 0; lane < Lanes::Size; ++lane)
    {
      for (int u = 0; u < IsolineTubeBlock; ++u)
      {
        coefficients[part + lane].value[u] = lines[u].value[lane];
      }
    }
  }
  ForwardIsolineTubeTransform(coefficients);
}

/** What a tube says about its pixels: in the first stage from `noisy` alone, in the second one with the spectrum of
 * `pilot` taken for the true one. `noise` is the variance of a coefficient. */
inline void
EstimateTube(const Plane<float> & noisy,
             const Plane<float> * pilot,
             std::ptrdiff_t       x,
             std::ptrdiff_t       y,
             int                  tube,
             float                noise,
             TubeEstimate &       estimate)
{
  estimate = {};
  for (int block = 0; block < NumberOfIsolineTubeBlocks; ++block)
  {
    TubeCoefficients coefficients;
    TransformTube(noisy, x, y, tube, block, coefficients);
    Lanes sum{};
    if (pilot == nullptr)
    {
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        for (int u = 0; u < IsolineTubeBlock; ++u)
        {
          sum.value[u] += KeepIsolineTubeCoefficient(coefficients[k].value[u], k + u == 0, noise);
        }
      }
    }
    else
    {
      TubeCoefficients spectrum;
      TransformTube(*pilot, x, y, tube, block, spectrum);
      for (int k = 0; k < IsolineTubeLength; ++k)
      {
        for (int u = 0; u < IsolineTubeBlock; ++u)
        {
          sum.value[u] +=
            ShrinkIsolineTubeCoefficient(coefficients[k].value[u], spectrum[k].value[u], k + u == 0, noise);
        }
      }
    }
    // In the order of a butterfly over the lanes.
    for (int step = 1; step < Lanes::Size; step *= 2)
    {
      sum = sum + ForEachLane([&](int lane) { return sum.value[lane ^ step]; });
    }
    const float weight = 1.0f / sum.value[0];
    estimate.weights[block] = weight;
    InverseIsolineTubeTransform(coefficients);
    for (int part = 0; part < IsolineTubeLength; part += Lanes::Size)
    {
      Lanes lines[IsolineTubeBlock];
      for (int lane = 0; lane < Lanes::Size; ++lane)
      {
        for (int u = 0; u < IsolineTubeBlock; ++u)
        {
          lines[u].value[lane] = coefficients[part + lane].value[u] * (weight * (1.0f / IsolineTubeGain));
        }
      }
      InverseIsolineTubeTransform(lines);
      for (int j = 0; j < IsolineTubeBlock; ++j)
      {
        for (int lane = 0; lane < Lanes::Size; ++lane)
        {
          estimate.sums[block * IsolineTubeBlockStep + j][part + lane] += lines[j].value[lane];
        }
      }
    }
  }
}
} // namespace itk::device::tubes

#endif
