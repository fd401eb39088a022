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
#ifndef ConvolutionTask_cuh
#define ConvolutionTask_cuh

#include "Kernels/Border.cuh"
#include "Kernels/Cast.h"
#include "Kernels/Task.cuh"
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace itk::device::convolution
{
/** What is known of float sums that integers are made of: with `increase` added, and of kernels that were scaled for it,
 * a sum is no smaller than the parent's, and `factor` times it minus 2 `increase` no greater. */
struct SumError
{
  float increase{ 0.0f };
  float factor{ 1.0f };
  // Whether all sums are from 0 to 2^22.
  bool areSmall{ false };
};

/** Output p is the sum over t, from 0 to 2 radius, of coefficient(t) input(p + offset + t - radius). */
template <typename TInput, typename TOutput>
struct Task : kernels::Task<TInput, TOutput>
{
  int               radius[3];
  ConvolutionBorder border;
  TInput            constant;
  // On the device, axis 0 fastest; null where the output is float and no kernel asks for them.
  const double * coefficients;
  // For integer outputs.
  SumError error;
};

ITK_HOST_DEVICE constexpr float
GetPowerOfTwo(int exponent)
{
  return exponent > 0 ? 2.0f * GetPowerOfTwo(exponent - 1) : exponent < 0 ? 0.5f * GetPowerOfTwo(exponent + 1) : 1.0f;
}

/** Coordinates of a longer axis may need more than 32 bits. */
constexpr std::ptrdiff_t LongestAxis = 0x7fff0000;

/** Whether coordinates need more than 32 bits, which only the computation in double has. */
template <typename TInput, typename TOutput>
bool
IsLong(const Task<TInput, TOutput> & task)
{
  return task.inputSize[0] > LongestAxis || task.inputSize[1] > LongestAxis;
}

/** The sum as the parent computes it: in double, one product after the other. */
template <typename TInput, typename TOutput>
__device__ double
ComputeSum(const Task<TInput, TOutput> & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
{
  const std::ptrdiff_t first = x + task.offset[0] - task.radius[0];
  const int            width = 2 * task.radius[0] + 1;
  const bool           isInside = first >= 0 && first + width <= task.inputSize[0];
  const double *       coefficients = task.coefficients;
  double               sum = 0.0;
  const auto           add = [&sum](double coefficient, TInput pixel) {
    sum = __dadd_rn(sum, __dmul_rn(coefficient, kernels::ToDouble(pixel)));
  };
  for (int k = -task.radius[2]; k <= task.radius[2]; ++k)
  {
    const std::ptrdiff_t layer = kernels::MapIndex(task.border, z + task.offset[2] + k, task.inputSize[2]);
    for (int j = -task.radius[1]; j <= task.radius[1]; ++j, coefficients += width)
    {
      const std::ptrdiff_t row = kernels::MapIndex(task.border, y + task.offset[1] + j, task.inputSize[1]);
      const bool           exists = layer >= 0 && row >= 0;
      const TInput * const pixels = task.input + layer * task.inputStride[2] + row * task.inputStride[1];
      if (isInside && exists)
      {
#pragma unroll 4
        for (int i = 0; i < width; ++i)
        {
          add(__ldg(coefficients + i), __ldg(pixels + first + i));
        }
        continue;
      }
      for (int i = 0; i < width; ++i)
      {
        const std::ptrdiff_t column = kernels::MapIndex(task.border, first + i, task.inputSize[0]);
        add(coefficients[i], exists && column >= 0 ? pixels[column] : task.constant);
      }
    }
  }
  return sum;
}

/** Computes an output as the parent does. */
template <typename TInput, typename TOutput>
__device__ void
ComputeOutput(const Task<TInput, TOutput> & task, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z)
{
  task.output[z * task.outputStride[2] + y * task.outputStride[1] + x] =
    kernels::CastLikeX86<TOutput>(ComputeSum(task, x, y, z));
}
} // namespace itk::device::convolution

#endif
