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

constexpr int MostLinesOfThread = 8;
constexpr int ThreadsOfBlock = 256;

/** How many columns a thread makes, 32 pixels apart: they share what is read of a line. */
template <typename TInterpolation, unsigned int VDimension>
constexpr int ColumnsOfThread = TInterpolation::template PixelsAtOnce<VDimension> > 0 ? 4 : 1;

/** A block's tile is 32 ColumnsOfThread columns wide and 8 lines high in each of linesOfThread steps, along axis 1 in 2D and
 * along axis 2 in 3D. A warp is 2^logWidth columns wide. */
template <typename TSource, typename TOutput, unsigned int VDimension>
struct ResampleTask
{
  static constexpr unsigned int Axis = VDimension - 1;
  static constexpr int          LinesOfStep = VDimension == 2 ? 8 : 1; // along that axis

  Source<TSource, VDimension> source;
  TOutput *                   output;
  std::ptrdiff_t              size[3];
  std::ptrdiff_t              stride[3];
  const double2 *             lines; // of each, VDimension coordinates and as many steps along the whole line
  std::ptrdiff_t              begin; // along axis 0, in the whole output
  double                      wholeSize;
  int                         linesOfThread;
  int                         logWidth;
  bool                        isNear; // all positions are within 2^30 of 0, and strides are short
  Outside                     outside;
  TOutput                     defaultPixel;
};

/** A line of the output in the input. */
template <unsigned int VDimension>
struct MappedLine
{
  double values[2 * VDimension];

  __device__ __forceinline__ explicit MappedLine(const double2 * line)
  {
#pragma unroll
    for (unsigned int i = 0; i < VDimension; ++i)
    {
      const double2 two = __ldg(line + i);
      values[2 * i] = two.x;
      values[2 * i + 1] = two.y;
    }
  }

  __device__ __forceinline__ void
  Locate(double alpha, double (&position)[VDimension]) const
  {
#pragma unroll
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      position[d] = values[d] + alpha * values[VDimension + d];
    }
  }
};

template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__device__ __forceinline__ void
ResamplePixel(const ResampleTask<TSource, TOutput, VDimension> & task,
              const double (&position)[VDimension],
              TOutput * pixel)
{
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

template <typename TInterpolation, typename TSource, typename TOutput, unsigned int VDimension>
__global__ void
__launch_bounds__(ThreadsOfBlock, TInterpolation::BlocksOfMultiprocessor)
  ResampleKernel(const ResampleTask<TSource, TOutput, VDimension> task)
{
  using TaskType = ResampleTask<TSource, TOutput, VDimension>;
  constexpr int      axis = TaskType::Axis;
  constexpr int      columns = ColumnsOfThread<TInterpolation, VDimension>;
  const unsigned int logWidth = task.logWidth;
  const unsigned int logHeight = 5 - logWidth;
  const unsigned int warp = threadIdx.x >> 5;
  const unsigned int column = (threadIdx.x & ((1u << logWidth) - 1)) | ((warp & ((1u << logHeight) - 1)) << logWidth);
  const unsigned int row = ((threadIdx.x & 31) >> logWidth) | ((warp >> logHeight) << logHeight);

  const std::ptrdiff_t x = std::ptrdiff_t{ blockIdx.x } * (32 * columns) + column;
  if (x >= task.size[0])
  {
    return;
  }
  const int existing = static_cast<int>(min((task.size[0] - x + 31) / 32, std::ptrdiff_t{ columns }));
  double    alpha[columns];
#pragma unroll
  for (int i = 0; i < columns; ++i)
  {
    alpha[i] = static_cast<double>(task.begin + x + 32 * min(i, existing - 1)) / task.wholeSize;
  }
  const std::ptrdiff_t lineStep = (VDimension == 2 ? TaskType::LinesOfStep : task.size[1]) * VDimension;
  const std::ptrdiff_t pixelStep = TaskType::LinesOfStep * task.stride[axis];
  const std::ptrdiff_t height = VDimension == 2 ? 8 * task.linesOfThread : 8;
  for (std::ptrdiff_t z = std::ptrdiff_t{ blockIdx.z } * task.linesOfThread; z < task.size[2];
       z += std::ptrdiff_t{ gridDim.z } * task.linesOfThread)
  {
    for (std::ptrdiff_t y = blockIdx.y * height + row; y < task.size[1]; y += gridDim.y * height)
    {
      const double2 * line = task.lines + (z * task.size[1] + y) * VDimension;
      TOutput *       pixel = task.output + x + y * task.stride[1] + z * task.stride[2];
      const auto      left = task.size[axis] - (VDimension == 2 ? y : z);
      const int       count = static_cast<int>(
        min((left + TaskType::LinesOfStep - 1) / TaskType::LinesOfStep, std::ptrdiff_t{ task.linesOfThread }));
#pragma unroll 1
      for (int i = 0; i < count; ++i, line += lineStep, pixel += pixelStep)
      {
        const MappedLine<VDimension> mapped(line);
        if constexpr (columns > 1)
        {
          constexpr int atOnce = TInterpolation::template PixelsAtOnce<VDimension>;
          unsigned int  remaining = 0; // columns that are to be made one by one
#pragma unroll
          for (int first = 0; first < columns; first += atOnce)
          {
            double  position[atOnce][VDimension];
            TOutput result[atOnce];
#pragma unroll
            for (int j = 0; j < atOnce; ++j)
            {
              mapped.Locate(alpha[first + j], position[j]);
            }
            if (task.isNear && TInterpolation::EvaluateBetween(task.source, position, result))
            {
#pragma unroll
              for (int j = 0; j < atOnce; ++j)
              {
                if (first + j < existing)
                {
                  pixel[32 * (first + j)] = result[j];
                }
              }
            }
            else
            {
              remaining |= ((1u << atOnce) - 1) << first;
            }
          }
#pragma unroll 1
          for (int j = 0; remaining != 0 && j < existing; ++j, remaining >>= 1)
          {
            if ((remaining & 1) != 0)
            {
              double position[VDimension];
              mapped.Locate(static_cast<double>(task.begin + x + 32 * j) / task.wholeSize, position);
              ResamplePixel<TInterpolation>(task, position, pixel + 32 * j);
            }
          }
        }
        else
        {
          double position[VDimension];
          mapped.Locate(alpha[0], position);
          ResamplePixel<TInterpolation>(task, position, pixel);
        }
      }
    }
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

/** How wide a warp is best, as a power of two: where it touches the fewest pieces of 128 bytes of the input. */
template <unsigned int VDimension>
int
ChooseLogWidth(const ResampleLines<VDimension> & lines, std::size_t bytesOfPixel);

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
  task.logWidth = ChooseLogWidth(lines, sizeof(TSource));
  task.isNear = source.HasShortStrides() && AreNear(lines, task.size);

  const Buffer buffer(task.size[1] * task.size[2] * (2 * VDimension) * sizeof(double), stream);
  LaunchLines(lines, task.size, buffer.As<double>(), stream);
  task.lines = buffer.As<double2>();

  std::ptrdiff_t blocks[3];
  for (task.linesOfThread = MostLinesOfThread;; task.linesOfThread /= 2)
  {
    const std::ptrdiff_t tile[3]{ 32 * ColumnsOfThread<TInterpolation, VDimension>,
                                  VDimension == 2 ? 8 * task.linesOfThread : 8,
                                  task.linesOfThread };
    for (int axis = 0; axis < 3; ++axis)
    {
      blocks[axis] =
        std::min(kernels::DivideUp(task.size[axis], tile[axis]), axis == 0 ? kernels::MostBlocks : kernels::MostLayers);
    }
    // Enough for any device, or all that there are.
    if (blocks[0] * blocks[1] * blocks[2] >= 2048 || task.linesOfThread == 1)
    {
      break;
    }
  }
  kernels::Launch("ResampleKernel",
                  ResampleKernel<TInterpolation, TSource, TOutput, VDimension>,
                  { dim3(static_cast<unsigned int>(blocks[0]),
                         static_cast<unsigned int>(blocks[1]),
                         static_cast<unsigned int>(blocks[2])),
                    ThreadsOfBlock },
                  stream,
                  task);
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
