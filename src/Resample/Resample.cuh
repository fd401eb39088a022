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
#ifndef Resample_cuh
#define Resample_cuh

#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Grid.cuh"
#include "Kernels/PointwiseVectors.cuh"
#include "ResampleCore.h"
#include <algorithm>

namespace itk::device::resample
{
/** What becomes of a pixel whose position is outside of the input. */
enum class Outside
{
  Default,
  Extrapolate,
  Keep
};

constexpr int ThreadsOfBlock = 256;
constexpr int LogWarps = 3;

template <typename TInterpolation, unsigned int VDimension>
constexpr int BlocksOfMultiprocessor = TInterpolation::template BlocksOfMultiprocessor<VDimension>;

/** How many columns a thread makes at once: they share what is read of a line. */
constexpr int LogColumns = 2;
constexpr int Columns = 1 << LogColumns;

constexpr int MostTileWidth = 128;

/** The least one, and pixels that a block makes in each of several steps along the last axis, as powers of two. */
template <unsigned int VDimension>
constexpr int LogLeastTileWidth = VDimension == 2 ? 6 : 5;
constexpr int LogPixelsOfStep = 5 + LogWarps + LogColumns;

/** What a block makes: 2^tile[axis] pixels along each axis. A warp makes 2^lanes[axis] threads' columns at a time, which are
 * next to each other in a thread where `isVector`, and else as far from each other as the warp is wide. */
struct ResampleShape
{
  int  lanes[3];
  int  tile[3];
  int  logSteps;
  bool isVector;
};

template <typename TSource, typename TOutput, unsigned int VDimension>
struct ResampleTask
{
  Source<TSource, VDimension> source;
  TOutput *                   output;
  std::ptrdiff_t              size[3];
  std::ptrdiff_t              stride[3];
  const double2 *             lines; // of each, VDimension coordinates and as many steps along the whole line
  std::ptrdiff_t              begin; // along axis 0, in the whole output
  double                      wholeSize;
  ResampleShape               shape;
  unsigned int                tiles[2]; // along the first axes
  std::ptrdiff_t              firstLayer;
  bool                        isNear;    // all positions are within 2^30 of 0, and strides are short
  bool                        isAligned; // a thread's columns are written at once
  Outside                     outside;
  TOutput                     defaultPixel;
};

/** A line of the output in the input. */
template <unsigned int VDimension>
struct MappedLine
{
  const double2 * values; // VDimension coordinates, and as many steps along the whole line

  __device__ __forceinline__ void
  Locate(double alpha, double (&position)[VDimension]) const
  {
    double all[2 * VDimension];
#pragma unroll
    for (unsigned int i = 0; i < VDimension; ++i)
    {
      all[2 * i] = values[i].x;
      all[2 * i + 1] = values[i].y;
    }
#pragma unroll
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      position[d] = all[d] + alpha * all[VDimension + d];
    }
  }
};

template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__device__ __forceinline__ void
ResamplePixel(const ResampleTask<TSource, TOutput, VDimension> & task,
              MappedLine<VDimension>                             line,
              double                                             alpha,
              TOutput *                                          pixel)
{
  double position[VDimension];
  line.Locate(alpha, position);
  if (task.source.IsInside(position))
  {
    *pixel = ToPixel<TOutput>(TInterpolation::Evaluate(task.source, position));
  }
  else if (task.outside == Outside::Default)
  {
    *pixel = task.defaultPixel;
  }
  else if (task.outside == Outside::Extrapolate)
  {
    *pixel = ToPixel<TOutput>(Extrapolate(task.source, position));
  }
}

/** ResamplePixel where most pixels are made otherwise, of which it would take the registers. */
template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__device__ __noinline__ void
ResampleRarePixel(const ResampleTask<TSource, TOutput, VDimension> & task,
                  MappedLine<VDimension>                             line,
                  double                                             alpha,
                  TOutput *                                          pixel)
{
  ResamplePixel<TInterpolation>(task, line, alpha, pixel);
}

/** The pixels of `existing` columns of a line. Where all are between pixels of the input, those at once, else one by one. */
template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__device__ __forceinline__ void
ResampleColumns(const ResampleTask<TSource, TOutput, VDimension> & task,
                MappedLine<VDimension>                             line,
                const double *                                     alphas,
                int                                                step,
                int                                                existing,
                TOutput *                                          pixel)
{
  constexpr int atOnce = TInterpolation::template PixelsAtOnce<VDimension>;
  unsigned int  remaining = (1u << Columns) - 1;
  if constexpr (atOnce > 0)
  {
    TOutput result[Columns];
#pragma unroll
    for (int first = 0; first < Columns; first += atOnce)
    {
      double  position[atOnce][VDimension];
      TOutput some[atOnce];
#pragma unroll
      for (int j = 0; j < atOnce; ++j)
      {
        line.Locate(alphas[(first + j) * step], position[j]);
      }
      if (task.isNear && TInterpolation::EvaluateBetween(task.source, position, some))
      {
        remaining &= ~(((1u << atOnce) - 1) << first);
      }
#pragma unroll
      for (int j = 0; j < atOnce; ++j)
      {
        result[first + j] = some[j];
      }
    }
    if (task.isAligned && remaining == 0)
    {
      kernels::StoreVector(pixel, result);
      return;
    }
#pragma unroll
    for (int j = 0; j < Columns; ++j)
    {
      if (j < existing && (remaining >> j & 1) == 0)
      {
        pixel[j * step] = result[j];
      }
    }
  }
#pragma unroll 1
  for (int j = 0; remaining != 0 && j < existing; ++j, remaining >>= 1)
  {
    if ((remaining & 1) != 0)
    {
      if constexpr (atOnce > 0)
      {
        ResampleRarePixel<TInterpolation>(task, line, alphas[j * step], pixel + j * step);
      }
      else
      {
        ResamplePixel<TInterpolation>(task, line, alphas[j * step], pixel + j * step);
      }
    }
  }
}

template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__global__ void
__launch_bounds__(ThreadsOfBlock, BlocksOfMultiprocessor<TInterpolation, VDimension>)
  ResampleKernel(const __grid_constant__ ResampleTask<TSource, TOutput, VDimension> task)
{
  constexpr int logMostLines =
    LogPixelsOfStep - LogLeastTileWidth<VDimension> + TInterpolation::template LogMostSteps<VDimension>;
  __shared__ double2 lines[VDimension << logMostLines];
  __shared__ double  alphas[MostTileWidth];

  const auto & lanes = task.shape.lanes;
  const auto & tile = task.shape.tile;

  const unsigned int   row = blockIdx.x / task.tiles[0];
  const unsigned int   layer = row / task.tiles[1];
  const std::ptrdiff_t beginX = std::ptrdiff_t{ blockIdx.x - row * task.tiles[0] } << tile[0];
  const std::ptrdiff_t beginY = std::ptrdiff_t{ row - layer * task.tiles[1] } << tile[1];
  const std::ptrdiff_t beginZ = (task.firstLayer + layer) << tile[2];
  const int            width = static_cast<int>(min(task.size[0] - beginX, std::ptrdiff_t{ 1 } << tile[0]));
  const int            rows = static_cast<int>(min(task.size[1] - beginY, std::ptrdiff_t{ 1 } << tile[1]));
  const int            layers = static_cast<int>(min(task.size[2] - beginZ, std::ptrdiff_t{ 1 } << tile[2]));
  const double2 *      firstLine = task.lines + (beginZ * task.size[1] + beginY) * VDimension;
  for (int i = threadIdx.x; i < static_cast<int>(VDimension) << (tile[1] + tile[2]); i += ThreadsOfBlock)
  {
    const int line = i / static_cast<int>(VDimension);
    const int y = line & ((1 << tile[1]) - 1);
    const int z = line >> tile[1];
    if (y < rows && z < layers)
    {
      lines[i] = firstLine[(z * task.size[1] + y) * VDimension + (i - line * static_cast<int>(VDimension))];
    }
  }
  if (threadIdx.x < MostTileWidth)
  {
    // Of columns behind the last, as of that, so that what is made with it is between the input's pixels, too.
    const int existing = min(static_cast<int>(threadIdx.x), width - 1);
    alphas[threadIdx.x] = static_cast<double>(task.begin + beginX + existing) / task.wholeSize;
  }
  __syncthreads();

  // Of the bits of a thread's number, the lowest say where it is along each axis in its warp, the others the same of warps.
  constexpr int last = VDimension - 1;
  int           thread = static_cast<int>(threadIdx.x);
  const auto    take = [&thread](int bits) {
    const int value = thread & ((1 << bits) - 1);
    thread >>= bits;
    return value;
  };
  int place[3]{};
#pragma unroll
  for (int axis = 0; axis < static_cast<int>(VDimension); ++axis)
  {
    place[axis] = take(lanes[axis]);
  }
  const int logStep = task.shape.isVector ? 0 : lanes[0];
  const int column = (take(tile[0] - LogColumns - lanes[0]) << (lanes[0] + LogColumns)) +
                     (place[0] << (task.shape.isVector ? LogColumns : 0));
  if (VDimension == 3)
  {
    place[1] += take(tile[1] - lanes[1]) << lanes[1];
  }
  place[last] += thread << lanes[last];
  const int existing = min((width - column + (1 << logStep) - 1) >> logStep, Columns);
  if (existing <= 0 || (VDimension == 3 && place[1] >= rows))
  {
    return;
  }
  const int       logStride = tile[last] - task.shape.logSteps; // from step to step
  const int       end = VDimension == 3 ? layers : rows;
  const double2 * line = lines + ((place[2] << tile[1]) + place[1]) * static_cast<int>(VDimension);
  TOutput *       pixel =
    task.output + beginX + column + (beginY + place[1]) * task.stride[1] + (beginZ + place[2]) * task.stride[2];
  const int            lineStep = static_cast<int>(VDimension) << (logStride + (VDimension == 3 ? tile[1] : 0));
  const std::ptrdiff_t pixelStep = task.stride[last] << logStride;
#pragma unroll 1
  for (int at = place[last]; at < end; at += 1 << logStride, line += lineStep, pixel += pixelStep)
  {
    ResampleColumns<TInterpolation>(
      task, MappedLine<VDimension>{ line }, alphas + column, 1 << logStep, existing, pixel);
  }
}

/** Fills `lines` for ResampleKernel: of each line of the output, where it begins and how far it goes. */
template <unsigned int VDimension>
void
LaunchLines(const ResampleLines<VDimension> & lines,
            const std::ptrdiff_t (&size)[3],
            double *       result,
            const Stream & stream);

/** Whether all positions that the lines map to are within 2^30 of 0. */
template <unsigned int VDimension>
bool
AreNear(const ResampleLines<VDimension> & lines, const std::ptrdiff_t (&size)[3]);

/** The shape for which warps take the fewest turns to read from their multiprocessor's cache, and to write.
 *
 * \param strides of the input, in words of 4 bytes
 * \param isAligned whether a thread may write its columns at once where they are next to each other
 * \param reads how many pixels of the input are read for one of `bytesOfOutput` */
template <unsigned int VDimension>
ResampleShape
ChooseShape(const ResampleLines<VDimension> & lines,
            const std::ptrdiff_t (&size)[3],
            const double (&strides)[VDimension],
            std::size_t bytesOfOutput,
            bool        isAligned,
            int         reads,
            int         logMostSteps);

template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
void
LaunchInterpolation(const Source<TSource, VDimension> &    source,
                    const ImageView<TOutput, VDimension> & output,
                    const ResampleLines<VDimension> &      lines,
                    Outside                                outside,
                    TOutput                                defaultPixel,
                    const Stream &                         stream)
{
  ResampleTask<TSource, TOutput, VDimension> task{};
  task.source = source;
  task.output = output.data;
  std::fill_n(task.size, 3, std::ptrdiff_t{ 1 });
  std::copy_n(output.size, VDimension, task.size);
  std::copy_n(output.stride, VDimension, task.stride);
  task.begin = lines.begin[0] - lines.wholeBegin;
  task.wholeSize = static_cast<double>(lines.wholeSize);
  task.outside = outside;
  task.defaultPixel = defaultPixel;
  double strides[VDimension];
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    strides[axis] = static_cast<double>(source.stride[axis]) * sizeof(TSource) / 4.0;
  }
  const bool isAligned = reinterpret_cast<std::uintptr_t>(task.output) % (Columns * sizeof(TOutput)) == 0 &&
                         (task.size[0] | task.stride[1] | task.stride[2]) % Columns == 0;
  task.shape = ChooseShape(lines,
                           task.size,
                           strides,
                           sizeof(TOutput),
                           isAligned,
                           TInterpolation::template Reads<VDimension>,
                           TInterpolation::template LogMostSteps<VDimension>);
  task.isNear = source.HasShortStrides() && AreNear(lines, task.size);
  task.isAligned = task.shape.isVector && isAligned;

  const Buffer buffer(task.size[1] * task.size[2] * (2 * VDimension) * sizeof(double), stream);
  LaunchLines(lines, task.size, buffer.As<double>(), stream);
  task.lines = buffer.As<double2>();

  std::ptrdiff_t tiles[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    tiles[axis] = kernels::DivideUp(task.size[axis], std::ptrdiff_t{ 1 } << task.shape.tile[axis]);
  }
  std::copy_n(tiles, 2, task.tiles);
  kernels::ForEachGrid(tiles[2], tiles[0] * tiles[1], [&](std::ptrdiff_t first, std::ptrdiff_t count) {
    task.firstLayer = first;
    kernels::Launch("ResampleKernel",
                    ResampleKernel<TInterpolation, TSource, TOutput, VDimension>,
                    { count * tiles[0] * tiles[1], ThreadsOfBlock },
                    stream,
                    task);
  });
}

/** LaunchResample with the B-spline. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchBSpline(const ImageView<const TInput, VDimension> & input,
              const ImageView<TOutput, VDimension> &      output,
              const ResampleLines<VDimension> &           lines,
              Outside                                     outside,
              TOutput                                     defaultPixel,
              const Stream &                              stream);
} // namespace itk::device::resample

#endif
