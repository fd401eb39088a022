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
#include "IsolineColor.h"
#include "itkRoundToPixel.h"
#include "Kernels/Border.cuh"

namespace itk::device::isoline
{
namespace
{
/** Rows of a thread of Pad, so that it reads several pixels at once. */
constexpr int PadRows = 4;

/** Bound by the memory's bandwidth, as Store is. */
template <typename TComponent, int VChannels>
__global__ void
__launch_bounds__(PixelThreads) Pad(const __grid_constant__ IsolineVolume<const TComponent> input,
                                    std::size_t                                             firstSlice,
                                    const __grid_constant__ Planes<float, VChannels> padded,
                                    const __grid_constant__ Conversion               conversion,
                                    NoiseLevel                                       noiseLevel)
{
  const IsolinePosition first = GetThreadPosition(padded.area, PixelTileWidth, PixelTileHeight * PadRows);
  const auto            getPosition = [&](int i) { return IsolinePosition{ first.x, first.y + i * PixelTileHeight }; };
  float                 values[PadRows][VChannels];
#pragma unroll
  for (int i = 0; i < PadRows; ++i)
  {
    const IsolinePosition position = getPosition(i);
    const auto x = static_cast<std::size_t>(kernels::MirrorIndex(position.x, static_cast<int>(input.size[0])));
    const auto y = static_cast<std::size_t>(kernels::MirrorIndex(position.y, static_cast<int>(input.size[1])));
    const TComponent * const pixel =
      input.data + x * input.stride[0] + y * input.stride[1] + (firstSlice + blockIdx.z) * input.stride[2];
    for (int channel = 0; channel < VChannels; ++channel)
    {
      values[i][channel] = padded.area.Contains(position) ? static_cast<float>(pixel[channel]) : 0.0f;
    }
  }
#pragma unroll
  for (int i = 0; i < PadRows; ++i)
  {
    const IsolinePosition position = getPosition(i);
    if (padded.area.Contains(position))
    {
      ToIsolineValues(values[i], conversion.stabilization, conversion.splitsColor && noiseLevel.Get() > 0);
      for (int channel = 0; channel < VChannels; ++channel)
      {
        padded.GetChannel(blockIdx.z, channel)[padded.area.GetIndex(position.x, position.y)] = values[i][channel];
      }
    }
  }
}

template <typename TComponent, int VChannels>
__global__ void
__launch_bounds__(PixelThreads) Store(const __grid_constant__ Planes<const float, VChannels> result,
                                      const __grid_constant__ Planes<const float, VChannels> padded,
                                      const __grid_constant__ IsolineVolume<TComponent> output,
                                      std::size_t                                       firstSlice,
                                      const __grid_constant__ Conversion                conversion,
                                      NoiseLevel                                        noiseLevel)
{
  const IsolinePosition position = GetThreadPosition(result.area);
  if (result.area.Contains(position))
  {
    const bool                             isDenoised = noiseLevel.Get() > 0;
    const Planes<const float, VChannels> & source = isDenoised ? result : padded;
    TComponent * const                     pixel = output.data + (position.x - result.area.x) * output.stride[0] +
                               (position.y - result.area.y) * output.stride[1] +
                               (firstSlice + blockIdx.z) * output.stride[2];
    float values[VChannels];
    for (int channel = 0; channel < VChannels; ++channel)
    {
      values[channel] = source.GetChannel(blockIdx.z, channel)[source.area.GetIndex(position.x, position.y)];
    }
    FromIsolineValues(values, conversion.stabilization, conversion.splitsColor && isDenoised);
    for (int channel = 0; channel < VChannels; ++channel)
    {
      pixel[channel] = RoundToPixel<TComponent>(values[channel]);
    }
  }
}
} // namespace

template <typename TComponent, int VChannels>
void
LaunchPad(const IsolineVolume<const TComponent> & input,
          std::size_t                             firstSlice,
          unsigned int                            slices,
          const Planes<float, VChannels> &        padded,
          const Conversion &                      conversion,
          const NoiseLevel &                      noiseLevel,
          const Stream &                          stream)
{
  kernels::Launch("Pad",
                  Pad<TComponent, VChannels>,
                  { GetTileGrid(padded.area, PixelTileWidth, PixelTileHeight * PadRows, slices), PixelThreads },
                  stream,
                  input,
                  firstSlice,
                  padded,
                  conversion,
                  noiseLevel);
}

template <typename TComponent, int VChannels>
void
LaunchStore(const Planes<const float, VChannels> & result,
            const Planes<const float, VChannels> & padded,
            const IsolineVolume<TComponent> &      output,
            std::size_t                            firstSlice,
            unsigned int                           slices,
            const Conversion &                     conversion,
            const NoiseLevel &                     noiseLevel,
            const Stream &                         stream)
{
  kernels::Launch("Store",
                  Store<TComponent, VChannels>,
                  { GetPixelGrid(result.area, slices), PixelThreads },
                  stream,
                  result,
                  padded,
                  output,
                  firstSlice,
                  conversion,
                  noiseLevel);
}

#define ITK_ISOLINE_PLANES(TComponent, VChannels)                                          \
  template void LaunchPad<TComponent, VChannels>(const IsolineVolume<const TComponent> &,  \
                                                 std::size_t,                              \
                                                 unsigned int,                             \
                                                 const Planes<float, VChannels> &,         \
                                                 const Conversion &,                       \
                                                 const NoiseLevel &,                       \
                                                 const Stream &);                          \
  template void LaunchStore<TComponent, VChannels>(const Planes<const float, VChannels> &, \
                                                   const Planes<const float, VChannels> &, \
                                                   const IsolineVolume<TComponent> &,      \
                                                   std::size_t,                            \
                                                   unsigned int,                           \
                                                   const Conversion &,                     \
                                                   const NoiseLevel &,                     \
                                                   const Stream &)

ITK_ISOLINE_PLANES(std::uint8_t, 1);
ITK_ISOLINE_PLANES(std::int16_t, 1);
ITK_ISOLINE_PLANES(std::uint16_t, 1);
ITK_ISOLINE_PLANES(float, 1);
ITK_ISOLINE_PLANES(std::uint8_t, 3);
ITK_ISOLINE_PLANES(float, 3);
} // namespace itk::device::isoline
