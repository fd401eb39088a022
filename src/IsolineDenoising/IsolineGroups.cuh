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
#ifndef IsolineGroups_cuh
#define IsolineGroups_cuh

#include "IsolineGroupCore.h"
#include "IsolineTubes.cuh"

/** The kernels of the third stage of the model TubesAndGroups. */
namespace itk::device::groups
{
using tubes::Channel;

/** A thread for each row or column of a group's blocks. */
inline constexpr int GroupThreads = IsolineGroupSize * IsolineGroupBlock;
static_assert(GroupThreads == 2 * IsolineGroupPixels, "Two threads for each coefficient of a block.");
static_assert(GroupThreads >= NumberOfIsolineGroupDisplacements, "A thread for each displacement.");

/** One stage: indices of pixels count from the input's first pixel. */
struct Stage
{
  int                 size[2]; // of the image
  isoline::Area       area;    // of the pixels to be estimated
  int                 firstCorner[2];
  int                 cells[2];
  isoline::NoiseLevel noiseLevel;
};

/** What is summed for the pixels of the area, slice after slice. */
struct Sums
{
  unsigned long long * changes;
  unsigned int *       weights;

  __device__ std::size_t
             GetIndex(const isoline::Area & area, int x, int y) const
  {
    return blockIdx.z * area.GetSize() + area.GetIndex(x, y);
  }
};

/** The blocks of a group. A row has one float to spare, so that neither rows nor columns meet conflicts of banks. */
struct Blocks
{
  static constexpr int Pitch = IsolineGroupBlock + 1;
  static constexpr int Size = IsolineGroupBlock * Pitch;

  float values[IsolineGroupSize * Size];

  __device__ float *
  At(int member, int row, int column)
  {
    return values + member * Size + row * Pitch + column;
  }
};

template <int VLength>
__device__ void
TransformForward(float * values, int stride)
{
  float line[VLength];
#pragma unroll
  for (int i = 0; i < VLength; ++i)
  {
    line[i] = values[i * stride];
  }
  ForwardIsolineTubeTransform(line);
#pragma unroll
  for (int i = 0; i < VLength; ++i)
  {
    values[i * stride] = line[i];
  }
}

template <int VLength>
__device__ void
TransformBack(float * values, int stride)
{
  float line[VLength];
#pragma unroll
  for (int i = 0; i < VLength; ++i)
  {
    line[i] = values[i * stride];
  }
  InverseIsolineTubeTransform(line);
#pragma unroll
  for (int i = 0; i < VLength; ++i)
  {
    values[i * stride] = line[i];
  }
}

struct Window
{
  float pixels[IsolineGroupWindow * IsolineGroupWindow];

  static constexpr int Middle = IsolineGroupRadius * IsolineGroupWindow + IsolineGroupRadius;

  /** Around the block that begins at (x, y). By all threads; the caller synchronises. */
  __device__ void
  Load(const Stage & stage, const Channel<const float> & from, int x, int y)
  {
    for (int i = threadIdx.x; i < IsolineGroupWindow * IsolineGroupWindow; i += GroupThreads)
    {
      const int fromX = x - IsolineGroupRadius + i % IsolineGroupWindow;
      const int fromY = y - IsolineGroupRadius + i / IsolineGroupWindow;
      pixels[i] = from.At(MirrorIsolineIndex(fromX, stage.size[0]), MirrorIsolineIndex(fromY, stage.size[1]));
    }
  }
};

/** A block of threads for each group. */
__global__ void
__launch_bounds__(GroupThreads) EstimateGroups(const Stage                stage,
                                               const Channel<const float> guide,
                                               const Channel<const float> noisy,
                                               const Channel<const float> pilot,
                                               const Sums                 sums)
{
  __shared__ Window guides;
  __shared__ Window noisies;
  __shared__ Window pilots;
  __shared__ Blocks blocks;
  __shared__ Blocks spectra;
  __shared__ float  differences[NumberOfIsolineGroupDisplacements];
  __shared__ int    chosen[IsolineGroupPairs];
  __shared__ float  factors[IsolineGroupPixels];
  const int         thread = threadIdx.x;
  const int         cellY = blockIdx.x / stage.cells[0];
  const int         x = stage.firstCorner[0] + (blockIdx.x - cellY * stage.cells[0]) * IsolineGroupCell;
  const int         y = stage.firstCorner[1] + cellY * IsolineGroupCell;
  guides.Load(stage, guide, x, y);
  noisies.Load(stage, noisy, x, y);
  pilots.Load(stage, pilot, x, y);
  __syncthreads();

  if (thread < NumberOfIsolineGroupDisplacements)
  {
    differences[thread] = GetIsolineGroupDifference(guides.pixels + Window::Middle, IsolineGroupWindow, thread);
  }
  __syncthreads();
  if (thread < NumberOfIsolineGroupDisplacements)
  {
    const int rank = GetIsolineGroupRank(differences, thread);
    if (rank < IsolineGroupPairs)
    {
      chosen[rank] = thread;
    }
  }
  __syncthreads();

  // A thread has a row, then a column, of block `member`.
  const int                      member = thread / IsolineGroupBlock;
  const int                      line = thread % IsolineGroupBlock;
  const IsolineGroupDisplacement by = GetIsolineGroupMember(chosen, member);
  const int                      first = Window::Middle + (by.y + line) * IsolineGroupWindow + by.x;
  float * const                  row = blocks.At(member, line, 0);
  float * const                  spectrumRow = spectra.At(member, line, 0);
#pragma unroll
  for (int i = 0; i < IsolineGroupBlock; ++i)
  {
    row[i] = noisies.pixels[first + i];
    spectrumRow[i] = pilots.pixels[first + i];
  }
  TransformForward<IsolineGroupBlock>(row, 1);
  TransformForward<IsolineGroupBlock>(spectrumRow, 1);
  __syncthreads();
  TransformForward<IsolineGroupBlock>(blocks.At(member, 0, line), Blocks::Pitch);
  TransformForward<IsolineGroupBlock>(spectra.At(member, 0, line), Blocks::Pitch);
  __syncthreads();

  // A thread has a coefficient of all blocks: half of the threads those of the noisy ones.
  const int  coefficient = thread % IsolineGroupPixels;
  const bool isNoisy = thread < IsolineGroupPixels;
  const int  coefficientRow = coefficient / IsolineGroupBlock;
  const int  coefficientColumn = coefficient % IsolineGroupBlock;
  TransformForward<IsolineGroupSize>((isNoisy ? blocks : spectra).At(0, coefficientRow, coefficientColumn),
                                     Blocks::Size);
  __syncthreads();
  const float level = stage.noiseLevel.Get();
  if (isNoisy)
  {
    const float noise = level * level * IsolineGroupGain;
    float       sum = 0;
#pragma unroll
    for (int m = 0; m < IsolineGroupSize; ++m)
    {
      sum += ShrinkIsolineGroupCoefficient(*blocks.At(m, coefficientRow, coefficientColumn),
                                           *spectra.At(m, coefficientRow, coefficientColumn),
                                           coefficient + m == 0,
                                           noise);
    }
    factors[coefficient] = sum;
    TransformBack<IsolineGroupSize>(blocks.At(0, coefficientRow, coefficientColumn), Blocks::Size);
  }
  __syncthreads();
  for (int half = IsolineGroupPixels / 2; half > 0; half /= 2)
  {
    if (thread < half)
    {
      factors[thread] += factors[thread + half];
    }
    __syncthreads();
  }
  TransformBack<IsolineGroupBlock>(blocks.At(member, 0, line), Blocks::Pitch);
  __syncthreads();
  TransformBack<IsolineGroupBlock>(row, 1);
  const std::uint32_t weight = GetIsolineGroupWeight(factors[0]);
#pragma unroll
  for (int i = 0; i < IsolineGroupBlock; ++i)
  {
    const int toX = x + by.x + i;
    const int toY = y + by.y + line;
    if (stage.area.Contains({ toX, toY }))
    {
      const std::int64_t change =
        GetIsolineGroupChange(row[i] * (1.0f / IsolineGroupGain), pilots.pixels[first + i], level);
      const std::size_t index = sums.GetIndex(stage.area, toX, toY);
      atomicAdd(sums.changes + index, static_cast<unsigned long long>(static_cast<std::int64_t>(weight) * change));
      atomicAdd(sums.weights + index, weight);
    }
  }
}

__global__ void
__launch_bounds__(isoline::PixelThreads)
  StoreGroups(const Stage stage, const Channel<const float> pilot, const Sums sums, const Channel<float> output)
{
  const IsolinePosition position = isoline::GetThreadPosition(stage.area);
  if (stage.area.Contains(position))
  {
    const std::size_t index = sums.GetIndex(stage.area, position.x, position.y);
    output.At(position.x, position.y) = GetIsolineGroupResult(pilot.At(position.x, position.y),
                                                              static_cast<std::int64_t>(sums.changes[index]),
                                                              sums.weights[index],
                                                              stage.noiseLevel.Get());
  }
}
} // namespace itk::device::groups

#endif
