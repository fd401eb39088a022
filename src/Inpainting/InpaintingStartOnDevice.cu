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
#include "Inpainting/InpaintingCore.h"
#include "Inpainting/InpaintingOnDevice.h"
#include "Kernels/Grid.cuh"
#include "itkDeviceBuffer.h"
#include <algorithm>
#include <vector>

namespace itk::device
{
namespace
{
using kernels::DivideUp;

constexpr int ThreadsOfBlock = 256;

using Volume = ImageView<float, 3>;

struct Index
{
  std::size_t at[3];
  std::size_t pixel;
  bool        exists;

  __device__ explicit Index(const Volume & volume)
    : pixel(static_cast<std::size_t>(blockIdx.x) * ThreadsOfBlock + threadIdx.x)
    , exists(pixel < volume.size[0] * volume.size[1] * volume.size[2])
  {
    at[0] = pixel % volume.size[0];
    at[1] = pixel / volume.size[0] % volume.size[1];
    at[2] = pixel / volume.size[0] / volume.size[1];
  }
};

/** Each coarse pixel becomes the mean of the known ones among those that it stands for. */
__global__ void
CoarsenKernel(Volume fine, const std::uint8_t * known, Volume coarse, std::uint8_t * coarseKnown)
{
  const Index to(coarse);
  if (!to.exists)
  {
    return;
  }
  float sum = 0;
  float count = 0;
  for (std::size_t z = 2 * to.at[2]; z < min(2 * to.at[2] + 2, fine.size[2]); ++z)
  {
    for (std::size_t y = 2 * to.at[1]; y < min(2 * to.at[1] + 2, fine.size[1]); ++y)
    {
      for (std::size_t x = 2 * to.at[0]; x < min(2 * to.at[0] + 2, fine.size[0]); ++x)
      {
        const std::size_t from = z * fine.stride[2] + y * fine.stride[1] + x;
        if (known[from] != 0)
        {
          sum += fine.data[from];
          count += 1;
        }
      }
    }
  }
  coarse.data[to.pixel] = sum / fmaxf(count, 1.0f);
  coarseKnown[to.pixel] = count > 0 ? 1 : 0;
}

/** Each missing pixel becomes what the coarser image, linearly interpolated, has there. */
__global__ void
RefineKernel(Volume coarse, Volume fine, const std::uint8_t * known)
{
  const Index to(fine);
  if (!to.exists || known[to.pixel] != 0)
  {
    return;
  }
  fine.data[to.pixel] = InterpolateInpainting(coarse, to.at);
}

struct Level
{
  Buffer               pixels;
  Buffer               knownPixels;
  Volume               volume;
  const std::uint8_t * known;
};
} // namespace

void
LaunchFillFromCoarserImages(const Volume & pixels, const std::uint8_t * known, const Stream & stream)
{
  const auto launch = [&stream](const char * name, auto kernel, const Volume & over, auto... arguments) {
    const auto count = static_cast<std::ptrdiff_t>(over.size[0] * over.size[1] * over.size[2]);
    kernels::Launch(name, kernel, kernels::Grid(DivideUp(count, ThreadsOfBlock), ThreadsOfBlock), stream, arguments...);
  };
  std::vector<Level> levels;
  levels.push_back({ {}, {}, pixels, known });
  while (*std::max_element(levels.back().volume.size, levels.back().volume.size + 3) > 1)
  {
    const Level & fine = levels.back();
    std::size_t   size[3];
    std::transform(fine.volume.size, fine.volume.size + 3, size, [](std::size_t side) { return (side + 1) / 2; });
    const std::size_t count = size[0] * size[1] * size[2];
    Level             coarse{ Buffer(count * sizeof(float), stream), Buffer(count, stream), {}, nullptr };
    coarse.volume = MakeImageView<float, 3>(coarse.pixels.As<float>(), size);
    coarse.known = coarse.knownPixels.As<std::uint8_t>();
    launch("Inpainting CoarsenKernel",
           CoarsenKernel,
           coarse.volume,
           fine.volume,
           fine.known,
           coarse.volume,
           coarse.knownPixels.As<std::uint8_t>());
    levels.push_back(std::move(coarse));
  }
  for (std::size_t level = levels.size() - 1; level-- > 0;)
  {
    launch("Inpainting RefineKernel",
           RefineKernel,
           levels[level].volume,
           levels[level + 1].volume,
           levels[level].volume,
           levels[level].known);
  }
}
} // namespace itk::device
