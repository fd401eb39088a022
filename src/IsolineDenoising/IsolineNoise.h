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
#ifndef IsolineNoise_h
#define IsolineNoise_h

#include "CudaImageFiltersExport.h"
#include "itkDeviceMacro.h"
#include "itkIsolineDenoisingImageFilterEnums.h"
#include <cmath>

/** Transforms of pixel values after which noise has about the same variance everywhere, and back. Host and device share
 * them. Logarithms and powers are taken in double precision, so that rounded to float they are the same on both. */
namespace itk::device
{
using IsolineNoise = IsolineDenoisingImageFilterEnums::NoiseModel;

struct IsolineStabilization
{
  IsolineNoise noise;
  /** Poisson: value of one count. */
  float gain;
  /** Speckle: what is taken for the logarithm's argument if the value is smaller. */
  float least;
  /** Speckle: mean of the logarithm of the noise, whose own mean is 1. */
  float meanOfLogarithm;
  /** Standard deviation of the noise after the transform, if not Gaussian. */
  float standardDeviation;
};

/** \param gain value of one count, if Poisson
 * \param looks order of the Gamma law, if Speckle
 * \param isInteger whether values are integers: a zero then stands for one quarter, and else for the smallest normal
 * number */
CudaImageFilters_EXPORT IsolineStabilization
MakeIsolineStabilization(IsolineNoise noise, double gain, double looks, bool isInteger);

/** Anscombe's transform of a number of counts, or the logarithm. */
ITK_HOST_DEVICE inline float
StabilizeIsolineNoise(float value, const IsolineStabilization & stabilization)
{
  switch (stabilization.noise)
  {
    case IsolineNoise::Poisson:
    {
      const float counts = value / stabilization.gain + 0.375f;
      return 2.0f * std::sqrt(counts > 0.0f ? counts : 0.0f);
    }
    case IsolineNoise::Speckle:
      return static_cast<float>(
        std::log(static_cast<double>(value > stabilization.least ? value : stabilization.least)));
    default:
      return value;
  }
}

/** The unbiased inverse: the mean value whose transforms have the mean `value`. For Anscombe's transform the closed
 * form of Makitalo and Foi, "A closed-form approximation of the exact unbiased inverse of the Anscombe
 * variance-stabilizing transformation", IEEE Transactions on Image Processing 20(9), 2011. */
ITK_HOST_DEVICE inline float
RestoreIsolineNoise(float value, const IsolineStabilization & stabilization)
{
  switch (stabilization.noise)
  {
    case IsolineNoise::Poisson:
    {
      constexpr float ofZero = 1.2247449f; // 2 sqrt(3 / 8)
      if (!(value > ofZero))
      {
        return 0.0f;
      }
      const float inverse = 1.0f / value;
      return stabilization.gain *
             (0.25f * value * value - 0.125f + inverse * (0.30618622f + inverse * (-1.375f + inverse * 0.76546554f)));
    }
    case IsolineNoise::Speckle:
      return static_cast<float>(std::exp(static_cast<double>(value - stabilization.meanOfLogarithm)));
    default:
      return value;
  }
}
} // namespace itk::device

#endif
