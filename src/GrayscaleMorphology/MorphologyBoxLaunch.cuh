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
#ifndef MorphologyBoxLaunch_cuh
#define MorphologyBoxLaunch_cuh

#include "MorphologyBox.cuh"
#include "MorphologySmallBox.cuh"

namespace itk::device::morphology
{
/** Segments with which `blocksAtOnce` blocks end soonest. */
inline Division
DivideRows(std::ptrdiff_t rows,
           std::ptrdiff_t strips,
           std::ptrdiff_t layers,
           int            lanes,
           int            overlap,
           std::ptrdiff_t blocksAtOnce)
{
  std::ptrdiff_t least = 0;
  Division       division{};
  for (std::ptrdiff_t segments = 1; segments <= rows; ++segments)
  {
    const std::ptrdiff_t length = DivideUp(rows, segments);
    const std::ptrdiff_t blocks = strips * layers * DivideUp(rows, length);
    const std::ptrdiff_t cost = DivideUp(blocks, blocksAtOnce) * (DivideUp(length, lanes) + overlap);
    if (least == 0 || cost < least)
    {
      least = cost;
      division.strips = static_cast<unsigned int>(strips);
      division.segments = static_cast<unsigned int>(DivideUp(rows, length));
      division.segmentLength = length;
    }
    if (blocks > 16 * blocksAtOnce)
    {
      break;
    }
  }
  return division;
}

template <typename TPixel, int VRadius0, int VRadius1>
void
LaunchBoxKernel(const Pass<TPixel, TPixel> & pass,
                const Order<TPixel> &        order,
                int                          radius0,
                int                          radius1,
                const Stream &               stream)
{
  constexpr std::ptrdiff_t width = 4 * CountStripThreads(VRadius0);
  constexpr std::ptrdiff_t stripsOfBlock = Threads / CountStripThreads(VRadius0);

  BoxTask<TPixel>      task{ pass, order, { radius0, radius1 }, 0, 0, 4 * CountMarginChunks(radius0), 0 };
  const std::ptrdiff_t begin = pass.offset[0];
  const std::ptrdiff_t end = begin + pass.outputSize[0];
  const std::ptrdiff_t firstNeeded = std::min(begin, std::max(begin - radius0, std::ptrdiff_t{ 0 }));
  const std::ptrdiff_t endNeeded = std::max(end, std::min(end + radius0, pass.inputSize[0]));
  task.firstColumn = firstNeeded & ~std::ptrdiff_t{ 3 };
  task.columnsOfStrip = width - 2 * task.margin;
  const std::ptrdiff_t further = std::max(endNeeded - task.firstColumn - width, std::ptrdiff_t{ 0 });
  task.strips = 1 + DivideUp(further, task.columnsOfStrip);

  const auto  kernel = BoxKernel<TPixel, VRadius0, VRadius1>;
  std::size_t bytes = VRadius1 == AnyRadius ? CountColumnBytes(radius1) : 0;
  if constexpr (!IsOfWarp(VRadius0))
  {
    using Row = RowMaximum<Lanes<TPixel>, VRadius0, RowsExchanged<VRadius0>>;
    bytes += sizeof(typename Lanes<TPixel>::Word) * Row::CountWords(radius0);
  }
  kernels::AllowSharedMemory(kernel, kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream));
  const auto division = DivideRows(pass.outputSize[1],
                                   DivideUp(task.strips, stripsOfBlock),
                                   pass.layers,
                                   Lanes<TPixel>::Count,
                                   2 * radius1 + RowsAhead,
                                   kernels::CountResidentBlocks(kernel, Threads, bytes, stream));
  kernels::ForEachGrid(task, pass.layers, division, [&](const auto & part, std::ptrdiff_t blocks) {
    kernels::Launch("BoxKernel", kernel, { blocks, Threads, bytes }, stream, part, division);
  });
}

template <typename TPixel>
void
LaunchBoxPass(const Pass<TPixel, TPixel> & pass,
              const Order<TPixel> &        order,
              int                          radius0,
              int                          radius1,
              const Stream &               stream)
{
  const auto launch = [&](auto launchKernel) { launchKernel(pass, order, radius0, radius1, stream); };
  const bool isSquare = radius0 == radius1;
  if ((isSquare && radius1 == 1 && LaunchSmallBoxKernel<TPixel, 1>(pass, order, stream)) ||
      (isSquare && radius1 == 2 && LaunchSmallBoxKernel<TPixel, 2>(pass, order, stream)))
  {
    return;
  }
  if constexpr (sizeof(TPixel) < 4) // BoxKernel is as fast with floats
  {
    if (isSquare && radius1 == 3 && LaunchSmallBoxKernel<TPixel, 3>(pass, order, stream))
    {
      return;
    }
  }
  if (radius1 >= 1 && radius1 <= 3 && (isSquare || radius0 == 0))
  {
    switch (radius1)
    {
      case 1:
        return launch(isSquare ? LaunchBoxKernel<TPixel, 1, 1> : LaunchBoxKernel<TPixel, 0, 1>);
      case 2:
        return launch(isSquare ? LaunchBoxKernel<TPixel, 2, 2> : LaunchBoxKernel<TPixel, 0, 2>);
      default:
        return launch(isSquare ? LaunchBoxKernel<TPixel, 3, 3> : LaunchBoxKernel<TPixel, 0, 3>);
    }
  }
  switch (radius0)
  {
    case 0:
      return launch(LaunchBoxKernel<TPixel, 0, AnyRadius>);
    case 1:
      return launch(LaunchBoxKernel<TPixel, 1, AnyRadius>);
    case 2:
      return launch(LaunchBoxKernel<TPixel, 2, AnyRadius>);
    case 3:
      return launch(LaunchBoxKernel<TPixel, 3, AnyRadius>);
    default:
      return launch(LaunchBoxKernel<TPixel, AnyRadius, AnyRadius>);
  }
}

/** Of the radius along the axis that is walked along, what one pass takes so that two blocks fit on a multiprocessor. */
inline std::ptrdiff_t
GetLargestColumnRadius(const Stream & stream)
{
  constexpr std::ptrdiff_t rowBytes = 9 << 10;
  const std::ptrdiff_t     most = kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, stream) / 2 -
                              kernels::GetDeviceAttribute(cudaDevAttrReservedSharedMemoryPerBlock, stream) - rowBytes;
  return (most / static_cast<std::ptrdiff_t>(CountColumnBytes(0)) - 1) / 2;
}

/** The largest one along rows, whose margins neighbouring strips share. */
constexpr std::ptrdiff_t LargestRowRadius = 32;

/** The part of an axis, around what `result` has of it, that passes not yet made need, a radius of `left` in all. What is
 * beyond the image is needed of an axis on which a pass has been made. */
inline void
SetExtent(std::ptrdiff_t & begin,
          std::ptrdiff_t & size,
          std::ptrdiff_t   resultBegin,
          std::ptrdiff_t   resultSize,
          std::ptrdiff_t   left,
          std::ptrdiff_t   imageBegin,
          std::ptrdiff_t   imageSize,
          bool             isBegun)
{
  const std::ptrdiff_t imageEnd = imageBegin + imageSize;
  const std::ptrdiff_t resultEnd = resultBegin + resultSize;
  begin = std::max(resultBegin - left, isBegun ? std::min(imageBegin, resultBegin) : imageBegin);
  size = std::min(resultEnd + left, isBegun ? std::max(imageEnd, resultEnd) : imageEnd) - begin;
}

/** Maxima over boxes, in as few passes as their radius allows. `result` may reach beyond `image`. */
template <typename TPixel>
void
LaunchBox(const Volume<const TPixel> & image,
          const Volume<TPixel> &       result,
          const Order<TPixel> &        order,
          const std::ptrdiff_t (&radius)[3],
          const Stream & stream)
{
  const std::ptrdiff_t largest[3]{ LargestRowRadius, GetLargestColumnRadius(stream), GetLargestColumnRadius(stream) };
  std::ptrdiff_t       left[3]{ radius[0], radius[1], radius[2] };
  Volume<const TPixel> source = image;
  Buffer               buffer;
  bool                 isDone = false;
  while (!isDone)
  {
    const int      walked = left[0] == 0 && left[1] == 0 && left[2] > 0 ? 2 : 1;
    std::ptrdiff_t taken[3]{ std::min(left[0], largest[0]), 0, 0 };
    taken[walked] = std::min(left[walked], largest[walked]);
    isDone = true;
    for (int axis = 0; axis < 3; ++axis)
    {
      left[axis] -= taken[axis];
      isDone = isDone && left[axis] == 0;
    }
    Volume<TPixel> target = result;
    Buffer         targetBuffer;
    if (!isDone)
    {
      std::ptrdiff_t stride = 1;
      for (int axis = 0; axis < 3; ++axis)
      {
        SetExtent(target.begin[axis],
                  target.size[axis],
                  result.begin[axis],
                  result.size[axis],
                  left[axis],
                  image.begin[axis],
                  image.size[axis],
                  left[axis] < radius[axis]);
        target.stride[axis] = stride;
        stride *= target.size[axis];
      }
      targetBuffer = Buffer(stride * sizeof(TPixel), stream);
      target.data = targetBuffer.template As<TPixel>();
    }
    LaunchBoxPass(kernels::MakePass(source, target, walked),
                  order,
                  static_cast<int>(taken[0]),
                  static_cast<int>(taken[walked]),
                  stream);
    source = ToConst(target);
    buffer = std::move(targetBuffer);
  }
}
} // namespace itk::device::morphology

#endif
