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
template <bool VRows>
__device__ __forceinline__ Position
GetPosition(const Division & division)
{
  const auto         segments = static_cast<unsigned int>(division.CountBlocksOfLine());
  const auto         groups = static_cast<unsigned int>(division.groups);
  const unsigned int perRow = VRows ? segments : groups;
  const unsigned int perColumn = VRows ? groups : segments;
  const unsigned int rowOfBlocks = blockIdx.x / perRow;
  const unsigned int x = blockIdx.x % perRow;
  const unsigned int y = rowOfBlocks % perColumn;
  return MakePosition<VRows>(division, rowOfBlocks / perColumn, VRows ? x : y, VRows ? y : x);
}

/** What every segment, entered with zero states, adds to the carries. */
template <bool VRows, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps) SumSegmentsKernel(const Pass<TInput, TOutput>      pass,
                                                          const __grid_constant__ Division division,
                                                          const Carries                    carries,
                                                          const RecursiveGaussian          gaussian)
{
  extern __shared__ WarpMemory warps[];

  const Position position = GetPosition<VRows>(division);
  LoadAndSum<VRows>(pass, division, gaussian, position, warps[threadIdx.y]);
  __syncthreads();
  for (int i = threadIdx.y; i < CarriesOfSegment; i += division.chunks)
  {
    const CarryTask task(division, position, warps, i);
    const Carry     sum = task.SumSegment<VRows>(gaussian.sections[task.k]);
    if (position.line + threadIdx.x < pass.size[VRows ? 1 : 0])
    {
      carries.data[carries.GetIndex(task.way, task.k, position.segment, GetLine<VRows>(pass, position))] = sum;
    }
  }
}

template <bool VRows, typename TInput, typename TOutput>
__global__ void
__launch_bounds__(WarpSize * MostWarps) FilterLinesKernel(const Pass<TInput, TOutput>      pass,
                                                          const __grid_constant__ Division division,
                                                          const Carries                    carries,
                                                          const RecursiveGaussian          gaussian)
{
  extern __shared__ WarpMemory warps[];
  FilterLines<VRows>(pass, division, carries, gaussian, GetPosition<VRows>(division), warps);
}

template <bool VRows, typename TInput, typename TOutput>
void
LaunchPass(const Pass<TInput, TOutput> & given, const RecursiveGaussian & gaussian, const Stream & stream)
{
  const auto     pass = VRows ? MergeLayers(given) : given;
  const Division division = DivideLines<VRows>(pass, gaussian, stream);
  const auto     launch = [&](const char * name, const auto kernel, const Carries & carries) {
    kernels::AllowSharedMemory(kernel, GetMostSharedMemory(stream));
    kernels::Launch(name,
                    kernel,
                        { division.groups * division.CountBlocksOfLine() * pass.layers,
                      dim3(WarpSize, division.CountWarps()),
                      GetSharedMemory(division) },
                    stream,
                    pass,
                    division,
                    carries,
                    gaussian);
  };
  Carries carries{ nullptr, division.segments, pass.size[VRows ? 1 : 0] * pass.layers };
  Buffer  buffer;
  if (!division.HasWholeLines())
  {
    buffer = Buffer(CarriesOfSegment * division.segments * carries.lines * sizeof(Carry), stream);
    carries.data = buffer.As<Carry>();
    launch("SumSegmentsKernel", SumSegmentsKernel<VRows, TInput, TOutput>, carries);
    LaunchCarryScan(carries, division, stream);
  }
  launch("FilterLinesKernel", FilterLinesKernel<VRows, TInput, TOutput>, carries);
}
} // namespace itk::device::recursive

#endif
