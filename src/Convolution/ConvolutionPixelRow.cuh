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
#ifndef ConvolutionPixelRow_cuh
#define ConvolutionPixelRow_cuh

#include "Kernels/Cast.h"
#include "Kernels/UnalignedRow.cuh"

namespace itk::device::convolution
{
/** VLength pixels of a row from any address on, for sums in double; what is read besides: see UnalignedWords. */
template <typename TPixel, int VLength>
class PixelRow
{
public:
  __device__ __forceinline__ void
  Read(const TPixel * first)
  {
    m_Words.Read(first);
  }

  __device__ __forceinline__ double
  operator[](int i) const
  {
    const std::uint32_t word = m_Words[i / PixelsOfWord] >> (8 * sizeof(TPixel) * (i % PixelsOfWord));
    return kernels::ToDouble(static_cast<TPixel>(word));
  }

private:
  static constexpr int PixelsOfWord = 4 / sizeof(TPixel);

  kernels::UnalignedWords<(VLength + PixelsOfWord - 1) / PixelsOfWord> m_Words;
};
} // namespace itk::device::convolution

#endif
