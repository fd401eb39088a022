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
#include "itkCudaSmoothingRecursiveGaussianLaunch.h"
#include "Kernels/Instantiate.h"
#include "SmoothingRecursiveGaussianPass.cuh"
#include "itkDeviceBuffer.h"
#include <type_traits>

namespace itk::device
{
namespace
{
using namespace recursive;

__global__ void
CarryScanKernel(const Carries carries, const __grid_constant__ Division division)
{
  constexpr int        ahead = 8;
  const std::ptrdiff_t line = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x;
  const int            way = blockIdx.y % Carries::Ways;
  const int            section = blockIdx.y / Carries::Ways;
  if (line >= carries.lines)
  {
    return;
  }
  const RecursiveGaussianTransition across = division.acrossSegment[section];
  const std::ptrdiff_t              step = way == 0 ? carries.lines : -carries.lines;
  Carry * carry = carries.data + carries.GetIndex(way, section, way == 0 ? 0 : carries.segments - 1, line);
  Carry   state{ 0, 0 };
  for (std::ptrdiff_t begin = 0; begin < carries.segments; begin += ahead)
  {
    const int number = static_cast<int>(min(carries.segments - begin, std::ptrdiff_t{ ahead }));
    Carry     loaded[ahead];
#pragma unroll
    for (int i = 0; i < ahead; ++i)
    {
      loaded[i] = i < number ? carry[i * step] : Carry{ 0, 0 };
    }
#pragma unroll
    for (int i = 0; i < ahead; ++i, carry += step)
    {
      if (i < number)
      {
        state = AfterChunks(across, state, loaded[i]);
        *carry = state;
      }
    }
  }
}
} // namespace

void
recursive::LaunchCarryScan(const Carries & carries, const Division & division, const Stream & stream)
{
  constexpr int threads = 128;
  const dim3    blocks(static_cast<unsigned int>(DivideUp(carries.lines, threads)),
                    Carries::Ways * RecursiveGaussian::NumberOfSections);
  kernels::Launch("CarryScanKernel", CarryScanKernel, { blocks, threads }, stream, carries, division);
}

/** Lines of more than 1024 pixels: bound by memory, as every pixel is read twice on every axis: 24 bytes a pixel for two
 * axes of floats, for which the rate of a copy allows 175 Gpx/s. On an H200, 16384 x 16384, any sigma: float 141 Gpx/s,
 * uint8 to float 145, uint16 to float 144, uint8 to uint8 154. Of the time of an axis the first kernel takes 30 %, at 91 %
 * of the memory's rate, the second 3 %, and the third 67 %, at 80 % of a copy. Where rows are not a multiple of 4 pixels:
 * 115 Gpx/s. Carries take 1/4 byte a pixel, and integer outputs an image of floats.
 *
 * Shorter lines: bound by instructions, 45 a pixel and axis, of which 26 are the two recursions and 6 the sums. Of the 33 x
 * 10^12 that an H200 issues in a second 3 axes allow 247 Gvx/s. One reading and writing for each axis, 24 bytes a voxel,
 * would allow 177; the rows and columns of a plane are filtered while it is in the L2 cache, so that 16 are left, which
 * allow 265. A block waits for its loads, for its other warps and for rows in a third of its time, and for the others in
 * some of that: an instruction is issued in 63 to 71 % of the time. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchSmoothingRecursiveGaussian(const ImageView<const TInput, VDimension> & input,
                                 const ImageView<TOutput, VDimension> &      output,
                                 const double (&sigma)[VDimension],
                                 const Stream & stream)
{
  Buffer                       buffer;
  ImageView<float, VDimension> image{};
  if constexpr (std::is_same_v<TOutput, float>)
  {
    image = output;
  }
  else
  {
    std::size_t pixels = 1;
    for (const std::size_t size : output.size)
    {
      pixels *= size;
    }
    buffer = Buffer(pixels * sizeof(float), stream);
    image = MakeImageView<float, VDimension>(buffer.As<float>(), output.size);
  }
  const auto source = ToConst(image);

  LaunchPass<false>(MakePass(input, image, VDimension - 1), MakeRecursiveGaussian(sigma[VDimension - 1]), stream);
  if constexpr (VDimension == 2)
  {
    LaunchPass<true>(MakePass(source, output, 0), MakeRecursiveGaussian(sigma[0]), stream);
  }
  else
  {
    LaunchPlanes(MakePass(source, image, 0),
                 MakeRecursiveGaussian(sigma[0]),
                 MakePass(source, output, 1),
                 MakeRecursiveGaussian(sigma[1]),
                 stream);
  }
}

#define ITK_INSTANTIATE(input, output, dimension)                                                                     \
  template void LaunchSmoothingRecursiveGaussian<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                                           const ImageView<output, dimension> &,      \
                                                                           const double(&)[dimension],                \
                                                                           const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
} // namespace itk::device
