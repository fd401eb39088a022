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
#ifndef GradientWalk_cuh
#define GradientWalk_cuh

#include "../SeparableConvolution/SeparableConvolutionLaunch.cuh"
#include "../SeparableConvolution/SeparableConvolutionVolume.cuh"

namespace itk::device::gradient
{
using namespace separable;

/** What a kernel makes of an image: one output, and a second one, unless its `output` is null. Of 3D images `input` is
 * the first of `inputLayers` layers, and the output's first layer belongs to the one of index `layerOffset`. */
template <typename TInput, typename TOutput>
struct Task
{
  Pass<TInput, TOutput> pass;
  Pass<TInput, float>   direction;
  std::ptrdiff_t        inputLayers;
  std::ptrdiff_t        layerOffset;
};

/** The columns that a lane makes outputs of, and those that it needs: one more to the left and one to the right. */
constexpr int Outputs = 4;
constexpr int Inputs = Outputs + 2;

/** Walks down the image and hands the rows y - 1, y, y + 1, ... to the stencil, in 3D with those of the layers before
 * and after. The stencil returns the outputs for the row before the one that it is given.
 *
 * A TStencil has Dimension, OutputType, HasDirection, and
 * Push(const float (&)[planes][Inputs], OutputType (&)[Outputs], float (&direction)[Outputs]). */
template <typename TInput, typename TStencil>
__global__ void
__launch_bounds__(StripThreads, TStencil::Dimension == 2 ? 4 : 3)
  GradientKernel(const Task<TInput, typename TStencil::OutputType> task, const Division division, TStencil stencil)
{
  constexpr int     planes = TStencil::Dimension == 2 ? 1 : 3;
  constexpr int     buffers = planes == 1 ? 2 : 1;
  constexpr int     width = StripWidth + 2;
  constexpr int     quads = DivideUp(Inputs, 4);
  __shared__ float4 memory[StripWarps][buffers][planes][RowsAhead][31 + quads];

  const auto position = GetStripPosition(task.pass, division);
  if (position.x >= task.pass.outputSize[0])
  {
    return;
  }
  using ReaderType = StripReader<TInput, DivideUp(width, 32)>;
  const auto makeReader = [&](int plane) {
    StripPosition inInput = position;
    inInput.layer = Clamp(position.layer + task.layerOffset + plane - planes / 2, task.inputLayers);
    return ReaderType(task.pass, inInput, 1, 1, width);
  };
  struct Readers
  {
    ReaderType plane[planes];
  };
  Readers readers = [&] {
    if constexpr (planes == 1)
    {
      return Readers{ { makeReader(0) } };
    }
    else
    {
      return Readers{ { makeReader(0), makeReader(1), makeReader(2) } };
    }
  }();
  StripWriter writer(task.pass, position, 2);
  StripWriter directionWriter(task.direction, position, 2);
  const int   rows = position.rows + 2;
  int         buffer = 0;
  const auto  load = [&] {
#pragma unroll
    for (auto & reader : readers.plane)
    {
      reader.Load();
    }
  };
  load();
  for (int begin = 0; begin < rows; begin += RowsAhead)
  {
    auto & shared = memory[position.warp][buffer];
#pragma unroll
    for (int plane = 0; plane < planes; ++plane)
    {
      readers.plane[plane].Store(shared[plane]);
    }
    if (begin + RowsAhead < rows)
    {
      load();
    }
    // With two buffers, the other one was last read before the previous of these barriers.
    __syncwarp();
#pragma unroll
    for (int j = 0; j < RowsAhead; ++j, writer.NextRow(), directionWriter.NextRow())
    {
      float value[planes][Inputs];
#pragma unroll
      for (int plane = 0; plane < planes; ++plane)
      {
        const float4 first = shared[plane][j][position.lane];
        const float2 second = *reinterpret_cast<const float2 *>(&shared[plane][j][position.lane + 1]);
        value[plane][0] = first.x;
        value[plane][1] = first.y;
        value[plane][2] = first.z;
        value[plane][3] = first.w;
        value[plane][4] = second.x;
        value[plane][5] = second.y;
      }
      typename TStencil::OutputType output[Outputs];
      float                         direction[Outputs];
      stencil.Push(value, output, direction);
      if (begin + j >= 2 && begin + j < rows)
      {
        writer.Write(output);
        if constexpr (TStencil::HasDirection)
        {
          directionWriter.Write(direction);
        }
      }
    }
    if constexpr (buffers == 1)
    {
      __syncwarp();
    }
    buffer = (buffer + 1) % buffers;
  }
}

template <typename TInput, typename TOutput, unsigned int VDimension>
Task<TInput, TOutput>
MakeTask(const ImageView<const TInput, VDimension> & input,
         const ImageView<TOutput, VDimension> &      output,
         const ImageView<float, VDimension> &        direction,
         const std::size_t (&offset)[VDimension])
{
  constexpr std::size_t origin[VDimension]{};
  const auto            whole = MakeVolume(input, origin);
  Task<TInput, TOutput> task{};
  task.pass = MakePass(whole, MakeVolume(output, offset), 1);
  task.direction = MakePass(whole, MakeVolume(direction, offset), 1);
  task.pass.input = input.data;
  task.inputLayers = whole.box.size[2];
  task.layerOffset = VDimension > 2 ? static_cast<std::ptrdiff_t>(offset[VDimension - 1]) : 0;
  return task;
}

template <typename TInput, typename TStencil>
void
LaunchGradient(Task<TInput, typename TStencil::OutputType> task, const TStencil & stencil, const Stream & stream)
{
  const auto     kernel = GradientKernel<TInput, TStencil>;
  const Division division = DivideWalk(task.pass.outputSize, task.pass.layers, StripWarps * StripWidth, kernel, stream);
  const std::ptrdiff_t blocks = std::ptrdiff_t{ division.strips } * division.segments;
  const std::ptrdiff_t layers = task.pass.layers;
  const std::ptrdiff_t most = 0x7fffffff / blocks; // layers of a grid
  for (std::ptrdiff_t layer = 0; layer < layers; layer += most)
  {
    task.pass.layers = std::min(most, layers - layer);
    kernel<<<static_cast<unsigned int>(blocks * task.pass.layers), StripThreads, 0, stream.GetHandle()>>>(
      task, division, stencil);
    Check(cudaGetLastError(), "GradientKernel");
    task.pass.output += most * task.pass.outputLayerStride;
    task.direction.output += most * task.direction.outputLayerStride;
    task.layerOffset += most;
  }
}
} // namespace itk::device::gradient

#endif
