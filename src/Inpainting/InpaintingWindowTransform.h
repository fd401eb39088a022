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
#ifndef InpaintingWindowTransform_h
#define InpaintingWindowTransform_h

#include "InpaintingCore.h"
#include <algorithm>

namespace itk::device
{
/** Cosine transforms of windows, in bundles of 16 lanes. */
template <int VSize>
class InpaintingWindowTransform
{
public:
  static constexpr int Lanes = 16;

  /** Calls change(x, lane) for all bundles, where x[n][lane] is element n, and stores it. */
  template <typename TChange>
  static void
  ForEachBundle(float * data, std::size_t stride, std::size_t lanes, const TChange & change)
  {
    for (std::size_t first = 0; first < lanes; first += Lanes)
    {
      float x[VSize][Lanes];
      for (int n = 0; n < VSize; ++n)
      {
        std::copy_n(data + n * stride + first, Lanes, x[n]);
      }
      change(x);
      for (int n = 0; n < VSize; ++n)
      {
        std::copy_n(x[n], Lanes, data + n * stride + first);
      }
    }
  }

  /** Transforms along an axis of this stride, for as many lanes, a multiple of 16. */
  void
  Forward(float * data, std::size_t stride, std::size_t lanes) const
  {
    ForEachBundle(data, stride, lanes, [this](float(&x)[VSize][Lanes]) {
      float half[2][VSize / 2][Lanes];
      for (int n = 0; n < VSize / 2; ++n)
      {
        for (int lane = 0; lane < Lanes; ++lane)
        {
          half[0][n][lane] = x[n][lane] + x[VSize - 1 - n][lane];
          half[1][n][lane] = x[n][lane] - x[VSize - 1 - n][lane];
        }
      }
      for (int k = 0; k < VSize; ++k)
      {
        Sum<VSize / 2>(x[k], [&](int n) { return m_Basis.row[k][n]; }, [&](int n) { return half[k % 2][n]; });
      }
    });
  }

  void
  Inverse(float * data, std::size_t stride, std::size_t lanes) const
  {
    ForEachBundle(data, stride, lanes, [this](float(&x)[VSize][Lanes]) {
      float half[2][VSize / 2][Lanes];
      for (int n = 0; n < VSize / 2; ++n)
      {
        for (int parity = 0; parity < 2; ++parity)
        {
          Sum<VSize / 2>(
            half[parity][n],
            [&](int k) { return m_Basis.row[2 * k + parity][n]; },
            [&](int k) { return x[2 * k + parity]; });
        }
      }
      for (int n = 0; n < VSize / 2; ++n)
      {
        for (int lane = 0; lane < Lanes; ++lane)
        {
          x[n][lane] = half[0][n][lane] + half[1][n][lane];
          x[VSize - 1 - n][lane] = half[0][n][lane] - half[1][n][lane];
        }
      }
    });
  }

private:
  /** The sum of getFactor(i) times getTerm(i), in each lane. */
  template <int VTerms, typename TGetFactor, typename TGetTerm>
  static void
  Sum(float (&sum)[Lanes], const TGetFactor & getFactor, const TGetTerm & getTerm)
  {
    float total[Lanes] = {};
    for (int i = 0; i < VTerms; ++i)
    {
      const float         factor = getFactor(i);
      const float * const term = getTerm(i);
      for (int lane = 0; lane < Lanes; ++lane)
      {
        total[lane] += factor * term[lane];
      }
    }
    std::copy_n(total, Lanes, sum);
  }

  InpaintingWindowBasis<VSize> m_Basis;
};
} // namespace itk::device

#endif
