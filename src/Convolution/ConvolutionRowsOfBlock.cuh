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
#ifndef ConvolutionRowsOfBlock_cuh
#define ConvolutionRowsOfBlock_cuh

#include "ConvolutionTask.cuh"
#include "Kernels/UnalignedRow.cuh"
#include <cstdint>
#include <cuda_pipeline_primitives.h>
#include <type_traits>

/** \file
 * How a block reads its input, into rows in shared memory. */
namespace itk::device::convolution
{
/** Pixels that are read from memory at once, if no more, and at best. */
constexpr int QuadOfRow = 4;
template <typename TPixel>
constexpr int VectorOfRow = 16 / sizeof(TPixel);
template <typename TPixel>
using QuadOf = std::conditional_t<sizeof(TPixel) == 1, std::uint32_t, uint2>;

/** Where the rows that blocks read begin. */
struct RowAlignment
{
  int  shift;      // columns that are read before those of the first output's window
  int  lead;       // those of them that are whole quads
  bool hasQuads;   // whether memory is aligned to QuadOfRow pixels from there on
  bool hasVectors; // whether it is to VectorOfRow pixels
};

/** For windows of so many columns to the left, which is those of the kernel or more. */
template <typename TPixel>
RowAlignment
FindRowAlignment(const Task<TPixel, TPixel> & task, int radius)
{
  const auto isAligned = [&](std::ptrdiff_t pixels) {
    return task.inputStride[1] % pixels == 0 && task.inputStride[2] % pixels == 0;
  };
  const auto   first = static_cast<std::ptrdiff_t>(reinterpret_cast<std::size_t>(task.input) / sizeof(TPixel));
  RowAlignment alignment{ 0, 0, isAligned(QuadOfRow), isAligned(VectorOfRow<TPixel>) };
  const int    aligned = alignment.hasVectors ? VectorOfRow<TPixel> : alignment.hasQuads ? QuadOfRow : 1;
  alignment.shift =
    static_cast<int>(kernels::PeriodicIndex(first + task.offset[0] - radius, std::ptrdiff_t{ aligned }));
  alignment.lead = alignment.shift / QuadOfRow * QuadOfRow;
  return alignment;
}

/** Reads rows of VWidth pixels of layers, from a column on, into a ring of rows in shared memory, as far as windows reach. All
 * VThreads of a block take part. */
template <int VThreads, int VWidth, typename TPixel>
class RowsOfBlock
{
public:
  __device__ __forceinline__
  RowsOfBlock(const Task<TPixel, TPixel> & task, const RowAlignment & alignment, int first)
    : m_Task(task)
    , m_Alignment(alignment)
    , m_First(first)
  {
    const int size = static_cast<int>(task.inputSize[0]);
    const int end = size - (alignment.hasQuads ? 0 : Behind);
    m_FirstVector = first < 0 ? (Vector - 1 - first) / Vector : 0;
    m_EndVector = max(m_FirstVector, min((end - first) / Vector, Vectors));
    m_Left = first < 0 ? m_FirstVector * Vector - max(-task.radius[0] - first, 0) : 0;
    m_Right = max(min(VWidth, size + task.radius[0] - first) - m_EndVector * Vector, 0);
  }

  /** Starts to read, from row `y` of a layer on, into the ring from `slot` on; ends with the next __pipeline_commit() that is waited
   * for. */
  __device__ __forceinline__ void
  Read(std::ptrdiff_t layer, int y, int rows, int slot, int slots, TPixel * ring) const
  {
    const bool isInside = y >= 0 && y + rows <= m_Task.inputSize[1];
    const Rows part{ m_Task.input + layer * m_Task.inputStride[2], y, rows, slot, slots, ring };
    if (layer < 0 || (m_Task.border == ConvolutionBorder::Constant && !isInside))
    {
      this->ReadOneByOne(part, layer < 0);
    }
    else if (isInside)
    {
      this->ReadVectors<true>(part);
    }
    else
    {
      this->ReadVectors<false>(part);
    }
  }

private:
  static constexpr int Vector = VectorOfRow<TPixel>;
  static constexpr int Vectors = VWidth / Vector;
  static constexpr int Lanes = 16; // that read a row
  static constexpr int RowsAtOnce = VThreads / Lanes;
  // Pixels that UnalignedWords may read behind those that are asked for.
  static constexpr int Behind = 4 / sizeof(TPixel);

  struct Rows
  {
    const TPixel * pixels;
    int            y;
    int            rows;
    int            slot;
    int            slots;
    TPixel *       ring;

    __device__ __forceinline__ TPixel *
    GetTarget(int j) const
    {
      return ring + (slot + j < slots ? slot + j : slot + j - slots) * VWidth;
    }
  };

  /** VIsInside: the image has all rows. */
  template <bool VIsInside>
  __device__ __forceinline__ const TPixel *
  GetRow(const Rows & part, int j) const
  {
    const int row =
      VIsInside ? part.y + j : kernels::MapIndex(m_Task.border, part.y + j, static_cast<int>(m_Task.inputSize[1]));
    return part.pixels + row * m_Task.inputStride[1];
  }

  /** Of rows that the image has, or the nearest or a period's. */
  template <bool VIsInside>
  __device__ __forceinline__ void
  ReadVectors(const Rows & part) const
  {
    if (m_Alignment.hasVectors)
    {
      this->CopyVectors<VIsInside, uint4>(part);
    }
    else if (m_Alignment.hasQuads)
    {
      this->CopyVectors<VIsInside, QuadOf<TPixel>>(part);
    }
    else
    {
      this->ReadUnaligned(part);
    }
    this->ReadSides<VIsInside>(part);
  }

  template <bool VIsInside, typename TCopy>
  __device__ __forceinline__ void
  CopyVectors(const Rows & part) const
  {
    constexpr int  pixels = sizeof(TCopy) / sizeof(TPixel); // that are copied at once
    const int      lane = threadIdx.x % Lanes;
    const int      firstRow = threadIdx.x / Lanes;
    const TPixel * source = this->GetRow<VIsInside>(part, firstRow) + m_First + lane * Vector;
#pragma unroll 1
    for (int j = firstRow; j < part.rows; j += RowsAtOnce)
    {
      if (!VIsInside)
      {
        source = this->GetRow<VIsInside>(part, j) + m_First + lane * Vector;
      }
      TPixel * const target = part.GetTarget(j) + lane * Vector;
#pragma unroll
      for (int begin = 0; begin < Vectors; begin += Lanes)
      {
        if (begin + lane >= m_FirstVector && begin + lane < m_EndVector)
        {
#pragma unroll
          for (int i = begin * Vector; i < (begin + 1) * Vector; i += pixels)
          {
            __pipeline_memcpy_async(target + i, source + i, sizeof(TCopy));
          }
        }
      }
      source += RowsAtOnce * m_Task.inputStride[1];
    }
  }

  __device__ __forceinline__ void
  ReadUnaligned(const Rows & part) const
  {
    for (int i = threadIdx.x; i < part.rows * Vectors; i += VThreads)
    {
      const int j = i / Vectors;
      const int vector = i % Vectors;
      if (vector >= m_FirstVector && vector < m_EndVector)
      {
        kernels::UnalignedWords<4> words;
        words.Read(this->GetRow<false>(part, j) + m_First + vector * Vector);
        *reinterpret_cast<uint4 *>(part.GetTarget(j) + vector * Vector) =
          uint4{ words[0], words[1], words[2], words[3] };
      }
    }
  }

  /** The pixels beside the vectors. */
  template <bool VIsInside>
  __device__ __forceinline__ void
  ReadSides(const Rows & part) const
  {
    constexpr int batch = 4; // of rows, whose pixels are read before they are waited for
    const int     firstRow = threadIdx.x / Lanes;
#pragma unroll 1
    for (int k = threadIdx.x % Lanes; k < m_Left + m_Right; k += Lanes)
    {
      const int column = (k < m_Left ? m_FirstVector * Vector - m_Left : m_EndVector * Vector - m_Left) + k;
      const int index = kernels::MapIndex(m_Task.border, m_First + column, static_cast<int>(m_Task.inputSize[0]));
#pragma unroll 1
      for (int j = firstRow; j < part.rows; j += batch * RowsAtOnce)
      {
        const TPixel * pixel = this->GetRow<VIsInside>(part, j) + index;
        TPixel         value[batch];
#pragma unroll
        for (int i = 0; i < batch; ++i)
        {
          if (!VIsInside)
          {
            pixel = this->GetRow<VIsInside>(part, j + i * RowsAtOnce) + index;
          }
          value[i] = index >= 0 && j + i * RowsAtOnce < part.rows ? *pixel : m_Task.constant;
          pixel += RowsAtOnce * m_Task.inputStride[1];
        }
#pragma unroll
        for (int i = 0; i < batch; ++i)
        {
          if (j + i * RowsAtOnce < part.rows)
          {
            part.GetTarget(j + i * RowsAtOnce)[column] = value[i];
          }
        }
      }
    }
  }

  /** Of rows, or a layer, of which the image may have none. */
  __device__ __forceinline__ void
  ReadOneByOne(const Rows & part, bool isOutside) const
  {
#pragma unroll 1
    for (int i = threadIdx.x; i < part.rows * VWidth; i += VThreads)
    {
      const int column = i % VWidth;
      const int index = kernels::MapIndex(m_Task.border, m_First + column, static_cast<int>(m_Task.inputSize[0]));
      const int row = kernels::MapIndex(m_Task.border, part.y + i / VWidth, static_cast<int>(m_Task.inputSize[1]));
      part.GetTarget(i / VWidth)[column] =
        isOutside || index < 0 || row < 0 ? m_Task.constant : part.pixels[row * m_Task.inputStride[1] + index];
    }
  }

  const Task<TPixel, TPixel> & m_Task;
  const RowAlignment &         m_Alignment;
  int                          m_First;
  // The image has these, and pixels beside them, to the left and to the right.
  int m_FirstVector;
  int m_EndVector;
  int m_Left;
  int m_Right;
};
} // namespace itk::device::convolution

#endif
