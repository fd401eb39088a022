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
#include "IsolineNoise.h"
#include <limits>

namespace itk::device
{
namespace
{
struct LogarithmOfGamma
{
  double mean;
  double variance;
};

/** Of a Gamma variable of that order and of mean 1: digamma(order) - log(order), and trigamma(order). By recurrence to
 * an order above 10, and their asymptotic series there. */
LogarithmOfGamma
GetLogarithmOfGamma(double order)
{
  LogarithmOfGamma logarithm{ -std::log(order), 0 };
  for (; order < 10; order += 1)
  {
    logarithm.mean -= 1 / order;
    logarithm.variance += 1 / (order * order);
  }
  const double inverse = 1 / order;
  const double square = inverse * inverse;
  logarithm.mean +=
    std::log(order) - inverse / 2 - square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square / 240)));
  logarithm.variance +=
    inverse * (1 + inverse / 2 + square * (1.0 / 6 - square * (1.0 / 30 - square * (1.0 / 42 - square / 30))));
  return logarithm;
}
} // namespace

IsolineStabilization
MakeIsolineStabilization(IsolineNoise noise, double gain, double looks, bool isInteger)
{
  IsolineStabilization stabilization{};
  stabilization.noise = noise;
  stabilization.gain = static_cast<float>(gain);
  stabilization.least = isInteger ? 0.25f : std::numeric_limits<float>::min();
  if (noise == IsolineNoise::Speckle)
  {
    const LogarithmOfGamma logarithm = GetLogarithmOfGamma(looks);
    stabilization.meanOfLogarithm = static_cast<float>(logarithm.mean);
    stabilization.standardDeviation = static_cast<float>(std::sqrt(logarithm.variance));
  }
  else
  {
    stabilization.standardDeviation = 1.0f;
  }
  return stabilization;
}
} // namespace itk::device
