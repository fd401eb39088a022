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
#include "Resample.cuh"
#include "Kernels/Instantiate.h"

namespace itk::device
{
namespace
{
template <unsigned int VDimension>
__global__ void
ResampleLinesKernel(const ResampleLines<VDimension> lines,
                    const std::ptrdiff_t            rows,
                    const std::ptrdiff_t            count,
                    double * const                  result)
{
  const std::ptrdiff_t line = std::ptrdiff_t{ blockIdx.x } * blockDim.x + threadIdx.x;
  if (line >= count)
  {
    return;
  }
  double first[VDimension];
  double end[VDimension];
  if (lines.ends != nullptr)
  {
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      first[d] = lines.ends[line * (2 * VDimension) + d];
      end[d] = lines.ends[line * (2 * VDimension) + VDimension + d];
    }
  }
  else
  {
    std::ptrdiff_t index[VDimension]{ lines.wholeBegin, lines.begin[1] + line % rows };
    if constexpr (VDimension == 3)
    {
      index[2] = lines.begin[2] + line / rows;
    }
    resample::MapIndex(lines.map, index, first);
    index[0] += lines.wholeSize;
    resample::MapIndex(lines.map, index, end);
  }
  for (unsigned int d = 0; d < VDimension; ++d)
  {
    result[line * (2 * VDimension) + d] = first[d];
    result[line * (2 * VDimension) + VDimension + d] = end[d] - first[d];
  }
}
} // namespace

template <unsigned int VDimension>
void
resample::LaunchLines(const ResampleLines<VDimension> & lines,
                      const std::ptrdiff_t (&size)[3],
                      double *       result,
                      const Stream & stream)
{
  constexpr int             threads = 128;
  const std::ptrdiff_t      count = size[1] * size[2];
  ResampleLines<VDimension> uploaded = lines;
  Buffer                    buffer;
  if (lines.ends != nullptr)
  {
    buffer = UploadArray(lines.ends, count * (2 * VDimension) * sizeof(double), stream);
    uploaded.ends = buffer.As<double>();
  }
  kernels::Launch("ResampleLinesKernel",
                  ResampleLinesKernel<VDimension>,
                  { kernels::DivideUp(count, threads), threads },
                  stream,
                  uploaded,
                  size[1],
                  count,
                  result);
}

template <unsigned int VDimension>
bool
resample::AreNear(const ResampleLines<VDimension> & lines, const std::ptrdiff_t (&size)[3])
{
  constexpr double limit = 1 << 30;
  const auto       isNear = [](double value) { return std::abs(value) < limit - 1; };
  if (lines.ends != nullptr)
  {
    return std::all_of(lines.ends, lines.ends + size[1] * size[2] * (2 * VDimension), isNear);
  }
  // Of an affine map the corners are outermost.
  for (unsigned int corner = 0; corner < 1u << VDimension; ++corner)
  {
    std::ptrdiff_t index[VDimension];
    double         position[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const std::ptrdiff_t first = axis == 0 ? lines.wholeBegin : lines.begin[axis];
      const std::ptrdiff_t length = axis == 0 ? lines.wholeSize : size[axis] - 1;
      index[axis] = first + ((corner >> axis & 1) != 0 ? length : 0);
    }
    MapIndex(lines.map, index, position);
    if (!std::all_of(position, position + VDimension, isNear))
    {
      return false;
    }
  }
  return true;
}

template <unsigned int VDimension>
int
resample::ChooseLogWidth(const ResampleLines<VDimension> & lines, std::size_t bytesOfPixel)
{
  if (lines.ends != nullptr)
  {
    return 4;
  }
  std::ptrdiff_t index[VDimension];
  double         first[VDimension];
  double         next[2][VDimension]; // a pixel and a line further
  std::copy_n(lines.begin, VDimension, index);
  MapIndex(lines.map, index, first);
  for (int axis = 0; axis < 2; ++axis)
  {
    ++index[axis];
    MapIndex(lines.map, index, next[axis]);
    --index[axis];
  }
  int    best = 5;
  double fewest = std::numeric_limits<double>::infinity();
  for (int logWidth = 5; logWidth >= 2; --logWidth)
  {
    const double extent[2] = { (1 << logWidth) - 1.0, (1 << (5 - logWidth)) - 1.0 };
    double       pieces = 1.0;
    for (int axis = 0; axis < 2; ++axis)
    {
      for (unsigned int d = 0; d < VDimension; ++d)
      {
        const double size = d == 0 ? static_cast<double>(bytesOfPixel) / 128.0 : 1.0;
        pieces += extent[axis] * std::abs(next[axis][d] - first[d]) * size;
      }
    }
    if (pieces < fewest)
    {
      best = logWidth;
      fewest = pieces;
    }
  }
  return best;
}

/** Reads and writes each pixel about once. Linear: 19 operations of double a pixel in 2D and 36 in 3D, and 5 and 9 conversions
 * from and to double of float pixels, of which the device makes a quarter as many; bound by the latency of these and of the
 * gathers, as positions and pixels of four columns take so many registers that 24 warps work at once. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchResample(const ImageView<const TInput, VDimension> & input,
               const ImageView<TOutput, VDimension> &      output,
               const ResampleLines<VDimension> &           lines,
               ResampleInterpolation                       interpolation,
               bool                                        extrapolates,
               TOutput                                     defaultPixel,
               const Stream &                              stream)
{
  using namespace resample;
  const Outside                    outside = extrapolates ? Outside::Extrapolate : Outside::Default;
  const Source<TInput, VDimension> source(input, lines.inputBegin);
  switch (interpolation)
  {
    case ResampleInterpolation::NearestNeighbor:
      LaunchInterpolation<NearestNeighbor>(source, output, lines, outside, defaultPixel, stream);
      break;
    case ResampleInterpolation::Linear:
      LaunchInterpolation<Linear>(source, output, lines, outside, defaultPixel, stream);
      break;
    case ResampleInterpolation::CubicBSpline:
      LaunchBSpline(input, output, lines, outside, defaultPixel, stream);
      break;
  }
}

template bool
resample::AreNear(const ResampleLines<2> &, const std::ptrdiff_t (&)[3]);
template bool
resample::AreNear(const ResampleLines<3> &, const std::ptrdiff_t (&)[3]);
template int
resample::ChooseLogWidth(const ResampleLines<2> &, std::size_t);
template int
resample::ChooseLogWidth(const ResampleLines<3> &, std::size_t);
template void
resample::LaunchLines(const ResampleLines<2> &, const std::ptrdiff_t (&)[3], double *, const Stream &);
template void
resample::LaunchLines(const ResampleLines<3> &, const std::ptrdiff_t (&)[3], double *, const Stream &);

#define ITK_INSTANTIATE(input, output, dimension)                                                   \
  template void LaunchResample<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                         const ImageView<output, dimension> &,      \
                                                         const ResampleLines<dimension> &,          \
                                                         ResampleInterpolation,                     \
                                                         bool,                                      \
                                                         output,                                    \
                                                         const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
} // namespace itk::device
