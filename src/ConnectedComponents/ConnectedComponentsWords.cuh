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
#ifndef ConnectedComponentsWords_cuh
#define ConnectedComponentsWords_cuh

#include "ConnectedComponents/ConnectedComponentsCore.h"
#include "Kernels/Grid.cuh"

namespace itk::device::components
{
constexpr int Threads = 256;

/** An image as words of 32 pixels of a row. */
struct WordGrid
{
  std::uint32_t size[3]; // in words, rows and slices
  std::size_t   width;   // in pixels

  explicit WordGrid(const std::size_t (&sizeInPixels)[3])
    : size{ static_cast<std::uint32_t>(kernels::DivideUp(sizeInPixels[0], 32)),
            static_cast<std::uint32_t>(sizeInPixels[1]),
            static_cast<std::uint32_t>(sizeInPixels[2]) }
    , width(sizeInPixels[0])
  {}

  __host__ __device__ std::uint32_t
                      GetNumberOfWords() const
  {
    return size[0] * size[1] * size[2];
  }
};

struct WordPosition
{
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;

  __device__
  WordPosition(const WordGrid & grid, std::uint32_t index)
  {
    const std::uint32_t row = index / grid.size[0];
    x = index - row * grid.size[0];
    z = row / grid.size[1];
    y = row - z * grid.size[1];
  }

  /** To the next one in raster order. */
  __device__ void
  Advance(const WordGrid & grid)
  {
    if (++x == grid.size[0])
    {
      x = 0;
      if (++y == grid.size[1])
      {
        y = 0;
        ++z;
      }
    }
  }
};

/** Enqueues a kernel with a thread for each of `number`. */
template <typename... TParameters, typename... TArguments>
void
LaunchForEach(const char * name,
              void (*kernel)(TParameters...),
              std::size_t    number,
              const Stream & stream,
              const TArguments &... arguments)
{
  kernels::Launch(
    name, kernel, { static_cast<std::ptrdiff_t>(kernels::DivideUp(number, Threads)), Threads }, stream, arguments...);
}

/** Replaces numbers in device memory by the sums of those before them. */
void
ScanInPlace(std::uint32_t * numbers, std::size_t count, const Stream & stream);
} // namespace itk::device::components

#endif
