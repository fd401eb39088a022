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
#include "Copy/BinShrinkCore.h"
#include "Kernels/Pointwise.cuh"
#include "Kernels/Instantiate.h"
#include "itkCudaBinShrinkLaunch.h"

namespace itk::device
{
namespace
{
constexpr int BinShrinkThreads = 256;

struct BinShrinkFactors
{
  int    factor[3];
  double reciprocal;
};

/** Sums of integers of 8 and 16 bits are exact; others are the parent's double, which begins as -0, to which anything may
 * be added. */
template <typename TPixel>
using BinShrinkSum = std::conditional_t<sizeof(TPixel) < 4, long long, double>;
template <typename TPixel>
inline constexpr BinShrinkSum<TPixel> NoSum = sizeof(TPixel) < 4 ? BinShrinkSum<TPixel>{} : -BinShrinkSum<TPixel>{};

template <typename TPixel>
__device__ BinShrinkSum<TPixel>
           ToSum(TPixel pixel)
{
  if constexpr (sizeof(TPixel) < 4)
  {
    return pixel;
  }
  else
  {
    return kernels::ToDouble(pixel);
  }
}

/** Neighbouring threads make neighbouring parts, of VOutputs pixels, of a row of the output. Of several, whose `factor[0]`
 * is 2, a thread reads the pixels at once. */
template <int VOutputs, typename TPixel>
__global__ void
__launch_bounds__(BinShrinkThreads)
  BinShrinkKernel(PointwiseInput<TPixel> input, PointwiseOutput<TPixel> output, BinShrinkFactors by)
{
  const std::size_t x = (blockIdx.x * std::size_t{ BinShrinkThreads } + threadIdx.x) * VOutputs;
  if (x >= output.size[0])
  {
    return;
  }
  for (std::size_t z = blockIdx.z; z < output.size[2]; z += gridDim.z)
  {
    for (std::size_t y = blockIdx.y; y < output.size[1]; y += gridDim.y)
    {
      const TPixel * const first =
        input.pixels + x * by.factor[0] + y * by.factor[1] * input.stride[1] + z * by.factor[2] * input.stride[2];
      BinShrinkSum<TPixel> sums[VOutputs];
#pragma unroll
      for (int i = 0; i < VOutputs; ++i)
      {
        sums[i] = NoSum<TPixel>;
      }
      for (int k = 0; k < by.factor[2]; ++k)
      {
#pragma unroll 2
        for (int j = 0; j < by.factor[1]; ++j)
        {
          const TPixel * const row = first + j * input.stride[1] + k * input.stride[2];
          if constexpr (VOutputs > 1)
          {
            TPixel pixels[2 * VOutputs];
            kernels::LoadVector(pixels, row);
#pragma unroll
            for (int i = 0; i < 2 * VOutputs; ++i)
            {
              sums[i / 2] += ToSum(pixels[i]);
            }
          }
          else
          {
#pragma unroll 4
            for (int i = 0; i < by.factor[0]; ++i)
            {
              sums[0] += ToSum(row[i]);
            }
          }
        }
      }
      TPixel results[VOutputs];
#pragma unroll
      for (int i = 0; i < VOutputs; ++i)
      {
        results[i] = RoundMean<TPixel>(static_cast<double>(sums[i]) * by.reciprocal);
      }
      kernels::StoreVector(output.pixels + x + y * output.stride[1] + z * output.stride[2], results);
    }
  }
}

/** Whether vectors of `count` pixels may be read or written from the beginning of each row on. */
template <typename TPixel>
bool
IsAligned(const TPixel * pixels, const std::size_t (&stride)[3], std::size_t count)
{
  return reinterpret_cast<std::uintptr_t>(pixels) % (count * sizeof(TPixel)) == 0 && stride[1] % count == 0 &&
         stride[2] % count == 0;
}
} // namespace

/** Reads each pixel once: bound by memory, or of blocks that are no pairs along the first axis, by the accesses. */
template <typename TPixel>
void
LaunchBinShrink(const PointwiseInput<TPixel> &  input,
                const PointwiseOutput<TPixel> & output,
                const std::size_t (&factors)[3],
                const Stream & stream)
{
  const auto             toInt = [](std::size_t factor) { return static_cast<int>(factor); };
  const BinShrinkFactors by{ { toInt(factors[0]), toInt(factors[1]), toInt(factors[2]) },
                             1.0 / static_cast<double>(factors[0] * factors[1] * factors[2]) };
  const auto             launch = [&](auto kernel, std::size_t outputs) {
    const std::size_t width = BinShrinkThreads * outputs;
    const dim3        blocks(static_cast<unsigned int>(kernels::DivideUp<std::size_t>(output.size[0], width)),
                      static_cast<unsigned int>(std::min<std::size_t>(output.size[1], kernels::MostLayers)),
                      static_cast<unsigned int>(std::min<std::size_t>(output.size[2], kernels::MostLayers)));
    kernels::Launch("BinShrinkKernel", kernel, { blocks, BinShrinkThreads }, stream, input, output, by);
  };
  constexpr int several = 8 / sizeof(TPixel);
  if (factors[0] == 2 && output.size[0] % several == 0 && IsAligned(input.pixels, input.stride, 2 * several) &&
      IsAligned(output.pixels, output.stride, several))
  {
    launch(BinShrinkKernel<several, TPixel>, several);
  }
  else
  {
    launch(BinShrinkKernel<1, TPixel>, 1);
  }
}

#define ITK_INSTANTIATE(type)    \
  template void LaunchBinShrink( \
    const PointwiseInput<type> &, const PointwiseOutput<type> &, const std::size_t(&)[3], const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
