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
#ifndef SmoothingRecursiveGaussianKernel_cuh
#define SmoothingRecursiveGaussianKernel_cuh

#include "SmoothingRecursiveGaussianBlock.cuh"
#include "itkDeviceBuffer.h"

namespace itk::device::recursive
{
/** Blocks of whole lines have a group's number along x and a layer's along y and z; others are numbered, along rows first. */
template <typename TShape>
dim3
MakeBlocks(const Division & division, std::ptrdiff_t layers)
{
  const std::ptrdiff_t groups = division.groups;
  if constexpr (!TShape::OfWholeLines)
  {
    return static_cast<unsigned int>(groups * division.segments * layers);
  }
  const std::ptrdiff_t y = std::min<std::ptrdiff_t>(layers, 65535);
  return { static_cast<unsigned int>(groups),
           static_cast<unsigned int>(y),
           static_cast<unsigned int>(DivideUp(layers, y)) };
}

template <typename TShape>
__device__ __forceinline__ Position
GetPosition(const Division & division)
{
  if constexpr (TShape::OfWholeLines)
  {
    return MakePosition<TShape>(division, std::ptrdiff_t{ blockIdx.z } * gridDim.y + blockIdx.y, 0, blockIdx.x);
  }
  const auto         segments = static_cast<unsigned int>(division.segments);
  const auto         groups = static_cast<unsigned int>(division.groups);
  const unsigned int perRow = TShape::OfRows ? segments : groups;
  const unsigned int perColumn = TShape::OfRows ? groups : segments;
  const unsigned int rowOfBlocks = blockIdx.x / perRow;
  const unsigned int x = blockIdx.x % perRow;
  const unsigned int y = rowOfBlocks % perColumn;
  return MakePosition<TShape>(division, rowOfBlocks / perColumn, TShape::OfRows ? x : y, TShape::OfRows ? y : x);
}

/** What every segment, entered with zero states, adds to the carries. */
template <typename TShape, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps) SumSegmentsKernel(const Pass<TInput, TOutput>      pass,
                                                          const __grid_constant__ Division division,
                                                          const Carries                    carries,
                                                          const RecursiveGaussian          gaussian)
{
  extern __shared__ WarpMemory warps[];

  const Position position = GetPosition<TShape>(division);
  LoadAndSum<TShape>(pass, division, gaussian, position, warps[threadIdx.y]);
  __syncthreads();
  for (int i = threadIdx.y; i < CarryTask<TShape>::OfSegment; i += division.warps)
  {
    const CarryTask<TShape> task(division, position, warps, i);
    const Carry             sum = task.SumSegment(gaussian.sections[task.k]);
    if (position.line + TShape::GetLine() < pass.size[TShape::OfRows ? 1 : 0])
    {
      carries.data[carries.GetIndex(task.way, task.k, position.segment, GetLine<TShape>(pass, position))] = sum;
    }
  }
}

template <typename TShape, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps) FilterLinesKernel(const Pass<TInput, TOutput>      pass,
                                                          const __grid_constant__ Division division,
                                                          const Carries                    carries,
                                                          const RecursiveGaussian          gaussian)
{
  extern __shared__ WarpMemory warps[];

  const Position position = GetPosition<TShape>(division);
  if (position.layer < pass.layers)
  {
    FilterLines<TShape>(pass, division, carries, gaussian, position, warps);
  }
}

template <typename TShape, typename TInput, typename TOutput, typename TKernel>
void
LaunchKernel(const char *                  name,
             const TKernel &               kernel,
             const Pass<TInput, TOutput> & pass,
             const Division &              division,
             const Carries &               carries,
             const RecursiveGaussian &     gaussian,
             const Stream &                stream)
{
  kernels::AllowSharedMemory(kernel, GetMostSharedMemory(stream));
  kernels::Launch(name,
                  kernel,
                  { MakeBlocks<TShape>(division, pass.layers),
                    dim3(WarpSize, division.CountWarps()),
                    GetSharedMemory<TShape>(division) },
                  stream,
                  pass,
                  division,
                  carries,
                  gaussian);
}

template <bool VRows, typename TInput, typename TOutput>
void
LaunchPass(const Pass<TInput, TOutput> & given, const RecursiveGaussian & gaussian, const Stream & stream)
{
  using OfLines = TileShape<VRows, WarpSize, true>;
  using OfSegments = SegmentShape<VRows, TInput>;
  const auto pass = VRows ? MergeLayers(given) : given;
  if (const Division division = DivideLines<OfLines>(pass, gaussian, stream); division.HasWholeLines())
  {
    const auto kernel = FilterLinesKernel<OfLines, TInput, TOutput>;
    LaunchKernel<OfLines>("FilterLinesKernel", kernel, pass, division, Carries{}, gaussian, stream);
    return;
  }
  const Division division = DivideLines<OfSegments>(pass, gaussian, stream);
  Carries        carries{ nullptr, division.segments, pass.size[VRows ? 1 : 0] * pass.layers };
  const Buffer   buffer(CarriesOfSegment * division.segments * carries.lines * sizeof(Carry), stream);
  carries.data = buffer.As<Carry>();
  const auto sum = SumSegmentsKernel<OfSegments, TInput, TOutput>;
  const auto filter = FilterLinesKernel<OfSegments, TInput, TOutput>;
  LaunchKernel<OfSegments>("SumSegmentsKernel", sum, pass, division, carries, gaussian, stream);
  LaunchCarryScan(carries, division, stream);
  LaunchKernel<OfSegments>("FilterLinesKernel", filter, pass, division, carries, gaussian, stream);
}
} // namespace itk::device::recursive

#endif
