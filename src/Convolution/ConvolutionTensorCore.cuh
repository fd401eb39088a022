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
#ifndef ConvolutionTensorCore_cuh
#define ConvolutionTensorCore_cuh

#include <cstdint>

// Sums of products of bytes on the tensor cores, by all lanes of a warp.
namespace itk::device::convolution
{
/** Adds the products of 16 x 32 bytes and 32 x 8 digits, each in two parts, in the order of mma.m16n8k16. */
__device__ __forceinline__ void
AddProducts(int (&sum)[4], const std::uint32_t (&bytes)[4], std::uint32_t firstDigits, std::uint32_t secondDigits)
{
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(bytes[0]), "r"(bytes[1]), "r"(bytes[2]), "r"(bytes[3]), "r"(firstDigits), "r"(secondDigits));
#else
#  pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(sum[i % 2 * 2]), "+r"(sum[i % 2 * 2 + 1])
        : "r"(bytes[i]), "r"(i < 2 ? firstDigits : secondDigits));
  }
#endif
}
} // namespace itk::device::convolution

#endif
