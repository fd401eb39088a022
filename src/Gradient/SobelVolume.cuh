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
#ifndef SobelVolume_cuh
#define SobelVolume_cuh

#include "GradientVolume.cuh"
#include "SobelCore.cuh"

namespace itk::device::gradient
{
/** A layer's voxels around a quad in each of some rows. */
template <int VRows>
struct LayerAround
{
  float value[VRows + 2][kernels::QuadColumns + 2];
};

/** A component of the gradient of which rows are weighed last: the sums of both ends, and the middle, of each row. */
template <int VRows>
__device__ __forceinline__ void
SumRows(const float (&ends)[VRows + 2][kernels::QuadColumns],
        const float (&middle)[VRows + 2][kernels::QuadColumns],
        float (&sum)[VRows][kernels::QuadColumns])
{
#pragma unroll
  for (int i = 0; i < kernels::QuadColumns; ++i)
  {
    float side[VRows + 2];
#pragma unroll
    for (int j = 0; j < VRows + 2; ++j)
    {
      side[j] = WeighSide(ends[j][i], middle[j][i]);
    }
#pragma unroll
    for (int j = 0; j < VRows; ++j)
    {
      sum[j][i] = fmaf(3.0f, WeighThirdOfMiddle(ends[j + 1][i], middle[j + 1][i]), side[j]) + side[j + 2];
    }
  }
}

/** As sqrtf(), to the last bit, whose four branches become one: Newton's step rounds correctly but for zeros, denormals,
 * infinities and the least of the others. */
__device__ __forceinline__ void
TakeRoots(kernels::Quad<float> & quad)
{
  constexpr unsigned first = 0x0d000000; // 2^-101
  constexpr unsigned last = 0x7f7fffff;
  unsigned           greatest = 0;
#pragma unroll
  for (const float pixel : quad.pixel)
  {
    greatest = max(greatest, __float_as_uint(pixel) - first);
  }
  if (greatest <= last - first)
  {
#pragma unroll
    for (float & pixel : quad.pixel)
    {
      float inverse;
      asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(pixel));
      const float root = __fmul_rn(pixel, inverse);
      pixel = __fmaf_rn(__fmaf_rn(-root, root, pixel), __fmul_rn(inverse, 0.5f), root);
    }
  }
  else
  {
#pragma unroll
    for (float & pixel : quad.pixel)
    {
      pixel = sqrtf(pixel);
    }
  }
}

/** Magnitudes in the layer `center`; the same operations as SobelStencil's, which rows and layers share. */
template <int VRows>
__device__ __forceinline__ void
FindSobel(const LayerAround<VRows> & before,
          const LayerAround<VRows> & center,
          const LayerAround<VRows> & after,
          kernels::Quad<float> (&magnitude)[VRows])
{
  constexpr int rows = VRows + 2;
  constexpr int columns = kernels::QuadColumns + 2;
  float         ends[rows][kernels::QuadColumns];
  float         middle[rows][kernels::QuadColumns];
  float         alongX[VRows][kernels::QuadColumns];
  float         alongZ[VRows][kernels::QuadColumns];
#pragma unroll
  for (int j = 0; j < rows; ++j)
  {
    const auto find = [&](const LayerAround<VRows> & layer, int i) {
      return layer.value[j][i + 2] - layer.value[j][i];
    };
#pragma unroll
    for (int i = 0; i < kernels::QuadColumns; ++i)
    {
      ends[j][i] = find(before, i) + find(after, i);
      middle[j][i] = find(center, i);
    }
  }
  SumRows(ends, middle, alongX);
#pragma unroll
  for (int j = 0; j < rows; ++j)
  {
    float across[columns];
#pragma unroll
    for (int i = 0; i < columns; ++i)
    {
      across[i] = after.value[j][i] - before.value[j][i];
    }
#pragma unroll
    for (int i = 0; i < kernels::QuadColumns; ++i)
    {
      ends[j][i] = across[i] + across[i + 2];
      middle[j][i] = across[i + 1];
    }
  }
  SumRows(ends, middle, alongZ);
#pragma unroll
  for (int j = 0; j < VRows; ++j)
  {
    const auto find = [&](const LayerAround<VRows> & layer, int i) {
      return layer.value[j + 2][i] - layer.value[j][i];
    };
    float side[columns];
    float thirdOfMiddle[columns];
#pragma unroll
    for (int i = 0; i < columns; ++i)
    {
      const float endsOfColumn = find(before, i) + find(after, i);
      side[i] = WeighSide(endsOfColumn, find(center, i));
      thirdOfMiddle[i] = WeighThirdOfMiddle(endsOfColumn, find(center, i));
    }
#pragma unroll
    for (int i = 0; i < kernels::QuadColumns; ++i)
    {
      const float alongY = fmaf(3.0f, thirdOfMiddle[i + 1], side[i] + side[i + 2]);
      magnitude[j].pixel[i] = SquareLength({ alongX[j][i], alongY, alongZ[j][i] });
    }
    TakeRoots(magnitude[j]);
  }
}

/** A thread reads a layer's voxels around its own while it works on those of the three before, which are in registers;
 * the level 1 cache has what its neighbours loaded. */
template <typename TInput, int VRows, int VBlocks, bool VIsAligned>
__global__ void
__launch_bounds__(VolumeThreads, VBlocks)
  SobelOfVolume(const kernels::Task<TInput, float> task, const dim3 blocks, const int blockLayers)
{
  using Walk = VolumeWalk<TInput, float, VRows, VIsAligned>;
  using Rows = typename Walk::template Rows<VRows + 2>;
  // Once the last layer but two is done with, for voxels that take as many registers.
  constexpr bool readsLate = std::is_same_v<TInput, float>;
  Walk           walk(task, blocks, blockLayers);
  if (walk.IsOutside())
  {
    return;
  }
  const auto widen = [&](const Rows & rows, LayerAround<VRows> & layer) {
#pragma unroll
    for (int j = 0; j < VRows + 2; ++j)
    {
      walk.Widen(rows.quad[j], rows.left[j], rows.right[j], layer.value[j]);
    }
  };
  Rows               ahead;
  LayerAround<VRows> before;
  LayerAround<VRows> center;
  walk.LoadRows(walk.GetBefore(), 0, ahead);
  widen(ahead, before);
  walk.LoadRows(walk.GetSource(), 0, ahead);
  widen(ahead, center);
  walk.NextInput();
  walk.LoadRows(walk.GetSource(), 0, ahead);
  // By threes, as then no layer is moved between registers. Where it is read before, that takes more than a thread has.
#pragma unroll(readsLate ? 3 : 1)
  for (int layer = 0; layer < walk.GetLayers(); ++layer)
  {
    LayerAround<VRows> after;
    widen(ahead, after);
    walk.NextInput();
    walk.Prefetch();
    if constexpr (!readsLate)
    {
      walk.LoadRows(walk.GetSource(), 0, ahead);
    }
    kernels::Quad<float> magnitude[VRows];
    FindSobel(before, center, after, magnitude);
    if constexpr (readsLate)
    {
      walk.LoadRows(walk.GetSource(), 0, ahead);
    }
#pragma unroll
    for (int j = 0; j < VRows; ++j)
    {
      walk.Write(j, magnitude[j]);
    }
    walk.NextOutput();
    before = center;
    center = after;
  }
}

/** As LaunchOnVolume. */
template <typename TInput>
bool
LaunchSobelOfVolume(const kernels::Task<TInput, float> & task, const Stream & stream)
{
  constexpr int rows = 2;
  const auto    kernel =
    kernels::AreQuads(task) ? SobelOfVolume<TInput, rows, 2, true> : SobelOfVolume<TInput, rows, 2, false>;
  return LaunchOnVolume("SobelOfVolume", kernel, rows, { 32, 128 }, task, stream);
}
} // namespace itk::device::gradient

#endif
