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
#ifndef ConvolutionFixedPointRows_cuh
#define ConvolutionFixedPointRows_cuh

#include "ConvolutionFixedPoint.h"
#include "ConvolutionTask.cuh"
#include "Kernels/UnalignedRow.cuh"
#include <cuda_pipeline_primitives.h>

// How a block of ConvolutionFixedPointKernel reads its input, into a ring of rows in shared memory.
namespace itk::device::convolution
{
constexpr int FixedPointWarps = 4;
constexpr int FixedPointThreads = 32 * FixedPointWarps;
constexpr int FixedPointWidth = 128; // of a block's part of the output
constexpr int FixedPointQuad = 4;    // pixels that are read from memory at once, if no more

template <typename TPixel>
constexpr int FixedPointVector = 16 / sizeof(TPixel); // pixels that are read at once at best

/** Sums of 16 groups of 8 neighbouring outputs: those of group m and output n within it are a matrix product, of pixel
 * 8 m + k and, for k - n from 0 to the kernel's width, coefficient k - n. It is done for one byte of the pixels and one
 * digit of the coefficients at a time, and for VChunks times 16 values of k. */
template <typename TPixel, int VDigits, int VChunks>
struct FixedPointSettings
{
  using Pixel = TPixel;

  static constexpr int Bytes = sizeof(TPixel);
  static constexpr int Chunks = VChunks;
  static constexpr int WordsOfStep = VDigits * VChunks; // of digits of two rows of the kernel, for a lane
  // Of digits times bytes; those of the same power of 256 are added.
  static constexpr int LeftOut = CountPowersLeftOut<TPixel>(VDigits);
  static constexpr int Powers = CountPowers<TPixel>(VDigits) - LeftOut;
  static constexpr int Rows = Bytes == 1 && VChunks < 3 ? 4 : 2;      // of a warp in a pass, an even number
  static constexpr int Height = FixedPointWarps * Rows;               // of a pass
  static constexpr int Blocks = VChunks > 1 ? 4 : Bytes == 1 ? 5 : 6; // that a multiprocessor has registers for
  static constexpr int MostPasses = Bytes == 1 ? 2 : 4;               // between barriers
  // Of whole vectors, of whose first one less than a whole is not needed.
  static constexpr int InputWidth =
    (FixedPointWidth - 8 + 16 * VChunks - FixedPointQuad + 2 * FixedPointVector<TPixel> - 1) /
    FixedPointVector<TPixel> * FixedPointVector<TPixel>;
  using Quad = std::conditional_t<Bytes == 1, std::uint32_t, uint2>;
};

struct FixedPointKernel
{
  // On the device: of each layer of the kernel, two of its rows, digit and chunk, two words for each lane, one of each row.
  // Those of a row behind the last one, and of some around, are 0.
  const uint2 * digits;
  int           passes;       // between barriers; 1 for kernels of several layers
  int           fractionBits; // of sums
  int           lead;         // columns that are read before the first group
  int           shift;        // columns that are read before those of the first output's window, with the lead
  bool          hasQuads;     // whether memory is aligned to FixedPointQuad pixels from there on
  bool          hasVectors;   // whether it is to FixedPointVector pixels
  bool          hasPairs;     // whether rows of the output are aligned to two pixels
  bool          isExact;      // whether no output can be in doubt
  std::uint32_t start;        // what sums begin with; inexact ones are smaller by it than what they stand for
  std::uint32_t limit;        // Inexact sums whose fraction, times 2^32, is no less are in doubt.
  // A sum's parts for the two greatest powers of 256 are multiplied by them, and the next part is shifted.
  std::uint32_t factors[2]; // unknown to the compiler, which would shift and add instead
  int           rightShift;
};

/** How many outputs in doubt a warp has room for in shared memory: when some warp has enough for all its threads, they are
 * computed anew, and before that a warp may find all outputs of `passes` to be in doubt. */
template <typename TSettings>
constexpr __device__ __host__ int
CountRoomForDoubts(int passes)
{
  return 31 + passes * TSettings::Rows * FixedPointWidth;
}

/** Starts to read rows of the input, from row `y` and column `first` of it on, into the ring's rows from `slot` on. All
 * threads of a block take part. */
template <typename TSettings, typename TPixel>
__device__ __forceinline__ void
ReadRows(const Task<TPixel, TPixel> & task,
         const FixedPointKernel &     kernel,
         int                          first,
         int                          y,
         std::ptrdiff_t               layer,
         int                          rows,
         int                          slot,
         int                          slots,
         TPixel *                     ring)
{
  using Quad = typename TSettings::Quad;
  constexpr int width = TSettings::InputWidth;
  const int     size = static_cast<int>(task.inputSize[0]);
  if (kernel.hasVectors && layer >= 0 && first >= 0 && first + width <= size && y >= 0 && y + rows <= task.inputSize[1])
  {
    constexpr int  lanes = 16; // that read a row
    constexpr int  vector = FixedPointVector<TPixel>;
    const int      column = static_cast<int>(threadIdx.x % lanes) * vector;
    const TPixel * pixels = task.input + layer * task.inputStride[2] + first + column;
#pragma unroll 1
    for (int j = threadIdx.x / lanes; j < rows; j += FixedPointThreads / lanes)
    {
      const TPixel * const source = pixels + (y + j) * task.inputStride[1];
      TPixel * const       target = ring + (slot + j < slots ? slot + j : slot + j - slots) * width + column;
#pragma unroll
      for (int begin = 0; begin < width; begin += lanes * vector)
      {
        if (begin + lanes * vector <= width || begin + column < width)
        {
          __pipeline_memcpy_async(target + begin, source + begin, sizeof(uint4));
        }
      }
    }
    return;
  }
  constexpr int quads = width / FixedPointQuad;
  for (int i = threadIdx.x; i < rows * quads; i += FixedPointThreads)
  {
    const int            j = i / quads;
    const int            column = i % quads * FixedPointQuad;
    const int            row = kernels::MapIndex(task.border, y + j, static_cast<int>(task.inputSize[1]));
    const bool           exists = layer >= 0 && row >= 0;
    const TPixel * const pixels = task.input + (exists ? layer * task.inputStride[2] + row * task.inputStride[1] : 0);
    TPixel * const       target = ring + (slot + j < slots ? slot + j : slot + j - slots) * width + column;
    if (exists && kernel.hasQuads && first + column >= 0 && first + column + FixedPointQuad <= size)
    {
      __pipeline_memcpy_async(target, pixels + first + column, sizeof(Quad));
      continue;
    }
    if (exists && first + column >= FixedPointQuad && first + column + 2 * FixedPointQuad <= size)
    {
      constexpr int                  count = sizeof(Quad) / sizeof(std::uint32_t);
      kernels::UnalignedWords<count> words;
      words.Read(pixels + first + column);
#pragma unroll
      for (int k = 0; k < count; ++k)
      {
        reinterpret_cast<std::uint32_t *>(target)[k] = words[k];
      }
      continue;
    }
#pragma unroll
    for (int k = 0; k < FixedPointQuad; ++k)
    {
      const int index = kernels::MapIndex(task.border, first + column + k, size);
      target[k] = exists && index >= 0 ? pixels[index] : task.constant;
    }
  }
}
} // namespace itk::device::convolution

#endif
