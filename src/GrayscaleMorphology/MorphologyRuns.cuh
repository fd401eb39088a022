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
#ifndef MorphologyRuns_cuh
#define MorphologyRuns_cuh

#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Grid.cuh"
#include "Kernels/Task.cuh"
#include "MorphologyElement.h"
#include "MorphologyWord.cuh"

namespace itk::device::morphology
{
using kernels::DivideUp;
using kernels::Volume;

/** A slab of an image with the pixels around it, those beyond the image included, flipped. Level j is the maxima of each
 * pixel and its 2^j - 1 followers; a row has a multiple of 4 pixels. */
template <typename TPixel>
struct Slab
{
  TPixel *       levels;
  std::ptrdiff_t begin[3];
  std::ptrdiff_t size[3];

  __host__ __device__ std::ptrdiff_t
                      CountPixels() const
  {
    return size[0] * size[1] * size[2];
  }
};

/** Neighbouring pixels in a register. */
template <typename TPixel>
struct Packed
{
  using Word = std::uint32_t;
  static constexpr int Count = 4 / sizeof(TPixel);

  static __device__ __forceinline__ Word
  Max(Word a, Word b)
  {
    return sizeof(TPixel) == 1 ? __vmaxu4(a, b) : __vmaxu2(a, b);
  }

  static __device__ __forceinline__ Word
  Load(const TPixel * pixels)
  {
    return LoadBefore(pixels, nullptr);
  }

  /** 0 from `end`, which begins a word, on. */
  static __device__ __forceinline__ Word
  LoadBefore(const TPixel * pixels, const TPixel * end)
  {
    const auto         address = reinterpret_cast<std::size_t>(pixels);
    const auto * const words = reinterpret_cast<const Word *>(address & ~std::size_t{ 3 });
    const unsigned int shift = 8 * (address & 3);
    if (shift == 0)
    {
      return __ldg(words);
    }
    const bool isLast = words + 1 == reinterpret_cast<const Word *>(end);
    return __funnelshift_r(__ldg(words), isLast ? 0 : __ldg(words + 1), shift);
  }
};

template <>
struct Packed<float>
{
  using Word = float;
  static constexpr int Count = 1;

  static __device__ __forceinline__ Word
  Max(Word a, Word b)
  {
    return fmaxf(a, b);
  }

  static __device__ __forceinline__ Word
  Load(const float * pixels)
  {
    return __ldg(pixels);
  }

  static __device__ __forceinline__ Word
  LoadBefore(const float * pixels, const float *)
  {
    return __ldg(pixels);
  }
};

template <typename TPixel>
__device__ __forceinline__ TPixel
FlipPixel(TPixel pixel, std::uint32_t flip)
{
  if constexpr (std::is_same_v<TPixel, float>)
  {
    return Flip(pixel, flip);
  }
  else
  {
    return static_cast<TPixel>(pixel ^ flip);
  }
}

template <typename TPixel>
__global__ void
FillSlabKernel(const Volume<const TPixel> image, const Slab<TPixel> slab, const Order<TPixel> order)
{
  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x;
  if (x >= slab.size[0])
  {
    return;
  }
  const std::ptrdiff_t rows = slab.size[1] * slab.size[2];
  for (std::ptrdiff_t row = blockIdx.y; row < rows; row += gridDim.y)
  {
    const std::ptrdiff_t inSlab[3]{ x, row % slab.size[1], row / slab.size[1] };
    std::ptrdiff_t       offset = 0;
    bool                 isInside = true;
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::ptrdiff_t index = slab.begin[axis] + inSlab[axis] - image.begin[axis];
      isInside = isInside && index >= 0 && index < image.size[axis];
      offset += index * image.stride[axis];
    }
    TPixel pixel = FlipPixel(isInside ? image.data[offset] : order.boundary, order.flip);
    if constexpr (std::is_same_v<TPixel, float>)
    {
      pixel = fmaxf(pixel, order.initial);
    }
    slab.levels[row * slab.size[0] + x] = pixel;
  }
}

/** Level `level` + 1 from level `level`, whose last pixels, without all of their followers, no window reads. */
template <typename TPixel>
__global__ void
RaiseLevelKernel(const Slab<TPixel> slab, int level)
{
  using Words = Packed<TPixel>;
  const std::ptrdiff_t pixels = slab.CountPixels();
  const std::ptrdiff_t step = std::ptrdiff_t{ 1 } << level;
  const TPixel * const source = slab.levels + level * pixels;
  const std::ptrdiff_t stride = std::ptrdiff_t{ Words::Count } * gridDim.x * blockDim.x;
  for (std::ptrdiff_t i = Words::Count * (std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x); i < pixels;
       i += stride)
  {
    *reinterpret_cast<typename Words::Word *>(slab.levels + (level + 1) * pixels + i) = Words::Max(
      Words::Load(source + i), Words::LoadBefore(source + (i + step < pixels ? i + step : i), source + pixels));
  }
}

/** Rows of the result that a thread makes: it reads where a run begins but once for them. */
constexpr int RowsOfThread = 4;

template <typename TPixel>
__global__ void __launch_bounds__(256) GatherRunsKernel(const Slab<TPixel>      slab,
                                                        const Volume<TPixel>    result,
                                                        const longlong2 * const runs,
                                                        const int               count,
                                                        const Order<TPixel>     order)
{
  using Words = Packed<TPixel>;
  using Word = typename Words::Word;
  const std::ptrdiff_t x = Words::Count * (std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x);
  if (x >= result.size[0])
  {
    return;
  }
  const std::ptrdiff_t radius0 = result.begin[0] - slab.begin[0];
  const std::ptrdiff_t quads = DivideUp(result.size[1], RowsOfThread);
  const std::ptrdiff_t step = std::ptrdiff_t{ gridDim.y } * blockDim.y;
  for (std::ptrdiff_t quad = std::ptrdiff_t{ blockIdx.y } * blockDim.y + threadIdx.y; quad < quads * result.size[2];
       quad += step)
  {
    const std::ptrdiff_t z = quad / quads;
    const std::ptrdiff_t y = RowsOfThread * (quad - z * quads);
    const TPixel *       source[RowsOfThread];
    Word                 maximum[RowsOfThread];
#pragma unroll
    for (int row = 0; row < RowsOfThread; ++row)
    {
      const std::ptrdiff_t last = result.size[1] - 1;
      const std::ptrdiff_t rowInSlab = min(y + row, last) + result.begin[1] - slab.begin[1];
      source[row] =
        slab.levels + ((z + result.begin[2] - slab.begin[2]) * slab.size[1] + rowInSlab) * slab.size[0] + x + radius0;
      maximum[row] = {};
    }
    for (int run = 0; run < count; ++run)
    {
      const longlong2 offset = __ldg(runs + run);
#pragma unroll
      for (int row = 0; row < RowsOfThread; ++row)
      {
        const Word window = Words::Max(Words::Load(source[row] + offset.x), Words::Load(source[row] + offset.y));
        maximum[row] = run == 0 ? window : Words::Max(maximum[row], window);
      }
    }
#pragma unroll
    for (int row = 0; row < RowsOfThread; ++row)
    {
      TPixel * const target = result.data + z * result.stride[2] + (y + row) * result.stride[1] + x;
#pragma unroll
      for (int i = 0; i < Words::Count; ++i)
      {
        if (y + row < result.size[1] && x + i < result.size[0])
        {
          target[i] = FlipPixel(reinterpret_cast<const TPixel *>(&maximum[row])[i], order.flip);
        }
      }
    }
  }
}

/** Maxima over any element. `result` may reach beyond `image`. The image is taken in slabs, to which, with their levels,
 * the working memory is limited. */
template <typename TPixel>
void
LaunchRuns(const Volume<const TPixel> & image,
           const Volume<TPixel> &       result,
           const Order<TPixel> &        order,
           const std::vector<Run> &     runs,
           const std::ptrdiff_t (&radius)[3],
           const Stream & stream)
{
  constexpr std::ptrdiff_t mostBytes = std::ptrdiff_t{ 1 } << 30;
  constexpr std::ptrdiff_t wordsAfterTheLast = 8;

  Slab<TPixel>   slab{};
  std::ptrdiff_t levels = 1;
  for (const Run & run : runs)
  {
    levels = std::max(levels, std::ptrdiff_t{ run.level } + 1);
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    slab.begin[axis] = result.begin[axis] - radius[axis];
    slab.size[axis] = result.size[axis] + 2 * radius[axis];
  }
  slab.size[0] = 4 * DivideUp(slab.size[0], 4);
  const std::ptrdiff_t bytesOfLayer =
    levels * slab.size[0] * slab.size[1] * static_cast<std::ptrdiff_t>(sizeof(TPixel));
  const std::ptrdiff_t layers =
    std::clamp(mostBytes / bytesOfLayer - 2 * radius[2], std::ptrdiff_t{ 1 }, result.size[2]);
  slab.size[2] = layers + 2 * radius[2];
  const Buffer buffer(bytesOfLayer * slab.size[2] + 4 * wordsAfterTheLast, stream);
  slab.levels = buffer.As<TPixel>();

  for (std::ptrdiff_t first = 0; first < result.size[2]; first += layers)
  {
    Volume<TPixel> part = result;
    part.data += first * result.stride[2];
    part.begin[2] += first;
    part.size[2] = std::min(layers, result.size[2] - first);
    slab.begin[2] = part.begin[2] - radius[2];
    slab.size[2] = part.size[2] + 2 * radius[2];

    std::vector<longlong2> offsets;
    for (const Run & run : runs)
    {
      const std::ptrdiff_t row =
        run.level * slab.CountPixels() + (run.row[1] * slab.size[1] + run.row[0]) * slab.size[0];
      offsets.push_back({ row + run.first, row + run.second });
    }
    const Buffer uploaded = UploadArray(offsets, stream);

    constexpr unsigned int threads = 256;
    const auto             blocks = [](std::ptrdiff_t a, std::ptrdiff_t b, std::ptrdiff_t most) {
      return static_cast<unsigned int>(std::min(DivideUp(a, b), most));
    };
    kernels::Launch("FillSlabKernel",
                    FillSlabKernel<TPixel>,
                    { dim3(blocks(slab.size[0], threads, kernels::MostBlocks),
                           blocks(slab.size[1] * slab.size[2], 1, kernels::MostLayers)),
                      threads },
                    stream,
                    image,
                    slab,
                    order);
    for (int level = 0; level + 1 < levels; ++level)
    {
      kernels::Launch("RaiseLevelKernel",
                      RaiseLevelKernel<TPixel>,
                      { dim3(blocks(slab.CountPixels(), 4 * threads, std::ptrdiff_t{ 1 } << 16)), threads },
                      stream,
                      slab,
                      level);
    }
    const dim3 tile(32, 8);
    kernels::Launch("GatherRunsKernel",
                    GatherRunsKernel<TPixel>,
                    { dim3(blocks(part.size[0], tile.x * Packed<TPixel>::Count, kernels::MostBlocks),
                           blocks(DivideUp(part.size[1], RowsOfThread) * part.size[2], tile.y, kernels::MostLayers)),
                      tile },
                    stream,
                    slab,
                    part,
                    uploaded.As<longlong2>(),
                    static_cast<int>(offsets.size()),
                    order);
  }
}
} // namespace itk::device::morphology

#endif
