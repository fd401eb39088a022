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
#include "Kernels/Instantiate.h"
#include "Kernels/Pointwise.cuh"
#include <math_constants.h>

namespace itk::device
{
namespace
{
/** The natural logarithm in double, within 2 units in the last place, of numbers that are no subnormal double: ln(2) k +
 * ln(c) + ln(1 + r) for a number 2^k z, where c is the middle of the 128th of an octave in which z is (Tang, ACM TOMS 16,
 * 1990). In 12 operations on doubles: CUDA's takes four times as long. */
class TabulatedLog
{
public:
  /** For all threads of a block. */
  __device__ void
  Prepare()
  {
    static_assert(kernels::PointwiseThreads >= Cells);
    __shared__ double2 cells[Cells];
    if (threadIdx.x < Cells)
    {
      const double inverse = 1.0 / __hiloint2double(Least + (2 * threadIdx.x + 1) * (CellWidth / 2), 0);
      cells[threadIdx.x] = { inverse, -log(inverse) };
    }
    __syncthreads();
    m_Cells = cells;
  }

  __device__ double
  operator()(double x) const
  {
    const unsigned int high = __double2hiint(x);
    if (high - 1 >= 0x7ff00000 - 1)
    {
      return x == 0 ? -CUDART_INF : x > 0 ? x : CUDART_NAN;
    }
    const unsigned int offset = high - Least;
    const int          k = static_cast<int>(offset) >> 20;
    const double       z = __hiloint2double(static_cast<int>(high - (offset & 0xfff00000)), __double2loint(x));
    const double2      cell = m_Cells[offset / CellWidth % Cells];
    const double       r = __fma_rn(z, cell.x, -1.0);
    double             series = __fma_rn(r, 1.0 / 7, -1.0 / 6);
    series = __fma_rn(series, r, 1.0 / 5);
    series = __fma_rn(series, r, -1.0 / 4);
    series = __fma_rn(series, r, 1.0 / 3);
    series = __fma_rn(series, r, -1.0 / 2);
    return __fma_rn(kernels::ToDouble(k), CUDART_LN2, cell.y) + __fma_rn(r * r, series, r);
  }

private:
  // In the upper words of doubles. Around 1 is the middle of a cell, whose logarithm is 0.
  static constexpr unsigned int Least = 0x3fe61000;
  static constexpr unsigned int CellWidth = 0x2000;
  static constexpr unsigned int Cells = 128;

  const double2 * m_Cells{ nullptr };
};

template <typename TOutput, typename TInput>
struct Log
{
  static constexpr bool IsCostly = true;
  static constexpr bool IsTranscendental = true;
  static constexpr int  TilesOfBlock = sizeof(TInput) == 1 ? 1 : 4;

  TabulatedLog logarithm;

  __device__ void
  Prepare()
  {
    logarithm.Prepare();
  }

  __device__ TOutput
  operator()(TInput pixel) const
  {
    return kernels::CastLikeX86<TOutput>(logarithm(kernels::ToDouble(pixel)));
  }
};
} // namespace

template <typename TOutput, typename TInput>
void
LaunchLog(const PointwiseImages<TOutput, TInput> & images, const Stream & stream)
{
  kernels::RunPointwise(Log<TOutput, TInput>{}, images, stream);
}

#define ITK_INSTANTIATE(output, input) template void LaunchLog(const PointwiseImages<output, input> &, const Stream &);
ITK_FOR_EACH_USUAL_PAIR(ITK_INSTANTIATE)
} // namespace itk::device
