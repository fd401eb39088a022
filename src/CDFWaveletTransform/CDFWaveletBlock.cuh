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
#ifndef CDFWaveletBlock_cuh
#define CDFWaveletBlock_cuh

#include "CDFWaveletTransform/CDFWaveletColumns.cuh"
#include "CDFWaveletTransform/CDFWaveletLaunch.cuh"
#include "CDFWaveletTransform/CDFWaveletLift.cuh"

/** The lowest levels of a plane, there and back, by one block: launches of a level each would take longer than their work.
 * Bound by instructions of a single multiprocessor. */
namespace itk::device::wavelet
{
/** Sides of what a block transforms are at most this. */
constexpr int SideOfBlock = 128;

/** Elements of a line that a thread transforms at once, and so has in registers. */
constexpr int ElementsOfPiece = 16;

constexpr int ThreadsOfPlane = SideOfBlock * (SideOfBlock / ElementsOfPiece);

/** From row to row in shared memory; odd, so that threads of adjacent rows meet in no bank. */
__host__ __device__ constexpr int
GetPitchOfBlock(int width)
{
  return width | 1;
}

constexpr std::size_t
GetBytesOfBlock(int width, int rows)
{
  return sizeof(float) * GetPitchOfBlock(width) * rows;
}

/** Transforms all lines of a block along an axis, or undoes that. All threads of the block must call it. */
template <bool VForward, bool VAlong, typename TLifting>
__device__ void
TransformLines(const TLifting & lifting, float * pixels, int width, int rows, int pitch)
{
  constexpr int steps = 2 * TLifting::Reach;
  constexpr int halo = steps;
  constexpr int length = ElementsOfPiece + 2 * halo;

  const int size = VAlong ? width : rows;
  const int lines = VAlong ? rows : width;
  if (size == 1)
  {
    return;
  }
  const int     stride = VAlong ? 1 : pitch;
  const int     thread = static_cast<int>(threadIdx.x);
  const int     first = thread / lines * ElementsOfPiece;
  const bool    exists = first < size;
  const int     lows = (size + 1) / 2;
  float * const line = pixels + thread % lines * (VAlong ? pitch : 1);
  const auto    splitAt = [&](int element) -> float & {
    return line[(element % 2 == 0 ? element / 2 : lows + element / 2) * stride];
  };
  const auto wholeAt = [&](int element) -> float & { return line[element * stride]; };
  const auto read = [&](int element) { return VForward ? wholeAt(element) : splitAt(element); };

  float values[length];
  if (exists)
  {
    if (first >= halo && first + length - halo <= size)
    {
#pragma unroll
      for (int i = 0; i < length; ++i)
      {
        values[i] = read(first - halo + i);
      }
    }
    else
    {
#pragma unroll
      for (int i = 0; i < length; ++i)
      {
        values[i] = read(Mirror(first - halo + i, size));
      }
    }
  }
  __syncthreads();
  if (exists)
  {
    if constexpr (VForward)
    {
#pragma unroll
      for (int step = 0; step < steps; ++step)
      {
#pragma unroll
        for (int i = 1 + step; i < length - 2 - step; i += 2)
        {
          values[i] = lifting.steps.Lift(step, values[i], values[i - 1], values[i + 1]);
        }
      }
      lifting.ScaleAlong(values);
    }
    else
    {
      lifting.UnscaleAlong(values);
#pragma unroll
      for (int step = steps - 1; step >= 0; --step)
      {
#pragma unroll
        for (int i = 1 + steps - step; i < length - steps + step; i += 2)
        {
          values[i] = lifting.steps.Unlift(step, values[i], values[i - 1], values[i + 1]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < ElementsOfPiece; ++i)
    {
      if (first + i < size)
      {
        (VForward ? splitAt(first + i) : wholeAt(first + i)) = values[halo + i];
      }
    }
  }
  __syncthreads();
}

/** Calls visit(offset in memory, offset in shared memory) for all pixels, each by one thread. */
template <typename TVisit>
__device__ void
ForEachPixelOfBlock(int width, int rows, int pitch, const TVisit & visit)
{
  for (int row = static_cast<int>(threadIdx.x) / 32; row < rows; row += ThreadsOfPlane / 32)
  {
    for (int x = static_cast<int>(threadIdx.x) % 32; x < width; x += 32)
    {
      visit(row * width + x, row * pitch + x);
    }
  }
}

/** Transforms a plane of contiguous rows, sets coefficients below the threshold to 0, and transforms back. `from` may be
 * `to`. */
template <typename TLifting>
__global__ void
__launch_bounds__(ThreadsOfPlane) ThresholdKernel(const TLifting lifting,
                                                  const float *  from,
                                                  float *        to,
                                                  int            width,
                                                  int            rows,
                                                  int            levels,
                                                  float          threshold)
{
  extern __shared__ float pixels[];

  const int  pitch = GetPitchOfBlock(width);
  const auto halve = [](int side, int level) { return ((side - 1) >> level) + 1; };
  WaitForKernelBefore();
  ForEachPixelOfBlock(width, rows, pitch, [&](int offset, int shared) { pixels[shared] = from[offset]; });
  __syncthreads();
  for (int level = 0; level < levels; ++level)
  {
    TransformLines<true, false>(lifting, pixels, halve(width, level), halve(rows, level), pitch);
    TransformLines<true, true>(lifting, pixels, halve(width, level), halve(rows, level), pitch);
  }
  ForEachPixelOfBlock(width, rows, pitch, [&](int, int shared) {
    pixels[shared] = fabsf(pixels[shared]) < threshold ? 0.0f : pixels[shared];
  });
  __syncthreads();
  for (int level = levels - 1; level >= 0; --level)
  {
    TransformLines<false, true>(lifting, pixels, halve(width, level), halve(rows, level), pitch);
    TransformLines<false, false>(lifting, pixels, halve(width, level), halve(rows, level), pitch);
  }
  ForEachPixelOfBlock(width, rows, pitch, [&](int offset, int shared) { to[offset] = pixels[shared]; });
}
} // namespace itk::device::wavelet

#endif
