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
#ifndef CDFWaveletColumns_cuh
#define CDFWaveletColumns_cuh

#include <cstdint>
#include <cuda_pipeline.h>

/** The columns of a lane, whose elements come from memory some turns before they are needed, and how they are stored. */
namespace itk::device::wavelet
{
constexpr int WarpsOfBlock = 4;
constexpr int LaneWidth = 4;

/** The element that a mirror at the outermost ones shows at `index`: of most images the first reflection is enough. */
__device__ inline int
Mirror(int index, int size)
{
  index = abs(index);
  if (index >= size)
  {
    const int last = size - 1;
    index = 2 * last - index;
    if (index < 0)
    {
      const int period = max(2 * last, 1);
      index = abs(index) % period;
      index = index <= last ? index : period - index;
    }
  }
  return index;
}

/** What is accessed at once. */
template <typename TPixel, int VWidth>
struct alignas(sizeof(TPixel) * VWidth) Vector
{
  TPixel values[VWidth];
};

/** What a lane has of the rows that are on their way: no other lane reads it. */
template <typename TPixel>
struct alignas(sizeof(TPixel) * LaneWidth) Slot
{
  TPixel values[LaneWidth];
};

/** Begins to copy `VCount` elements, as a vector if those are aligned. */
template <bool VVector, int VCount, typename TPixel>
__device__ void
Fetch(TPixel * to, const TPixel * from)
{
  constexpr int step = VVector ? VCount : 1;
#pragma unroll
  for (int i = 0; i < VCount; i += step)
  {
    __pipeline_memcpy_async(to + i, from + i, step * sizeof(TPixel));
  }
}

/** Stores the first `count` values; of a vector, which must be aligned, all. */
template <bool VVector, int VWidth, typename TPixel>
__device__ void
Store(TPixel * at, const TPixel (&values)[VWidth], int count)
{
  if constexpr (VVector)
  {
    Vector<TPixel, VWidth> vector;
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      vector.values[i] = values[i];
    }
    reinterpret_cast<Vector<TPixel, VWidth> &>(*at) = vector;
  }
  else
  {
#pragma unroll
    for (int i = 0; i < VWidth; ++i)
    {
      if (i < count)
      {
        at[i] = values[i];
      }
    }
  }
}

/** Columns [x, x + LaneWidth) of a lane, some of which may be outside. */
template <bool VAlong, bool VVector>
struct Columns
{
  static constexpr int Half = LaneWidth / 2;

  int x;
  int width;
  int mirrored[LaneWidth]; // the columns to read, if they are not inside

  __device__ void
  Set(int first, int widthOfImage)
  {
    x = first;
    width = widthOfImage;
#pragma unroll
    for (int i = 0; i < LaneWidth; ++i)
    {
      mirrored[i] = Mirror(x + i, width);
    }
  }

  __device__ bool
  AreInside() const
  {
    return x >= 0 && x + LaneWidth <= width;
  }

  /** Whether they are inside, or as near as others depend on. */
  __device__ bool
  AreNeeded() const
  {
    return x < width + LaneWidth;
  }

  template <typename TPixel>
  __device__ void
  FetchPixels(Slot<TPixel> & slot, const TPixel * row) const
  {
    if (this->AreInside())
    {
      Fetch<VVector, LaneWidth>(slot.values, row + x);
    }
    else if (this->AreNeeded())
    {
#pragma unroll
      for (int i = 0; i < LaneWidth; ++i)
      {
        Fetch<false, 1>(slot.values + i, row + mirrored[i]);
      }
    }
  }

  /** Those that are low along the rows come first, if these are split. */
  template <typename TPixel>
  __device__ void
  FetchCoefficients(Slot<TPixel> & slot, const TPixel * lowPart, const TPixel * highPart) const
  {
    if constexpr (!VAlong)
    {
      this->FetchPixels(slot, lowPart);
    }
    else if (this->AreInside())
    {
      Fetch<VVector, Half>(slot.values, lowPart + x / 2);
      Fetch<VVector, Half>(slot.values + Half, highPart + x / 2);
    }
    else if (this->AreNeeded())
    {
#pragma unroll
      for (int i = 0; i < LaneWidth; ++i)
      {
        Fetch<false, 1>(slot.values + (i % 2 * Half + i / 2), (i % 2 == 0 ? lowPart : highPart) + mirrored[i] / 2);
      }
    }
  }

  template <typename TPixel>
  __device__ void
  StorePixels(const TPixel (&values)[LaneWidth], TPixel * row) const
  {
    Store<VVector>(row + x, values, width - x);
  }

  template <typename TPixel>
  __device__ void
  StoreCoefficients(const TPixel (&values)[LaneWidth], TPixel * lowPart, TPixel * highPart) const
  {
    if constexpr (!VAlong)
    {
      this->StorePixels(values, lowPart);
    }
    else
    {
      TPixel low[Half];
      TPixel high[Half];
#pragma unroll
      for (int i = 0; i < Half; ++i)
      {
        low[i] = values[2 * i];
        high[i] = values[2 * i + 1];
      }
      Store<VVector>(lowPart + x / 2, low, (width - x + 1) / 2);
      Store<VVector>(highPart + x / 2, high, (width - x) / 2);
    }
  }
};

/** The rows of a warp that are on their way, a lane's part of each. */
template <typename TPixel>
class Ring
{
public:
  static constexpr int Pairs = 4;

  template <typename TFetch>
  __device__ void
  Begin(int pair, bool exists, const TFetch & fetch)
  {
    if (exists)
    {
      fetch(2 * pair, this->GetSlot(pair, 0));
      fetch(2 * pair + 1, this->GetSlot(pair, 1));
    }
    __pipeline_commit();
  }

  /** Waits for the oldest pair. */
  __device__ void
  End(int pair, TPixel (&low)[LaneWidth], TPixel (&high)[LaneWidth])
  {
    __pipeline_wait_prior(Pairs - 1);
    this->Take(this->GetSlot(pair, 0), low);
    this->Take(this->GetSlot(pair, 1), high);
  }

  /** Row 0 by itself. */
  template <typename TFetch>
  __device__ void
  FetchOne(const TFetch & fetch, TPixel (&values)[LaneWidth])
  {
    fetch(0, this->GetSlot(0, 0));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    this->Take(this->GetSlot(0, 0), values);
  }

private:
  __device__ Slot<TPixel> &
             GetSlot(int pair, int row)
  {
    __shared__ Slot<TPixel> slots[Pairs][2][WarpsOfBlock * 32];
    return slots[pair & (Pairs - 1)][row][threadIdx.x];
  }

  __device__ static void
  Take(const Slot<TPixel> & slot, TPixel (&values)[LaneWidth])
  {
    const Slot<TPixel> copy = slot;
#pragma unroll
    for (int i = 0; i < LaneWidth; ++i)
    {
      values[i] = copy.values[i];
    }
  }
};
} // namespace itk::device::wavelet

#endif
