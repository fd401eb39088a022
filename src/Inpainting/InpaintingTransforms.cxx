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
#include "InpaintingCore.h"
#include "InpaintingDictionary.h"
#include "InpaintingStart.h"
#include "itkCDFWaveletTransform.h"
#include "itkDiscreteCosineTransform.h"
#include <algorithm>
#include <vector>

namespace itk::device
{
namespace
{
class InpaintingCosines : public InpaintingDictionary
{
public:
  explicit InpaintingCosines(const ParallelRunner & run)
    : m_Run(run)
  {}

  float
  Threshold(const ImageView<float, 3> & pixels, float threshold, const ShiftType &) override
  {
    ForwardDiscreteCosineTransform(pixels, m_Run);
    const float largest = ThresholdCoefficients(pixels, threshold, m_Run);
    InverseDiscreteCosineTransform(pixels, m_Run);
    return largest;
  }

private:
  const ParallelRunner & m_Run;
};

class InpaintingWavelets : public InpaintingDictionary
{
public:
  InpaintingWavelets(const InpaintingSettings & settings, const std::size_t (&size)[3], const ParallelRunner & run)
    : m_Wavelet(settings.wavelet)
    , m_NumberOfLevels(GetNumberOfInpaintingLevels(settings, GetNumberOfCDFWaveletLevels(size)))
    , m_Shifted(size[0] * size[1] * size[2])
    , m_Run(run)
  {}

  float
  Threshold(const ImageView<float, 3> & pixels, float threshold, const ShiftType & shift) override
  {
    const auto shifted = MakeImageView<float, 3>(m_Shifted.data(), pixels.size);
    this->Shift(pixels, shift, [](float & pixel, float & other) { other = pixel; });
    ForwardCDFWaveletTransform(shifted, m_Wavelet, m_NumberOfLevels, m_Run);
    const float largest = ThresholdCoefficients(shifted, threshold, m_Run);
    InverseCDFWaveletTransform(shifted, m_Wavelet, m_NumberOfLevels, m_Run);
    this->Shift(pixels, shift, [](float & pixel, float & other) { pixel = other; });
    return largest;
  }

private:
  /** Calls copy(pixel, where it is when shifted) for all pixels. */
  template <typename TCopy>
  void
  Shift(const ImageView<float, 3> & pixels, const ShiftType & shift, const TCopy & copy)
  {
    const std::size_t(&size)[3] = pixels.size;
    m_Run(size[1] * size[2], [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
      {
        const std::size_t y = (row % size[1] + shift[1]) % size[1];
        const std::size_t z = (row / size[1] + shift[2]) % size[2];
        float * const     from = pixels.data + row * size[0];
        float * const     to = m_Shifted.data() + (z * size[1] + y) * size[0];
        for (std::size_t x = 0; x < size[0]; ++x)
        {
          copy(from[x], to[(x + shift[0]) % size[0]]);
        }
      }
    });
  }

  CDFWaveletTransformImageFilterEnums::Wavelet m_Wavelet;
  unsigned int                                 m_NumberOfLevels;
  std::vector<float>                           m_Shifted;
  const ParallelRunner &                       m_Run;
};
} // namespace

float
ThresholdCoefficients(const ImageView<float, 3> & coefficients, float threshold, const ParallelRunner & run)
{
  const std::size_t  rows = coefficients.size[1] * coefficients.size[2];
  std::vector<float> largest(rows, 0.0f);
  run(rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
    {
      float * const values = coefficients.data + row * coefficients.size[0];
      for (std::size_t x = 0; x < coefficients.size[0]; ++x)
      {
        largest[row] = std::max(largest[row], std::fabs(values[x]));
        values[x] = KeepLargeCoefficient(values[x], threshold);
      }
    }
  });
  return *std::max_element(largest.begin(), largest.end());
}

std::unique_ptr<InpaintingDictionary>
MakeInpaintingCosines(const ParallelRunner & run)
{
  return std::make_unique<InpaintingCosines>(run);
}

std::unique_ptr<InpaintingDictionary>
MakeInpaintingWavelets(const InpaintingSettings & settings, const std::size_t (&size)[3], const ParallelRunner & run)
{
  return std::make_unique<InpaintingWavelets>(settings, size, run);
}
} // namespace itk::device
