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

/** The estimate of a channel: images of one dictionary or of two, whose sum it is. Each may be shifted. */
template <int VParts>
struct Estimate
{
  const float * pixels[VParts];
  Shifted       shifted[VParts];

  __device__ float
  GetPart(int part, int x, int y, int z) const
  {
    return pixels[part][shifted[part].GetPlace(x, y, z)];
  }

  __device__ float
  operator()(int x, int y, int z) const
  {
    float sum = this->GetPart(0, x, y, z);
#pragma unroll
    for (int part = 1; part < VParts; ++part)
    {
      sum += this->GetPart(part, x, y, z);
    }
    return sum;
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

/** The first part of the estimate with the known pixels, less what the other part has of them, in their places; shifted
 * in its turn. Bound by 13 bytes a pixel, with another part by 17, of the L2 cache if the images fit into that. */
template <int VParts>
__global__ void
__launch_bounds__(ThreadsOfBlock) PutKernel(Estimate<VParts>     estimate,
                                            const float *        values,
                                            const std::uint8_t * known,
                                            float *              to,
                                            Shifted              after,
                                            int                  blocksOfRow)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int first = static_cast<int>(blockIdx.x) % blocksOfRow * PixelsOfPutBlock + static_cast<int>(threadIdx.x);
  const int width = after.size[0];
  const int z = row / after.size[1];
  const int y = row - z * after.size[1];
  const std::size_t begin = static_cast<std::size_t>(row) * width;
  float             own[PixelsOfPut];
  float             estimated[PixelsOfPut];
  float             value[PixelsOfPut];
  std::uint8_t      isKnown[PixelsOfPut];
#pragma unroll
  for (int i = 0; i < PixelsOfPut; ++i)
  {
    const int x = first + i * ThreadsOfBlock;
    if (x < width)
    {
      own[i] = estimate.GetPart(0, x, y, z);
      estimated[i] = estimate(x, y, z);
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
      to[after.GetPlace(x, y, z)] = own[i] + (isKnown[i] != 0 ? value[i] - estimated[i] : 0.0f);
    }
  }
}

/** Sums of squares: of known pixels less the estimate, and of what an iteration changed of missing ones. */
template <int VParts>
__global__ void
__launch_bounds__(ThreadsOfBlock) ReportKernel(Estimate<VParts>     estimate,
                                               Estimate<VParts>     before,
                                               const float *        values,
                                               const std::uint8_t * known,
                                               double2 *            sums)
{
  double2           mine{ 0, 0 };
  const int * const size = estimate.shifted[0].size;
  const int         rows = size[1] * size[2];
  for (int row = static_cast<int>(blockIdx.x); row < rows; row += BlocksOfSum)
  {
    const int z = row / size[1];
    const int y = row - z * size[1];
    for (int x = static_cast<int>(threadIdx.x); x < size[0]; x += ThreadsOfBlock)
    {
      const std::size_t i = static_cast<std::size_t>(row) * size[0] + x;
      const bool        isKnown = known[i] != 0;
      const float       now = estimate(x, y, z);
      const double      value = isKnown ? values[i] - now : now - before(x, y, z);
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

template <typename TComponent, int VParts>
__global__ void
__launch_bounds__(ThreadsOfBlock) WriteKernel(const TComponent *   input,
                                              Estimate<VParts>     estimate,
                                              const std::uint8_t * known,
                                              bool                 keepsKnown,
                                              int                  channel,
                                              int                  channels,
                                              TComponent *         output,
                                              int                  blocksOfRow)
{
  const int         row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int         x = static_cast<int>(blockIdx.x) % blocksOfRow * ThreadsOfBlock + static_cast<int>(threadIdx.x);
  const int * const size = estimate.shifted[0].size;
  if (x < size[0])
  {
    const std::size_t i = static_cast<std::size_t>(row) * size[0] + x;
    const std::size_t to = i * channels + channel;
    const int         z = row / size[1];
    output[to] = keepsKnown && known[i] != 0 ? input[to] : RoundToPixel<TComponent>(estimate(x, row - z * size[1], z));
  }
}
} // namespace itk::device::inpainting

#endif
