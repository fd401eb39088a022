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
#ifndef RicianMean_h
#define RicianMean_h

#include <algorithm>
#include <cmath>
#include <vector>

/** From the mean of the magnitudes of a complex number with noise to the true magnitude: what a filter made for Gaussian
 * noise needs under Rician. C. G. Koay and P. J. Basser, Analytically exact correction scheme for signal extraction from noisy
 * magnitude MR signals, Journal of Magnetic Resonance 179, 2006. */
class RicianMean
{
public:
  RicianMean()
  {
    constexpr double pi = 3.14159265358979323846;
    for (int i = 0; i <= Steps; ++i)
    {
      const double x = 0.25 * std::pow(Largest * i / Steps, 2);
      m_Means.push_back(std::sqrt(0.5 * pi) * std::exp(-x) *
                        ((1 + 2 * x) * std::cyl_bessel_i(0.0, x) + 2 * x * std::cyl_bessel_i(1.0, x)));
    }
  }

  /** Both for noise of a standard deviation of 1; 0 up to the mean of noise alone, 1.25. */
  double
  Invert(double mean) const
  {
    if (!(mean < m_Means.back()))
    {
      return std::sqrt(mean * mean - 1);
    }
    const auto above = std::upper_bound(m_Means.begin(), m_Means.end(), mean);
    if (above == m_Means.begin())
    {
      return 0;
    }
    const double part = (mean - above[-1]) / (above[0] - above[-1]);
    return Largest / Steps * (static_cast<double>(above - m_Means.begin()) - 1 + part);
  }

private:
  static constexpr int    Steps = 8192;
  static constexpr double Largest = 16;
  std::vector<double>     m_Means;
};

#endif
