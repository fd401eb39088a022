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
#include "ConvolutionFFTKernel.cuh"
#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Grid.cuh"

namespace itk::device::convolution
{
namespace
{
using kernels::DivideUp;

constexpr int Threads = 256;

/** A box with the kernel at its beginning, and zeros. */
__global__ void
__launch_bounds__(Threads) ConvolutionPlaceKernel(const float *        coefficients,
                                                  const int            width,
                                                  const int            height,
                                                  const int            depth,
                                                  const int            pitch,
                                                  const int            boxHeight,
                                                  const std::ptrdiff_t pixels,
                                                  float *              box)
{
  const std::ptrdiff_t i = std::ptrdiff_t{ blockIdx.x } * Threads + threadIdx.x;
  if (i < pixels)
  {
    const std::ptrdiff_t row = i / pitch;
    const int            x = static_cast<int>(i - row * pitch);
    const int            z = static_cast<int>(row / boxHeight);
    const int            y = static_cast<int>(row - std::ptrdiff_t{ z } * boxHeight);
    const bool           isInside = x < width && y < height && z < depth;
    box[i] = isInside ? coefficients[(z * height + y) * width + x] : 0.0f;
  }
}

/** Multiplies the transforms of tiles by the conjugate of the kernel's. */
__global__ void
__launch_bounds__(Threads)
  ConvolutionMultiplyKernel(float2 * tiles, const float2 * kernel, const std::ptrdiff_t numbers)
{
  const std::ptrdiff_t i = std::ptrdiff_t{ blockIdx.x } * Threads + threadIdx.x;
  if (i < numbers)
  {
    const float2 a = tiles[blockIdx.y * numbers + i];
    const float2 b = __ldg(kernel + i);
    tiles[blockIdx.y * numbers + i] = make_float2(fmaf(a.x, b.x, a.y * b.y), fmaf(a.y, b.x, -a.x * b.y));
  }
}
} // namespace

Buffer
TransformKernel(const Coefficients & coefficients, const std::array<int, 3> & length, const Stream & stream)
{
  const int            pitch = 2 * (length[0] / 2 + 1);
  const std::ptrdiff_t pixels = std::ptrdiff_t{ pitch } * length[1] * length[2];
  // The inverse transform multiplies by this.
  const double       scale = 1.0 / (static_cast<double>(length[0]) * length[1] * length[2]);
  std::vector<float> values;
  for (const double coefficient : coefficients.values)
  {
    values.push_back(static_cast<float>(coefficient * scale));
  }
  const Buffer  source = UploadArray(values, stream);
  Buffer        box(pixels * sizeof(float), stream);
  const FFTPlan plan(length, 1, FFTPlan::Direction::Forward, stream);
  kernels::Launch("ConvolutionPlaceKernel",
                  ConvolutionPlaceKernel,
                  { DivideUp(pixels, Threads), Threads },
                  stream,
                  source.As<float>(),
                  2 * coefficients.radius[0] + 1,
                  2 * coefficients.radius[1] + 1,
                  2 * coefficients.radius[2] + 1,
                  pitch,
                  length[1],
                  pixels,
                  box.As<float>());
  plan.Execute(box.As<float>());
  return box;
}

void
MultiplyTransforms(float * tiles, const Buffer & kernel, std::ptrdiff_t batch, const Stream & stream)
{
  const auto numbers = static_cast<std::ptrdiff_t>(kernel.GetSizeInBytes() / sizeof(float2));
  const dim3 blocks(static_cast<unsigned int>(DivideUp(numbers, Threads)), static_cast<unsigned int>(batch));
  kernels::Launch("ConvolutionMultiplyKernel",
                  ConvolutionMultiplyKernel,
                  { blocks, Threads },
                  stream,
                  reinterpret_cast<float2 *>(tiles),
                  kernel.As<float2>(),
                  numbers);
}

Tiling
ChooseTiling(const std::ptrdiff_t (&outputSize)[3], const int (&radius)[3])
{
  // What cuFFT is fast at, on an H200: powers of 2 in 2D, and a few others in 3D.
  static constexpr int lengths[] = { 64, 128, 144, 192, 256, 512, 1024, 2048, 4096 };
  // Above this many pixels an axis a transform takes more passes over memory.
  const int      longest = radius[2] > 0 ? 256 : 1024;
  Tiling         tiling{ { 1, 1, 1 }, { 1, 1, 1 }, {}, 1 };
  std::ptrdiff_t pixels = 1;
  std::ptrdiff_t tiles = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    double least = 0.0;
    for (const int length : lengths)
    {
      std::ptrdiff_t valid = length - 2 * radius[axis];
      if (axis == 0)
      {
        // So that every tile's output can be written in vectors.
        valid = valid / 8 * 8;
      }
      const bool isFast = radius[2] > 0 || (length & (length - 1)) == 0;
      if (valid <= 0 || !isFast)
      {
        continue;
      }
      const double work =
        static_cast<double>(DivideUp(outputSize[axis], valid)) * length * (length > longest ? 1.2 : 1.0);
      if (least == 0.0 || work < least)
      {
        least = work;
        tiling.length[axis] = length;
        tiling.valid[axis] = valid;
      }
    }
    // Layers, or rows, that do not depend on each other need no transform along that axis.
    if (axis > 0 && radius[axis] == 0 && (axis == 2 || radius[2] == 0))
    {
      tiling.length[axis] = 1;
      tiling.valid[axis] = 1;
    }
    tiling.count[axis] = DivideUp(outputSize[axis], tiling.valid[axis]);
    pixels *= tiling.length[axis];
    tiles *= tiling.count[axis];
  }
  // Enough to keep the device busy; more makes it little faster.
  constexpr std::ptrdiff_t mostBytes = std::ptrdiff_t{ 256 } << 20;
  const auto               fitting = static_cast<std::ptrdiff_t>(mostBytes / (pixels * sizeof(float)));
  const std::ptrdiff_t     passes = DivideUp(tiles, std::clamp<std::ptrdiff_t>(fitting, 1, kernels::MostLayers));
  tiling.batch = DivideUp(tiles, passes);
  return tiling;
}
} // namespace itk::device::convolution
