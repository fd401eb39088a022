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
#ifndef CannySliceReader_cuh
#define CannySliceReader_cuh

#include "Canny.cuh"
#include "CannyRegisters.cuh"
#include "CannyWalkEnds.cuh"
#include "Kernels/Border.cuh"
#include "Kernels/Grid.cuh"
#include "Kernels/KeepInRegister.cuh"
#include <cuda_pipeline_primitives.h>

namespace itk::device
{
namespace
{
/** What a block of CannySliceWalk has in shared memory, around 128 columns and VRows rows: slices, of which some are read
 * ahead, and estimates of the last two. The first column of a row is number -Side. */
template <int VRows>
struct CannySlices
{
  static constexpr int Columns = 128;
  static constexpr int Side = 4;
  static constexpr int Pitch = Columns + 2 * Side;
  static constexpr int Vectors = Pitch / 4;
  /** Of smoothed voxels, from row -2 on, and of estimates, from row -1 on. */
  static constexpr int Rows = VRows + 4;
  static constexpr int SecondRows = VRows + 2;
  static constexpr int Ahead = 3;
  /** Each row of estimates has one, and the columns beside them. */
  static constexpr int Warps = SecondRows + 1;
  static constexpr int Threads = 32 * Warps;

  alignas(16) float smoothed[Ahead + 1][Rows][Pitch];
  alignas(16) float second[2][SecondRows][Pitch];
  unsigned int largest[2];
};

/** \class CannySliceReader
 * \brief Reads a block's slices, voxels beyond the volume being the nearest in it, and finds the largest magnitude. */
template <int VRows>
class CannySliceReader
{
public:
  using Slices = CannySlices<VRows>;

  /** Around the columns from `x` on and the rows from `y` on. Slices are numbered from `first` on. */
  __device__
  CannySliceReader(Slices & shared, const CannyTask & task, std::size_t x, std::size_t y, std::size_t first)
    : m_Shared(shared)
    , m_SliceSize(task.size[0] * task.size[1])
    , m_Ends(first, task.size[2])
  {
    m_Thread = kernels::KeepInRegister(static_cast<int>(threadIdx.x));
    for (int i = 0; i < Loads; ++i)
    {
      const int            item = threadIdx.x + i * Threads;
      const auto           width = static_cast<std::ptrdiff_t>(task.size[0]);
      const auto           height = static_cast<std::ptrdiff_t>(task.size[1]);
      const std::ptrdiff_t rowRead = static_cast<std::ptrdiff_t>(y) + item / Slices::Vectors - 2;
      const std::ptrdiff_t columnRead = static_cast<std::ptrdiff_t>(x) + item % Slices::Vectors * 4 - Slices::Side;
      const bool           isInside = columnRead >= 0 && columnRead < width;
      const auto           after = static_cast<int>(min(width - 1 - columnRead, std::ptrdiff_t{ 3 }));
      m_Width[i] = kernels::KeepInRegister(!isInside ? 0 : width % 4 == 0 ? 4 : after);
      m_Source[i] = task.smoothed + (first - m_Ends.GetRowsBefore()) * m_SliceSize +
                    kernels::NearestIndex(rowRead, height) * width + kernels::NearestIndex(columnRead, width);
    }
    if (threadIdx.x < 2)
    {
      m_Shared.largest[threadIdx.x] = 0;
    }
    __syncthreads();
  }

  __device__ __forceinline__ const CannyWalkEnds &
  GetEnds() const
  {
    return m_Ends;
  }

  __device__ __forceinline__ float4 *
  GetBuffer(int slice)
  {
    return reinterpret_cast<float4 *>(m_Shared.smoothed[(slice + 2) % (Slices::Ahead + 1)]);
  }

  /** Begins to read a slice, or the nearest one, and goes to the next. */
  __device__ __forceinline__ void
  Load(int slice)
  {
    float4 * const buffer = this->GetBuffer(slice);
#pragma unroll
    for (int i = 0; i < Loads; ++i)
    {
      const int item = m_Thread + i * Threads;
      if (item < Items)
      {
        if (m_Width[i] == 4)
        {
          __pipeline_memcpy_async(buffer + item, m_Source[i], sizeof(float4));
        }
        else
        {
#pragma unroll 1
          for (int j = 0; j < 4; ++j)
          {
            __pipeline_memcpy_async(
              reinterpret_cast<float *>(buffer + item) + j, m_Source[i] + min(j, m_Width[i]), sizeof(float));
          }
        }
      }
      m_Source[i] += m_Ends.Advances(slice) ? m_SliceSize : 0;
    }
    __pipeline_commit();
  }

  /** Of what the thread read of a slice and of those before it. */
  __device__ __forceinline__ void
  UpdateLargest(int slice)
  {
    const float4 * const buffer = this->GetBuffer(slice);
#pragma unroll
    for (int i = 0; i < Loads; ++i)
    {
      const int item = m_Thread + i * Threads;
      if (item < Items)
      {
        const float4 voxels = buffer[item];
        m_Largest = GetLargest(m_Largest, voxels.x);
        m_Largest = GetLargest(m_Largest, voxels.y);
        m_Largest = GetLargest(m_Largest, voxels.z);
        m_Largest = GetLargest(m_Largest, voxels.w);
      }
    }
    m_Largest = GetLargestOfWarp(m_Largest);
    if (m_Thread % 32 == 0)
    {
      atomicMax(&m_Shared.largest[slice & 1], __float_as_uint(m_Largest));
    }
  }

private:
  static constexpr int Threads = Slices::Threads;
  static constexpr int Items = Slices::Rows * Slices::Vectors;
  static constexpr int Loads = kernels::DivideUp(Items, Threads);

  Slices &            m_Shared;
  const std::size_t   m_SliceSize;
  const CannyWalkEnds m_Ends;
  int                 m_Thread;
  const float *       m_Source[Loads];
  int                 m_Width[Loads]; // 4 for a vector, else the number of voxels behind the first
  float               m_Largest{ 0 };
};
} // namespace
} // namespace itk::device

#endif
