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
#ifndef ConvolutionFixedPointOutput_cuh
#define ConvolutionFixedPointOutput_cuh

#include "ConvolutionFixedPointRows.cuh"

// How ConvolutionFixedPointKernel makes outputs of sums.
namespace itk::device::convolution
{
/** Adds an output's sums, of each power of 256, to what they begin with. */
template <typename TSettings>
__device__ __forceinline__ typename TSettings::Sum
           AddPowers(const int (&sums)[TSettings::Powers][4], int i, const FixedPointKernel & kernel)
{
  if constexpr (sizeof(typename TSettings::Sum) == sizeof(std::int32_t))
  {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(kernel.start) + static_cast<std::uint32_t>(sums[0][i]) +
                                     256 * static_cast<std::uint32_t>(sums[1][i]));
  }
  else
  {
    std::int64_t sum = kernel.start;
#pragma unroll
    for (int power = 0; power < TSettings::Powers; ++power)
    {
      if (power < 4)
      {
        asm("mad.wide.s32 %0, %1, %2, %0;" : "+l"(sum) : "r"(sums[power][i]), "r"(kernel.power[power % 4]));
      }
      else
      {
        sum += static_cast<std::int64_t>(sums[power][i]) * (std::int64_t{ 1 } << 8 * power);
      }
    }
    return sum;
  }
}

/** Makes an output of its sums. Returns whether it is in doubt. */
template <typename TSettings, bool VIsExact>
__device__ __forceinline__ bool
RoundSums(const int (&sums)[TSettings::Powers][4], int i, const FixedPointKernel & kernel, int & output)
{
  using Sum = typename TSettings::Sum;
  using Unsigned = std::make_unsigned_t<Sum>;
  constexpr int bits = 8 * sizeof(Sum);
  const Sum     sum = AddPowers<TSettings>(sums, i, kernel);
  if constexpr (VIsExact)
  {
    const auto fraction = (Unsigned{ 1 } << kernel.exponent) - 1;
    output = static_cast<int>((sum + static_cast<Sum>(sum < 0 ? fraction : 0)) >> kernel.exponent);
    return false;
  }
  else
  {
    // What the sum stands for is greater than it: so it is not an integer unless in doubt, and -1 to 1 make 0.
    const auto floor = static_cast<int>(sum >> kernel.exponent);
    const auto fraction = static_cast<Unsigned>(sum) << (bits - kernel.exponent);
    output = floor + (floor < 0);
    return static_cast<std::uint32_t>(fraction >> (bits - 32)) >= kernel.limit && floor != -1;
  }
}

/** Stores two neighbouring outputs: `isWhole` tells that there are both and that they are aligned, else the row has `columns`
 * left. */
template <typename TPixel>
__device__ __forceinline__ void
StorePair(TPixel * output, bool isWhole, int columns, int first, int second)
{
  using Pair = std::conditional_t<sizeof(TPixel) == 1, std::uint16_t, std::uint32_t>;
  if (isWhole || (columns >= 2 && reinterpret_cast<std::size_t>(output) % sizeof(Pair) == 0))
  {
    *reinterpret_cast<Pair *>(output) =
      static_cast<Pair>(__byte_perm(first, second, sizeof(TPixel) == 1 ? 0x0040 : 0x5410));
    return;
  }
  if (columns >= 1)
  {
    output[0] = static_cast<TPixel>(first);
  }
  if (columns >= 2)
  {
    output[1] = static_cast<TPixel>(second);
  }
}

/** A warp's list, in shared memory, of outputs in doubt: 128 times the row, plus the column. They are computed anew when
 * some warp has enough of them for all its threads. */
template <int VRows>
struct FixedPointDoubts
{
  std::uint32_t entry[31 + VRows * FixedPointWidth];
};
} // namespace itk::device::convolution

#endif
