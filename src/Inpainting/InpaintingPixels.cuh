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
#ifndef InpaintingPixels_cuh
#define InpaintingPixels_cuh

#include "Inpainting/InpaintingCore.h"
#include "Kernels/Reduce.cuh"
#include "itkRoundToPixel.h"

/** What is done to pixels between the transforms. Images of a channel are contiguous; an estimate may be shifted. */
namespace itk::device::inpainting
{
constexpr int ThreadsOfBlock = 256;

/** Pixels of a row that a thread of PutKernel has on their way at once, and those of its block. */
constexpr int PixelsOfPut = 4;
constexpr int PixelsOfPutBlock = PixelsOfPut * ThreadsOfBlock;

/** Of a fixed number, so that sums do not depend on the device. */
constexpr int BlocksOfSum = 512;

/** A size, and by how much an image of that size is shifted circularly. */
struct Shifted
{
  int size[3];
  int shift[3];

  /** Where a pixel of the image is. */
  __device__ std::size_t
             GetPlace(int x, int y, int z) const
  {
    return (static_cast<std::size_t>(Wrap(z, 2)) * size[1] + Wrap(y, 1)) * size[0] + Wrap(x, 0);
  }

private:
  __device__ int
  Wrap(int i, int axis) const
  {
    i += shift[axis];
    return i < size[axis] ? i : i - size[axis];
  }
};

/** What is known of the pixels that are read, a block each. */
struct Found
{
  std::size_t count;
  std::size_t notFinite; // the first component that is known but not finite
  float       least;
  float       most;

  __device__ Found
  operator()(const Found & a, const Found & b) const
  {
    return { a.count + b.count, min(a.notFinite, b.notFinite), fminf(a.least, b.least), fmaxf(a.most, b.most) };
  }
};

template <typename TComponent>
__device__ bool
IsMissingValue(const TComponent * pixel, int channels, double missing)
{
  bool is = true;
  for (int channel = 0; channel < channels; ++channel)
  {
    const auto component = static_cast<double>(pixel[channel]);
    is = is && (component == missing || (isnan(component) && isnan(missing)));
  }
  return is;
}

template <typename TComponent>
__global__ void
__launch_bounds__(ThreadsOfBlock) ReadKernel(const TComponent *   pixels,
                                             const std::uint8_t * mask,
                                             bool                 usesMissing,
                                             double               missing,
                                             int                  channels,
                                             std::size_t          count,
                                             float *              values,
                                             std::uint8_t *       known,
                                             Found *              found)
{
  Found mine{ 0, ~std::size_t{ 0 }, kernels::Largest<float>, kernels::Lowest<float> };
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * ThreadsOfBlock + threadIdx.x; i < count;
       i += static_cast<std::size_t>(gridDim.x) * ThreadsOfBlock)
  {
    const TComponent * const pixel = pixels + i * channels;
    const bool               isKnown =
      !(mask != nullptr && mask[i] != 0) && !(usesMissing && IsMissingValue(pixel, channels, missing));
    known[i] = isKnown ? 1 : 0;
    mine.count += isKnown ? 1 : 0;
    for (int channel = 0; channel < channels; ++channel)
    {
      const auto value = static_cast<float>(pixel[channel]);
      values[channel * count + i] = isKnown ? value : 0.0f;
      if (isKnown)
      {
        mine.least = fminf(mine.least, value);
        mine.most = fmaxf(mine.most, value);
        if (!isfinite(value))
        {
          mine.notFinite = min(mine.notFinite, i * channels + channel);
        }
      }
    }
  }
  using Reduce = cub::BlockReduce<Found, ThreadsOfBlock>;
  __shared__ typename Reduce::TempStorage storage;
  const Found                             all = Reduce(storage).Reduce(mine, Found{});
  if (threadIdx.x == 0)
  {
    found[blockIdx.x] = all;
  }
}

/** The estimate with the known pixels in their places, shifted in its turn. Bound by 13 bytes a pixel, of the L2 cache if
 * the images fit into that. */
__global__ void
__launch_bounds__(ThreadsOfBlock) PutKernel(const float *        estimate,
                                            const float *        values,
                                            const std::uint8_t * known,
                                            float *              to,
                                            Shifted              before,
                                            Shifted              after,
                                            int                  blocksOfRow)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int first = static_cast<int>(blockIdx.x) % blocksOfRow * PixelsOfPutBlock + static_cast<int>(threadIdx.x);
  const int width = before.size[0];
  const int z = row / before.size[1];
  const int y = row - z * before.size[1];
  const std::size_t begin = static_cast<std::size_t>(row) * width;
  float             estimated[PixelsOfPut];
  float             value[PixelsOfPut];
  std::uint8_t      isKnown[PixelsOfPut];
#pragma unroll
  for (int i = 0; i < PixelsOfPut; ++i)
  {
    const int x = first + i * ThreadsOfBlock;
    if (x < width)
    {
      estimated[i] = estimate[before.GetPlace(x, y, z)];
      value[i] = values[begin + x];
      isKnown[i] = known[begin + x];
    }
  }
#pragma unroll
  for (int i = 0; i < PixelsOfPut; ++i)
  {
    const int x = first + i * ThreadsOfBlock;
    if (x < width)
    {
      to[after.GetPlace(x, y, z)] = estimated[i] + (isKnown[i] != 0 ? value[i] - estimated[i] : 0.0f);
    }
  }
}

/** Sums of squares: of known pixels less the estimate, and of what an iteration changed of missing ones. */
__global__ void
__launch_bounds__(ThreadsOfBlock) ReportKernel(const float *        estimate,
                                               const float *        before,
                                               const float *        values,
                                               const std::uint8_t * known,
                                               Shifted              shifted,
                                               double2 *            sums)
{
  double2   mine{ 0, 0 };
  const int rows = shifted.size[1] * shifted.size[2];
  for (int row = static_cast<int>(blockIdx.x); row < rows; row += BlocksOfSum)
  {
    const int z = row / shifted.size[1];
    for (int x = static_cast<int>(threadIdx.x); x < shifted.size[0]; x += ThreadsOfBlock)
    {
      const std::size_t i = static_cast<std::size_t>(row) * shifted.size[0] + x;
      const std::size_t place = shifted.GetPlace(x, row - z * shifted.size[1], z);
      const bool        isKnown = known[i] != 0;
      const double      value = isKnown ? values[i] - estimate[place] : estimate[place] - before[place];
      (isKnown ? mine.x : mine.y) += value * value;
    }
  }
  using Reduce = cub::BlockReduce<double, ThreadsOfBlock>;
  __shared__ typename Reduce::TempStorage storage;
  const double                            residual = Reduce(storage).Sum(mine.x);
  __syncthreads();
  const double change = Reduce(storage).Sum(mine.y);
  if (threadIdx.x == 0)
  {
    sums[blockIdx.x] = { residual, change };
  }
}

template <typename TComponent>
__global__ void
__launch_bounds__(ThreadsOfBlock) WriteKernel(const TComponent *   input,
                                              const float *        estimate,
                                              const std::uint8_t * known,
                                              bool                 keepsKnown,
                                              int                  channel,
                                              int                  channels,
                                              TComponent *         output,
                                              Shifted              shifted,
                                              int                  blocksOfRow)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int x = static_cast<int>(blockIdx.x) % blocksOfRow * ThreadsOfBlock + static_cast<int>(threadIdx.x);
  if (x < shifted.size[0])
  {
    const std::size_t i = static_cast<std::size_t>(row) * shifted.size[0] + x;
    const std::size_t to = i * channels + channel;
    const int         z = row / shifted.size[1];
    output[to] = keepsKnown && known[i] != 0
                   ? input[to]
                   : RoundToPixel<TComponent>(estimate[shifted.GetPlace(x, row - z * shifted.size[1], z)]);
  }
}
} // namespace itk::device::inpainting

#endif
