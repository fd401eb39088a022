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
#ifndef ImageQuality_h
#define ImageQuality_h

// How near an image is to the one without noise.
#include "itkImageRegionConstIterator.h"
#include "itkMacro.h"
#include <array>
#include <cmath>
#include <vector>

/** Peak signal-to-noise ratio in dB, for a peak of 255. */
template <typename TImage>
double
ComputePSNR(const TImage * image, const TImage * reference)
{
  itk::ImageRegionConstIterator<TImage> it(image, image->GetBufferedRegion());
  itk::ImageRegionConstIterator<TImage> referenceIt(reference, image->GetBufferedRegion());
  double                                sum = 0.0;
  for (; !it.IsAtEnd(); ++it, ++referenceIt)
  {
    sum += std::pow(it.Get() - referenceIt.Get(), 2);
  }
  return 10.0 * std::log10(255.0 * 255.0 * image->GetBufferedRegion().GetNumberOfPixels() / sum);
}

/** Mean structural similarity, at most 1: Z. Wang et al., Image quality assessment: from error visibility to structural
 * similarity, IEEE Transactions on Image Processing 13(4), 2004, with their window, a Gaussian of 11 x 11 pixels and
 * sigma 1.5, their constants, and a range of 255. The mean is over the windows that lie inside of the 2D image, which
 * must be at least as large as one. */
template <typename TImage>
double
ComputeMSSIM(const TImage * image, const TImage * reference)
{
  constexpr std::size_t taps = 11;
  constexpr double      c1 = (0.01 * 255.0) * (0.01 * 255.0);
  constexpr double      c2 = (0.03 * 255.0) * (0.03 * 255.0);

  const auto size = reference->GetBufferedRegion().GetSize();
  if (size[0] < taps || size[1] < taps || image->GetBufferedRegion().GetSize() != size)
  {
    itkGenericExceptionMacro(<< "Structural similarity needs images of one size, at least 11 x 11 pixels.");
  }
  std::array<double, taps> weights;
  double                   sumOfWeights = 0.0;
  for (std::size_t i = 0; i < taps; ++i)
  {
    weights[i] = std::exp(-std::pow((i - 5.0) / 1.5, 2) / 2.0);
    sumOfWeights += weights[i];
  }

  // Means of both images, their squares and their product: along x, then along y.
  using MomentsType = std::array<double, 5>;
  const std::size_t        columns = size[0] - taps + 1;
  const std::size_t        rows = size[1] - taps + 1;
  std::vector<MomentsType> alongX(columns * size[1], MomentsType{});
  const auto * const       pixels = image->GetBufferPointer();
  const auto * const       referencePixels = reference->GetBufferPointer();
  for (std::size_t y = 0; y < size[1]; ++y)
  {
    for (std::size_t x = 0; x < columns; ++x)
    {
      for (std::size_t i = 0; i < taps; ++i)
      {
        const double      a = pixels[y * size[0] + x + i];
        const double      b = referencePixels[y * size[0] + x + i];
        const MomentsType moments = { { a, b, a * a, b * b, a * b } };
        for (std::size_t m = 0; m < moments.size(); ++m)
        {
          alongX[y * columns + x][m] += weights[i] / sumOfWeights * moments[m];
        }
      }
    }
  }
  double sum = 0.0;
  for (std::size_t y = 0; y < rows; ++y)
  {
    for (std::size_t x = 0; x < columns; ++x)
    {
      MomentsType mean{};
      for (std::size_t i = 0; i < taps; ++i)
      {
        for (std::size_t m = 0; m < mean.size(); ++m)
        {
          mean[m] += weights[i] / sumOfWeights * alongX[(y + i) * columns + x][m];
        }
      }
      const double product = mean[0] * mean[1];
      const double squares = mean[0] * mean[0] + mean[1] * mean[1];
      sum +=
        (2.0 * product + c1) * (2.0 * (mean[4] - product) + c2) / ((squares + c1) * (mean[2] + mean[3] - squares + c2));
    }
  }
  return sum / static_cast<double>(columns * rows);
}

#endif
