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
#include "MeanSmall.cuh"
#include "Kernels/UnalignedVectorRow.cuh"

namespace itk::device::mean
{
namespace
{
/** Sums of three neighbours along a row of uint8: word 2 i has those around the pixels 4 i and 4 i + 2 in its halves, word
 * 2 i + 1 those around 4 i + 1 and 4 i + 3. */
__device__ __forceinline__ void
SumThree(const kernels::VectorRow<std::uint8_t, 1> & row, std::uint32_t (&sums)[8])
{
  std::uint32_t even[6];
  std::uint32_t odd[6];
#pragma unroll
  for (int i = 0; i < 6; ++i)
  {
    even[i] = __byte_perm(row.words[i], 0, 0x4240);
    odd[i] = __byte_perm(row.words[i], 0, 0x4341);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
  {
    sums[2 * i] = __byte_perm(odd[i], odd[i + 1], 0x5432) + even[i + 1] + odd[i + 1];
    sums[2 * i + 1] = even[i + 1] + odd[i + 1] + __byte_perm(even[i + 1], even[i + 2], 0x5432);
  }
}

/** Four pixels, the ninths of the sums in the halves of two words. With 9 * 7282 = 2^16 + 2 and sums of up to 9 * 255, the
 * product's excess is less than what a sum lacks to the next multiple of 9; so it is with that of the lower half in the
 * higher one's. */
__device__ __forceinline__ std::uint32_t
                           DivideByNine(std::uint32_t even, std::uint32_t odd)
{
  constexpr std::uint32_t ninth = 7282;
  const std::uint32_t     first = __byte_perm((even & 0xffff) * ninth, (odd & 0xffff) * ninth, 0x0062);
  const std::uint32_t     second = __byte_perm(__umulhi(even, ninth), __umulhi(odd, ninth), 0x0040);
  return __byte_perm(first, second, 0x5410);
}

/** Of a thread. */
constexpr int Rows = 8;

template <bool VIsAligned>
__global__ void __launch_bounds__(32 * kernels::VectorThreads, VIsAligned ? 8 : 6)
  Mean3x3Kernel(const __grid_constant__ kernels::Pass<std::uint8_t, std::uint8_t> pass,
                const kernels::Division                                           division)
{
  using Reader = kernels::ReaderOfVectors<VIsAligned, std::uint8_t, 1, kernels::NearestBorder>;
  using Row = typename Reader::Row;
  constexpr int rowsAhead = 2;
  constexpr int inputRows = Rows + 2;

  const auto position = kernels::GetVectorPosition<Row::Pixels, Rows>(pass, division);
  if (position.rows == 0)
  {
    return;
  }
  const unsigned int lanes = kernels::GetLanesOfVectors<VIsAligned, std::uint8_t>(position.columns);
  const Reader       reader(pass, position.layer, position.x, {});
  std::uint8_t *     output =
    pass.output + position.layer * pass.outputLayerStride + position.y * pass.outputStride + position.x;
  const std::ptrdiff_t inputRow = position.y + pass.offset[1] - 1;

  typename Reader::Loaded ahead[rowsAhead];
#pragma unroll
  for (int j = 0; j < rowsAhead; ++j)
  {
    reader.Read(inputRow + j, ahead[j]);
  }
  std::uint32_t alongRows[inputRows][8];
#pragma unroll
  for (int j = 0; j < inputRows; ++j)
  {
    const Row row = reader.GetRow(ahead[j % rowsAhead]);
    if (j + rowsAhead < inputRows)
    {
      reader.Read(inputRow + j + rowsAhead, ahead[j % rowsAhead]);
    }
    SumThree(row, alongRows[j]);
    if (j >= 2 && j - 2 < position.rows)
    {
      std::uint32_t means[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
      {
        means[i] = DivideByNine(alongRows[j - 2][2 * i] + alongRows[j - 1][2 * i] + alongRows[j][2 * i],
                                alongRows[j - 2][2 * i + 1] + alongRows[j - 1][2 * i + 1] + alongRows[j][2 * i + 1]);
      }
      kernels::WriteVector<VIsAligned>(
        output, make_uint4(means[0], means[1], means[2], means[3]), position.columns, lanes);
      output += pass.outputStride;
    }
  }
}
} // namespace

void
LaunchMean3x3(const kernels::Pass<std::uint8_t, std::uint8_t> & pass, const Stream & stream)
{
  const auto kernel = kernels::AreVectorsAligned(pass) ? Mean3x3Kernel<true> : Mean3x3Kernel<false>;
  kernels::LaunchOnVectors<Rows>("Mean3x3Kernel", kernel, pass, stream);
}
} // namespace itk::device::mean
