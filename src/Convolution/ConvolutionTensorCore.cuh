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
/** Adds the product of 16 x 16 bytes and 16 x 8 digits, in the order of mma.m16n8k16. */
__device__ __forceinline__ void
AddProduct(int (&sum)[4], const std::uint32_t (&bytes)[2], std::uint32_t digits)
{
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(bytes[0]), "r"(bytes[1]), "r"(digits));
#else
#  pragma unroll
  for (int i = 0; i < 2; ++i)
  {
    asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(sum[2 * i]), "+r"(sum[2 * i + 1])
        : "r"(bytes[i]), "r"(digits));
  }
#endif
}

/** Adds two of them. */
__device__ __forceinline__ void
AddTwoProducts(int (&sum)[4],
               const std::uint32_t (&first)[2],
               const std::uint32_t (&second)[2],
               std::uint32_t firstDigits,
               std::uint32_t secondDigits)
{
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(first[0]), "r"(first[1]), "r"(second[0]), "r"(second[1]), "r"(firstDigits), "r"(secondDigits));
#else
  AddProduct(sum, first, firstDigits);
  AddProduct(sum, second, secondDigits);
#endif
}

/** Adds as many as there are chunks, of two rows. */
template <int VChunks>
__device__ __forceinline__ void
AddProducts(int (&sum)[4],
            const std::uint32_t (&first)[VChunks][2],
            const std::uint32_t (&second)[VChunks][2],
            const std::uint32_t (&firstDigits)[VChunks],
            const std::uint32_t (&secondDigits)[VChunks])
{
#pragma unroll
  for (int i = 0; i < VChunks; ++i)
  {
    AddTwoProducts(sum, first[i], second[i], firstDigits[i], secondDigits[i]);
  }
}

/** Adds as many as there are chunks. */
template <int VChunks>
__device__ __forceinline__ void
AddProducts(int (&sum)[4], const std::uint32_t (&bytes)[VChunks][2], const std::uint32_t (&digits)[VChunks])
{
#pragma unroll
  for (int i = 0; i + 1 < VChunks; i += 2)
  {
    AddTwoProducts(sum, bytes[i], bytes[i + 1], digits[i], digits[i + 1]);
  }
  if constexpr (VChunks % 2 != 0)
  {
    AddProduct(sum, bytes[VChunks - 1], digits[VChunks - 1]);
  }
}
} // namespace itk::device::convolution

#endif
