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
#ifndef CDFWaveletMarch_cuh
#define CDFWaveletMarch_cuh

#include "CDFWaveletTransform/CDFWaveletColumns.cuh"
#include "CDFWaveletTransform/CDFWaveletLaunch.cuh"
#include "CDFWaveletTransform/CDFWaveletLift.cuh"

/** A level of the transform along one or two axes, in a read and a write of each pixel. Warps march across the rows of a
 * strip of columns, whose pending steps stay in registers, and exchange what lanes need of each other along rows. */
namespace itk::device::wavelet
{
/** Where rows, and layers of rows, are. */
template <typename TPixel>
struct Layout
{
  TPixel *       data;
  std::ptrdiff_t row;
  std::ptrdiff_t layer;
};

/** One pass over a block. Coefficients that are low along all axes of the level have a place of their own: those of the
 * first `lowLayers` layers. */
template <typename TWhole, typename TCoefficients>
struct Pass
{
  int                   width;
  int                   rows;
  int                   layers;
  int                   lowLayers;
  int                   pairsOfChunk;
  Layout<TWhole>        whole;
  Layout<TCoefficients> lows;
  Layout<TCoefficients> others;
  float                 threshold; // coefficients below become 0
  bool                  comparesLows;
};

/** Columns of a strip that its warp transforms: the outermost lanes only help the others. */
template <bool VAlong>
constexpr int WidthOfStrip = (VAlong ? 30 : 32) * LaneWidth;

/** Where a warp's lane works: the strips of a block are beside each other. */
template <bool VAlong, bool VVector, typename TPass>
struct Place
{
  Columns<VAlong, VVector>     columns;
  int                          firstPair;
  int                          lastPair;
  int                          layer;
  bool                         exists;
  bool                         writes;
  decltype(TPass{}.whole.data) whole;
  decltype(TPass{}.lows.data)  lows;     // low across rows, and along them if these are split
  decltype(TPass{}.lows.data)  lowsHigh; // low across rows, high along them
  decltype(TPass{}.lows.data)  highs;    // high across rows
  std::ptrdiff_t               rowOfLows;

  __device__ explicit Place(const TPass & pass)
  {
    const int strips = kernels::DivideUp(pass.width, WidthOfStrip<VAlong>);
    const int blocksOfChunk = kernels::DivideUp(strips, WarpsOfBlock);
    const int pairs = (pass.rows + 1) / 2;
    const int chunks = kernels::DivideUp(pairs, pass.pairsOfChunk);
    const int block = static_cast<int>(blockIdx.x);
    const int strip = block % blocksOfChunk * WarpsOfBlock + static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    layer = block / blocksOfChunk / chunks;
    columns.Set(strip * WidthOfStrip<VAlong> + (lane - (VAlong ? 1 : 0)) * LaneWidth, pass.width);
    firstPair = block / blocksOfChunk % chunks * pass.pairsOfChunk;
    lastPair = min(firstPair + pass.pairsOfChunk, pairs);
    exists = strip < strips;
    writes = (!VAlong || (lane > 0 && lane < 31)) && columns.x < pass.width;

    const std::ptrdiff_t half = (pass.width + 1) / 2;
    const bool           isLow = layer < pass.lowLayers;
    auto * const         others = pass.others.data + layer * pass.others.layer;
    whole = pass.whole.data + layer * pass.whole.layer;
    lows = isLow ? pass.lows.data + layer * pass.lows.layer : others;
    rowOfLows = isLow ? pass.lows.row : pass.others.row;
    lowsHigh = others + half;
    highs = others + pairs * pass.others.row;
  }
};

template <typename TPixel>
__device__ void
RemoveSmall(TPixel (&values)[LaneWidth], float threshold, bool keepsEven)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
#pragma unroll
    for (int i = 0; i < LaneWidth; ++i)
    {
      const bool isKept = keepsEven && i % 2 == 0;
      values[i] = !isKept && fabsf(values[i]) < threshold ? 0 : values[i];
    }
  }
}

/** Transforms a row of pixels that are low, or high, across rows, and writes it. */
template <bool VAlong, typename TLifting, typename TPass, typename TPlace, typename TPixel>
__device__ void
WriteCoefficients(const TLifting & lifting,
                  const TPass &    pass,
                  const TPlace &   place,
                  int              pair,
                  bool             isLow,
                  TPixel (&values)[LaneWidth])
{
  if constexpr (VAlong)
  {
    lifting.ForwardAlong(values);
  }
  if (pass.threshold > 0)
  {
    const bool isLowest = isLow && place.layer < pass.lowLayers && !pass.comparesLows;
    if (VAlong || !isLowest)
    {
      RemoveSmall(values, pass.threshold, isLowest);
    }
  }
  if (place.writes)
  {
    const std::ptrdiff_t row = pair * pass.others.row;
    if (isLow)
    {
      place.columns.StoreCoefficients(values, place.lows + pair * place.rowOfLows, place.lowsHigh + row);
    }
    else
    {
      place.columns.StoreCoefficients(values, place.highs + row, place.highs + row + (pass.width + 1) / 2);
    }
  }
}

template <typename TPass, typename TPlace, typename TPixel>
__device__ void
FetchCoefficients(const TPass & pass, const TPlace & place, int row, Slot<TPixel> & slot)
{
  const int            pair = Mirror(row, pass.rows) / 2;
  const std::ptrdiff_t ofOthers = pair * pass.others.row;
  if (row % 2 == 0)
  {
    place.columns.FetchCoefficients(slot, place.lows + pair * place.rowOfLows, place.lowsHigh + ofOthers);
  }
  else
  {
    place.columns.FetchCoefficients(slot, place.highs + ofOthers, place.highs + ofOthers + (pass.width + 1) / 2);
  }
}

/** Calls work(pair, low, high) for all pairs of rows that those of a chunk depend on, some turns after fetch(row, slot)
 * for either. */
template <int VReach, typename TPixel, typename TPlace, typename TFetch, typename TWork>
__device__ void
March(const TPlace & place, const TFetch & fetch, const TWork & work)
{
  Ring<TPixel> ring;
  const int    first = place.firstPair - VReach;
  const int    end = place.lastPair + VReach;
#pragma unroll
  for (int i = 0; i + 1 < Ring<TPixel>::Pairs; ++i)
  {
    ring.Begin(first + i, first + i < end, fetch);
  }
  for (int pair = first; pair < end; ++pair)
  {
    TPixel    low[LaneWidth];
    TPixel    high[LaneWidth];
    const int next = pair + Ring<TPixel>::Pairs - 1;
    ring.Begin(next, next < end, fetch);
    ring.End(pair, low, high);
    work(pair, low, high);
  }
}

/** Forward: across rows (at least 2, unless one stays as it is), and along them where `VAlong`. */
template <bool VAcross, bool VAlong, bool VVector, typename TLifting>
__global__ void
__launch_bounds__(WarpsOfBlock * 32)
  ForwardKernel(const TLifting                                                               lifting,
                const Pass<const typename TLifting::PixelType, typename TLifting::PixelType> pass)
{
  using PixelType = typename TLifting::PixelType;
  using Values = PixelType[LaneWidth];
  const Place<VAlong, VVector, std::decay_t<decltype(pass)>> place(pass);
  WaitForKernelBefore();
  if (!place.exists)
  {
    return;
  }
  const auto fetch = [&](int row, Slot<PixelType> & slot) {
    place.columns.FetchPixels(slot, place.whole + Mirror(row, pass.rows) * pass.whole.row);
  };
  if constexpr (!VAcross)
  {
    Values values;
    Ring<PixelType>().FetchOne(fetch, values);
    WriteCoefficients<VAlong>(lifting, pass, place, 0, true, values);
  }
  else
  {
    constexpr int              reach = TLifting::Reach;
    Stage<TLifting, LaneWidth> stages[reach];
    March<reach, PixelType>(place, fetch, [&](int pair, Values & low, Values & high) {
#pragma unroll
      for (int stage = 0; stage < reach; ++stage)
      {
        stages[stage].Forward(lifting, 2 * stage, low, high);
      }
      const int done = pair - reach;
      if (done >= place.firstPair)
      {
        lifting.ScaleAcross(low, high);
        WriteCoefficients<VAlong>(lifting, pass, place, done, true, low);
        if (2 * done + 1 < pass.rows)
        {
          WriteCoefficients<VAlong>(lifting, pass, place, done, false, high);
        }
      }
    });
  }
}

template <bool VAcross, bool VAlong, bool VVector, typename TLifting>
__global__ void
__launch_bounds__(WarpsOfBlock * 32)
  InverseKernel(const TLifting                                                               lifting,
                const Pass<typename TLifting::PixelType, const typename TLifting::PixelType> pass)
{
  using PixelType = typename TLifting::PixelType;
  using Values = PixelType[LaneWidth];
  const Place<VAlong, VVector, std::decay_t<decltype(pass)>> place(pass);
  WaitForKernelBefore();
  if (!place.exists)
  {
    return;
  }
  const auto fetch = [&](int row, Slot<PixelType> & slot) { FetchCoefficients(pass, place, row, slot); };
  const auto write = [&](int row, const Values & values) {
    if (place.writes && row < pass.rows)
    {
      place.columns.StorePixels(values, place.whole + row * pass.whole.row);
    }
  };
  const auto undo = [&](Values & values) {
    if constexpr (VAlong)
    {
      constexpr int half = LaneWidth / 2;
      Values        split;
#pragma unroll
      for (int i = 0; i < LaneWidth; ++i)
      {
        split[i] = values[i];
      }
#pragma unroll
      for (int i = 0; i < half; ++i)
      {
        values[2 * i] = split[i];
        values[2 * i + 1] = split[half + i];
      }
      lifting.InverseAlong(values);
    }
  };
  if constexpr (!VAcross)
  {
    Values values;
    Ring<PixelType>().FetchOne(fetch, values);
    undo(values);
    write(0, values);
  }
  else
  {
    constexpr int              reach = TLifting::Reach;
    Stage<TLifting, LaneWidth> stages[reach];
    March<reach, PixelType>(place, fetch, [&](int pair, Values & low, Values & high) {
      undo(low);
      undo(high);
      lifting.UnscaleAcross(low, high);
#pragma unroll
      for (int stage = reach - 1; stage >= 0; --stage)
      {
        stages[stage].Inverse(lifting, 2 * stage, low, high);
      }
      const int done = pair - reach;
      if (done >= place.firstPair)
      {
        write(2 * done, low);
        write(2 * done + 1, high);
      }
    });
  }
}
} // namespace itk::device::wavelet

#endif
