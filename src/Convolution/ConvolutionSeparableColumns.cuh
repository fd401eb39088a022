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
#ifndef ConvolutionSeparableColumns_cuh
#define ConvolutionSeparableColumns_cuh

#include "ConvolutionSeparable.h"
#include "Kernels/KeepInRegister.cuh"
#include "Kernels/Prefetch.cuh"
#include <type_traits>

/** \file
 * What ConvolutionSeparableKernel sums over columns. */
namespace itk::device::convolution
{
/** Outputs of a thread, of either axis, and rows that a block makes at a time. */
constexpr int SeparableOutputs = 8;
constexpr int SeparableRows = 8;

/** VLength coefficients of a row and of a column. */
template <int VLength>
struct SeparableKernel
{
  Rounding rounding;
  double   row[VLength];
  double   column[VLength];
  // From the first to the last layer of the window; one in two dimensions.
  double layer[LongestInDouble<std::uint16_t>];
  int    layers;
  // What the sums of the first axis begin with, as pixels are PixelOffset larger.
  double start;
};

/** What AddOffset adds. */
template <typename TPixel>
constexpr double PixelOffset = std::is_signed_v<TPixel> ? 0x18000 : 0x10000;

/** The pixel plus PixelOffset, as a double whose low word is 0: no sum in double, and no conversion, is as cheap. */
template <typename TPixel>
__device__ __forceinline__ double
AddOffset(int pixel)
{
  constexpr int highOfOffset = 0x40F00000 + (std::is_signed_v<TPixel> ? 1 << 19 : 0);
  return __hiloint2double(highOfOffset + pixel * 16, 0);
}

/** Reads a pixel here, where the compiler might do so where it is used, as 32 bits, of which it does not know that some are 0: it
 * would add by more instructions then. */
template <typename TPixel>
__device__ __forceinline__ int
ReadPixel(const TPixel * pixel)
{
  return kernels::MakeOpaque(static_cast<int>(__ldg(pixel)));
}

/** Has the level 2 cache read columns of a row, from `first` on, as far as the row of `size` columns has them. */
template <typename TPixel>
__device__ __forceinline__ void
PrefetchColumns(const TPixel * row, std::ptrdiff_t first, int columns, std::ptrdiff_t size)
{
  constexpr int pixelsOfLine = kernels::LineBytes / sizeof(TPixel);
#pragma unroll
  for (int i = 0; i < columns + pixelsOfLine; i += pixelsOfLine)
  {
    kernels::PrefetchLine(row + kernels::NearestIndex(first + i, size));
  }
}

/** The pixels of a column of a layer, row by row, with the nearest one for those outside. */
template <typename TPixel>
class ColumnOfPixels
{
public:
  using ValueType = int;
  static constexpr int
  GetThreads(int)
  {
    return 256;
  }
  // Of a multiprocessor: for as many there are registers.
  static constexpr int
  GetBlocks(int length)
  {
    return length <= 23 ? 3 : 2;
  }

  template <int VLength>
  __device__ __forceinline__
  ColumnOfPixels(const Task<TPixel, TPixel> & task,
                 const SeparableKernel<VLength> &,
                 std::ptrdiff_t column,
                 std::ptrdiff_t top,
                 std::ptrdiff_t layer)
    : m_Stride(task.inputStride[1])
    , m_Input(task.input + (layer + task.offset[2]) * task.inputStride[2] +
              kernels::NearestIndex(top, task.inputSize[1]) * m_Stride +
              kernels::NearestIndex(column, task.inputSize[0]))
    , m_FirstMove(static_cast<int>(max(-top, std::ptrdiff_t{ 0 })))
    , m_LastMove(static_cast<int>(task.inputSize[1] - 1 - top))
  {}

  template <int VRows>
  __device__ __forceinline__ void
  Read(int * values)
  {
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      values[i] = this->ReadNext();
    }
  }

  /** Reads SeparableRows that GetRows is to return. */
  __device__ __forceinline__ void
  ReadAhead()
  {
    Read<SeparableRows>(m_Ahead);
  }

  __device__ __forceinline__ void
  GetRows(int * values)
  {
#pragma unroll
    for (int i = 0; i < SeparableRows; ++i)
    {
      values[i] = m_Ahead[i];
    }
  }

  __device__ __forceinline__ void
  Prefetch(std::ptrdiff_t, int) const
  {}

  static __device__ __forceinline__ double
  ToDouble(int value)
  {
    return AddOffset<TPixel>(value);
  }

  /** What a sum of values begins with. */
  template <int VLength>
  static __device__ __forceinline__ double
  GetStart(const SeparableKernel<VLength> & kernel)
  {
    return kernel.start;
  }

private:
  __device__ __forceinline__ int
  ReadNext()
  {
    const int pixel = ReadPixel(m_Input);
    m_Input += m_Row >= m_FirstMove && m_Row < m_LastMove ? m_Stride : 0;
    ++m_Row;
    return pixel;
  }

  std::ptrdiff_t m_Stride;
  const TPixel * m_Input;
  int            m_FirstMove;
  int            m_LastMove;
  int            m_Row{ 0 };
  int            m_Ahead[SeparableRows];
};

/** The sums over layers of the pixels of a column, row by row, likewise. */
template <typename TPixel>
class ColumnOfLayers
{
public:
  using ValueType = double;
  // So many that a block has all of a row of 256 outputs, if there is shared memory for it.
  static constexpr int
  GetThreads(int length)
  {
    return length <= 15 ? 288 : 256;
  }
  static constexpr int
  GetBlocks(int length)
  {
    return length <= 7 ? 3 : 2;
  }

  template <int VLength>
  __device__ __forceinline__
  ColumnOfLayers(const Task<TPixel, TPixel> &     task,
                 const SeparableKernel<VLength> & kernel,
                 std::ptrdiff_t                   column,
                 std::ptrdiff_t                   top,
                 std::ptrdiff_t                   layer)
    : m_Task(task)
    , m_Coefficients(kernel.layer)
    , m_Layers(kernel.layers)
    , m_Start(kernel.start)
    , m_Row(static_cast<int>(top))
  {
    const std::ptrdiff_t first = layer + task.offset[2] - kernel.layers / 2;
    m_Layer = static_cast<int>(first);
    m_Input = task.input + kernels::NearestIndex(first, task.inputSize[2]) * task.inputStride[2] +
              kernels::NearestIndex(column, task.inputSize[0]);
    m_FirstMove = static_cast<int>(max(-first, std::ptrdiff_t{ 0 }));
    m_LastMove = static_cast<int>(task.inputSize[2] - 1 - first);
  }

  template <int VRows>
  __device__ __forceinline__ void
  Read(double * values)
  {
    // In bytes.
    unsigned int offset[VRows];
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      offset[i] = static_cast<unsigned int>(kernels::NearestIndex(m_Row + i, static_cast<int>(m_Task.inputSize[1]))) *
                  static_cast<unsigned int>(m_Task.inputStride[1] * sizeof(TPixel));
      values[i] = m_Start;
    }
    const auto * layer = reinterpret_cast<const char *>(m_Input);
    const auto   read = [&](int(&pixels)[VRows]) {
#pragma unroll
      for (int i = 0; i < VRows; ++i)
      {
        pixels[i] = ReadPixel(reinterpret_cast<const TPixel *>(layer + offset[i]));
      }
    };
    const auto add = [&](int t, const int(&pixels)[VRows]) {
#pragma unroll
      for (int i = 0; i < VRows; ++i)
      {
        values[i] = fma(m_Coefficients[t], AddOffset<TPixel>(pixels[i]), values[i]);
      }
    };
    const auto move = [&](int t) {
      layer += t >= m_FirstMove && t < m_LastMove ? m_Task.inputStride[2] * sizeof(TPixel) : 0;
    };
    // One is read while another is added; their number is odd.
    int even[VRows];
    int odd[VRows];
    read(even);
#pragma unroll 1
    for (int t = 0; t + 1 < m_Layers; t += 2)
    {
      move(t);
      read(odd);
      add(t, even);
      move(t + 1);
      read(even);
      add(t + 1, odd);
    }
    add(m_Layers - 1, even);
    m_Row += VRows;
  }

  __device__ __forceinline__ void
  ReadAhead()
  {}

  __device__ __forceinline__ void
  GetRows(double * values)
  {
    Read<SeparableRows>(values);
  }

  /** Has a warp bring what GetRows() reads next, of columns from `first` on, to the level 2 cache. */
  __device__ __forceinline__ void
  Prefetch(std::ptrdiff_t first, int columns) const
  {
    const int      lane = threadIdx.x % 32;
    const int      row = kernels::NearestIndex(m_Row + lane % SeparableRows, static_cast<int>(m_Task.inputSize[1]));
    const TPixel * pixels = m_Task.input + row * m_Task.inputStride[1];
    for (int t = lane / SeparableRows; t < m_Layers; t += 32 / SeparableRows)
    {
      const int layer = kernels::NearestIndex(m_Layer + t, static_cast<int>(m_Task.inputSize[2]));
      PrefetchColumns(pixels + layer * m_Task.inputStride[2], first, columns, m_Task.inputSize[0]);
    }
  }

  static __device__ __forceinline__ double
  ToDouble(double value)
  {
    return value;
  }

  /** Nothing: each value began with it. */
  template <int VLength>
  static __device__ __forceinline__ double
  GetStart(const SeparableKernel<VLength> &)
  {
    return 0.0;
  }

private:
  const Task<TPixel, TPixel> & m_Task;
  const double *               m_Coefficients;
  int                          m_Layers;
  double                       m_Start;
  int                          m_Row;
  int                          m_Layer;
  int                          m_FirstMove;
  int                          m_LastMove;
  const TPixel *               m_Input;
};
} // namespace itk::device::convolution

#endif
