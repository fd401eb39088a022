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
#include <algorithm>
#include <cmath>
#include <vector>

namespace itk::device
{
namespace
{
/** Coefficients of even order are sums over x[n] + x[length - 1 - n], those of odd order over the differences. */
class CosineLineTransformBySums : public CosineLineTransform
{
public:
  explicit CosineLineTransformBySums(std::size_t length)
    : m_Length(length)
    , m_Half((length + 1) / 2)
    , m_Cosine(4 * length)
  {
    const double step = std::acos(-1.0) / (2.0 * static_cast<double>(length));
    for (std::size_t i = 0; i < m_Cosine.size(); ++i)
    {
      m_Cosine[i] = std::cos(step * static_cast<double>(i));
    }
  }

  void
  Forward(double * lines, std::size_t width) const override
  {
    for (std::size_t n = 0; n < m_Half; ++n)
    {
      const bool isMiddle = 2 * n + 1 == m_Length;
      for (std::size_t line = 0; line < width; ++line)
      {
        double &     first = lines[n * width + line];
        double &     last = lines[(m_Length - 1 - n) * width + line];
        const double sum = first + last;
        last = first - last;
        first = isMiddle ? 0.5 * sum : sum;
      }
    }
    std::vector<double> result(m_Length * width);
    for (std::size_t k = 0; k < m_Length; ++k)
    {
      double * const to = result.data() + k * width;
      for (std::size_t n = 0; n < m_Half; ++n)
      {
        AddMultiple(to, this->GetHalf(lines, width, n, k % 2 != 0), this->GetCosine(n, k), width);
      }
      const double scale = GetCosineTransformScale(k, m_Length);
      std::for_each(to, to + width, [scale](double & value) { value *= scale; });
    }
    std::copy(result.begin(), result.end(), lines);
  }

  void
  Inverse(double * lines, std::size_t width) const override
  {
    std::vector<double> result(m_Length * width);
    std::vector<double> ofOddOrder(width);
    for (std::size_t n = 0; n < m_Half; ++n)
    {
      double * const first = result.data() + n * width;
      std::fill(ofOddOrder.begin(), ofOddOrder.end(), 0.0);
      for (std::size_t k = 0; k < m_Length; ++k)
      {
        const double factor = GetCosineTransformScale(k, m_Length) * this->GetCosine(n, k);
        AddMultiple(k % 2 == 0 ? first : ofOddOrder.data(), lines + k * width, factor, width);
      }
      double * const last = result.data() + (m_Length - 1 - n) * width;
      for (std::size_t line = 0; line < width; ++line)
      {
        const double ofEvenOrder = first[line];
        last[line] = ofEvenOrder - ofOddOrder[line];
        first[line] = ofEvenOrder + ofOddOrder[line];
      }
    }
    std::copy(result.begin(), result.end(), lines);
  }

private:
  static void
  AddMultiple(double * to, const double * from, double factor, std::size_t width)
  {
    for (std::size_t line = 0; line < width; ++line)
    {
      to[line] += factor * from[line];
    }
  }

  const double *
  GetHalf(const double * lines, std::size_t width, std::size_t n, bool ofDifferences) const
  {
    return lines + (ofDifferences ? m_Length - 1 - n : n) * width;
  }

  double
  GetCosine(std::size_t n, std::size_t k) const
  {
    return m_Cosine[(2 * n + 1) * k % m_Cosine.size()];
  }

  std::size_t         m_Length;
  std::size_t         m_Half;
  std::vector<double> m_Cosine;
};
} // namespace

std::unique_ptr<CosineLineTransform>
MakeCosineLineTransformBySums(std::size_t length)
{
  return std::make_unique<CosineLineTransformBySums>(length);
}
} // namespace itk::device
