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
#include "CosineLineTransform.h"
#include "DiscreteCosineTransformCore.h"
#include "vnl/algo/vnl_fft_1d.h"
#include <cmath>
#include <complex>
#include <vector>

namespace itk::device
{
namespace
{
using Complex = std::complex<double>;

/** Two lines at a time are the real and the imaginary part of one. The direction is the sign of the exponent, which VNL
 * calls forward where it is positive. */
class CosineLineTransformByFFT : public CosineLineTransform
{
public:
  explicit CosineLineTransformByFFT(std::size_t length)
    : m_Length(length)
    , m_FFT(static_cast<int>(length))
    , m_Rotation(length)
  {
    const double step = std::acos(-1.0) / (2.0 * static_cast<double>(length));
    for (std::size_t k = 0; k < length; ++k)
    {
      m_Rotation[k] = std::polar(1.0, -step * static_cast<double>(k));
    }
  }

  void
  Forward(double * lines, std::size_t width) const override
  {
    std::vector<Complex> values(m_Length);
    for (std::size_t line = 0; line < width; line += 2)
    {
      const std::size_t other = line + (line + 1 < width ? 1 : 0);
      for (std::size_t n = 0; n < m_Length; ++n)
      {
        const double * const from = lines + GetCosineTransformSource(n, m_Length) * width;
        values[n] = { from[line], from[other] };
      }
      m_FFT.transform(values, -1);
      for (std::size_t k = 0; k < m_Length; ++k)
      {
        const Complex value = values[k];
        const Complex mirrored = std::conj(values[k == 0 ? 0 : m_Length - k]);
        const Complex factor = 0.5 * GetCosineTransformScale(k, m_Length) * m_Rotation[k];
        lines[k * width + other] = (factor * (value - mirrored)).imag();
        lines[k * width + line] = (factor * (value + mirrored)).real();
      }
    }
  }

  void
  Inverse(double * lines, std::size_t width) const override
  {
    std::vector<Complex> values(m_Length);
    for (std::size_t line = 0; line < width; line += 2)
    {
      const std::size_t other = line + (line + 1 < width ? 1 : 0);
      for (std::size_t k = 0; k < m_Length; ++k)
      {
        const auto getValue = [&](std::size_t ofLine) -> Complex {
          const double real = lines[k * width + ofLine];
          return { real, k == 0 ? 0.0 : -lines[(m_Length - k) * width + ofLine] };
        };
        const double scale = 1.0 / (GetCosineTransformScale(k, m_Length) * static_cast<double>(m_Length));
        values[k] = scale * std::conj(m_Rotation[k]) * (getValue(line) + Complex(0, 1) * getValue(other));
      }
      m_FFT.transform(values, 1);
      for (std::size_t n = 0; n < m_Length; ++n)
      {
        double * const to = lines + GetCosineTransformSource(n, m_Length) * width;
        to[other] = values[n].imag();
        to[line] = values[n].real();
      }
    }
  }

private:
  std::size_t                m_Length;
  mutable vnl_fft_1d<double> m_FFT; // transforming does not change it
  std::vector<Complex>       m_Rotation;
};
} // namespace

std::unique_ptr<CosineLineTransform>
MakeCosineLineTransformByFFT(std::size_t length)
{
  return std::make_unique<CosineLineTransformByFFT>(length);
}
} // namespace itk::device
