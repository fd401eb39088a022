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
#include "ConnectedComponents/ConnectedComponentsWords.cuh"
#include "Kernels/Instantiate.h"
#include "itkCudaConnectedComponentsLaunch.h"

namespace itk::device
{
namespace
{
using namespace components;

constexpr std::uint32_t NoComponent = 0xffffffff;

/** Of which a thread writes the pixels. */
constexpr int PixelsOfThread = 4;

/** Whether words follow each other in memory without a gap, and so many bytes are aligned. */
template <typename TImage>
bool
IsFlat(const std::size_t (&size)[3], const TImage & image, std::size_t bytes)
{
  return size[0] % 32 == 0 && (size[1] == 1 || image.stride[1] == size[0]) &&
         (size[2] == 1 || image.stride[2] == size[0] * size[1]) &&
         reinterpret_cast<std::uintptr_t>(image.pixels) % bytes == 0;
}

template <typename TPixel, int VCount>
struct alignas(VCount * sizeof(TPixel)) PixelVector
{
  TPixel pixels[VCount];
};

template <typename TPixel>
constexpr int PixelsOfVector = 16 / static_cast<int>(sizeof(TPixel));

/** A thread reads 16 bytes. */
template <typename TPixel>
__global__ void
__launch_bounds__(Threads) MarkFlatPixels(const TPixel *  pixels,
                                          std::size_t     vectors,
                                          TPixel          value,
                                          bool            isEqual,
                                          bool            areMarked,
                                          std::uint32_t * words)
{
  constexpr int     count = PixelsOfVector<TPixel>;
  const std::size_t i = std::size_t{ blockIdx.x } * Threads + threadIdx.x;
  std::uint32_t     word = 0;
  if (i < vectors)
  {
    const auto vector = reinterpret_cast<const PixelVector<TPixel, count> *>(pixels)[i];
#pragma unroll
    for (int pixel = 0; pixel < count; ++pixel)
    {
      word |= ((vector.pixels[pixel] == value) == isEqual ? 1u : 0u) << pixel;
    }
  }
  word <<= i * count % 32;
#pragma unroll
  for (int lanes = 1; lanes < 32 / count; lanes *= 2)
  {
    word |= __shfl_xor_sync(0xffffffff, word, lanes);
  }
  if (i < vectors && i * count % 32 == 0)
  {
    std::uint32_t & target = words[i * count / 32];
    target = areMarked ? target & word : word;
  }
}

/** A warp takes a word after the other. */
template <typename TPixel>
__global__ void
__launch_bounds__(Threads) MarkPixels(WordGrid               grid,
                                      PointwiseInput<TPixel> image,
                                      TPixel                 value,
                                      bool                   isEqual,
                                      bool                   areMarked,
                                      std::uint32_t *        words)
{
  constexpr int       wordsAhead = 8;
  const std::uint32_t first = (blockIdx.x * Threads + threadIdx.x) & ~31u;
  const std::uint32_t number = grid.GetNumberOfWords();
  if (first >= number)
  {
    return;
  }
  const std::uint32_t lane = threadIdx.x % 32;
  WordPosition        position(grid, first);
  std::uint32_t       own = 0;
  for (std::uint32_t begin = 0; begin < 32; begin += wordsAhead)
  {
    TPixel pixels[wordsAhead];
    bool   isInside[wordsAhead];
#pragma unroll
    for (int i = 0; i < wordsAhead; ++i)
    {
      const std::size_t x = std::size_t{ position.x } * 32 + lane;
      isInside[i] = x < grid.width && first + begin + i < number;
      pixels[i] = isInside[i] ? image.pixels[x + position.y * image.stride[1] + position.z * image.stride[2]] : value;
      position.Advance(grid);
    }
#pragma unroll
    for (int i = 0; i < wordsAhead; ++i)
    {
      const std::uint32_t word = __ballot_sync(0xffffffff, isInside[i] && (pixels[i] == value) == isEqual);
      own = lane == begin + i ? word : own;
    }
  }
  if (first + lane < number)
  {
    words[first + lane] = areMarked ? words[first + lane] & own : own;
  }
}

/** Writes write(component, pixel) for each pixel; a thread does for PixelsOfThread of them. */
template <bool VIsFlat, typename TPixel, typename TWrite>
__global__ void
__launch_bounds__(Threads) WritePixels(WordGrid                grid,
                                       const std::uint32_t *   words,
                                       const std::uint32_t *   firstRuns,
                                       const std::uint32_t *   components,
                                       PointwiseInput<TPixel>  input,
                                       PointwiseOutput<TPixel> output,
                                       TWrite                  write)
{
  constexpr int       threadsOfWord = 32 / PixelsOfThread;
  const std::size_t   i = std::size_t{ blockIdx.x } * Threads + threadIdx.x;
  const auto          index = static_cast<std::uint32_t>(i / threadsOfWord);
  const std::uint32_t firstBit = static_cast<std::uint32_t>(i) % threadsOfWord * PixelsOfThread;
  if (index >= grid.GetNumberOfWords())
  {
    return;
  }
  const std::uint32_t word = words[index];
  const std::uint32_t bits = word >> firstBit;
  const std::uint32_t starts = GetRunStarts(word);
  // Of the run before the pixel's own, if it begins one.
  std::uint32_t run = firstRuns[index] + CountBits(starts & ((1u << firstBit) - 1)) - 1;
  std::uint32_t component[PixelsOfThread];
#pragma unroll
  for (int pixel = 0; pixel < PixelsOfThread; ++pixel)
  {
    run += starts >> (firstBit + pixel) & 1;
    component[pixel] = (bits >> pixel & 1) != 0 ? components[run] : NoComponent;
  }

  using Vector = PixelVector<TPixel, PixelsOfThread>;
  if constexpr (VIsFlat)
  {
    Vector vector{};
    if constexpr (TWrite::ReadsInput)
    {
      vector = reinterpret_cast<const Vector *>(input.pixels)[i];
    }
#pragma unroll
    for (int pixel = 0; pixel < PixelsOfThread; ++pixel)
    {
      vector.pixels[pixel] = write(component[pixel], vector.pixels[pixel]);
    }
    reinterpret_cast<Vector *>(output.pixels)[i] = vector;
  }
  else
  {
    const WordPosition position(grid, index);
#pragma unroll
    for (int pixel = 0; pixel < PixelsOfThread; ++pixel)
    {
      const std::size_t x = std::size_t{ position.x } * 32 + firstBit + pixel;
      if (x < grid.width)
      {
        TPixel value{};
        if constexpr (TWrite::ReadsInput)
        {
          value = input.pixels[x + position.y * input.stride[1] + position.z * input.stride[2]];
        }
        output.pixels[x + position.y * output.stride[1] + position.z * output.stride[2]] =
          write(component[pixel], value);
      }
    }
  }
}

template <typename TPixel>
struct WriteLabel
{
  static constexpr bool ReadsInput = false;

  TPixel        background;
  std::uint32_t skipped;

  __device__ TPixel
  operator()(std::uint32_t component, TPixel) const
  {
    return component == NoComponent ? background : static_cast<TPixel>(component + (component >= skipped ? 1 : 0));
  }
};

template <typename TPixel>
struct WriteReplaced
{
  static constexpr bool ReadsInput = true;

  const std::uint8_t * isReplaced;
  TPixel               value;

  __device__ TPixel
  operator()(std::uint32_t component, TPixel pixel) const
  {
    return component != NoComponent && isReplaced[component] != 0 ? value : pixel;
  }
};
} // namespace

/** Reads each pixel once, bound by memory. */
template <typename TPixel>
void
ConnectedComponents::Restrict(const PointwiseInput<TPixel> & image, TPixel value, bool isEqual)
{
  const WordGrid      grid(m_Size);
  auto * const        words = m_Words.As<std::uint32_t>();
  const std::uint32_t number = grid.GetNumberOfWords();
  if (IsFlat(m_Size, image, 16))
  {
    const std::size_t vectors = std::size_t{ number } * 32 / PixelsOfVector<TPixel>;
    LaunchForEach("MarkFlatPixels",
                  MarkFlatPixels<TPixel>,
                  vectors,
                  m_Stream,
                  image.pixels,
                  vectors,
                  value,
                  isEqual,
                  m_IsRestricted,
                  words);
  }
  else
  {
    LaunchForEach(
      "MarkPixels", MarkPixels<TPixel>, number, m_Stream, grid, image, value, isEqual, m_IsRestricted, words);
  }
  m_IsRestricted = true;
}

template <typename TPixel, typename TWrite>
void
ConnectedComponents::Write(const PointwiseInput<TPixel> &  input,
                           const PointwiseOutput<TPixel> & output,
                           const TWrite &                  write) const
{
  const WordGrid        grid(m_Size);
  constexpr std::size_t bytes = PixelsOfThread * sizeof(TPixel);
  const bool            isFlat = IsFlat(m_Size, output, bytes) && (!TWrite::ReadsInput || IsFlat(m_Size, input, bytes));
  LaunchForEach("WritePixels",
                isFlat ? WritePixels<true, TPixel, TWrite> : WritePixels<false, TPixel, TWrite>,
                std::size_t{ grid.GetNumberOfWords() } * (32 / PixelsOfThread),
                m_Stream,
                grid,
                m_Words.As<std::uint32_t>(),
                m_FirstRuns.As<std::uint32_t>(),
                m_Components.As<std::uint32_t>(),
                input,
                output,
                write);
}

/** Writes each pixel once, bound by memory. */
template <typename TPixel>
void
ConnectedComponents::WriteLabels(const PointwiseOutput<TPixel> & output, TPixel background) const
{
  const std::int64_t skipped = background;
  this->Write(PointwiseInput<TPixel>{},
              output,
              WriteLabel<TPixel>{ background, skipped < 0 ? NoComponent : static_cast<std::uint32_t>(skipped) });
}

/** Reads and writes each pixel once, bound by memory. */
template <typename TPixel>
void
ConnectedComponents::Replace(const PointwiseInput<TPixel> &  input,
                             const PointwiseOutput<TPixel> & output,
                             const Buffer &                  isReplaced,
                             TPixel                          value) const
{
  this->Write(input, output, WriteReplaced<TPixel>{ isReplaced.As<std::uint8_t>(), value });
}

#define ITK_INSTANTIATE(pixel) \
  template void ConnectedComponents::Restrict<pixel>(const PointwiseInput<pixel> &, pixel, bool);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
#undef ITK_INSTANTIATE

#define ITK_INSTANTIATE(pixel)                                                                        \
  template void ConnectedComponents::WriteLabels<pixel>(const PointwiseOutput<pixel> &, pixel) const; \
  template void ConnectedComponents::Replace<pixel>(                                                  \
    const PointwiseInput<pixel> &, const PointwiseOutput<pixel> &, const Buffer &, pixel) const;
ITK_FOR_EACH_INTEGER_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
