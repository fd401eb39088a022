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
#ifndef MedianNetwork3DColumn_cuh
#define MedianNetwork3DColumn_cuh

#include "MedianGeneral.cuh"
#include "MedianNetwork3DPlane.h"
#include "MedianOrder.cuh"

namespace itk::device::median3d
{
using median::PixelTraits;

/** The lanes of a word belong to outputs this far apart in x, so that nothing ever crosses from one to the other. */
constexpr int Network3DWarpWidth = 32;

/** What one thread reads and writes: the outputs (x + lane * Network3DWarpWidth, y + i, z) for lane < Lanes, i < VRows
 * and all z from zBegin on. */
template <typename TPixel, int VRadiusX, int VRadiusY, int VRows>
class MedianColumn
{
public:
  using Bits = typename PixelTraits<TPixel>::Bits;
  using Order = typename PixelTraits<TPixel>::Order;
  using Word = typename Order::Word;
  static constexpr int Lanes = Order::Lanes;
  static constexpr int Width = 2 * VRadiusX + 1;
  static constexpr int Height = 2 * VRadiusY + 1;
  static constexpr int InputRows = VRows + 2 * VRadiusY;
  using Plane = List<Word, Width * Height>;

  __device__ __forceinline__
  MedianColumn(const MedianTask<TPixel> & task, int x, int y, int zBegin)
    : m_Task(task)
    , m_LastSlice(static_cast<int>(task.inputSize[2]) - 1)
    , m_RowBytes(static_cast<std::uint32_t>(task.inputStride[1] * sizeof(TPixel)))
    , m_RowCount(static_cast<int>(task.outputSize[1]) - y)
    , m_Output(reinterpret_cast<Bits *>(task.output) + zBegin * task.outputStride[2] + y * task.outputStride[1] + x)
  {
    const int lastX = static_cast<int>(task.inputSize[0]) - 1;
    const int lastY = static_cast<int>(task.inputSize[1]) - 1;
    const int offsetX = static_cast<int>(task.offset[0]);
    const int offsetY = static_cast<int>(task.offset[1]);
#pragma unroll
    for (int i = 0; i < InputRows; ++i)
    {
      m_Row[i] = static_cast<std::uint32_t>(min(max(y + offsetY + i - VRadiusY, 0), lastY));
    }
#pragma unroll
    for (int lane = 0; lane < Lanes; ++lane)
    {
      m_IsOutput[lane] = x + lane * Network3DWarpWidth < static_cast<int>(task.outputSize[0]);
      const int  centre = min(x + lane * Network3DWarpWidth + offsetX, lastX);
      const int  centreInside = min(max(centre, VRadiusX), lastX - VRadiusX);
      const Word mask = static_cast<Word>(Lanes == 1 ? 0xffffffffu : 0xffffu << (16 * lane));
      m_Column[lane] = reinterpret_cast<const Bits *>(task.input) + centreInside;
#pragma unroll
      for (int i = 0; i < VRadiusX; ++i)
      {
        m_IsBeyond[i] = (lane == 0 ? 0 : m_IsBeyond[i]) | (centre - centreInside > i ? mask : 0);
        m_IsBefore[i] = (lane == 0 ? 0 : m_IsBefore[i]) | (centreInside - centre > i ? mask : 0);
      }
    }
  }

  /** Sorts, for every output row, the Width x Height pixels of slice `z` that are in its windows. */
  __device__ __forceinline__ void
  LoadPlanes(int z, Plane (&planes)[VRows]) const
  {
    const std::size_t slice = min(max(z + static_cast<int>(m_Task.offset[2]), 0), m_LastSlice) * m_Task.inputStride[2];
    List<Word, Width> rows[InputRows];
#pragma unroll
    for (int i = 0; i < InputRows; ++i)
    {
      rows[i] = LoadRow(slice, m_Row[i]);
    }
#pragma unroll
    for (int i = 0; i < VRows; ++i)
    {
      planes[i] = SortPlane<Order, Height>(rows + i);
    }
  }

  __device__ __forceinline__ void
  Store(int row, Word median) const
  {
#pragma unroll
    for (int lane = 0; lane < Lanes; ++lane)
    {
      if (row < m_RowCount && m_IsOutput[lane])
      {
        m_Output[row * m_Task.outputStride[1] + lane * Network3DWarpWidth] =
          static_cast<Bits>(Order::Unpack(median, lane));
      }
    }
  }

  __device__ __forceinline__ void
  AdvanceOutput()
  {
    m_Output += m_Task.outputStride[2];
  }

private:
  /** Reads the nearest Width pixels that are all in the image, then overwrites those that are not in the window with
   * the edge pixel. Their order does not matter. */
  __device__ __forceinline__ List<Word, Width>
                             LoadRow(std::size_t slice, std::uint32_t row) const
  {
    const Bits * pixels[Lanes];
#pragma unroll
    for (int lane = 0; lane < Lanes; ++lane)
    {
      const char * const bytes = reinterpret_cast<const char *>(m_Column[lane] + slice);
      pixels[lane] = reinterpret_cast<const Bits *>(bytes + static_cast<std::uint64_t>(row) * m_RowBytes);
    }
    List<Word, Width> run;
#pragma unroll
    for (int i = 0; i < Width; ++i)
    {
      run.value[i] = Order::Pack(pixels[0][i - VRadiusX], pixels[Lanes - 1][i - VRadiusX]);
    }
    const Word first = run.value[0];
    const Word last = run.value[Width - 1];
#pragma unroll
    for (int i = 0; i < VRadiusX; ++i)
    {
      run.value[i] = (last & m_IsBeyond[i]) | (run.value[i] & ~m_IsBeyond[i]);
      run.value[Width - 1 - i] = (first & m_IsBefore[i]) | (run.value[Width - 1 - i] & ~m_IsBefore[i]);
    }
    return SortRow<Order>(run);
  }

  const MedianTask<TPixel> & m_Task;
  const int                  m_LastSlice;
  const std::uint32_t        m_RowBytes;
  const int                  m_RowCount;
  Bits *                     m_Output;
  const Bits *               m_Column[Lanes];
  bool                       m_IsOutput[Lanes];
  std::uint32_t              m_Row[InputRows];
  Word                       m_IsBefore[VRadiusX > 0 ? VRadiusX : 1];
  Word                       m_IsBeyond[VRadiusX > 0 ? VRadiusX : 1];
};
} // namespace itk::device::median3d

#endif
