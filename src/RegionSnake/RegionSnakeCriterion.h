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
#ifndef RegionSnakeCriterion_h
#define RegionSnakeCriterion_h

#include "CumulatedImagesView.h"
#include "itkRegionSnakeEnums.h"
#include <cmath>

/** \file
 * \brief What a region of an image costs under a law of its noise.
 *
 * Host and device must come to the same contour, so they must choose alike between costs that differ in the last bit.
 * All here is made of IEEE additions, multiplications and divisions in one order, the logarithm too; what includes this
 * file is compiled without contraction to fused multiply-adds.
 */
namespace itk::device
{
/** The natural logarithm of a finite x > 0, within 2 units in the last place, the same on host and device. */
ITK_HOST_DEVICE inline double
NaturalLogarithm(double x)
{
  int    exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752440)
  {
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 artanh s, s = (m - 1) / (m + 1), |s| < 0.1716: the first term left out is below 2^-60 of the first.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double z = s * s;
  // Even and odd powers apart, as on a device each of these steps waits for the one before.
  const double square = z * z;
  double       even = 1.0 / 21;
  double       odd = 1.0 / 23;
  even = 1.0 / 17 + square * even;
  odd = 1.0 / 19 + square * odd;
  even = 1.0 / 13 + square * even;
  odd = 1.0 / 15 + square * odd;
  even = 1.0 / 9 + square * even;
  odd = 1.0 / 11 + square * odd;
  even = 1.0 / 5 + square * even;
  odd = 1.0 / 7 + square * odd;
  const double series = z * (1.0 / 3 + z * (even + z * odd));
  // log 2 in two parts, the first of them short enough for an exact product.
  return exponent * 0.693147180369123816490 + (2 * s + (2 * s * series + exponent * 1.90821492927058770002e-10));
}

/** \struct RegionEstimate
 * \brief The parameters of a law that are estimated from a region; which of them count is the law's matter.
 *
 * \ingroup CudaImageFilters
 */
struct RegionEstimate
{
  double mean;            // of the codes for the Gaussian laws
  double variance;        // of the codes, or the mean square for Rayleigh
  double logarithm;       // of the variance if that counts, else of the mean
  double logarithmOfRest; // of 1 - mean
};

/** \class RegionCriterion
 * \brief The negative logarithm of a region's likelihood, with the parameters of the law estimated from the region.
 *
 * N pixels, S1 their sum, S2 the sum of their squares, m = S1 / N; terms that are the same for every contour are left
 * out.
 *
 * | law | cost of a region | `parameter` |
 * | --- | --- | --- |
 * | Gaussian | 1/2 N log(S2 / N - m^2) | |
 * | GaussianOfKnownSigma | (S2 - N m^2) / (2 sigma^2) | sigma |
 * | Gamma, of order L | L N log m | L |
 * | Poisson | -S1 log m | |
 * | Bernoulli | -N [m log m + (1 - m) log(1 - m)] | |
 * | Rayleigh | N log(S2 / N) | |
 *
 * A region without pixels costs 0. Codes are what is summed, one unit of which is `scale.scale`: a variance counts as at
 * least 1/12 of a squared unit, what rounding to codes alone makes; a mean as at least 2^-10 of a unit for Gamma, and a
 * mean square as at least 2^-20 of a squared unit for Rayleigh; with a mean of 0 or less a Poisson region costs 0; the
 * mean of a Bernoulli region is clipped to 0 ... 1.
 *
 * C. Chesnaud, P. Refregier, V. Boulet, "Statistical region snake-based segmentation adapted to different physical noise
 * models", IEEE PAMI 21 (1999).
 *
 * \ingroup CudaImageFilters
 */
struct RegionCriterion
{
  NoiseLaw   law;
  double     parameter;
  PixelScale scale;

  ITK_HOST_DEVICE_CALLED double
  GetCost(RegionSums region) const
  {
    if (region.count <= 0)
    {
      return 0;
    }
    const double count = static_cast<double>(region.count);
    switch (law)
    {
      case NoiseLaw::Gaussian:
        return 0.5 * count * NaturalLogarithm(GetVarianceOfCodes(region));
      case NoiseLaw::GaussianOfKnownSigma:
        return GetSumOfSquaredDeviations(region) * SquaredUnitsOfSigma();
      case NoiseLaw::Gamma:
        return parameter * count * NaturalLogarithm(GetGammaMean(region));
      case NoiseLaw::Poisson:
      {
        const double mean = GetMean(region);
        return mean > 0 ? -count * mean * NaturalLogarithm(mean) : 0;
      }
      case NoiseLaw::Bernoulli:
      {
        const double mean = GetMean(region);
        return mean > 0 && mean < 1 ? -count * (mean * NaturalLogarithm(mean) + (1 - mean) * NaturalLogarithm(1 - mean))
                                    : 0;
      }
      default:
        return count * NaturalLogarithm(GetMeanSquare(region));
    }
  }

  /** The parameters of the law as a region that has pixels suggests them. */
  ITK_HOST_DEVICE_CALLED RegionEstimate
  GetEstimate(const RegionSums & region) const
  {
    RegionEstimate estimate{};
    switch (law)
    {
      case NoiseLaw::Gaussian:
        estimate.mean = GetMeanOfCodes(region);
        estimate.variance = GetVarianceOfCodes(region);
        estimate.logarithm = NaturalLogarithm(estimate.variance);
        break;
      case NoiseLaw::GaussianOfKnownSigma:
        estimate.mean = GetMeanOfCodes(region);
        break;
      case NoiseLaw::Gamma:
        estimate.mean = GetGammaMean(region);
        estimate.logarithm = NaturalLogarithm(estimate.mean);
        break;
      case NoiseLaw::Poisson:
        estimate.mean = AtLeast(GetMean(region), scale.scale / 1024);
        estimate.logarithm = NaturalLogarithm(estimate.mean);
        break;
      case NoiseLaw::Bernoulli:
        estimate.mean = -AtLeast(-AtLeast(GetMean(region), 1e-6), -(1 - 1e-6));
        estimate.logarithm = NaturalLogarithm(estimate.mean);
        estimate.logarithmOfRest = NaturalLogarithm(1 - estimate.mean);
        break;
      default:
        estimate.variance = GetMeanSquare(region);
        estimate.logarithm = NaturalLogarithm(estimate.variance);
    }
    return estimate;
  }

  /** What `piece` costs under the parameters that are estimated from another region. */
  ITK_HOST_DEVICE_CALLED double
  GetCostUnder(const RegionSums & piece, const RegionEstimate & estimate) const
  {
    if (piece.count <= 0)
    {
      return 0;
    }
    const double count = static_cast<double>(piece.count);
    switch (law)
    {
      case NoiseLaw::Gaussian:
        return 0.5 * (count * estimate.logarithm + GetSquaredDeviationsFrom(piece, estimate.mean) / estimate.variance);
      case NoiseLaw::GaussianOfKnownSigma:
        return GetSquaredDeviationsFrom(piece, estimate.mean) * SquaredUnitsOfSigma();
      case NoiseLaw::Gamma:
        return parameter * count * (estimate.logarithm + GetMean(piece) / estimate.mean);
      case NoiseLaw::Poisson:
        return count * (estimate.mean - GetMean(piece) * estimate.logarithm);
      case NoiseLaw::Bernoulli:
      {
        const double mean = GetMean(piece);
        return -count * (mean * estimate.logarithm + (1 - mean) * estimate.logarithmOfRest);
      }
      default:
        return count * (estimate.logarithm + GetMeanSquare(piece) / estimate.variance);
    }
  }

  /** The mean of the pixels of a region that has any. */
  ITK_HOST_DEVICE double
  GetMean(const RegionSums & region) const
  {
    return scale.offset + scale.scale * GetMeanOfCodes(region);
  }

  /** The variance of the pixels of a region that has any, divided by their number. */
  ITK_HOST_DEVICE double
  GetVariance(const RegionSums & region) const
  {
    return scale.scale * scale.scale * (GetSumOfSquaredDeviations(region) / static_cast<double>(region.count));
  }

private:
  ITK_HOST_DEVICE static double
  AtLeast(double value, double lowest)
  {
    return value > lowest ? value : lowest;
  }

  ITK_HOST_DEVICE static double
  GetVarianceOfCodes(const RegionSums & region)
  {
    return AtLeast(GetSumOfSquaredDeviations(region) * (1 / static_cast<double>(region.count)), 1.0 / 12);
  }

  ITK_HOST_DEVICE static double
  GetMeanOfCodes(const RegionSums & region)
  {
    return static_cast<double>(region.sum) / static_cast<double>(region.count);
  }

  /** The sum of the squared deviations of the codes of `piece` from a mean. */
  ITK_HOST_DEVICE static double
  GetSquaredDeviationsFrom(const RegionSums & piece, double mean)
  {
    const double difference = GetMeanOfCodes(piece) - mean;
    return GetSumOfSquaredDeviations(piece) + static_cast<double>(piece.count) * difference * difference;
  }

  ITK_HOST_DEVICE double
  SquaredUnitsOfSigma() const
  {
    return scale.scale * scale.scale / (2 * parameter * parameter);
  }

  ITK_HOST_DEVICE double
  GetGammaMean(const RegionSums & region) const
  {
    return AtLeast(GetMean(region), scale.scale / 1024);
  }

  ITK_HOST_DEVICE double
  GetMeanSquare(const RegionSums & region) const
  {
    const double mean = GetMean(region);
    return AtLeast(GetVariance(region) + mean * mean, scale.scale * scale.scale / 1048576);
  }
};
} // namespace itk::device

#endif
