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
#ifndef MeanBoxColumns_cuh
#define MeanBoxColumns_cuh

#include "Kernels/KeepInRegister.cuh"
#include "Kernels/Prefetch.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "MeanLayers.cuh"
#include <cuda_pipeline.h>

/** \file
 * How the threads of a block that walks through a volume come by their columns of a layer. */
namespace itk::device::mean
{
/** Stands for any radius of small windows along layers, or along rows and columns. */
constexpr int AnySmallRadius = 0;

/** Of boxes, as far as a kernel does not know them. */
struct BoxRadii
{
  int row;
  int column;
  int layers;
};

/** What a block has for squares of the radius: outputs of 64 columns and `Groups` groups of 8 rows. Each of 80 columns
 * and each group has a thread to sum along columns; 64 for each group sum along rows and layers. */
template <int VRadius, int VGroups>
struct VolumeTile
{
  static constexpr bool IsAnySquare = VRadius == AnySmallRadius;
  static constexpr int  Radius = IsAnySquare ? SmallWindow::LargestRadius : VRadius;
  static constexpr int  Width = 64;
  static constexpr int  InputWidth = 80;
  static constexpr int  Groups = VGroups;
  static constexpr int  Rows = Groups * GroupSize;
  static constexpr int  Threads = InputWidth * Groups;
  static constexpr int  OutputThreads = Width * Groups;
  static constexpr int  Blocks = Radius > 2 && Groups == 1 ? 4 : 2;
  static constexpr int  Inputs = GroupSize + 2 * Radius;
  static constexpr int  InputRows = Rows + 2 * Radius;
  static_assert(Width + 2 * Radius <= InputWidth);

  /** Pairs p, p + 4, ... of a row lie side by side, as in MeanRow.cuh. */
  static constexpr int PairStride = InputWidth / 8;
  static constexpr int LinePairs = Rows * 4 * PairStride;
};

/** What a block reads: `x`, `y` and `z` are the input's, of the block's first output but, of layers, of the last in its window. */
struct BoxPlace
{
  std::ptrdiff_t x;
  std::ptrdiff_t y;
  std::ptrdiff_t z;
  int            rowRadius;
  int            columnRadius;
  int            firstLayer; // from `z` on; the first that is read
  int            endLayer;
};

/** Says how many pixels after a layer the next one is; those beyond the image are the nearest in it. */
class LayerSteps
{
public:
  template <typename TTask>
  __device__ __forceinline__
  LayerSteps(const TTask & task, const BoxPlace & place)
    : m_Stride(task.inputStride[2])
    , m_First(kernels::MakeOpaque(static_cast<int>(max(-place.z, std::ptrdiff_t{ place.firstLayer }))))
    , m_Last(
        kernels::MakeOpaque(static_cast<int>(min(task.inputSize[2] - 1 - place.z, std::ptrdiff_t{ place.endLayer }))))
  {}

  __device__ __forceinline__ std::ptrdiff_t
                             operator()(int layer) const
  {
    return layer >= m_First && layer < m_Last ? m_Stride : 0;
  }

private:
  const std::ptrdiff_t & m_Stride;
  int                    m_First;
  int                    m_Last;
};

/** Has the level 2 cache read lines of a layer: a thread one of those of the block's columns and rows, and of `rowsBeside` above and
 * below. */
template <typename TInput, typename TTile>
class LinePrefetcher
{
public:
  template <typename TTask>
  __device__ __forceinline__
  LinePrefetcher(const TTask & task, const TInput * layer, const BoxPlace & place, int rowsBeside)
  {
    constexpr int        pixelsOfLine = kernels::LineBytes / sizeof(TInput);
    constexpr int        linesOfRow = kernels::DivideUp(TTile::Width, pixelsOfLine);
    const std::ptrdiff_t column = place.x + threadIdx.x % linesOfRow * pixelsOfLine;
    const std::ptrdiff_t row = place.y - rowsBeside + threadIdx.x / linesOfRow;
    m_HasLine = kernels::MakeOpaque(
      static_cast<int>(threadIdx.x < linesOfRow * (TTile::Rows + 2 * rowsBeside) && column < task.inputSize[0]));
    m_Line = layer + kernels::NearestIndex(column, task.inputSize[0]) +
             kernels::NearestIndex(row, task.inputSize[1]) * task.inputStride[1];
  }

  /** Those of the layer `step` pixels after the one before. */
  __device__ __forceinline__ void
  ReadNext(std::ptrdiff_t step)
  {
    m_Line += step;
    if (m_HasLine != 0)
    {
      kernels::PrefetchLine(m_Line);
    }
  }

private:
  const TInput * m_Line;
  int            m_HasLine;
};

/** The layer of the input that a block reads first. */
template <typename TInput, typename TOutput>
__device__ __forceinline__ const TInput *
GetFirstLayer(const kernels::Task<TInput, TOutput> & task, const BoxPlace & place)
{
  return task.input + kernels::NearestIndex(place.z + place.firstLayer, task.inputSize[2]) * task.inputStride[2];
}

/** The column of the input that a thread sums, and the row that its first window of the largest radius would begin with. */
template <typename TTile>
struct OwnColumn
{
  __device__ __forceinline__
  OwnColumn(const BoxPlace & place)
    : column(place.x + place.rowRadius - 2 * TTile::Radius + threadIdx.x % TTile::InputWidth)
    , row(place.y + threadIdx.x / TTile::InputWidth * GroupSize + place.columnRadius - 2 * TTile::Radius)
  {}

  std::ptrdiff_t column;
  std::ptrdiff_t row;
};

/** Threads load the next layer's voxels into registers while they sum those of a layer. */
template <typename TInput, typename TTile>
class LoadedColumns
{
public:
  static constexpr int SharedBytes = 0;

  template <typename TTask>
  __device__ __forceinline__
  LoadedColumns(const TTask & task, const BoxPlace & place, void *)
    : m_Stride(task.inputStride[1])
    , m_Rows(task.inputSize[1])
    , m_Steps(task, place)
    , m_Lines(task, GetFirstLayer(task, place), place, place.columnRadius)
    , m_FirstInput(2 * (TTile::Radius - place.columnRadius))
  {
    const OwnColumn<TTile> own(place);
    m_Row = own.row;
    m_IsInside = own.row + m_FirstInput >= 0 && own.row + TTile::Inputs <= m_Rows;
    m_Source = GetFirstLayer(task, place) + kernels::NearestIndex(own.column, task.inputSize[0]) +
               (m_IsInside ? own.row * m_Stride : 0);
    this->Load(place.firstLayer);
  }

  /** The voxels of a layer: each call takes the next one. */
  template <typename TSum>
  __device__ __forceinline__ void
  Take(int layer, TSum (&value)[TTile::Inputs])
  {
#pragma unroll
    for (int j = 0; j < TTile::Inputs; ++j)
    {
      value[j] = m_Ahead[j];
    }
    this->Load(layer + 1);
  }

  /** Returns when all threads have come here, each of which has taken the layer. */
  __device__ __forceinline__ void
  Meet(int) const
  {
    __syncthreads();
  }

private:
  __device__ __forceinline__ void
  Load(int layer)
  {
    if (m_IsInside)
    {
      const TInput * pixel = m_Source;
#pragma unroll
      for (int j = 0; j < TTile::Inputs; ++j)
      {
        if (!TTile::IsAnySquare || j >= m_FirstInput)
        {
          m_Ahead[j] = __ldg(pixel);
        }
        pixel += m_Stride;
      }
    }
    else
    {
      // Else the compiler keeps all these rows in registers.
      const std::ptrdiff_t first = kernels::MakeOpaque(m_Row);
#pragma unroll
      for (int j = 0; j < TTile::Inputs; ++j)
      {
        m_Ahead[j] = __ldg(m_Source + kernels::NearestIndex(first + j, m_Rows) * m_Stride);
      }
    }
    const std::ptrdiff_t step = m_Steps(layer);
    m_Source += step;
    m_Lines.ReadNext(step);
  }

  const std::ptrdiff_t &        m_Stride;
  const std::ptrdiff_t &        m_Rows;
  LayerSteps                    m_Steps;
  LinePrefetcher<TInput, TTile> m_Lines;
  int                           m_FirstInput; // of those of a window of the largest radius, what the windows begin with
  std::ptrdiff_t                m_Row;
  bool                          m_IsInside;
  const TInput *                m_Source;
  TInput                        m_Ahead[TTile::Inputs]{};
};

/** Threads copy the layer after the next one to shared memory, 16 bytes at once: the input has aligned quads of float. */
template <typename TInput, typename TTile>
class CopiedColumns
{
  // What lies above and below is soon read by other blocks, but of few rows that is too late.
  static constexpr bool PrefetchesBeside = TTile::Radius <= 2;
  // Whole sectors of 32 bytes on each side: parts of one that different lanes copy are read twice.
  static constexpr int Margin = 8;
  static_assert(std::is_same_v<TInput, float> && Margin >= TTile::Radius);
  static constexpr int Columns = TTile::Width + 2 * Margin;
  static constexpr int Quads = Columns / kernels::QuadColumns;
  static_assert(TTile::Threads % Quads == 0);
  static constexpr int RowsAtOnce = TTile::Threads / Quads;
  static constexpr int ThreadRows = kernels::DivideUp(TTile::InputRows, RowsAtOnce);
  using Layer = TInput[TTile::InputRows][Columns];

public:
  static constexpr int SharedBytes = 2 * sizeof(Layer);

  template <typename TTask>
  __device__ __forceinline__
  CopiedColumns(const TTask & task, const BoxPlace & place, void * memory)
    : m_Steps(task, place)
    , m_Lines(task, GetFirstLayer(task, place), place, PrefetchesBeside ? place.columnRadius : 0)
    , m_EndLayer(place.endLayer)
  {
    auto &               layers = *static_cast<Layer(*)[2]>(memory);
    const std::ptrdiff_t firstColumn = place.x - Margin;
    const std::ptrdiff_t size = task.inputSize[0];

    const OwnColumn<TTile> own(place);
    const std::ptrdiff_t   ownPlace = kernels::NearestIndex(own.column, size) - firstColumn;
    // The last threads' columns, of which no window is, may lie beyond.
    m_Column = &layers[0][threadIdx.x / TTile::InputWidth * GroupSize][min(ownPlace, std::ptrdiff_t{ Columns - 1 })];

    const int            quad = threadIdx.x % Quads;
    const int            row = threadIdx.x / Quads;
    const std::ptrdiff_t column = firstColumn + quad * kernels::QuadColumns;
    const TInput *       source = GetFirstLayer(task, place) + kernels::NearestIndex(column, size);
#pragma unroll
    for (int i = 0; i < ThreadRows; ++i)
    {
      const std::ptrdiff_t y = place.y + place.columnRadius - 2 * TTile::Radius + row + i * RowsAtOnce;
      m_Source[i] = source + kernels::NearestIndex(y, task.inputSize[1]) * task.inputStride[1];
    }
    m_Target = kernels::MakeOpaque(&layers[0][row][quad * kernels::QuadColumns]);
    m_FirstRow = kernels::MakeOpaque(2 * (TTile::Radius - place.columnRadius) - row);
    m_EndRow = kernels::MakeOpaque(column >= 0 && column < size ? TTile::InputRows - row : 0);

    this->Copy(place.firstLayer);
    this->Copy(place.firstLayer + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
  }

  template <typename TSum>
  __device__ __forceinline__ void
  Take(int layer, TSum (&value)[TTile::Inputs]) const
  {
    const TInput * const column = m_Column + GetOffset(layer);
#pragma unroll
    for (int j = 0; j < TTile::Inputs; ++j)
    {
      value[j] = column[j * Columns];
    }
  }

  /** Then the next layer is there, too. */
  __device__ __forceinline__ void
  Meet(int layer)
  {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (layer + 2 < m_EndLayer)
    {
      this->Copy(layer + 2);
    }
  }

private:
  __device__ static int
  GetOffset(int layer)
  {
    return (layer & 1) * static_cast<int>(sizeof(Layer) / sizeof(TInput));
  }

  __device__ __forceinline__ void
  Copy(int layer)
  {
    const std::ptrdiff_t step = m_Steps(layer);
    if (m_EndRow > 0)
    {
      TInput * const target = m_Target + GetOffset(layer);
#pragma unroll
      for (int i = 0; i < ThreadRows; ++i)
      {
        const int row = i * RowsAtOnce;
        if ((i < ThreadRows - 1 || row < m_EndRow) && (!TTile::IsAnySquare || row >= m_FirstRow))
        {
          __pipeline_memcpy_async(target + row * Columns, m_Source[i], sizeof(kernels::Quad<TInput>));
        }
        m_Source[i] += step;
      }
    }
    __pipeline_commit();
    m_Lines.ReadNext(step);
  }

  LayerSteps                    m_Steps;
  LinePrefetcher<TInput, TTile> m_Lines;
  int                           m_EndLayer;
  const TInput *                m_Column;
  const TInput *                m_Source[ThreadRows];
  TInput *                      m_Target;
  int                           m_FirstRow; // of those that are copied, from the thread's first one on
  int                           m_EndRow;
};

template <bool VAreCopied, typename TInput, typename TTile>
using BoxColumns = std::conditional_t<VAreCopied, CopiedColumns<TInput, TTile>, LoadedColumns<TInput, TTile>>;
} // namespace itk::device::mean

#endif
