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
#ifndef ConvolutionSeparableSums_cuh
#define ConvolutionSeparableSums_cuh

#include "ConvolutionSeparableColumns.cuh"
#include <algorithm>
#include <numeric>

/** \file
 * Sums in double of one axis after the other. */
namespace itk::device::convolution
{
/** Where a row has the sum of a column. Two places are left free behind each VOutputs, so that no two of 8 threads that read
 * vectors find them in the same banks. */
template <int VOutputs>
__host__ __device__ constexpr int
GetIndexOfSum(int column)
{
  return column + column / VOutputs * 2;
}

/** A row of a block's sums over columns, in shared memory. */
template <int VColumns, int VOutputs>
struct SeparableSums
{
  double value[GetIndexOfSum<VOutputs>((VColumns + VOutputs - 1) / VOutputs * VOutputs)];
};

/** sums[i] is `start` plus the sum over t of coefficients[t] value(i + t): each value is read once. */
template <int VLength, int VOutputs, typename TValue>
__device__ __forceinline__ void
AddProducts(const double (&coefficients)[VLength], double start, const TValue & value, double (&sums)[VOutputs])
{
#pragma unroll
  for (int j = 0; j < VOutputs + VLength - 1; ++j)
  {
    const double factor = value(j);
#pragma unroll
    for (int i = 0; i < VOutputs; ++i)
    {
      const int t = j - i;
      if (t >= 0 && t < VLength)
      {
        sums[i] = fma(coefficients[t], factor, t == 0 ? start : sums[i]);
      }
    }
  }
}

/** Likewise of sums over columns, from `first` on, where a thread begins to read them. */
template <int VLength, int VOutputs>
__device__ __forceinline__ void
AddColumns(const double (&coefficients)[VLength], const double * first, double (&sums)[VOutputs])
{
  double2 pair{};
  AddProducts(
    coefficients,
    0.0,
    [&](int j) {
      if (j % 2 == 0)
      {
        pair = *reinterpret_cast<const double2 *>(first + GetIndexOfSum<VOutputs>(j));
      }
      return j % 2 == 0 ? pair.x : pair.y;
    },
    sums);
}

/** With VLength coefficients of a row and of a column: those of the factors, in the middle, with zeros around. Layers of
 * pixels are summed first, those of the factor from index 0 on, or columns. */
template <int VLength, typename TPixel>
SeparableKernel<VLength>
MakeSeparableKernel(const SeparableFactors & factors, bool layersFirst)
{
  SeparableKernel<VLength> kernel{ factors.rounding, {}, {}, {}, 0, 0.0 };
  const auto               put = [](const std::vector<double> & factor, double(&values)[VLength]) {
    std::copy(factor.begin(), factor.end(), values + (VLength - static_cast<int>(factor.size())) / 2);
  };
  put(factors.row, kernel.row);
  put(factors.column, kernel.column);
  const int layers = static_cast<int>(factors.layer.size());
  std::copy(factors.layer.begin(), factors.layer.end(), kernel.layer + (layersFirst ? 0 : (VLength - layers) / 2));
  kernel.layers = layers;
  const auto & first = layersFirst && layers > 1 ? factors.layer : factors.column;
  kernel.start = -PixelOffset<TPixel> * std::accumulate(first.begin(), first.end(), 0.0);
  return kernel;
}
} // namespace itk::device::convolution

#endif
