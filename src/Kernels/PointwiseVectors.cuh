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
#ifndef PointwiseVectors_cuh
#define PointwiseVectors_cuh

#include "Kernels/Cast.h"
#include "Kernels/Grid.cuh"
#include "itkDevicePointwiseImages.h"
#include <cstdint>
#include <cstring>
#include <limits>

namespace itk::device::kernels
{
constexpr int PointwiseThreads = 256;

// As the functions of std::numeric_limits are none of the device's.
template <typename TPixel>
inline constexpr TPixel Lowest = std::numeric_limits<TPixel>::lowest();
template <typename TPixel>
inline constexpr TPixel Largest = std::numeric_limits<TPixel>::max();

/** What is read or written at once. */
template <int VBytes>
struct MemoryWord
{
  using Type = std::conditional_t<
    VBytes == 16,
    uint4,
    std::conditional_t<
      VBytes == 8,
      uint2,
      std::conditional_t<VBytes == 4, std::uint32_t, std::conditional_t<VBytes == 2, std::uint16_t, std::uint8_t>>>>;
};

template <typename TPixel, int VWidth>
__device__ void
LoadVector(TPixel (&pixels)[VWidth], const TPixel * source)
{
  using Word = typename MemoryWord<sizeof(pixels)>::Type;
  const Word word = *reinterpret_cast<const Word *>(source);
  std::memcpy(pixels, &word, sizeof(pixels));
}

template <typename TPixel, int VWidth>
__device__ void
StoreVector(TPixel * target, const TPixel (&pixels)[VWidth])
{
  using Word = typename MemoryWord<sizeof(pixels)>::Type;
  Word word;
  if constexpr (sizeof(TPixel) < 4 && sizeof(pixels) >= 4)
  {
    // Left to itself, the compiler writes some of them one by one.
    constexpr int pixelsOfRegister = 4 / sizeof(TPixel);
    std::uint32_t registers[VWidth / pixelsOfRegister];
#pragma unroll
    for (int i = 0; i < VWidth; i += pixelsOfRegister)
    {
      if constexpr (sizeof(TPixel) == 2)
      {
        registers[i / pixelsOfRegister] = __byte_perm(pixels[i], pixels[i + 1], 0x5410);
      }
      else
      {
        registers[i / pixelsOfRegister] = __byte_perm(
          __byte_perm(pixels[i], pixels[i + 1], 0x0040), __byte_perm(pixels[i + 2], pixels[i + 3], 0x0040), 0x5410);
      }
    }
    std::memcpy(&word, registers, sizeof(word));
  }
  else
  {
    std::memcpy(&word, pixels, sizeof(word));
  }
  *reinterpret_cast<Word *>(target) = word;
}

/** Rows of pixels that follow one another; rows and slices over which all images are contiguous are one row. */
struct PointwiseRows
{
  std::size_t length;
  std::size_t rows;
  std::size_t slices;
};

/** Pixels from the constant or from VCount vectors `step` apart, the first of them at `source`. */
template <int VWidth, int VCount, typename TPixel>
struct PointwiseValues
{
  TPixel vectors[VCount][VWidth];

  __device__
  PointwiseValues(const PointwiseInput<TPixel> & input, std::size_t position, std::size_t step)
  {
#pragma unroll
    for (int i = 0; i < VCount; ++i)
    {
      if (input.pixels != nullptr)
      {
        LoadVector(vectors[i], input.pixels + position + i * step);
      }
      else
      {
#pragma unroll
        for (int j = 0; j < VWidth; ++j)
        {
          vectors[i][j] = input.constant;
        }
      }
    }
  }
};

/** Computes VCount vectors `step` apart, the first of them at `position` in its row. */
template <int VWidth, int VCount, typename TOperation, typename TOutput, typename... TInputs>
__device__ void
ComputeVectors(TOperation &                     operation,
               std::size_t                      row,
               std::size_t                      slice,
               std::size_t                      position,
               std::size_t                      step,
               const PointwiseOutput<TOutput> & output,
               const PointwiseInput<TInputs> &... inputs)
{
  const auto getOffset = [&](const auto & image) { return slice * image.stride[2] + row * image.stride[1] + position; };
  TOutput * const target = output.pixels + getOffset(output);
  const auto      compute = [&](const auto &... values) {
#pragma unroll
    for (int i = 0; i < VCount; ++i)
    {
      TOutput results[VWidth];
#pragma unroll
      for (int j = 0; j < VWidth; ++j)
      {
        results[j] = operation(values.vectors[i][j]...);
      }
      StoreVector(target + i * step, results);
    }
  };
  compute(PointwiseValues<VWidth, VCount, TInputs>(inputs, getOffset(inputs), step)...);
}

/** Calls vectors(position, VCount vectors), or vectors(position, 1 vector) and pixel(position) near the row's end, for
 * what VThreads threads have of a row: the tile at `begin`. */
template <int VWidth, int VCount, int VThreads = PointwiseThreads, typename TVectors, typename TPixel>
__device__ void
ForEachVectorOfTile(std::size_t begin, std::size_t length, const TVectors & vectors, const TPixel & pixel)
{
  constexpr std::size_t step = std::size_t{ VThreads } * VWidth;
  const std::size_t     position = begin + threadIdx.x * std::size_t{ VWidth };
  if (begin + VCount * step <= length)
  {
    vectors(position, std::integral_constant<int, VCount>());
    return;
  }
#pragma unroll 1
  for (int i = 0; i < VCount; ++i)
  {
    if (position + i * step + VWidth <= length)
    {
      vectors(position + i * step, std::integral_constant<int, 1>());
    }
  }
  const std::size_t rest = length % VWidth;
  if (threadIdx.x < rest)
  {
    pixel(length - rest + threadIdx.x);
  }
}
} // namespace itk::device::kernels

#endif
