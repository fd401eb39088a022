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

#include "CDFWaveletTransform/CDFWaveletLift.cuh"
#include "Kernels/Grid.cuh"

/** A level of the transform along one or two axes, in a read and a write of each pixel. Warps march across the rows of a
 * strip of columns, whose pending steps stay in registers, and exchange what lanes need of each other along rows. */
namespace itk::device::wavelet
{
constexpr int WarpsOfBlock = 4;
constexpr int LaneWidth = 4;

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

/** The element that a mirror at the outermost ones shows at `index`. */
__device__ inline int
Mirror(int index, int size)
{
  if (index < 0 || index >= size)
  {
    const int period = size > 1 ? 2 * (size - 1) : 1;
    index = (index % period + period) % period;
    index = index < size ? index : period - index;
  }
  return index;
}

/** Where element `index` of a line is among its coefficients. */
__device__ inline int
GetPlace(int index, int lows)
{
  return index % 2 == 0 ? index / 2 : lows + index / 2;
}

/** What may be accessed at once. */
template <typename TPixel, int VWidth>
struct alignas(sizeof(TPixel) * VWidth) Vector
{
  TPixel values[VWidth];
};

template <int VWidth, typename TPixel>
__device__ bool
IsAligned(const TPixel * pixels)
{
  return reinterpret_cast<std::uintptr_t>(pixels) % sizeof(Vector<TPixel, VWidth>) == 0;
}

template <int VWidth, typename TPixel>
__device__ void
LoadVector(TPixel (&values)[VWidth], const TPixel * from)
{
  const auto vector = *reinterpret_cast<const Vector<TPixel, VWidth> *>(from);
#pragma unroll
  for (int i = 0; i < VWidth; ++i)
  {
    values[i] = vector.values[i];
  }
}

/** Stores the first `count` values. */
template <int VWidth, typename TPixel>
__device__ void
Store(TPixel * to, const TPixel (&values)[VWidth], int count)
{
  if (count >= VWidth && IsAligned<VWidth>(to))
  {
    Vector<TPixel, VWidth> vector;
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      vector.values[i] = values[i];
    }
    *reinterpret_cast<Vector<TPixel, VWidth> *>(to) = vector;
    return;
  }
#pragma unroll
  for (int i = 0; i < VWidth; ++i)
  {
    if (i < count)
    {
      to[i] = values[i];
    }
  }
}

/** Columns [x, x + LaneWidth) of a lane, some of which may be outside. */
struct Columns
{
  int x;
  int width;

  __device__ bool
  AreInside() const
  {
    return x >= 0 && x + LaneWidth <= width;
  }

  template <typename TPixel>
  __device__ void
  LoadPixels(TPixel (&values)[LaneWidth], const TPixel * row) const
  {
    if (this->AreInside() && IsAligned<LaneWidth>(row + x))
    {
      LoadVector(values, row + x);
      return;
    }
#pragma unroll
    for (int i = 0; i < LaneWidth; ++i)
    {
      values[i] = row[Mirror(x + i, width)];
    }
  }

  /** Of a row whose low coefficients come first, or of rows that are split elsewhere. */
  template <bool VAlong, typename TPixel>
  __device__ void
  LoadCoefficients(TPixel (&values)[LaneWidth], const TPixel * lowPart, const TPixel * highPart) const
  {
    if constexpr (!VAlong)
    {
      this->LoadPixels(values, lowPart);
    }
    else
    {
      constexpr int half = LaneWidth / 2;
      TPixel        low[half];
      TPixel        high[half];
      if (this->AreInside() && IsAligned<half>(lowPart + x / 2) && IsAligned<half>(highPart + x / 2))
      {
        LoadVector(low, lowPart + x / 2);
        LoadVector(high, highPart + x / 2);
      }
      else
      {
#pragma unroll
        for (int i = 0; i < half; ++i)
        {
          low[i] = lowPart[Mirror(x + 2 * i, width) / 2];
          // A row of one pixel is all low.
          high[i] = highPart[Mirror(x + 2 * i + 1, width) / 2];
        }
      }
#pragma unroll
      for (int i = 0; i < half; ++i)
      {
        values[2 * i] = low[i];
        values[2 * i + 1] = high[i];
      }
    }
  }

  template <bool VAlong, typename TPixel>
  __device__ void
  StoreCoefficients(const TPixel (&values)[LaneWidth], TPixel * lowPart, TPixel * highPart) const
  {
    if constexpr (!VAlong)
    {
      Store(lowPart + x, values, width - x);
    }
    else
    {
      constexpr int half = LaneWidth / 2;
      TPixel        low[half];
      TPixel        high[half];
#pragma unroll
      for (int i = 0; i < half; ++i)
      {
        low[i] = values[2 * i];
        high[i] = values[2 * i + 1];
      }
      Store(lowPart + x / 2, low, (width - x + 1) / 2);
      Store(highPart + x / 2, high, (width - x) / 2);
    }
  }
};

template <typename TPixel>
__device__ void
RemoveSmall(TPixel (&values)[LaneWidth], float thresholdOfEven, float thresholdOfOdd)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
#pragma unroll
    for (int i = 0; i < LaneWidth; ++i)
    {
      values[i] = fabsf(values[i]) < (i % 2 == 0 ? thresholdOfEven : thresholdOfOdd) ? 0 : values[i];
    }
  }
}

/** Where a warp's lane works: the strips of a block are beside each other. */
template <bool VAlong, typename TPass>
struct Place
{
  static constexpr int Beside = VAlong ? 1 : 0; // lanes at either end that only help the others
  static constexpr int Step = (32 - 2 * Beside) * LaneWidth;

  Columns columns;
  int     firstPair;
  int     lastPair;
  int     layer;
  bool    writes;

  __device__ explicit Place(const TPass & pass)
  {
    const int strips = kernels::DivideUp(pass.width, Step);
    const int blocksOfChunk = kernels::DivideUp(strips, WarpsOfBlock);
    const int pairs = (pass.rows + 1) / 2;
    const int chunks = kernels::DivideUp(pairs, pass.pairsOfChunk);
    const int block = static_cast<int>(blockIdx.x);
    const int chunk = block / blocksOfChunk % chunks;
    const int strip = block % blocksOfChunk * WarpsOfBlock + static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    layer = block / blocksOfChunk / chunks;
    columns.x = strip * Step + (lane - Beside) * LaneWidth;
    columns.width = pass.width;
    firstPair = chunk * pass.pairsOfChunk;
    lastPair = min(firstPair + pass.pairsOfChunk, pairs);
    writes = lane >= Beside && lane < 32 - Beside && columns.x < pass.width;
  }
};

/** Rows of coefficients: `isLow` says of what kind they are across rows. */
template <bool VAlong, typename TPass>
struct CoefficientRow
{
  decltype(TPass{}.lows.data) lowPart;
  decltype(TPass{}.lows.data) highPart;
  bool                        isLowest; // low part and all

  __device__
  CoefficientRow(const TPass & pass, int layer, int row, bool isLow)
    : isLowest(isLow && layer < pass.lowLayers)
  {
    const int  lowRows = (pass.rows + 1) / 2;
    auto const other = pass.others.data + layer * pass.others.layer + (isLow ? row : lowRows + row) * pass.others.row;
    lowPart = isLowest ? pass.lows.data + layer * pass.lows.layer + row * pass.lows.row : other;
    highPart = other + (pass.width + 1) / 2;
  }
};

template <bool VAlong, typename TLifting, typename TPass, typename TPixel>
__device__ void
WriteCoefficients(const TLifting &             lifting,
                  const TPass &                pass,
                  const Place<VAlong, TPass> & place,
                  int                          row,
                  bool                         isLow,
                  TPixel (&values)[LaneWidth])
{
  if constexpr (VAlong)
  {
    lifting.ForwardAlong(values);
  }
  const CoefficientRow<VAlong, TPass> to(pass, place.layer, row, isLow);
  const float                         ofLows = !to.isLowest || pass.comparesLows ? pass.threshold : 0.0f;
  RemoveSmall(values, ofLows, VAlong ? pass.threshold : ofLows);
  if (place.writes)
  {
    place.columns.template StoreCoefficients<VAlong>(values, to.lowPart, to.highPart);
  }
}

template <bool VAlong, typename TPass, typename TPixel>
__device__ void
ReadCoefficients(const TPass & pass, const Place<VAlong, TPass> & place, int row, TPixel (&values)[LaneWidth])
{
  row = Mirror(row, pass.rows);
  const CoefficientRow<VAlong, TPass> from(pass, place.layer, row / 2, row % 2 == 0);
  place.columns.template LoadCoefficients<VAlong>(values, from.lowPart, from.highPart);
}

/** Forward, across rows (which are at least 2, or one that stays as it is) and along them where `VAlong`. */
template <bool VAcross, bool VAlong, typename TLifting>
__global__ void
__launch_bounds__(WarpsOfBlock * 32)
  ForwardKernel(const TLifting                                                               lifting,
                const Pass<const typename TLifting::PixelType, typename TLifting::PixelType> pass)
{
  using PixelType = typename TLifting::PixelType;
  constexpr int                                     reach = TLifting::Reach;
  const Place<VAlong, std::decay_t<decltype(pass)>> place(pass);
  const PixelType * const                           whole = pass.whole.data + place.layer * pass.whole.layer;
  const auto                                        load = [&](PixelType(&values)[LaneWidth], int row) {
    place.columns.LoadPixels(values, whole + Mirror(row, pass.rows) * pass.whole.row);
  };
  if constexpr (!VAcross)
  {
    PixelType values[LaneWidth];
    load(values, 0);
    WriteCoefficients<VAlong>(lifting, pass, place, 0, true, values);
  }
  else
  {
    Stage<TLifting, LaneWidth> stages[reach];
    PixelType                  nextLow[LaneWidth];
    PixelType                  nextHigh[LaneWidth];
    load(nextLow, 2 * (place.firstPair - reach));
    load(nextHigh, 2 * (place.firstPair - reach) + 1);
    for (int pair = place.firstPair - reach; pair < place.lastPair + reach; ++pair)
    {
      PixelType low[LaneWidth];
      PixelType high[LaneWidth];
#pragma unroll
      for (int i = 0; i < LaneWidth; ++i)
      {
        low[i] = nextLow[i];
        high[i] = nextHigh[i];
      }
      load(nextLow, 2 * pair + 2);
      load(nextHigh, 2 * pair + 3);
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
    }
  }
}

template <bool VAcross, bool VAlong, typename TLifting>
__global__ void
__launch_bounds__(WarpsOfBlock * 32)
  InverseKernel(const TLifting                                                               lifting,
                const Pass<typename TLifting::PixelType, const typename TLifting::PixelType> pass)
{
  using PixelType = typename TLifting::PixelType;
  constexpr int                                     reach = TLifting::Reach;
  const Place<VAlong, std::decay_t<decltype(pass)>> place(pass);
  PixelType * const                                 whole = pass.whole.data + place.layer * pass.whole.layer;
  const auto                                        write = [&](PixelType(&values)[LaneWidth], int row) {
    if (place.writes && row < pass.rows)
    {
      Store(whole + row * pass.whole.row + place.columns.x, values, pass.width - place.columns.x);
    }
  };
  const auto undo = [&](PixelType(&values)[LaneWidth]) {
    if constexpr (VAlong)
    {
      lifting.InverseAlong(values);
    }
  };
  if constexpr (!VAcross)
  {
    PixelType values[LaneWidth];
    ReadCoefficients<VAlong>(pass, place, 0, values);
    undo(values);
    write(values, 0);
  }
  else
  {
    Stage<TLifting, LaneWidth> stages[reach];
    PixelType                  nextLow[LaneWidth];
    PixelType                  nextHigh[LaneWidth];
    ReadCoefficients<VAlong>(pass, place, 2 * (place.firstPair - reach), nextLow);
    ReadCoefficients<VAlong>(pass, place, 2 * (place.firstPair - reach) + 1, nextHigh);
    for (int pair = place.firstPair - reach; pair < place.lastPair + reach; ++pair)
    {
      PixelType low[LaneWidth];
      PixelType high[LaneWidth];
#pragma unroll
      for (int i = 0; i < LaneWidth; ++i)
      {
        low[i] = nextLow[i];
        high[i] = nextHigh[i];
      }
      ReadCoefficients<VAlong>(pass, place, 2 * pair + 2, nextLow);
      ReadCoefficients<VAlong>(pass, place, 2 * pair + 3, nextHigh);
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
        write(low, 2 * done);
        write(high, 2 * done + 1);
      }
    }
  }
}
} // namespace itk::device::wavelet

#endif
