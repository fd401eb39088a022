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

#include "ConvolutionFixedPointSettings.cuh"

// How ConvolutionFixedPointKernel makes outputs of sums.
namespace itk::device::convolution
{
/** The rounded sum of an output's parts, one for each power of 256, and of what sums begin with. */
template <typename TSettings>
__device__ __forceinline__ int
AddPowers(const int (&sums)[TSettings::Powers][4], int i, const FixedPointKernel & kernel)
{
  constexpr int last = TSettings::Powers - 1;
  std::uint32_t sum = kernel.start + static_cast<std::uint32_t>(sums[last - 1][i]) * kernel.factors[0] +
                      static_cast<std::uint32_t>(sums[last][i]) * kernel.factors[1];
  if constexpr (last >= 2)
  {
    int low = sums[last - 2][i];
    if constexpr (last >= 3)
    {
      low += sums[last - 3][i] >> 8;
    }
    sum += static_cast<std::uint32_t>(low >> kernel.rightShift);
  }
  return static_cast<int>(sum);
}

/** Makes an output of its sums. Returns whether it is in doubt. */
template <typename TSettings, bool VIsExact>
__device__ __forceinline__ bool
RoundSums(const int (&sums)[TSettings::Powers][4], int i, const FixedPointKernel & kernel, int & output)
{
  const int sum = AddPowers<TSettings>(sums, i, kernel);
  if constexpr (VIsExact)
  {
    output = (sum + (sum < 0 ? (1 << kernel.fractionBits) - 1 : 0)) >> kernel.fractionBits;
    return false;
  }
  else
  {
    // What the sum stands for is greater than it: so it is not an integer unless in doubt, and -1 to 1 make 0.
    const int floor = sum >> kernel.fractionBits;
    output = floor + (floor < 0);
    return static_cast<std::uint32_t>(sum) << (32 - kernel.fractionBits) >= kernel.limit && floor != -1;
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

/** Stores two outputs with their neighbours; the second ones are half a strip behind the first. `isWhole` and `columns` as for
 * StorePair. */
template <typename TPixel>
__device__ __forceinline__ void
StorePairs(TPixel * output, bool isWhole, int columns, const int (&value)[4])
{
  constexpr int apart = FixedPointWidth / 2;
  if (isWhole)
  {
    StorePair(output, true, columns, value[0], value[1]);
    StorePair(output + apart, true, columns, value[2], value[3]);
  }
  else
  {
    StorePair(output, false, columns, value[0], value[1]);
    StorePair(output + apart, false, columns - apart, value[2], value[3]);
  }
}
} // namespace itk::device::convolution

#endif
