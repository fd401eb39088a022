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

namespace
{
/** How far a pixel's position in the input moves along each axis, with each axis of the output. */
template <unsigned int VDimension>
void
GetSteps(const ResampleLines<VDimension> & lines, const std::ptrdiff_t (&size)[3], double (&steps)[3][3])
{
  using PointType = double[VDimension];
  const auto locate = [&](int axis, PointType & position) {
    if (lines.ends == nullptr)
    {
      std::ptrdiff_t index[VDimension];
      std::copy_n(lines.begin, VDimension, index);
      index[std::max(axis, 0)] += axis < 0 ? 0 : 1;
      resample::MapIndex(lines.map, index, position);
      return;
    }
    const std::ptrdiff_t next = axis <= 0 || size[axis] == 1 ? 0 : axis == 1 ? 1 : size[1];
    const double * const line = lines.ends + next * (2 * VDimension);
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      const double length = line[VDimension + d] - line[d];
      position[d] = line[d] + (axis == 0 ? length / static_cast<double>(lines.wholeSize) : 0.0);
    }
  };
  PointType first;
  locate(-1, first);
  for (int axis = 0; axis < static_cast<int>(VDimension); ++axis)
  {
    PointType next;
    locate(axis, next);
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      steps[axis][d] = next[d] - first[d];
    }
  }
}

/** How many words at most a warp's threads read from one of 32 banks, and in how many lines of the cache these are, over a
 * few places of the input. */
template <unsigned int VDimension>
void
CountReads(const resample::ResampleShape & shape,
           const double (&steps)[3][3],
           const double (&strides)[VDimension],
           double & conflicts,
           double & pieces)
{
  constexpr int places = 3;
  conflicts = pieces = 0.0;
  for (int place = 1; place <= places; ++place)
  {
    std::int64_t words[32];
    for (int lane = 0; lane < 32; ++lane)
    {
      const int x = lane & ((1 << shape.lanes[0]) - 1);
      const int y = lane >> shape.lanes[0] & ((1 << shape.lanes[1]) - 1);
      const int z = lane >> (shape.lanes[0] + shape.lanes[1]);
      double    word = 0.0;
      for (unsigned int d = 0; d < VDimension; ++d)
      {
        const double spacing = shape.isVector ? resample::Columns : 1;
        const double position = spacing * x * steps[0][d] + y * steps[1][d] + z * steps[2][d];
        // Anywhere in a line, and in a pixel.
        word += std::floor(position + place * (d == 0 ? 9.3 : 0.31)) * strides[d];
      }
      words[lane] = static_cast<std::int64_t>(std::floor(word));
    }
    std::sort(words, words + 32);
    int ofBank[32]{};
    for (int lane = 0; lane < 32; ++lane)
    {
      ofBank[words[lane] & 31] += lane == 0 || words[lane] != words[lane - 1] ? 1 : 0;
      pieces += lane == 0 || words[lane] >> 5 != words[lane - 1] >> 5 ? 1.0 / places : 0.0;
    }
    conflicts += static_cast<double>(*std::max_element(ofBank, ofBank + 32)) / places;
  }
}

/** About how many pieces of 32 bytes of the output are written for one of a thread's pixels. */
double
CountWritten(const resample::ResampleShape & shape, std::size_t bytesOfPixel, bool isAligned)
{
  const int    pixelsOfPiece = shape.isVector ? resample::Columns : 1;
  const double bytes = static_cast<double>((bytesOfPixel * pixelsOfPiece) << shape.lanes[0]);
  return (32 >> shape.lanes[0]) * std::max(bytes / 32.0, 1.0) / (isAligned ? pixelsOfPiece : 1);
}
} // namespace

template <unsigned int VDimension>
resample::ResampleShape
resample::ChooseShape(const ResampleLines<VDimension> & lines,
                      const std::ptrdiff_t (&size)[3],
                      const double (&strides)[VDimension],
                      std::size_t bytesOfOutput,
                      bool        isAligned,
                      int         reads,
                      int         logMostSteps)
{
  constexpr int leastWidth = LogLeastTileWidth<VDimension>;
  constexpr int last = VDimension - 1;
  double        steps[3][3]{};
  GetSteps(lines, size, steps);
  ResampleShape best{};
  double        least = std::numeric_limits<double>::infinity();
  for (int x = 5; x >= leastWidth - LogColumns - LogWarps; --x)
  {
    for (int z = 0; z <= (VDimension == 2 ? 0 : std::min(5 - x, 3)); ++z)
    {
      for (const bool isVector : { false, true })
      {
        ResampleShape shape{};
        shape.isVector = isVector;
        shape.lanes[0] = x;
        shape.lanes[1] = 5 - x - z;
        shape.lanes[2] = z;
        double conflicts = 0.0;
        double pieces = 0.0;
        CountReads(shape, steps, strides, conflicts, pieces);
        // Weighed as the times of all shapes on an H200 tell, of 2D and 3D turned by 0 to 90 degrees: within 5 % of the best.
        const bool   isWhole = isVector && isAligned;
        const double cost = reads * (conflicts + 0.7 * pieces + (isVector ? 0.0 : 0.25)) +
                            4.0 * CountWritten(shape, bytesOfOutput, isAligned) + (isWhole ? 0.0 : 8.0);
        if (cost < least)
        {
          best = shape;
          least = cost;
        }
      }
    }
  }
  // No larger than the output, nor so large that a device has less than it can do at once.
  best.tile[0] = std::max(leastWidth, best.lanes[0] + LogColumns);
  for (best.logSteps = logMostSteps;; --best.logSteps)
  {
    const int      rest = LogPixelsOfStep - best.tile[0];
    std::ptrdiff_t blocks = 1;
    best.tile[last] =
      (VDimension == 2 ? rest : std::max(best.lanes[2], std::min(rest - best.lanes[1], 1))) + best.logSteps;
    best.tile[1] = VDimension == 2 ? best.tile[1] : rest + best.logSteps - best.tile[2];
    for (int i = 0; i < 3; ++i)
    {
      blocks *= kernels::DivideUp(size[i], std::ptrdiff_t{ 1 } << best.tile[i]);
    }
    if (best.logSteps == 0 || (blocks >= 2048 && size[last] > std::ptrdiff_t{ 1 } << (best.tile[last] - 1)))
    {
      return best;
    }
  }
}

/** Reads and writes each pixel about once. Linear: 19 operations of double a pixel in 2D and 36 in 3D, and 5 and 9 conversions
 * from and to double of float pixels, of which the device makes a quarter as many. Bound by the cache of a multiprocessor,
 * which reads one word of each bank at a time, so that the pixels for a warp take several turns (on an H200 73 to 96 % of
 * its peak where the image is turned), and next to it by the instructions. */
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
template resample::ResampleShape
resample::ChooseShape(const ResampleLines<2> &,
                      const std::ptrdiff_t (&)[3],
                      const double (&)[2],
                      std::size_t,
                      bool,
                      int,
                      int);
template resample::ResampleShape
resample::ChooseShape(const ResampleLines<3> &,
                      const std::ptrdiff_t (&)[3],
                      const double (&)[3],
                      std::size_t,
                      bool,
                      int,
                      int);
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
