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
#ifndef GradientVolume_cuh
#define GradientVolume_cuh

#include "Kernels/Border.cuh"
#include "Kernels/Prefetch.cuh"
#include "Kernels/VolumeWalk.cuh"

/** \file
 * What the kernels for volumes share: a warp takes 128 columns of some rows, a thread four of them, and a block walks
 * through layers. Beyond the image is the nearest voxel. */
namespace itk::device::gradient
{
constexpr int VolumeWarps = 8;
constexpr int VolumeThreads = 32 * VolumeWarps;

/** A thread's way through the layers, from the one before its first on to the one after its last. */
template <typename TInput, typename TOutput, int VRows, bool VIsAligned>
class VolumeWalk
{
public:
  static constexpr int InputRows = VRows + 2;

  /** A layer's voxels of a thread's columns in some rows, and those beside them, whatever they are beyond the image. */
  template <int VLoadedRows>
  struct Rows
  {
    kernels::Quad<TInput> quad[VLoadedRows];
    TInput                left[VLoadedRows];
    TInput                right[VLoadedRows];
  };

  __device__ __forceinline__
  VolumeWalk(const kernels::Task<TInput, TOutput> & task, const dim3 & blocks, int blockLayers)
    : m_InputStride(task.inputStride[2])
    , m_OutputStride(task.outputStride[2])
    , m_OutputRowStride(task.outputStride[1])
  {
    const auto [x, y, z, layers] = kernels::GetQuadPosition<VolumeWarps, VRows>(task, blocks, blockLayers);
    m_IsOutside = layers == 0;
    const std::ptrdiff_t inX = x + task.offset[0];
    const std::ptrdiff_t inY = y + task.offset[1];
    const std::ptrdiff_t inZ = z + task.offset[2];
    m_Layers = layers;
    m_Steps = m_Layers - (inZ + m_Layers == task.inputSize[2] ? 1 : 0);
    m_IsFirst = inX == 0;
    m_IsLast = inX + kernels::QuadColumns == task.inputSize[0];
#pragma unroll
    for (int i = 0; i < InputRows; ++i)
    {
      const std::ptrdiff_t inRow = kernels::NearestIndex(inY + i - 1, task.inputSize[1]);
      m_RowOffset[i] = static_cast<int>((inRow - inY) * task.inputStride[1]);
    }
    m_Source = task.input + inX + inY * task.inputStride[1] + inZ * task.inputStride[2];
    m_Before = inZ > 0 ? m_Source - task.inputStride[2] : m_Source;
    m_Target = task.output + x + y * task.outputStride[1] + z * task.outputStride[2];
  }

  /** Whether the thread has nothing to do. */
  __device__ __forceinline__ bool
  IsOutside() const
  {
    return m_IsOutside;
  }

  /** Layers of the output. */
  __device__ __forceinline__ int
  GetLayers() const
  {
    return m_Layers;
  }

  /** The layer before the first. */
  __device__ __forceinline__ const TInput *
  GetBefore() const
  {
    return m_Before;
  }

  /** The first layer, until NextInput. */
  __device__ __forceinline__ const TInput *
  GetSource() const
  {
    return m_Source;
  }

  /** On to the next layer of the input; from the last, and from the one after the output's last, to itself. */
  __device__ __forceinline__ void
  NextInput()
  {
    m_Source += m_Steps > 0 ? m_InputStride : 0;
    --m_Steps;
  }

  /** Has the level 2 cache read the next layer but one. */
  __device__ __forceinline__ void
  Prefetch() const
  {
    constexpr int lanesOfLine = kernels::LineBytes / (kernels::QuadColumns * sizeof(TInput));
    if (m_Steps > 0 && threadIdx.x % lanesOfLine == 0)
    {
#pragma unroll
      for (int j = 0; j < VRows; ++j)
      {
        kernels::PrefetchLine(m_Source + m_InputStride + m_RowOffset[j + 1]);
      }
    }
  }

  /** Row 0 is the one above the thread's first. */
  __device__ __forceinline__ kernels::Quad<TInput>
                             LoadQuad(const TInput * layer, int row) const
  {
    return kernels::LoadQuad<VIsAligned>(layer + m_RowOffset[row]);
  }

  /** Rows from `first` on, as LoadQuad counts them. */
  template <int VLoadedRows>
  __device__ __forceinline__ void
  LoadRows(const TInput * layer, int first, Rows<VLoadedRows> & rows) const
  {
#pragma unroll
    for (int j = 0; j < VLoadedRows; ++j)
    {
      rows.quad[j] = LoadQuad(layer, first + j);
    }
    LoadSides(layer, first, rows);
  }

  template <int VLoadedRows>
  __device__ __forceinline__ void
  LoadSides(const TInput * layer, int first, Rows<VLoadedRows> & rows) const
  {
#pragma unroll
    for (int j = 0; j < VLoadedRows; ++j)
    {
      const TInput * const row = layer + m_RowOffset[first + j];
      rows.left[j] = m_IsFirst ? TInput{} : __ldg(row - 1);
      rows.right[j] = m_IsLast ? TInput{} : __ldg(row + kernels::QuadColumns);
    }
  }

  /** The quad of a row and the columns beside it. The border is chosen here: where they are loaded it would wait. */
  __device__ __forceinline__ void
  Widen(const kernels::Quad<TInput> & quad, TInput left, TInput right, float (&values)[kernels::QuadColumns + 2]) const
  {
    values[0] = static_cast<float>(m_IsFirst ? quad.pixel[0] : left);
    values[kernels::QuadColumns + 1] = static_cast<float>(m_IsLast ? quad.pixel[kernels::QuadColumns - 1] : right);
#pragma unroll
    for (int i = 0; i < kernels::QuadColumns; ++i)
    {
      values[i + 1] = static_cast<float>(quad.pixel[i]);
    }
  }

  __device__ __forceinline__ void
  Write(int row, const kernels::Quad<TOutput> & result)
  {
    kernels::StoreQuad<VIsAligned>(m_Target + row * m_OutputRowStride, result);
  }

  __device__ __forceinline__ void
  NextOutput()
  {
    m_Target += m_OutputStride;
  }

private:
  const TInput * m_Source;
  const TInput * m_Before;
  TOutput *      m_Target;
  std::ptrdiff_t m_InputStride;
  std::ptrdiff_t m_OutputStride;
  std::ptrdiff_t m_OutputRowStride;
  int            m_RowOffset[InputRows];
  int            m_Layers;
  int            m_Steps; // to layers below that NextInput may still take
  bool           m_IsOutside;
  bool           m_IsFirst;
  bool           m_IsLast;
};

/** Enqueues a kernel for volumes, if there are `rows` rows of a quad and enough voxels to fill the device. Does not wait.
 *
 * \param range least and most layers of a block
 * \param parameter what the kernel takes after the task, the blocks of a layer and the layers of a block
 * \return whether it did */
template <typename TInput, typename TOutput, typename... TParameters>
bool
LaunchOnVolume(const char * name,
               void (*kernel)(kernels::Task<TInput, TOutput>, dim3, int, TParameters...),
               int rows,
               const int (&range)[2],
               const kernels::Task<TInput, TOutput> & task,
               const Stream &                         stream,
               const TParameters &... parameters)
{
  if (!kernels::HasQuads(task, rows))
  {
    return false;
  }
  const dim3           blocks(kernels::DivideUp(task.outputSize[0], 32 * kernels::QuadColumns),
                    kernels::DivideUp(task.outputSize[1], VolumeWarps * rows));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int            layers =
    kernels::FindBlockLayers(range, kernel, VolumeThreads, 0, blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  kernels::ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    kernels::Launch(name, kernel, { count, VolumeThreads }, stream, part, blocks, layers, parameters...);
  });
  return true;
}
} // namespace itk::device::gradient

#endif
