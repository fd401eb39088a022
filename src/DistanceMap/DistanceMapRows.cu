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
#include "DistanceMap.h"
#include "DistanceMapCore.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"

namespace itk::device::distance
{
namespace
{
using kernels::DivideUp;

constexpr int           WarpSize = 32;
constexpr int           Warps = 8;
constexpr std::uint32_t AllLanes = 0xffffffff;

/** Calls function(task) for each of `tasks`, one a warp. */
template <typename TFunction>
__device__ __forceinline__ void
ForEachTaskOfWarps(std::ptrdiff_t tasks, const TFunction & function)
{
  for (std::ptrdiff_t task = std::ptrdiff_t{ blockIdx.x } * Warps + threadIdx.y; task < tasks;
       task += std::ptrdiff_t{ gridDim.x } * Warps)
  {
    function(task);
  }
}

template <typename TKernel, typename... TArguments>
void
LaunchWarps(const char *   name,
            TKernel        kernel,
            std::ptrdiff_t warps,
            const Stream & stream,
            const TArguments &... arguments)
{
  const auto blocks = std::min(DivideUp(warps, Warps), kernels::MostBlocks);
  kernels::Launch(name, kernel, { blocks, dim3(WarpSize, Warps) }, stream, arguments...);
}

/** Words that a warp makes at a time. */
constexpr int WordsOfWarp = 4;

template <typename TInput>
__global__ void
FindBackgroundKernel(const TInput * input, TInput value, ImageSize image, RowsOfBits bits)
{
  const std::ptrdiff_t parts = DivideUp(bits.wordsOfRow, WordsOfWarp);
  ForEachTaskOfWarps(image.size[1] * image.size[2] * parts, [&](std::ptrdiff_t task) {
    const std::ptrdiff_t row = task / parts;
    const std::ptrdiff_t firstWord = (task - row * parts) * WordsOfWarp;
    const TInput * const pixels = input + row * image.size[0];
    bool                 isBackground[WordsOfWarp];
#pragma unroll
    for (int i = 0; i < WordsOfWarp; ++i)
    {
      const std::ptrdiff_t x = (firstWord + i) * WarpSize + threadIdx.x;
      isBackground[i] = x < image.size[0] && pixels[x] == value;
    }
#pragma unroll
    for (int i = 0; i < WordsOfWarp; ++i)
    {
      const std::uint32_t word = __ballot_sync(AllLanes, isBackground[i]);
      if (threadIdx.x == i && firstWord + i < bits.wordsOfRow)
      {
        bits.words[row * bits.wordsOfRow + firstWord + i] = word;
      }
    }
  });
}

/** The word with, at each pixel, the union of it and of those next to it. */
__device__ __forceinline__ std::uint32_t
                           Widen(const std::uint32_t * row, std::ptrdiff_t word, std::ptrdiff_t words)
{
  const std::uint32_t middle = row[word];
  const std::uint32_t left = word > 0 ? row[word - 1] >> 31 : 0;
  const std::uint32_t right = word + 1 < words ? row[word + 1] << 31 : 0;
  return middle | middle << 1 | middle >> 1 | left | right;
}

__global__ void
FindContourKernel(RowsOfBits background, ImageSize image, RowsOfBits contour)
{
  const std::ptrdiff_t words = background.wordsOfRow;
  const std::ptrdiff_t number = image.size[1] * image.size[2] * words;
  const std::ptrdiff_t threads = std::ptrdiff_t{ gridDim.x } * Warps * WarpSize;
  for (std::ptrdiff_t i = (std::ptrdiff_t{ blockIdx.x } * Warps + threadIdx.y) * WarpSize + threadIdx.x; i < number;
       i += threads)
  {
    const std::ptrdiff_t row = i / words;
    const std::ptrdiff_t word = i - row * words;
    const std::ptrdiff_t z = row / image.size[1];
    const std::ptrdiff_t y = row - z * image.size[1];
    std::uint32_t        around = 0;
    for (std::ptrdiff_t k = max(z - 1, std::ptrdiff_t{ 0 }); k <= min(z + 1, image.size[2] - 1); ++k)
    {
      for (std::ptrdiff_t j = max(y - 1, std::ptrdiff_t{ 0 }); j <= min(y + 1, image.size[1] - 1); ++j)
      {
        around |= Widen(background.words + (k * image.size[1] + j) * words, word, words);
      }
    }
    const std::ptrdiff_t left = image.size[0] - word * WarpSize;
    const std::uint32_t  inImage = left >= WarpSize ? AllLanes : (1u << left) - 1;
    contour.words[i] = ~background.words[i] & inImage & around;
  }
}

/** The nearest contour pixel before `word`, or -1. Called by whole warps, as is the next one. */
__device__ __forceinline__ std::ptrdiff_t
                           FindBefore(const std::uint32_t * row, std::ptrdiff_t word)
{
  while (word > 0)
  {
    word -= WarpSize;
    const std::ptrdiff_t mine = word + threadIdx.x;
    const std::uint32_t  bits = mine >= 0 ? row[mine] : 0;
    const std::uint32_t  lanes = __ballot_sync(AllLanes, bits != 0);
    if (lanes != 0)
    {
      const int lane = 31 - __clz(lanes);
      return (word + lane) * WarpSize + 31 - __clz(__shfl_sync(AllLanes, bits, lane));
    }
  }
  return -1;
}

/** The nearest contour pixel from `word` on, or -1. */
__device__ __forceinline__ std::ptrdiff_t
                           FindFrom(const std::uint32_t * row, std::ptrdiff_t word, std::ptrdiff_t words)
{
  for (; word < words; word += WarpSize)
  {
    const std::ptrdiff_t mine = word + threadIdx.x;
    const std::uint32_t  bits = mine < words ? row[mine] : 0;
    const std::uint32_t  lanes = __ballot_sync(AllLanes, bits != 0);
    if (lanes != 0)
    {
      const int lane = __ffs(lanes) - 1;
      return (word + lane) * WarpSize + __ffs(__shfl_sync(AllLanes, bits, lane)) - 1;
    }
  }
  return -1;
}

/** A warp makes 32 words of a row. All sites have a square of 0, so that none is ever hidden, and the nearest is the
 * one before or the one after. */
__global__ void
MeasureRowsKernel(RowsOfBits contour, ImageSize image, double spacing, float * output)
{
  const std::ptrdiff_t words = contour.wordsOfRow;
  const std::ptrdiff_t parts = DivideUp(words, WarpSize);
  ForEachTaskOfWarps(image.size[1] * image.size[2] * parts, [&](std::ptrdiff_t task) {
    const std::ptrdiff_t        row = task / parts;
    const std::ptrdiff_t        firstWord = (task - row * parts) * WarpSize;
    const int                   wordsHere = static_cast<int>(min(words - firstWord, std::ptrdiff_t{ WarpSize }));
    const std::uint32_t * const bitsOfRow = contour.words + row * words;
    const int                   lane = threadIdx.x;
    const int                   firstPixel = static_cast<int>(firstWord * WarpSize);
    const std::uint32_t         mine = lane < wordsHere ? bitsOfRow[firstWord + lane] : 0;
    const std::uint32_t         lanes = __ballot_sync(AllLanes, mine != 0);
    const int                   before = static_cast<int>(FindBefore(bitsOfRow, firstWord));
    const int                   after = static_cast<int>(FindFrom(bitsOfRow, firstWord + WarpSize, words));
    const int                   last = firstPixel + lane * WarpSize + 31 - __clz(mine);
    const int                   first = firstPixel + lane * WarpSize + __ffs(mine) - 1;
    const std::uint32_t         upToLane = AllLanes >> (31 - lane);
    const std::uint32_t         fromLane = AllLanes << lane;
    float *                     pixel = output + row * image.size[0] + firstPixel + lane;
    int                         x = firstPixel + lane;
    for (int i = 0; i < wordsHere; ++i, x += WarpSize, pixel += WarpSize)
    {
      const std::uint32_t bits = __shfl_sync(AllLanes, mine, i);
      const std::uint32_t lanesBefore = lanes & ~(AllLanes << i);
      const std::uint32_t lanesAfter = lanes & (i == 31 ? 0 : AllLanes << (i + 1));
      const int           lastBefore = __shfl_sync(AllLanes, last, (31 - __clz(lanesBefore)) & 31);
      const int           firstAfter = __shfl_sync(AllLanes, first, (__ffs(lanesAfter) - 1) & 31);
      const std::uint32_t bitsBefore = bits & upToLane;
      const std::uint32_t bitsAfter = bits & fromLane;
      const int           wordStart = x - lane;
      const int           left = bitsBefore ? wordStart + 31 - __clz(bitsBefore) : lanesBefore ? lastBefore : before;
      const int           right = bitsAfter ? wordStart + __ffs(bitsAfter) - 1 : lanesAfter ? firstAfter : after;
      const float         position = GetQueryPosition(x, spacing);
      const auto          measure = [&](int site) {
        return site < 0 ? NoDistance : GetSquaredDistance({ 0, GetSitePosition(site, spacing) }, position);
      };
      if (x < image.size[0])
      {
        *pixel = fminf(measure(left), measure(right));
      }
    }
  });
}
} // namespace

template <typename TInput>
void
FindBackground(const TInput *     input,
               TInput             value,
               const ImageSize &  image,
               const RowsOfBits & bits,
               const Stream &     stream)
{
  const auto warps = image.GetNumberOfRows() * DivideUp(bits.wordsOfRow, WordsOfWarp);
  LaunchWarps("FindBackgroundKernel", FindBackgroundKernel<TInput>, warps, stream, input, value, image, bits);
}

void
FindContour(const RowsOfBits & background, const ImageSize & image, const RowsOfBits & contour, const Stream & stream)
{
  const auto warps = DivideUp(image.GetNumberOfRows() * background.wordsOfRow, WarpSize);
  LaunchWarps("FindContourKernel", FindContourKernel, warps, stream, background, image, contour);
}

void
MeasureRows(const RowsOfBits & contour, const ImageSize & image, double spacing, float * output, const Stream & stream)
{
  const auto warps = image.GetNumberOfRows() * DivideUp(contour.wordsOfRow, WarpSize);
  LaunchWarps("MeasureRowsKernel", MeasureRowsKernel, warps, stream, contour, image, spacing, output);
}

#define ITK_INSTANTIATE(pixel) \
  template void FindBackground<pixel>(const pixel *, pixel, const ImageSize &, const RowsOfBits &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device::distance
