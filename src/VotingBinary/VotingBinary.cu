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
#include "Kernels/Passes.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/Instantiate.h"
#include "VotingBinaryCore.h"
#include <limits>

namespace itk::device
{
namespace voting
{
using kernels::DivideUp;
using kernels::Volume;

constexpr int Threads = 256;

/** The foreground of an image, in rows of words one after the other. */
struct Foreground
{
  Word *         words;
  std::ptrdiff_t wordsOfRow;
  std::ptrdiff_t size[3]; // in pixels
};

/** Work on lines, each of which is cut into segments. */
struct Segments
{
  std::ptrdiff_t length;
  std::ptrdiff_t number;
};

/** A warp makes the words of a row. */
template <typename TPixel>
__global__ void
__launch_bounds__(Threads) FindForeground(Volume<const TPixel> image, TPixel value, Foreground foreground)
{
  constexpr unsigned int all = 0xffffffff;
  const int              lane = static_cast<int>(threadIdx.x) % 32;
  const std::ptrdiff_t   row = std::ptrdiff_t{ blockIdx.x } * (Threads / 32) + threadIdx.x / 32;
  if (row >= image.size[1] * image.size[2])
  {
    return;
  }
  const TPixel * const pixels =
    image.data + row % image.size[1] * image.stride[1] + row / image.size[1] * image.stride[2];
  Word * const  words = foreground.words + row * foreground.wordsOfRow;
  std::uint32_t before = 0;
  for (std::ptrdiff_t first = 0; first < foreground.wordsOfRow; first += 32)
  {
    std::uint32_t bits = 0;
#pragma unroll
    for (int i = 0; i < 32; ++i)
    {
      const std::ptrdiff_t x = (first + i) * 32 + lane;
      const std::uint32_t  word = __ballot_sync(all, x < image.size[0] && __ldg(pixels + x) == value);
      bits = i == lane ? word : bits;
    }
    const std::uint32_t count = __popc(bits);
    std::uint32_t       sum = count;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
    {
      const std::uint32_t other = __shfl_up_sync(all, sum, distance);
      sum += lane >= distance ? other : 0;
    }
    if (first + lane < foreground.wordsOfRow)
    {
      words[first + lane] = { bits, before + sum - count };
    }
    before += __shfl_sync(all, sum, 31);
  }
}

/** Keeps counts for the pass along axis 2. */
template <typename TCount>
struct CountWriter
{
  Volume<TCount> counts;

  __device__ void
  operator()(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z, std::uint32_t count) const
  {
    counts.data[x + y * counts.stride[1] + z * counts.stride[2]] = static_cast<TCount>(count);
  }
};

/** Writes what the vote makes of the input's pixels, which begin with the output's first one. */
template <typename TPixel>
struct Voter
{
  const TPixel *     input;
  std::ptrdiff_t     inputStride[3];
  Volume<TPixel>     output;
  VotingRule<TPixel> rule;

  __device__ void
  operator()(std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t z, std::uint32_t count) const
  {
    const TPixel pixel = __ldg(input + x + y * inputStride[1] + z * inputStride[2]);
    output.data[x + y * output.stride[1] + z * output.stride[2]] = Vote(rule, pixel, count);
  }
};

/** Calls take(i, sum) with the sums over the windows of a segment of a line, around get(i + offset). */
template <typename TGet, typename TTake>
__device__ __forceinline__ void
WalkSegment(std::ptrdiff_t begin,
            std::ptrdiff_t end,
            std::ptrdiff_t offset,
            std::ptrdiff_t radius,
            std::ptrdiff_t size,
            const TGet &   get,
            const TTake &  take)
{
  SlidingWindow window(begin + offset, radius, size, get);
  take(begin, window.Get());
#pragma unroll 4
  for (std::ptrdiff_t i = begin + 1; i < end; ++i)
  {
    window.Advance(get);
    take(i, window.Get());
  }
}

/** The windows' slices along axes 0 and 1: a thread walks down a segment of a column. Output (x, y, z) is around
 * (x + offset[0], y + offset[1], z) of the foreground. */
struct SlicePass
{
  Foreground     foreground;
  std::ptrdiff_t size[3]; // of the output
  std::ptrdiff_t offset[2];
  std::ptrdiff_t radius[2];
  Segments       segments;
};

template <typename TTake>
__global__ void
__launch_bounds__(Threads) CountInSlices(SlicePass pass, TTake take)
{
  const std::ptrdiff_t strips = DivideUp(pass.size[0], Threads);
  const std::ptrdiff_t x = blockIdx.x % strips * Threads + threadIdx.x;
  const std::ptrdiff_t segment = blockIdx.x / strips % pass.segments.number;
  const std::ptrdiff_t z = blockIdx.x / strips / pass.segments.number;
  if (x >= pass.size[0])
  {
    return;
  }
  const auto &         foreground = pass.foreground;
  const Word * const   slice = foreground.words + z * foreground.size[1] * foreground.wordsOfRow;
  const RowWindow      row(x + pass.offset[0], pass.radius[0], foreground.size[0]);
  const std::ptrdiff_t begin = segment * pass.segments.length;
  WalkSegment(
    begin,
    min(begin + pass.segments.length, pass.size[1]),
    pass.offset[1],
    pass.radius[1],
    foreground.size[1],
    [&](std::ptrdiff_t y) { return row.Count(slice + y * foreground.wordsOfRow); },
    [&](std::ptrdiff_t y, std::uint32_t count) { take(x, y, z, count); });
}

/** The sums of slices' counts: a thread walks along a segment of axis 2. Output (x, y, z) is around (x, y, z + offset) of
 * the counts. */
template <typename TCount>
struct DepthPass
{
  Volume<const TCount> counts;
  std::ptrdiff_t       depth; // of the output
  std::ptrdiff_t       offset;
  std::ptrdiff_t       radius;
  Segments             segments;
};

template <typename TCount, typename TTake>
__global__ void
__launch_bounds__(Threads) SumSlices(DepthPass<TCount> pass, TTake take)
{
  const auto &         counts = pass.counts;
  const std::ptrdiff_t lines = counts.size[0] * counts.size[1];
  const std::ptrdiff_t blocks = DivideUp(lines, Threads);
  const std::ptrdiff_t line = blockIdx.x % blocks * Threads + threadIdx.x;
  if (line >= lines)
  {
    return;
  }
  const std::ptrdiff_t x = line % counts.size[0];
  const std::ptrdiff_t y = line / counts.size[0];
  const TCount * const first = counts.data + x + y * counts.stride[1];
  const std::ptrdiff_t begin = blockIdx.x / blocks * pass.segments.length;
  WalkSegment(
    begin,
    min(begin + pass.segments.length, pass.depth),
    pass.offset,
    pass.radius,
    counts.size[2],
    [&](std::ptrdiff_t z) { return std::uint32_t{ __ldg(first + z * counts.stride[2]) }; },
    [&](std::ptrdiff_t z, std::uint32_t count) { take(x, y, z, count); });
}

/** Segments that are long, as each begins with a whole window, but as many as fill the device. */
inline Segments
Divide(std::ptrdiff_t size, std::ptrdiff_t lines, std::ptrdiff_t radius)
{
  constexpr std::ptrdiff_t leastThreads = 1 << 18;
  std::ptrdiff_t           length = std::min(std::max(std::ptrdiff_t{ 64 }, 4 * radius), size);
  while (length > 8 && lines * DivideUp(size, length) < leastThreads)
  {
    length /= 2;
  }
  return { length, DivideUp(size, length) };
}

/** The part of an image that windows around the result's pixels reach. */
template <typename TPixel>
Volume<const TPixel>
Crop(const Volume<const TPixel> & whole, const Volume<TPixel> & result, const std::ptrdiff_t (&radius)[3])
{
  Volume<const TPixel> part = whole;
  for (int axis = 0; axis < 3; ++axis)
  {
    part.begin[axis] = std::max(result.begin[axis] - radius[axis], std::ptrdiff_t{ 0 });
    part.size[axis] =
      std::min(result.begin[axis] + result.size[axis] + radius[axis], whole.size[axis]) - part.begin[axis];
    part.data += part.begin[axis] * whole.stride[axis];
  }
  return part;
}

template <typename TTake>
void
LaunchSlices(SlicePass pass, const TTake & take, const Stream & stream)
{
  pass.segments = Divide(pass.size[1], pass.size[0] * pass.size[2], pass.radius[1]);
  kernels::Launch("CountInSlices",
                  CountInSlices<TTake>,
                  { DivideUp(pass.size[0], Threads) * pass.segments.number * pass.size[2], Threads },
                  stream,
                  pass,
                  take);
}

/** In two passes, with a volume of the slices' counts between them. */
template <typename TCount, typename TPixel>
void
LaunchSlicesAndSums(SlicePass                    slices,
                    const Volume<const TPixel> & whole,
                    const Volume<TPixel> &       result,
                    std::ptrdiff_t               radius,
                    const Voter<TPixel> &        voter,
                    const Stream &               stream)
{
  Buffer     buffer;
  const auto counts = kernels::MakeIntermediate<TCount>(whole, result, { 0, 0, radius }, buffer, stream);
  slices.size[2] = counts.size[2];
  LaunchSlices(slices, CountWriter<TCount>{ counts }, stream);

  const std::ptrdiff_t lines = counts.size[0] * counts.size[1];
  const auto           segments = Divide(result.size[2], lines, radius);
  kernels::Launch(
    "SumSlices",
    SumSlices<TCount, Voter<TPixel>>,
    { DivideUp(lines, Threads) * segments.number, Threads },
    stream,
    DepthPass<TCount>{ ToConst(counts), result.size[2], result.begin[2] - counts.begin[2], radius, segments },
    voter);
}
} // namespace voting

/** 2D: bound by instruction issue, some 40 instructions a pixel, of them 4 counts of bits, which take a quarter of a
 * multiprocessor's time each, beside one reading of the image for its foreground. 3D: by memory, with the counts written
 * and read again. */
template <typename TPixel, unsigned int VDimension>
void
LaunchVotingBinary(const ImageView<const TPixel, VDimension> & input,
                   const ImageView<TPixel, VDimension> &       output,
                   const std::size_t (&offset)[VDimension],
                   const std::size_t (&radius)[VDimension],
                   const VotingRule<TPixel> & rule,
                   const Stream &             stream)
{
  const auto     whole = kernels::MakeVolume(input);
  const auto     result = kernels::MakeVolume(output, offset);
  std::ptrdiff_t radii[3]{};
  std::copy_n(radius, VDimension, radii);

  const auto            image = voting::Crop(whole, result, radii);
  voting::SlicePass     slices{};
  voting::Voter<TPixel> voter{ whole.data, {}, result, rule };
  auto &                foreground = slices.foreground;
  const std::ptrdiff_t  rows = image.size[1] * image.size[2];
  foreground.wordsOfRow = voting::CountWords(image.size[0]);
  const Buffer words(rows * foreground.wordsOfRow * sizeof(voting::Word), stream);
  foreground.words = words.As<voting::Word>();
  for (int axis = 0; axis < 3; ++axis)
  {
    foreground.size[axis] = image.size[axis];
    slices.size[axis] = result.size[axis];
    voter.inputStride[axis] = whole.stride[axis];
    voter.input += result.begin[axis] * whole.stride[axis];
  }
  for (int axis = 0; axis < 2; ++axis)
  {
    slices.offset[axis] = result.begin[axis] - image.begin[axis];
    slices.radius[axis] = radii[axis];
  }
  kernels::Launch("FindForeground",
                  voting::FindForeground<TPixel>,
                  { kernels::DivideUp(rows, voting::Threads / 32), voting::Threads },
                  stream,
                  image,
                  rule.foreground,
                  foreground);

  if (radii[2] == 0)
  {
    voting::LaunchSlices(slices, voter, stream);
  }
  else if ((2 * radii[0] + 1) * (2 * radii[1] + 1) <= std::numeric_limits<std::uint16_t>::max())
  {
    voting::LaunchSlicesAndSums<std::uint16_t>(slices, whole, result, radii[2], voter, stream);
  }
  else
  {
    voting::LaunchSlicesAndSums<std::uint32_t>(slices, whole, result, radii[2], voter, stream);
  }
}

#define ITK_INSTANTIATE(pixel, dimension)                                                       \
  template void LaunchVotingBinary<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                                     const ImageView<pixel, dimension> &,       \
                                                     const std::size_t(&)[dimension],           \
                                                     const std::size_t(&)[dimension],           \
                                                     const VotingRule<pixel> &,                 \
                                                     const Stream &);
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, std::uint8_t)
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, std::int16_t)
ITK_FOR_EACH_DIMENSION(ITK_INSTANTIATE, std::uint16_t)
} // namespace itk::device
