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
#ifndef StencilWalk_cuh
#define StencilWalk_cuh

#include "Kernels/Strip.cuh"
#include <utility>

namespace itk::device::kernels
{
/** What a stencil is derived from: how many pixels it is handed, and how many it returns. It adds
 *
 *     __device__ void Push(const Rows & value, Results & result)
 *
 * which is called for one row of the image after the other, from VRadius rows above the first output on. Of each it gets
 * Inputs neighbouring pixels, in 3D from the VRadius layers before to as many after, and returns what VImages outputs
 * hold at the middle ones, in the row VRadius rows before. It keeps what it needs of the rows before in members. */
template <typename TOutput, unsigned int VDimension, int VRadius = 1, int VImages = 1>
struct Stencil
{
  using OutputType = TOutput;
  static constexpr unsigned int Dimension = VDimension;
  static constexpr int          Radius = VRadius;
  static constexpr int          Images = VImages;
  static constexpr int          Outputs = 4;
  static constexpr int          Inputs = Outputs + 2 * VRadius;
  static constexpr int          Planes = VDimension == 3 ? 2 * VRadius + 1 : 1;
  using Rows = float[Planes][Inputs];
  using Results = TOutput[VImages][Outputs];
};

/** The passes are alike but for their outputs. Of 3D images their input is the first of `inputLayers` layers, and the
 * outputs' first layer belongs to the one of index `layerOffset`. */
template <typename TInput, typename TStencil>
struct StencilTask
{
  Pass<TInput, typename TStencil::OutputType> passes[TStencil::Images];
  std::ptrdiff_t                              inputLayers;
  std::ptrdiff_t                              layerOffset;
};

template <typename TInput, typename TStencil>
StencilTask<TInput, TStencil>
GetLayers(StencilTask<TInput, TStencil> task, std::ptrdiff_t first, std::ptrdiff_t count)
{
  for (auto & pass : task.passes)
  {
    pass.output += first * pass.outputLayerStride;
    pass.layers = count;
  }
  task.layerOffset += first;
  return task;
}

template <typename T, int VSize>
struct StencilArray
{
  T element[VSize];
};

/** An array of what `make(i)` returns, which need not have a constructor without parameters. */
template <typename TMake, int... VIndices>
__device__ __forceinline__ auto
MakeStencilArray(const TMake & make, std::integer_sequence<int, VIndices...>)
{
  return StencilArray<decltype(make(0)), static_cast<int>(sizeof...(VIndices))>{ { make(VIndices)... } };
}

/** Unrolls a loop before the compiler does, which then knows early that pointers in arrays are to global memory. */
template <typename TFunction, int... VIndices>
__device__ __forceinline__ void
ForEachIndex(const TFunction & function, std::integer_sequence<int, VIndices...>)
{
  (function(std::integral_constant<int, VIndices>()), ...);
}

template <typename TInput, typename TStencil>
__global__ void
__launch_bounds__(StripThreads, TStencil::Planes == 1 ? 4 : 3)
  StencilKernel(const __grid_constant__ StencilTask<TInput, TStencil> task, const Division division, TStencil stencil)
{
  constexpr int                                               planes = TStencil::Planes;
  constexpr int                                               buffers = planes == 1 ? 2 : 1;
  constexpr int                                               radius = TStencil::Radius;
  constexpr std::make_integer_sequence<int, TStencil::Images> images;
  constexpr int                                               width = StripWidth + 2 * radius;
  constexpr int                                               quads = DivideUp(TStencil::Inputs, 4);
  // More would take more registers than a thread has.
  constexpr int     rowsAhead = planes > 3 ? 1 : RowsAhead;
  __shared__ float4 memory[StripWarps][buffers][planes][rowsAhead][31 + quads];

  const auto position = GetStripPosition(task.passes[0], division);
  if (position.x >= task.passes[0].outputSize[0])
  {
    return;
  }
  auto readers = MakeStencilArray(
    [&](int plane) {
      StripPosition inInput = position;
      inInput.layer = NearestIndex(position.layer + task.layerOffset + plane - planes / 2, task.inputLayers);
      return StripReader<TInput, DivideUp(width, 32), rowsAhead>(task.passes[0], inInput, radius, radius, width);
    },
    std::make_integer_sequence<int, planes>());
  auto writers = MakeStencilArray(
    [&](int image) { return StripWriter<typename TStencil::OutputType>(task.passes[image], position, 2 * radius); },
    images);
  const int  rows = position.rows + 2 * radius;
  int        buffer = 0;
  const auto load = [&] {
#pragma unroll
    for (auto & reader : readers.element)
    {
      reader.Load();
    }
  };
  const auto nextRow = [&] {
    ForEachIndex([&](auto image) { writers.element[decltype(image)::value].NextRow(); }, images);
  };
  load();
  for (int begin = 0; begin < rows; begin += rowsAhead)
  {
    auto & shared = memory[position.warp][buffer];
#pragma unroll
    for (int plane = 0; plane < planes; ++plane)
    {
      readers.element[plane].Store(shared[plane]);
    }
    if (begin + rowsAhead < rows)
    {
      load();
    }
    // With two buffers, the other one was last read before the previous of these barriers.
    __syncwarp();
#pragma unroll
    for (int j = 0; j < rowsAhead; ++j, nextRow())
    {
      float value[planes][TStencil::Inputs];
#pragma unroll
      for (int plane = 0; plane < planes; ++plane)
      {
#pragma unroll
        for (int quad = 0; quad < TStencil::Inputs / 4; ++quad)
        {
          const float4 four = shared[plane][j][position.lane + quad];
          value[plane][4 * quad] = four.x;
          value[plane][4 * quad + 1] = four.y;
          value[plane][4 * quad + 2] = four.z;
          value[plane][4 * quad + 3] = four.w;
        }
        if constexpr (TStencil::Inputs % 4 != 0)
        {
          const float2 two = *reinterpret_cast<const float2 *>(&shared[plane][j][position.lane + quads - 1]);
          value[plane][TStencil::Inputs - 2] = two.x;
          value[plane][TStencil::Inputs - 1] = two.y;
        }
      }
      typename TStencil::Results result;
      stencil.Push(value, result);
      if (begin + j >= 2 * radius && begin + j < rows)
      {
        ForEachIndex([&](auto image) { writers.element[decltype(image)::value].Write(result[decltype(image)::value]); },
                     images);
      }
    }
    if constexpr (buffers == 1)
    {
      __syncwarp();
    }
    buffer = (buffer + 1) % buffers;
  }
}

/** Enqueues a stencil over an image. Pixels outside `input` take the value of the nearest in it; integers that float does
 * not hold are rounded to it.
 *
 * \param outputs all of one size, not overlapping the input
 * \param offset position of the outputs' first pixel in `input` */
template <typename TStencil, typename TInput>
void
RunStencil(const TStencil &                                     stencil,
           const ImageView<const TInput, TStencil::Dimension> & input,
           const ImageView<typename TStencil::OutputType, TStencil::Dimension> (&outputs)[TStencil::Images],
           const std::size_t (&offset)[TStencil::Dimension],
           const Stream & stream)
{
  const auto                    whole = MakeVolume(input);
  StencilTask<TInput, TStencil> task{};
  for (int image = 0; image < TStencil::Images; ++image)
  {
    const auto output = MakeVolume(outputs[image], offset);
    task.passes[image] = MakePass(whole, output, 1);
    task.passes[image].input = whole.data;
    task.layerOffset = output.begin[2];
  }
  task.inputLayers = whole.size[2];
  LaunchOnStrips("StencilKernel", StencilKernel<TInput, TStencil>, task, task.passes[0], stream, stencil);
}
} // namespace itk::device::kernels

#endif
