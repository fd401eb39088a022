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
#ifndef ConvolutionSeparableVolume_cuh
#define ConvolutionSeparableVolume_cuh

#include "ConvolutionLayers.cuh"
#include "ConvolutionRounding.cuh"
#include "ConvolutionSeparableSums.cuh"
#include "ConvolutionWriter.cuh"

namespace itk::device::convolution
{
/** How ConvolutionSeparableVolumeKernel works for a kernel of that length. */
template <int VLength>
struct SeparableVolume
{
  static constexpr int Outputs = 4;
  static constexpr int Width = 32 * Outputs;
  static constexpr int Rows = 8;
  // Threads sum a column of half of the rows.
  static constexpr int Threads = 288;
  static constexpr int ThreadsOfHalf = Threads / 2;
  static constexpr int RowsOfHalf = Rows / 2;
  static constexpr int Columns = Width + VLength - 1;
  static_assert(Columns <= ThreadsOfHalf);
  // Behind the last one that the output that is finished is of, to the level 2 cache.
  static constexpr int LayersAhead = 3;
  // Of a multiprocessor: for as many there are registers.
  static constexpr int Blocks = VLength <= 3 ? 3 : 2;
};

/** The pixels of a column in a few rows, layer by layer, with the nearest one for those outside. */
template <typename TPixel, int VRows>
class ColumnOfVolume
{
public:
  /** `top` is the first row, and `layer` the first layer that is read, which has the number `first`. */
  __device__ __forceinline__
  ColumnOfVolume(const Task<TPixel, TPixel> & task, std::ptrdiff_t column, int top, std::ptrdiff_t layer, int first)
    : m_Task(task)
    , m_Input(task.input + kernels::NearestIndex(layer, task.inputSize[2]) * task.inputStride[2] +
              kernels::NearestIndex(column, task.inputSize[0]))
    , m_Top(top)
    , m_IsInside(top >= 0 && top + VRows <= task.inputSize[1])
    , m_FirstMove(first - static_cast<int>(layer))
    , m_LastMove(first + static_cast<int>(task.inputSize[2] - 1 - layer))
  {
    if (m_IsInside)
    {
      m_Input += top * task.inputStride[1];
    }
  }

  /** Reads the pixels that operator[] returns, of the layer of that number, the next one each time. */
  __device__ __forceinline__ void
  ReadLayer(int layer)
  {
    const TPixel * pixel = m_Input;
    if (m_IsInside)
    {
#pragma unroll
      for (int i = 0; i < VRows; ++i)
      {
        m_Pixel[i] = ReadPixel(pixel);
        pixel += m_Task.inputStride[1];
      }
    }
    else
    {
#pragma unroll
      for (int i = 0; i < VRows; ++i)
      {
        const int row = kernels::NearestIndex(m_Top + i, static_cast<int>(m_Task.inputSize[1]));
        m_Pixel[i] = ReadPixel(pixel + row * m_Task.inputStride[1]);
      }
    }
    m_Input += layer >= m_FirstMove && layer < m_LastMove ? m_Task.inputStride[2] : 0;
  }

  __device__ __forceinline__ int
  operator[](int row) const
  {
    return m_Pixel[row];
  }

private:
  const Task<TPixel, TPixel> & m_Task;
  const TPixel *               m_Input;
  int                          m_Top;
  bool                         m_IsInside;
  int                          m_FirstMove;
  int                          m_LastMove;
  int                          m_Pixel[VRows];
};

/** A block walks through the layers of a few rows of a strip. Of each layer a thread sums a column; then, of what all threads
 * summed, a part of a row; and adds that to the sums of all the layers that it is part of, of which the last is finished by it. */
template <typename TPixel, int VLength>
__global__ void
__launch_bounds__(SeparableVolume<VLength>::Threads, SeparableVolume<VLength>::Blocks)
  ConvolutionSeparableVolumeKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                                   const kernels::Division                      division,
                                   const __grid_constant__ SeparableKernel<VLength> kernel)
{
  using Volume = SeparableVolume<VLength>;
  constexpr int radius = VLength / 2;
  constexpr int outputs = Volume::Outputs;
  using WriterType = Writer<TPixel, TPixel, outputs>;
  __shared__ alignas(16) SeparableSums<Volume::Columns, outputs> columnSums[2][Volume::Rows];
  __shared__ Doubts                                              doubts[Volume::Rows];

  const auto           block = kernels::GetBlockPosition(division);
  const int            warp = threadIdx.x / 32;
  const int            lane = threadIdx.x % 32;
  const int            half = threadIdx.x / Volume::ThreadsOfHalf;
  const int            column = threadIdx.x % Volume::ThreadsOfHalf;
  const int            x = static_cast<int>(block.strip) * Volume::Width;
  const int            y = static_cast<int>(block.layer) * Volume::Rows;
  const std::ptrdiff_t z = block.segment * division.segmentLength;
  const int layers = static_cast<int>(min(task.outputSize[2] - z, static_cast<std::ptrdiff_t>(division.segmentLength)));
  const int end = min(x + Volume::Width, static_cast<int>(task.outputSize[0]));

  ColumnOfVolume<TPixel, Volume::RowsOfHalf + VLength - 1> pixels(
    task,
    x + column - radius + task.offset[0],
    static_cast<int>(y + half * Volume::RowsOfHalf - radius + task.offset[1]),
    z - radius + task.offset[2],
    1 - VLength);
  pixels.ReadLayer(1 - VLength);
  // A strip may end with the image.
  const bool hasColumn = column < min(Volume::Columns, end - x + VLength - 1);
  const int  row = y + warp;
  const bool hasRow = warp < Volume::Rows && row < task.outputSize[1];
  // To the writer a row is a layer.
  Task<TPixel, TPixel> turned = task;
  turned.outputStride[1] = task.outputStride[2];
  turned.outputStride[2] = task.outputStride[1];
  WriterType writer(turned, doubts[min(warp, Volume::Rows - 1)], x, static_cast<int>(z), row, 0, end);
  const auto compute = [&](int outputX, int outputZ) { ComputeOutputByRows<VLength>(task, outputX, row, outputZ); };
  double     sumsOfLayers[VLength - 1][outputs]{};
  int        buffer = 0;
  const auto sumColumn = [&] {
    if (hasColumn)
    {
      double sums[Volume::RowsOfHalf];
      AddProducts(kernel.column, kernel.start, [&](int j) { return AddOffset<TPixel>(pixels[j]); }, sums);
#pragma unroll
      for (int i = 0; i < Volume::RowsOfHalf; ++i)
      {
        columnSums[buffer][half * Volume::RowsOfHalf + i].value[GetIndexOfSum<outputs>(column)] = sums[i];
      }
    }
  };
  const auto sumRow = [&](int layer) {
    const double * const source = &columnSums[buffer][warp].value[GetIndexOfSum<outputs>(lane * outputs)];
    double               sums[outputs];
    AddColumns(kernel.row, source, sums);
    double finished[outputs];
#pragma unroll
    for (int i = 0; i < outputs; ++i)
    {
      finished[i] = fma(kernel.layer[VLength - 1], sums[i], sumsOfLayers[VLength - 2][i]);
#pragma unroll
      for (int t = VLength - 2; t > 0; --t)
      {
        sumsOfLayers[t][i] = fma(kernel.layer[t], sums[i], sumsOfLayers[t - 1][i]);
      }
      sumsOfLayers[0][i] = kernel.layer[0] * sums[i];
    }
    if (layer < 0)
    {
      return;
    }
    WriteSums(finished, kernel.rounding, writer);
    writer.NextRow();
  };
  const auto prefetch = [&](std::ptrdiff_t layerOfInput) {
    if (lane < Volume::Rows + VLength - 1 && layerOfInput < task.inputSize[2])
    {
      const std::ptrdiff_t rowOfInput = kernels::NearestIndex(y + lane - radius + task.offset[1], task.inputSize[1]);
      PrefetchColumns(task.input + max(layerOfInput, std::ptrdiff_t{ 0 }) * task.inputStride[2] +
                        rowOfInput * task.inputStride[1],
                      x - radius + task.offset[0],
                      Volume::Columns,
                      task.inputSize[0]);
    }
  };
  int layer = 1 - VLength;
  sumColumn();
  __syncthreads();
  do
  {
    // What is in doubt is computed outside of this loop, which needs the registers; by all warps at the same time, as all wait for
    // one that does.
    for (bool mustResolve = false; layer < layers && !mustResolve;)
    {
      pixels.ReadLayer(layer + 1);
      if (hasRow)
      {
        sumRow(layer);
      }
      else if (warp == Volume::Rows)
      {
        prefetch(z + layer + radius + task.offset[2] + Volume::LayersAhead);
      }
      ++layer;
      // The other buffer was last read before the previous barrier.
      buffer ^= 1;
      sumColumn();
      mustResolve = __syncthreads_or(writer.MustResolve());
    }
    writer.Resolve(layer == layers, compute);
  } while (layer < layers);
}

template <int VLength, typename TPixel>
void
LaunchSeparableVolume(const Task<TPixel, TPixel> & task, const SeparableFactors & factors, const Stream & stream)
{
  using Volume = SeparableVolume<VLength>;
  const auto kernel = ConvolutionSeparableVolumeKernel<TPixel, VLength>;
  // Doubts have 11 bits for a layer.
  constexpr std::ptrdiff_t longest = 1024;
  const std::ptrdiff_t     tiles = kernels::DivideUp(task.outputSize[1], Volume::Rows);
  const auto               division = DivideLayers(task.outputSize[2],
                                     kernels::DivideUp(task.outputSize[0], Volume::Width),
                                     tiles,
                                     VLength,
                                     longest,
                                     kernels::CountResidentBlocks(kernel, Volume::Threads, 0, stream));
  kernels::Launch("ConvolutionSeparableVolumeKernel",
                  kernel,
                  { std::ptrdiff_t{ division.strips } * division.segments * tiles, Volume::Threads },
                  stream,
                  task,
                  division,
                  MakeSeparableKernel<VLength, TPixel>(factors, false));
}
} // namespace itk::device::convolution

#endif
