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
#include "IsolineDenoising.cuh"
#include "NoiseLevelCore.h"

namespace itk::device::isoline
{
namespace
{
/** The median is found bit by bit: magnitudes are ordered as their bit patterns are, and each pass counts those whose
 * higher bits are already known to be the median's by their next bits. */
constexpr int          BitsOfPass = 11;
constexpr unsigned int Bins = 1u << BitsOfPass;
constexpr int          Passes = 3;
constexpr int          HighestBit = 31; // the sign bit is 0

struct Selection
{
  unsigned long long rank; // among those whose higher bits are `bits`
  unsigned int       bits;
};

struct Histogram
{
  unsigned long long count[Bins];
};

__host__ __device__ constexpr int
GetShift(int pass)
{
  return HighestBit - BitsOfPass * (pass + 1) > 0 ? HighestBit - BitsOfPass * (pass + 1) : 0;
}

template <typename TComponent, int VChannels>
__global__ void
__launch_bounds__(PixelThreads) CountMagnitudes(const __grid_constant__ IsolineVolume<const TComponent> input,
                                                const Selection *                                       selection,
                                                int                                                     pass,
                                                Histogram *                                             histogram)
{
  __shared__ unsigned int counts[Bins];
  for (unsigned int bin = threadIdx.x; bin < Bins; bin += PixelThreads)
  {
    counts[bin] = 0;
  }
  __syncthreads();
  const unsigned int       known = pass == 0 ? 0 : selection->bits;
  const int                shift = GetShift(pass);
  const int                knownShift = pass == 0 ? HighestBit : GetShift(pass - 1);
  const unsigned long long width = input.size[0] - 2;
  const unsigned long long ofSlice = width * (input.size[1] - 2);
  const unsigned long long all = ofSlice * input.size[2];
  for (unsigned long long i = blockIdx.x * static_cast<unsigned long long>(PixelThreads) + threadIdx.x; i < all;
       i += gridDim.x * static_cast<unsigned long long>(PixelThreads))
  {
    const unsigned long long z = i / ofSlice;
    const unsigned long long y = (i - z * ofSlice) / width;
    const unsigned long long x = i - z * ofSlice - y * width;
    const TComponent * const corner = input.data + x * input.stride[0] + y * input.stride[1] + z * input.stride[2];
    for (int channel = 0; channel < VChannels; ++channel)
    {
      float neighbors[9];
      for (int n = 0; n < 9; ++n)
      {
        neighbors[n] = static_cast<float>(corner[n % 3 * input.stride[0] + n / 3 * input.stride[1] + channel]);
      }
      const unsigned int bits = __float_as_uint(GetNoiseMagnitude(neighbors + 4, 3));
      if (bits >> knownShift == known >> knownShift)
      {
        atomicAdd(&counts[(bits >> shift) & (Bins - 1)], 1u);
      }
    }
  }
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < Bins; bin += PixelThreads)
  {
    if (counts[bin] != 0)
    {
      atomicAdd(&histogram->count[bin], static_cast<unsigned long long>(counts[bin]));
    }
  }
}

/** By one warp: the bin that holds the rank; empties the histogram. */
__global__ void
SelectBin(Histogram * histogram, Selection * selection, int pass, unsigned long long rank, float * noiseLevel)
{
  constexpr unsigned int   binsOfLane = Bins / 32;
  const unsigned int       lane = threadIdx.x;
  const unsigned long long wanted = pass == 0 ? rank : selection->rank;
  const unsigned int       known = pass == 0 ? 0 : selection->bits;
  unsigned long long       own = 0;
  for (unsigned int i = 0; i < binsOfLane; ++i)
  {
    own += histogram->count[lane * binsOfLane + i];
  }
  unsigned long long before = own;
  for (unsigned int step = 1; step < 32; step *= 2)
  {
    const unsigned long long other = __shfl_up_sync(0xffffffffu, before, step);
    before += lane >= step ? other : 0;
  }
  before -= own;
  __syncwarp();
  if (wanted >= before && wanted < before + own)
  {
    unsigned int bin = lane * binsOfLane;
    while (wanted >= before + histogram->count[bin])
    {
      before += histogram->count[bin];
      ++bin;
    }
    const unsigned int bits = known | (bin << GetShift(pass));
    *selection = { wanted - before, bits };
    if (pass == Passes - 1)
    {
      *noiseLevel = GetNoiseLevel(__uint_as_float(bits));
    }
  }
  __syncwarp();
  for (unsigned int i = 0; i < binsOfLane; ++i)
  {
    histogram->count[lane * binsOfLane + i] = 0;
  }
}
} // namespace

template <typename TComponent, int VChannels>
void
LaunchNoiseLevel(const IsolineVolume<const TComponent> & input, float * noiseLevel, const Stream & stream)
{
  if (input.size[0] < 3 || input.size[1] < 3)
  {
    Check(cudaMemsetAsync(noiseLevel, 0, sizeof(*noiseLevel), stream.GetHandle()), "cudaMemsetAsync");
    return;
  }
  const Buffer histogram(sizeof(Histogram), stream);
  const Buffer selection(sizeof(Selection), stream);
  Check(cudaMemsetAsync(histogram.GetData(), 0, sizeof(Histogram), stream.GetHandle()), "cudaMemsetAsync");
  const unsigned long long pixels = (input.size[0] - 2) * (input.size[1] - 2) * input.size[2];
  constexpr unsigned int   mostBlocks = 132 * 8;
  const auto blocks = static_cast<unsigned int>(min(kernels::DivideUp(pixels, PixelThreads), 0ull + mostBlocks));
  for (int pass = 0; pass < Passes; ++pass)
  {
    CountMagnitudes<TComponent, VChannels><<<blocks, PixelThreads, 0, stream.GetHandle()>>>(
      input, selection.As<Selection>(), pass, histogram.As<Histogram>());
    Check(cudaGetLastError(), "CountMagnitudes");
    SelectBin<<<1, 32, 0, stream.GetHandle()>>>(
      histogram.As<Histogram>(), selection.As<Selection>(), pass, pixels * VChannels / 2, noiseLevel);
    Check(cudaGetLastError(), "SelectBin");
  }
}

template void
LaunchNoiseLevel<std::uint8_t, 1>(const IsolineVolume<const std::uint8_t> &, float *, const Stream &);
template void
LaunchNoiseLevel<std::int16_t, 1>(const IsolineVolume<const std::int16_t> &, float *, const Stream &);
template void
LaunchNoiseLevel<std::uint16_t, 1>(const IsolineVolume<const std::uint16_t> &, float *, const Stream &);
template void
LaunchNoiseLevel<float, 1>(const IsolineVolume<const float> &, float *, const Stream &);
template void
LaunchNoiseLevel<std::uint8_t, 3>(const IsolineVolume<const std::uint8_t> &, float *, const Stream &);
template void
LaunchNoiseLevel<float, 3>(const IsolineVolume<const float> &, float *, const Stream &);
} // namespace itk::device::isoline
