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
#ifndef ConvolutionFixedPointSettings_cuh
#define ConvolutionFixedPointSettings_cuh

#include "ConvolutionFixedPoint.h"
#include "ConvolutionRowsOfBlock.cuh"

// How ConvolutionFixedPointKernel works.
namespace itk::device::convolution
{
constexpr int FixedPointWarps = 4;
constexpr int FixedPointThreads = 32 * FixedPointWarps;
constexpr int FixedPointWidth = 128; // of a block's part of the output

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
  static constexpr int InputWidth = (FixedPointWidth - 8 + 16 * VChunks - QuadOfRow + 2 * VectorOfRow<TPixel> - 1) /
                                    VectorOfRow<TPixel> * VectorOfRow<TPixel>;
  using Quad = QuadOf<TPixel>;
};

struct FixedPointKernel
{
  // On the device: of each layer of the kernel, two of its rows, digit and chunk, two words for each lane, one of each row.
  // Those of a row behind the last one, and of some around, are 0.
  const uint2 * digits;
  RowAlignment  alignment;
  int           passes;       // between barriers; 1 for kernels of several layers
  int           fractionBits; // of sums
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
} // namespace itk::device::convolution

#endif
