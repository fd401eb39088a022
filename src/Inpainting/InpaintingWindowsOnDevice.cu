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
#include "Inpainting/InpaintingCore.h"
#include "Inpainting/InpaintingOnDevice.h"
#include "Kernels/Grid.cuh"
#include "itkDeviceBuffer.h"

namespace itk::device
{
namespace
{
using kernels::DivideUp;

constexpr int ThreadsOfBlock = 128;
constexpr int LanesOfWarp = 32;

/** Windows of `VSize` pixels along each of `VAxes` axes. A strip is the windows at one place along all axes but x. */
template <int VSize, int VAxes>
struct WindowTask
{
  static constexpr int Step = InpaintingWindowStep;
  static constexpr int Overlap = VSize / Step;
  static constexpr int Rows = VAxes == 3 ? VSize * VSize : VSize;

  /** A block does so many windows of a strip, in so many columns; but the first, each completes four. */
  static constexpr int Windows = (ThreadsOfBlock - VSize) / Step + 1;
  static constexpr int Columns = (Windows - (Overlap - 1)) * Step;
  static_assert(Windows <= LanesOfWarp);

  int         size[3];
  int         tiles;
  int         strips[2]; // along y and z
  std::size_t pixels;
};

template <int VSize>
__device__ void
ForwardWindow(const InpaintingWindowBasis<VSize> & basis, float (&x)[VSize])
{
  float half[2][VSize / 2];
#pragma unroll
  for (int n = 0; n < VSize / 2; ++n)
  {
    half[0][n] = x[n] + x[VSize - 1 - n];
    half[1][n] = x[n] - x[VSize - 1 - n];
  }
#pragma unroll
  for (int k = 0; k < VSize; ++k)
  {
    float sum = 0;
#pragma unroll
    for (int n = 0; n < VSize / 2; ++n)
    {
      sum += basis.row[k][n] * half[k % 2][n];
    }
    x[k] = sum;
  }
}

template <int VSize>
__device__ void
InverseWindow(const InpaintingWindowBasis<VSize> & basis, float (&x)[VSize])
{
  float half[2][VSize / 2];
#pragma unroll
  for (int n = 0; n < VSize / 2; ++n)
  {
#pragma unroll
    for (int parity = 0; parity < 2; ++parity)
    {
      float sum = 0;
#pragma unroll
      for (int k = 0; k < VSize / 2; ++k)
      {
        sum += basis.row[2 * k + parity][n] * x[2 * k + parity];
      }
      half[parity][n] = sum;
    }
  }
#pragma unroll
  for (int n = 0; n < VSize / 2; ++n)
  {
    x[n] = half[0][n] + half[1][n];
    x[VSize - 1 - n] = half[0][n] - half[1][n];
  }
}

/** MirrorInpaintingIndex(), which most indices do not need. */
__device__ inline int
MirrorIndex(int index, int size)
{
  return index >= 0 && index < size ? index : static_cast<int>(MirrorInpaintingIndex(index, size));
}

/** A column of a strip in shared memory, whose rows are `ThreadsOfBlock` apart: change(values) for each line across x. */
template <int VSize, int VAxes, typename TChange>
__device__ void
ForEachLineAcross(float * column, const TChange & change)
{
  const auto transform = [&](int first, int stride) {
    float values[VSize];
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      values[i] = column[(first + i * stride) * ThreadsOfBlock];
    }
    change(values);
#pragma unroll
    for (int i = 0; i < VSize; ++i)
    {
      column[(first + i * stride) * ThreadsOfBlock] = values[i];
    }
  };
  if constexpr (VAxes == 3)
  {
    for (int y = 0; y < VSize; ++y)
    {
      transform(y, VSize);
    }
  }
  for (int z = 0; z < (VAxes == 3 ? VSize : 1); ++z)
  {
    transform(z * VSize, 1);
  }
}

/** Transforms the windows of a row of a strip along x, and back if none but these is asked for; what a warp's lanes have of
 * the windows is added up in their order. Returns the largest magnitude but of the means, if the row has these. */
template <int VSize, int VAxes, bool VFindsLargest>
__device__ float
ThresholdRow(const InpaintingWindowBasis<VSize> & basis,
             float *                              row,
             int                                  lane,
             bool                                 hasMean,
             bool                                 keepsMeans,
             float                                threshold)
{
  using Task = WindowTask<VSize, VAxes>;
  constexpr int step = Task::Step;
  const bool    isWindow = lane < Task::Windows;
  float         values[VSize]{};
  if (isWindow)
  {
#pragma unroll
    for (int i = 0; i < VSize; i += 4)
    {
      const auto four = *reinterpret_cast<const float4 *>(row + lane * step + i);
      values[i] = four.x;
      values[i + 1] = four.y;
      values[i + 2] = four.z;
      values[i + 3] = four.w;
    }
  }
  ForwardWindow(basis, values);
  const float mean = keepsMeans ? values[0] : 0.0f;
  values[0] = hasMean ? 0.0f : values[0];
  float largest = 0;
#pragma unroll
  for (float & value : values)
  {
    largest = fmaxf(largest, fabsf(value));
    value = KeepLargeCoefficient(value, threshold);
  }
  if constexpr (VFindsLargest)
  {
    return largest;
  }
  values[0] = hasMean ? mean : values[0];
  InverseWindow(basis, values);
  float sums[step]{};
#pragma unroll
  for (int part = Task::Overlap - 1; part >= 0; --part)
  {
#pragma unroll
    for (int i = 0; i < step; ++i)
    {
      sums[i] += values[part * step + i];
      if (part > 0)
      {
        sums[i] = __shfl_up_sync(0xffffffff, sums[i], 1);
      }
    }
  }
  __syncwarp();
  if (isWindow)
  {
    *reinterpret_cast<float4 *>(row + lane * step) = make_float4(sums[0], sums[1], sums[2], sums[3]);
  }
  return largest;
}

/** A part of the result is made of strips that share no pixel; all parts together are the sum over all windows. */
template <int VSize, int VAxes, bool VFindsLargest>
__global__ void
__launch_bounds__(ThreadsOfBlock, VAxes == 2 ? 5 : 6) WindowsKernel(const float *                      pixels,
                                                                    float *                            parts,
                                                                    const WindowTask<VSize, VAxes>     task,
                                                                    const InpaintingWindowBasis<VSize> basis,
                                                                    bool                               keepsMeans,
                                                                    float                              threshold,
                                                                    unsigned int *                     largestOfAll)
{
  using Task = WindowTask<VSize, VAxes>;
  constexpr int                border = VSize - Task::Step;
  __shared__ alignas(16) float strip[Task::Rows * ThreadsOfBlock];

  const int block = static_cast<int>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  const int tile = block % task.tiles;
  const int stripY = block / task.tiles % task.strips[0];
  const int stripZ = block / task.tiles / task.strips[0];
  const int x = tile * Task::Columns - border + thread;
  const int firstY = stripY * Task::Step - border;
  const int firstZ = VAxes == 3 ? stripZ * Task::Step - border : 0;

  const int column = MirrorIndex(x, task.size[0]);
  for (int row = 0; row < Task::Rows; ++row)
  {
    const int y = MirrorIndex(firstY + row % VSize, task.size[1]);
    const int z = VAxes == 3 ? MirrorIndex(firstZ + row / VSize, task.size[2]) : 0;
    strip[row * ThreadsOfBlock + thread] =
      pixels[(static_cast<std::size_t>(z) * task.size[1] + y) * task.size[0] + column];
  }
  ForEachLineAcross<VSize, VAxes>(strip + thread, [&](float(&values)[VSize]) { ForwardWindow(basis, values); });
  __syncthreads();
  const int lane = thread % LanesOfWarp;
  float     largest = 0;
  for (int row = thread / LanesOfWarp; row < Task::Rows; row += ThreadsOfBlock / LanesOfWarp)
  {
    largest = fmaxf(largest,
                    ThresholdRow<VSize, VAxes, VFindsLargest>(
                      basis, strip + row * ThreadsOfBlock, lane, row == 0, keepsMeans, threshold));
  }
  if constexpr (VFindsLargest)
  {
    const int windows = (task.size[0] - 1) / Task::Step + Task::Overlap;
    if (lane < Task::Windows && tile * (Task::Columns / Task::Step) + lane < windows)
    {
      atomicMax(largestOfAll, __float_as_uint(largest));
    }
    return;
  }
  __syncthreads();
  if (thread < border || thread >= border + Task::Columns || x >= task.size[0])
  {
    return;
  }
  ForEachLineAcross<VSize, VAxes>(strip + thread, [&](float(&values)[VSize]) { InverseWindow(basis, values); });
  constexpr float weight =
    1.0f / (VAxes == 3 ? Task::Overlap * Task::Overlap * Task::Overlap : Task::Overlap * Task::Overlap);
  const int     part = (VAxes == 3 ? stripZ % Task::Overlap * Task::Overlap : 0) + stripY % Task::Overlap;
  float * const to = parts + part * task.pixels;
  for (int row = 0; row < Task::Rows; ++row)
  {
    const int y = firstY + row % VSize;
    const int z = firstZ + row / VSize;
    if (y >= 0 && y < task.size[1] && z >= 0 && z < task.size[2])
    {
      to[(static_cast<std::size_t>(z) * task.size[1] + y) * task.size[0] + x] =
        weight * strip[row * ThreadsOfBlock + thread];
    }
  }
}

__global__ void
SumKernel(const float * parts, float * to, std::size_t pixels)
{
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < pixels)
  {
    float sum = 0;
#pragma unroll
    for (int part = 0; part < 4; ++part)
    {
      sum += parts[part * pixels + i];
    }
    to[i] = sum;
  }
}

template <int VSize, int VAxes>
class InpaintingWindowsOnDevice : public InpaintingDictionaryOnDevice
{
public:
  InpaintingWindowsOnDevice(const std::size_t (&size)[3], bool keepsMeans, const Stream & stream)
    : m_Stream(stream)
    , m_KeepsMeans(keepsMeans)
  {
    std::copy_n(size, 3, m_Task.size);
    m_Task.pixels = size[0] * size[1] * size[2];
    m_Task.tiles = DivideUp(m_Task.size[0], Task::Columns);
    for (int axis = 1; axis < 3; ++axis)
    {
      m_Task.strips[axis - 1] = axis < VAxes ? (m_Task.size[axis] - 1) / Task::Step + Task::Overlap : 1;
    }
    m_Parts = Buffer(4 * m_Task.pixels * sizeof(float), stream);
  }

  void
  Threshold(const float * from, float * to, float threshold) override
  {
    this->Launch<false>(from, threshold, nullptr);
    constexpr int threads = 256;
    kernels::Launch("Inpainting SumKernel",
                    SumKernel,
                    kernels::Grid(DivideUp(static_cast<std::ptrdiff_t>(m_Task.pixels), threads), threads),
                    m_Stream,
                    m_Parts.As<float>(),
                    to,
                    m_Task.pixels);
  }

  void
  FindLargest(const float * from, unsigned int * largest) override
  {
    this->Launch<true>(from, 0.0f, largest);
  }

private:
  using Task = WindowTask<VSize, VAxes>;

  template <bool VFindsLargest>
  void
  Launch(const float * from, float threshold, unsigned int * largest)
  {
    kernels::Launch("Inpainting WindowsKernel",
                    WindowsKernel<VSize, VAxes, VFindsLargest>,
                    kernels::Grid(std::ptrdiff_t{ m_Task.tiles } * m_Task.strips[0] * m_Task.strips[1], ThreadsOfBlock),
                    m_Stream,
                    from,
                    m_Parts.As<float>(),
                    m_Task,
                    m_Basis,
                    m_KeepsMeans,
                    threshold,
                    largest);
  }

  Stream                       m_Stream;
  bool                         m_KeepsMeans;
  Task                         m_Task{};
  InpaintingWindowBasis<VSize> m_Basis;
  Buffer                       m_Parts;
};
} // namespace

std::unique_ptr<InpaintingDictionaryOnDevice>
MakeInpaintingWindowsOnDevice(const std::size_t (&size)[3], bool keepsMeans, const Stream & stream)
{
  if (size[2] > 1)
  {
    return std::make_unique<InpaintingWindowsOnDevice<InpaintingVolumeWindow, 3>>(size, keepsMeans, stream);
  }
  return std::make_unique<InpaintingWindowsOnDevice<InpaintingPlaneWindow, 2>>(size, keepsMeans, stream);
}
} // namespace itk::device
