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
#ifndef CDFWaveletCluster_cuh
#define CDFWaveletCluster_cuh

#include "CDFWaveletTransform/CDFWaveletLaunch.cuh"
#include "CDFWaveletTransform/CDFWaveletLift.cuh"
#include <cooperative_groups.h>

/** The lowest levels of a plane, there and back, by a cluster of blocks: launches of a level each would take longer than
 * their work. Each block has a band of rows in its shared memory, where coefficients stay in the places of the elements
 * that they come from, and reads of other bands what elements depend on. Bound by the latency of its turns, of which a
 * level has two. */
namespace itk::device::wavelet
{
/** As many as every device has of compute capability 9. */
constexpr int BlocksOfCluster = 8;

constexpr int RowsOfBand = 32;
constexpr int ThreadsOfBand = 1024;

/** Sides of what a cluster transforms are at most this. */
constexpr int SideOfCluster = BlocksOfCluster * RowsOfBand;

/** So many leave each band an even number of rows. */
constexpr int MostLevelsOfCluster = 5;

/** Elements of a column, or of a row, that a thread transforms, and so has in registers. */
constexpr int ElementsOfPiece = 8;

static_assert(SideOfCluster * RowsOfBand == ThreadsOfBand * ElementsOfPiece);
static_assert(SideOfCluster == 32 * ElementsOfPiece && RowsOfBand == ThreadsOfBand / 32);
static_assert((RowsOfBand >> (MostLevelsOfCluster - 1)) % 2 == 0);

/** Where a column is in a row of shared memory: equidistant ones of a warp meet in no bank, be they 1, 2, 4, ... apart. */
__host__ __device__ constexpr unsigned int
GetPlaceOfColumn(unsigned int column)
{
  return column + column / 32;
}

constexpr int PitchOfBand = GetPlaceOfColumn(SideOfCluster);

/** Two images of a band, of which levels use one and the other by turns. */
constexpr std::size_t BytesOfBand = 2 * RowsOfBand * PitchOfBand * sizeof(float);

/** Whether mirroring columns once, of so many rows in the plane and in its lowest level, reaches all that pieces of them
 * depend on. */
template <typename TLifting>
bool
CanBeMirrored(int rowsOfPlane, int rowsOfLowest)
{
  return rowsOfPlane == 1 || rowsOfLowest > 2 * TLifting::Reach;
}

/** The elements of a level: of all pixels, those whose row and column are multiples of 2^level. */
struct Lattice
{
  int level;
  int width;
  int rows;
  int firstRow; // of the block's band
  int endRow;

  __device__
  Lattice(int theLevel, unsigned int widthOfPlane, unsigned int rowsOfPlane, unsigned int band)
    : level(theLevel)
    , width(((widthOfPlane - 1) >> theLevel) + 1)
    , rows(((rowsOfPlane - 1) >> theLevel) + 1)
    , firstRow((band * RowsOfBand) >> theLevel)
    , endRow(min(rows, ((band + 1) * RowsOfBand) >> theLevel))
  {}
};

/** Transforms the columns of a band, or undoes that, from one image of it to the other. A cluster has a type of its own for
 * compute capability 9 alone. */
template <bool VForward, typename TLifting, typename TCluster>
__device__ void
TransformColumns(const TLifting & lifting, const Lattice & lattice, const TCluster & cluster, float * from, float * to)
{
  constexpr int steps = 2 * TLifting::Reach;
  constexpr int halo = steps;
  constexpr int length = ElementsOfPiece + 2 * halo;

  const unsigned int columns = SideOfCluster >> lattice.level;
  const unsigned int column = threadIdx.x % columns;
  const unsigned int place = GetPlaceOfColumn(column << lattice.level);
  const int          first = lattice.firstRow + threadIdx.x / columns * ElementsOfPiece;
  if (column >= lattice.width || first >= lattice.endRow)
  {
    return;
  }
  float values[length];
#pragma unroll
  for (int i = 0; i < length; ++i)
  {
    // Mirrored once; of rows beyond what pieces depend on, any.
    const int          distance = abs(first - halo + i);
    const unsigned int row = max(min(distance, 2 * (lattice.rows - 1) - distance), 0) << lattice.level;
    values[i] = cluster.map_shared_rank(from, row / RowsOfBand)[row % RowsOfBand * PitchOfBand + place];
  }
  if (lattice.rows > 1)
  {
    if constexpr (VForward)
    {
#pragma unroll
      for (int step = 0; step < steps; ++step)
      {
#pragma unroll
        for (int i = 1 + step; i < length - 1 - step; i += 2)
        {
          values[i] = lifting.steps.Lift(step, values[i], values[i - 1], values[i + 1]);
        }
      }
#pragma unroll
      for (int i = halo; i < halo + ElementsOfPiece; ++i)
      {
        values[i] = lifting.Scale(values[i], i % 2 == 0);
      }
    }
    else
    {
      lifting.UnscaleAlong(values);
#pragma unroll
      for (int step = steps - 1; step >= 0; --step)
      {
#pragma unroll
        for (int i = 1 + steps - step; i < length - steps + step; i += 2)
        {
          values[i] = lifting.steps.Unlift(step, values[i], values[i - 1], values[i + 1]);
        }
      }
    }
  }
#pragma unroll
  for (int i = 0; i < ElementsOfPiece; ++i)
  {
    if (first + i < lattice.endRow)
    {
      const unsigned int row = (first + i) << lattice.level;
      to[row % RowsOfBand * PitchOfBand + place] = values[halo + i];
    }
  }
}

/** Changes the elements of a row that a step changes; a lane has those from `first` on. */
template <typename TChange>
__device__ void
StepAlongRow(float (&row)[ElementsOfPiece], int step, int first, int last, const TChange & change)
{
  constexpr unsigned int warp = 0xffffffff;
  const bool             predicts = step % 2 == 0;
  const float beside = predicts ? __shfl_down_sync(warp, row[0], 1) : __shfl_up_sync(warp, row[ElementsOfPiece - 1], 1);
#pragma unroll
  for (int i = predicts ? 1 : 0; i < ElementsOfPiece; i += 2)
  {
    const float after = i + 1 < ElementsOfPiece ? row[i + 1] : beside;
    const float before = i > 0 ? row[i - 1] : first > 0 ? beside : after;
    row[i] = change(row[i], before, first + i == last ? before : after);
  }
}

/** Transforms the rows of a band in their places and sets coefficients below the threshold to 0, those that are low along
 * both axes only if it `isLowest`; or undoes that, without a threshold. */
template <bool VForward, typename TLifting>
__device__ void
TransformRows(const TLifting & lifting, const Lattice & lattice, float * band, float threshold, bool isLowest)
{
  constexpr int steps = 2 * TLifting::Reach;
  const int     first = static_cast<int>(threadIdx.x) % 32 * ElementsOfPiece;
  const int     last = lattice.width - 1;
  const int     row = lattice.firstRow + static_cast<int>(threadIdx.x) / 32;
  if (row < lattice.endRow)
  {
    float * const line = band + (static_cast<unsigned int>(row) << lattice.level) % RowsOfBand * PitchOfBand;
    float         values[ElementsOfPiece];
#pragma unroll
    for (int i = 0; i < ElementsOfPiece; ++i)
    {
      values[i] = first + i <= last ? line[GetPlaceOfColumn((first + i) << lattice.level)] : 0.0f;
    }
    if constexpr (VForward)
    {
      if (last > 0)
      {
#pragma unroll
        for (int step = 0; step < steps; ++step)
        {
          StepAlongRow(values, step, first, last, [&](float value, float left, float right) {
            return lifting.steps.Lift(step, value, left, right);
          });
        }
        lifting.ScaleAlong(values);
      }
#pragma unroll
      for (int i = 0; i < ElementsOfPiece; ++i)
      {
        const bool isKept = row % 2 == 0 && i % 2 == 0 && !isLowest;
        values[i] = !isKept && fabsf(values[i]) < threshold ? 0.0f : values[i];
      }
    }
    else if (last > 0)
    {
      lifting.UnscaleAlong(values);
#pragma unroll
      for (int step = steps - 1; step >= 0; --step)
      {
        StepAlongRow(values, step, first, last, [&](float value, float left, float right) {
          return lifting.steps.Unlift(step, value, left, right);
        });
      }
    }
#pragma unroll
    for (int i = 0; i < ElementsOfPiece; ++i)
    {
      if (first + i <= last)
      {
        line[GetPlaceOfColumn((first + i) << lattice.level)] = values[i];
      }
    }
  }
}

/** Transforms a plane of contiguous rows, sets coefficients below the threshold to 0, and transforms back. `from` may be
 * `to`. For one cluster. */
template <typename TLifting>
__global__ void
__launch_bounds__(ThreadsOfBand) ThresholdKernel(const TLifting lifting,
                                                 const float *  from,
                                                 float *        to,
                                                 unsigned int   width,
                                                 unsigned int   rows,
                                                 int            levels,
                                                 float          threshold)
{
#if __CUDA_ARCH__ >= 900
  extern __shared__ float pixels[];

  const auto         cluster = cooperative_groups::this_cluster();
  const unsigned int band = cluster.block_rank();
  const auto         getBand = [=](int level) { return pixels + (level & 1) * (RowsOfBand * PitchOfBand); };
  // A warp has a row of the band; calls visit(offset in the plane, offset in the band).
  const auto forEachPixel = [=](const auto & visit) {
    const unsigned int rowOfBand = threadIdx.x / 32;
    const unsigned int row = band * RowsOfBand + rowOfBand;
    for (unsigned int x = threadIdx.x % 32; row < rows && x < width; x += 32)
    {
      visit(row * width + x, rowOfBand * PitchOfBand + GetPlaceOfColumn(x));
    }
  };

  WaitForKernelBefore();
  forEachPixel([from, image = getBand(1)](unsigned int offset, unsigned int place) { image[place] = from[offset]; });
  for (int level = 0; level < levels; ++level)
  {
    const Lattice lattice(level, width, rows, band);
    cluster.sync();
    TransformColumns<true>(lifting, lattice, cluster, getBand(level + 1), getBand(level));
    __syncthreads();
    TransformRows<true>(lifting, lattice, getBand(level), threshold, level + 1 == levels);
  }
  for (int level = levels - 1; level >= 0; --level)
  {
    const Lattice lattice(level, width, rows, band);
    __syncthreads();
    TransformRows<false>(lifting, lattice, getBand(level), 0.0f, false);
    cluster.sync();
    TransformColumns<false>(lifting, lattice, cluster, getBand(level), getBand(level + 1));
  }
  // Other blocks read this one's memory until then.
  cluster.sync();
  forEachPixel([to, image = getBand(1)](unsigned int offset, unsigned int place) { to[offset] = image[place]; });
#endif
}
} // namespace itk::device::wavelet

#endif
