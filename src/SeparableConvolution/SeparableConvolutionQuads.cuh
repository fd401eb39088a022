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
#ifndef SeparableConvolutionQuads_cuh
#define SeparableConvolutionQuads_cuh

#include "Kernels/Border.cuh"
#include "Kernels/VolumeWalk.cuh"
#include "SeparableConvolutionWalk.cuh"

/** \file
 * All axes of a volume at once, by kernels of 3 or 5 coefficients along each, without shared memory. */
namespace itk::device::separable
{
using namespace kernels;

constexpr int LargestQuadsRadius = 2;

template <int VRadius>
struct VolumeCoefficients
{
  Coefficients<VRadius> axis[3];
};

/** Sums along columns, of what a thread has of one. `first` is the first of what they are made of, in a line of so many. */
template <int VRadius, int VSums>
__device__ __forceinline__ void
SumColumn(const float * first, int line, const Coefficients<VRadius> & kernel, float (&sum)[VSums])
{
#pragma unroll
  for (int j = 0; j < VSums + 2 * VRadius; ++j)
  {
    const float value = first[j * line];
#pragma unroll
    for (int i = 0; i < VSums; ++i)
    {
      const int k = j - i;
      if (k >= 0 && k <= 2 * VRadius)
      {
        sum[i] = k == 0 ? kernel.value[k] * value : fmaf(kernel.value[k], value, sum[i]);
      }
    }
  }
}

/** What a thread reads of a layer: rows of a quad and the voxels beside it. */
template <typename TInput, int VRadius, int VRows, bool VIsAligned>
class QuadRows
{
public:
  template <typename TTask>
  __device__ __forceinline__
  QuadRows(const TTask & task, std::ptrdiff_t x, std::ptrdiff_t y)
    : m_IsFirst(x == 0)
    , m_IsLast(x + QuadColumns == task.inputSize[0])
  {
#pragma unroll
    for (int j = 0; j < VRows; ++j)
    {
      m_Offset[j] = static_cast<int>((NearestIndex(y - VRadius + j, task.inputSize[1]) - y) * task.inputStride[1]);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      m_LeftOffset[i] = static_cast<int>(NearestIndex(x - VRadius + i, task.inputSize[0]) - x);
      m_RightOffset[i] = static_cast<int>(NearestIndex(x + QuadColumns + i, task.inputSize[0]) - x);
    }
  }

  /** `quad` is the first of the outputs' quads, in a layer of the input. */
  __device__ __forceinline__ void
  Load(const TInput * quad)
  {
#pragma unroll
    for (int j = 0; j < VRows; ++j)
    {
      const TInput * const row = quad + m_Offset[j];
      m_Quad[j] = LoadQuad<VIsAligned>(row);
      if constexpr (VIsAligned)
      {
        m_Left[j] = m_IsFirst ? Side{} : *reinterpret_cast<const Side *>(row - VRadius);
        m_Right[j] = m_IsLast ? Side{} : *reinterpret_cast<const Side *>(row + QuadColumns);
      }
      else
      {
#pragma unroll
        for (int i = 0; i < VRadius; ++i)
        {
          m_Left[j].pixel[i] = __ldg(row + m_LeftOffset[i]);
          m_Right[j].pixel[i] = __ldg(row + m_RightOffset[i]);
        }
      }
    }
  }

  /** Sums along row j. Beyond the image is the nearest voxel: of aligned quads, whose sides are outside or not as a whole,
   * chosen here, lest loads wait for each other. */
  __device__ __forceinline__ void
  Sum(int j, const Coefficients<VRadius> & kernel, float (&sum)[QuadColumns]) const
  {
    float value[QuadColumns + 2 * VRadius];
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      value[VRadius + i] = static_cast<float>(m_Quad[j].pixel[i]);
    }
#pragma unroll
    for (int i = 0; i < VRadius; ++i)
    {
      value[i] = VIsAligned && m_IsFirst ? value[VRadius] : static_cast<float>(m_Left[j].pixel[i]);
      value[VRadius + QuadColumns + i] =
        VIsAligned && m_IsLast ? value[VRadius + QuadColumns - 1] : static_cast<float>(m_Right[j].pixel[i]);
    }
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      float s = kernel.value[0] * value[i];
#pragma unroll
      for (int k = 1; k <= 2 * VRadius; ++k)
      {
        s = fmaf(kernel.value[k], value[i + k], s);
      }
      sum[i] = s;
    }
  }

private:
  struct alignas(VRadius * sizeof(TInput)) Side
  {
    TInput pixel[VRadius];
  };

  bool         m_IsFirst;
  bool         m_IsLast;
  int          m_Offset[VRows];
  int          m_LeftOffset[VRadius]; // where quads are not aligned
  int          m_RightOffset[VRadius];
  Side         m_Left[VRows];
  Quad<TInput> m_Quad[VRows];
  Side         m_Right[VRows];
};

/** A warp takes 128 columns of two rows, and a block of eight warps walks through layers. */
constexpr int QuadsWarps = 8;
constexpr int QuadsThreads = 32 * QuadsWarps;
constexpr int QuadsRows = 2;

/** A thread reads a layer's voxels around its own while it sums those of the layer before; the level 1 cache has what its
 * neighbours loaded. Unfinished sums along axis 2 stay in registers. Bound by memory. */
template <typename TInput, int VRadius, bool VIsAligned>
__global__ void
__launch_bounds__(QuadsThreads, 2) SeparableConvolutionQuadsKernel(const Task<TInput, float>         task,
                                                                   const dim3                        blocks,
                                                                   const int                         blockLayers,
                                                                   const VolumeCoefficients<VRadius> kernel)
{
  constexpr int inputRows = QuadsRows + 2 * VRadius;
  const auto [x, y, z, layers] = GetQuadPosition<QuadsWarps, QuadsRows>(task, blocks, blockLayers);
  if (layers == 0)
  {
    return;
  }
  const std::ptrdiff_t inX = x + task.offset[0];
  const std::ptrdiff_t inY = y + task.offset[1];
  const std::ptrdiff_t inZ = z + task.offset[2] - VRadius;
  const int            inputLayers = layers + 2 * VRadius;
  // From these layers on, and up to these, the next is another one.
  const int firstStep = static_cast<int>(max(-inZ, std::ptrdiff_t{ 0 }));
  const int lastStep = static_cast<int>(min(task.inputSize[2] - 1 - inZ, std::ptrdiff_t{ inputLayers - 1 }));

  const TInput * source =
    task.input + inX + inY * task.inputStride[1] + NearestIndex(inZ, task.inputSize[2]) * task.inputStride[2];
  float * target = task.output + x + y * task.outputStride[1] + z * task.outputStride[2];

  QuadRows<TInput, VRadius, inputRows, VIsAligned> ahead(task, inX, inY);
  ColumnSums<VRadius, QuadsRows * QuadColumns>     layerSums;
  ahead.Load(source);
  for (int layer = 0; layer < inputLayers; ++layer)
  {
    float rowSum[inputRows][QuadColumns];
#pragma unroll
    for (int j = 0; j < inputRows; ++j)
    {
      ahead.Sum(j, kernel.axis[0], rowSum[j]);
    }
    source += layer >= firstStep && layer < lastStep ? task.inputStride[2] : 0;
    ahead.Load(source);

    float sum[QuadsRows * QuadColumns];
#pragma unroll
    for (int i = 0; i < QuadColumns; ++i)
    {
      float column[QuadsRows];
      SumColumn<VRadius>(&rowSum[0][i], QuadColumns, kernel.axis[1], column);
#pragma unroll
      for (int j = 0; j < QuadsRows; ++j)
      {
        sum[j * QuadColumns + i] = column[j];
      }
    }
    layerSums.Push(sum, kernel.axis[2]);
    if (layer >= 2 * VRadius)
    {
#pragma unroll
      for (int j = 0; j < QuadsRows; ++j)
      {
        const float * const s = sum + j * QuadColumns;
        StoreQuad<VIsAligned>(target + j * task.outputStride[1], Quad<float>{ { s[0], s[1], s[2], s[3] } });
      }
      target += task.outputStride[2];
    }
  }
}

/** Enqueues all axes at once, if there are enough rows of a quad and enough voxels to fill the device.
 * \return whether it did */
template <typename TInput, int VRadius>
bool
LaunchQuads(const Task<TInput, float> & task, const VolumeCoefficients<VRadius> & coefficients, const Stream & stream)
{
  if (!HasQuads(task, QuadsRows + VRadius))
  {
    return false;
  }
  const auto           kernel = AreQuads(task) ? SeparableConvolutionQuadsKernel<TInput, VRadius, true>
                                               : SeparableConvolutionQuadsKernel<TInput, VRadius, false>;
  const dim3           blocks(DivideUp(task.outputSize[0], 32 * QuadColumns),
                    DivideUp(task.outputSize[1], QuadsWarps * QuadsRows));
  const std::ptrdiff_t blocksOfLayer = std::ptrdiff_t{ blocks.x } * blocks.y;
  const int layers = FindBlockLayers({ 32, 128 }, kernel, QuadsThreads, 0, blocksOfLayer, task.outputSize[2], stream);
  if (layers == 0)
  {
    return false;
  }
  ForEachBlockLayers(task, blocksOfLayer, layers, [&](const auto & part, std::ptrdiff_t count) {
    Launch(
      "SeparableConvolutionQuadsKernel", kernel, { count, QuadsThreads }, stream, part, blocks, layers, coefficients);
  });
  return true;
}
} // namespace itk::device::separable

#endif
