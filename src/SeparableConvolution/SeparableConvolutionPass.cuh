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
#ifndef SeparableConvolutionPass_cuh
#define SeparableConvolutionPass_cuh

#include "Device/itkDeviceCheck.h"
#include "itkDeviceStream.h"
#include <algorithm>
#include <cstddef>
#include <cuda_runtime_api.h>

namespace itk::device::separable
{
/** One launch: a kernel walks along the lines of an image, with axis 0 across the threads of a warp.
 *
 * Output (x, y, layer) is computed from the input around (x + offset[0], y + offset[1], layer), where y is the index on
 * the axis that is walked along. Input indices outside [0, inputSize) are clamped. */
template <typename TInput, typename TOutput = float>
struct Pass
{
  const TInput * input;
  TOutput *      output;
  std::ptrdiff_t inputSize[2];
  std::ptrdiff_t outputSize[2];
  std::ptrdiff_t offset[2];
  std::ptrdiff_t inputStride; // along the axis that is walked along
  std::ptrdiff_t outputStride;
  std::ptrdiff_t layers;
  std::ptrdiff_t inputLayerStride;
  std::ptrdiff_t outputLayerStride;
};

/** How the blocks divide a pass: a block takes a strip of columns, and a segment of `segmentLength` of its rows. */
struct Division
{
  unsigned int   strips;
  unsigned int   segments;
  std::ptrdiff_t segmentLength;
};

__host__ __device__ constexpr std::ptrdiff_t
         DivideUp(std::ptrdiff_t a, std::ptrdiff_t b)
{
  return (a + b - 1) / b;
}

__host__ __device__ constexpr std::ptrdiff_t
         Clamp(std::ptrdiff_t value, std::ptrdiff_t size)
{
  return value < 0 ? 0 : value < size ? value : size - 1;
}

/** Where the work of a block begins. */
struct BlockPosition
{
  std::ptrdiff_t strip;
  std::ptrdiff_t segment;
  std::ptrdiff_t layer;
};

__device__ __forceinline__ BlockPosition
GetBlockPosition(const Division & division)
{
  const unsigned int row = blockIdx.x / division.strips;
  return { blockIdx.x - row * division.strips, row % division.segments, row / division.segments };
}

/** Points to the rows y, y + 1, ... of a pass's input, clamped to the image: row by row, and in 32-bit arithmetic,
 * which saves the registers that decide how many blocks a multiprocessor holds. */
template <typename TInput>
class RowPointer
{
public:
  template <typename TOutput>
  __device__ __forceinline__
  RowPointer(const Pass<TInput, TOutput> & pass, std::ptrdiff_t layer, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_Pixels(pass.input + layer * pass.inputLayerStride + Clamp(y, pass.inputSize[1]) * pass.inputStride + x)
    , m_Stride(pass.inputStride)
    , m_FirstMove(static_cast<int>(max(-y, std::ptrdiff_t{ 0 })))
    , m_LastMove(static_cast<int>(min(pass.inputSize[1] - 1 - y, std::ptrdiff_t{ 0x7fffffff })))
  {}

  __device__ __forceinline__ TInput
  operator[](int i) const
  {
    return m_Pixels[i];
  }

  __device__ __forceinline__ void
  Next()
  {
    m_Pixels += m_Row >= m_FirstMove && m_Row < m_LastMove ? m_Stride : 0;
    ++m_Row;
  }

private:
  const TInput *         m_Pixels;
  const std::ptrdiff_t & m_Stride;
  int                    m_Row{ 0 };
  int                    m_FirstMove;
  int                    m_LastMove;
};
} // namespace itk::device::separable

#endif
