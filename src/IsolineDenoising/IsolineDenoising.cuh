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
#ifndef IsolineDenoising_cuh
#define IsolineDenoising_cuh

#include "IsolineDenoisingLaunch.h"
#include "itkDeviceBuffer.h"
#include "Kernels/Grid.cuh"
#include <cuda_pipeline_primitives.h>

namespace itk::device::isoline
{
/** A rectangle of a slice, in the coordinates of the input. */
struct Area
{
  int x;
  int y;
  int width;
  int height;

  __host__ __device__ bool
  Contains(const IsolinePosition & position) const
  {
    return static_cast<unsigned int>(position.x - x) < static_cast<unsigned int>(width) &&
           static_cast<unsigned int>(position.y - y) < static_cast<unsigned int>(height);
  }

  __host__ __device__ std::size_t
                      GetSize() const
  {
    return static_cast<std::size_t>(width) * height;
  }

  /** Index of a position in it, row after row. */
  __host__ __device__ std::size_t
                      GetIndex(int px, int py) const
  {
    return static_cast<std::size_t>(py - y) * width + (px - x);
  }
};

/** Slices of floats over an area, slice after slice, and in it channel after channel. */
template <typename TValue, int VChannels>
struct Planes
{
  TValue * data;
  Area     area;

  __device__ TValue *
  GetChannel(unsigned int slice, int channel) const
  {
    return data + (static_cast<std::size_t>(slice) * VChannels + channel) * area.GetSize();
  }
};

/** The noise level, wherever it is known. */
struct NoiseLevel
{
  float         value;
  const float * estimate; // or null

  __device__ float
  Get() const
  {
    return estimate != nullptr ? *estimate : value;
  }
};

/** What is precomputed for a pixel of one channel or three, in one load. */
template <int VChannels>
struct alignas(4 * (VChannels + 1)) PackedMean
{
  float mean[VChannels];
  float pixels;
};

/** Bit of a direction that says that the pixel's result is written already. */
inline constexpr unsigned char IsDone = 0x80;

/** Blocks for the tiles of an area, of some slices. */
inline dim3
GetTileGrid(const Area & area, int tileWidth, int tileHeight, unsigned int slices)
{
  return dim3(kernels::DivideUp(area.width, tileWidth) * kernels::DivideUp(area.height, tileHeight), 1, slices);
}

/** Where the tile of a block of such a grid begins. */
__device__ inline IsolinePosition
GetTileOrigin(const Area & area, int tileWidth, int tileHeight)
{
  const unsigned int across = static_cast<unsigned int>(kernels::DivideUp(area.width, tileWidth));
  const unsigned int row = blockIdx.x / across;
  return { area.x + static_cast<int>(blockIdx.x - row * across) * tileWidth,
           area.y + static_cast<int>(row) * tileHeight };
}

/** Threads of the kernels that have one for each pixel, and the width of the tile that their blocks take. */
inline constexpr int PixelThreads = 256;
inline constexpr int PixelTileWidth = 32;
inline constexpr int PixelTileHeight = PixelThreads / PixelTileWidth;

inline dim3
GetPixelGrid(const Area & area, unsigned int slices)
{
  return GetTileGrid(area, PixelTileWidth, PixelTileHeight, slices);
}

/** The position of a thread of a kernel that has one for each pixel of a tile, which may be outside the area. */
__device__ inline IsolinePosition
GetThreadPosition(const Area & area, int tileWidth, int tileHeight)
{
  const IsolinePosition origin = GetTileOrigin(area, tileWidth, tileHeight);
  return { origin.x + static_cast<int>(threadIdx.x) % tileWidth, origin.y + static_cast<int>(threadIdx.x) / tileWidth };
}

__device__ inline IsolinePosition
GetThreadPosition(const Area & area)
{
  return GetThreadPosition(area, PixelTileWidth, PixelTileHeight);
}

/** Starts to copy a pixel to shared memory. */
__device__ __forceinline__ void
StartCopy(float & to, const float & from)
{
  __pipeline_memcpy_async(&to, &from, sizeof(float));
}

/** Waits for the copies of all threads of a block. */
__device__ __forceinline__ void
WaitForCopies()
{
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
}

/** How pixels become what models work on (IsolineColor.h). Colour is split where the noise level is above 0. */
struct Conversion
{
  IsolineStabilization stabilization;
  bool                 splitsColor;
};

/** The slices of a volume over an area, mirrored, converted to floats. */
template <typename TComponent, int VChannels>
void
LaunchPad(const IsolineVolume<const TComponent> & input,
          std::size_t                             firstSlice,
          unsigned int                            slices,
          const Planes<float, VChannels> &        padded,
          const Conversion &                      conversion,
          const NoiseLevel &                      noiseLevel,
          const Stream &                          stream);

/** Converts results back and rounds them to the output's type; where the noise level is 0, copies the input. */
template <typename TComponent, int VChannels>
void
LaunchStore(const Planes<const float, VChannels> & result,
            const Planes<const float, VChannels> & padded,
            const IsolineVolume<TComponent> &      output,
            std::size_t                            firstSlice,
            unsigned int                           slices,
            const Conversion &                     conversion,
            const NoiseLevel &                     noiseLevel,
            const Stream &                         stream);

/** The estimate of NoiseLevelImageCalculator, written to `noiseLevel`. */
template <typename TComponent, int VChannels>
void
LaunchNoiseLevel(const IsolineVolume<const TComponent> & input, float * noiseLevel, const Stream & stream);

/** One run of a model: `image` is where the input has pixels, `padded` holds the input, `result` takes the output. */
template <int VChannels>
struct ModelTask
{
  Area                           image;
  Planes<const float, VChannels> padded;
  Planes<float, VChannels>       result;
  unsigned int                   slices;
  NoiseLevel                     noiseLevel;
};

template <int VChannels>
void
LaunchPrecomputedDirections(const ModelTask<VChannels> & task,
                            const IsolineParameters &    parameters,
                            bool                         isHybrid,
                            const Stream &               stream);

template <int VChannels>
void
LaunchLimitedDeviation(const ModelTask<VChannels> & task, const IsolineParameters & parameters, const Stream & stream);

/** Here `padded` need not be padded. `position` is that of the image's first pixel in the whole image. */
template <int VChannels>
void
LaunchTubes(const ModelTask<VChannels> & task, const std::array<std::size_t, 2> & position, const Stream & stream);

/** The same; the results are those of LaunchTubes, bettered by groups of blocks. */
template <int VChannels>
void
LaunchTubesAndGroups(const ModelTask<VChannels> &       task,
                     const std::array<std::size_t, 2> & position,
                     const Stream &                     stream);

/** `task.result` becomes the reduction of `denoised`, whose area is that of the result grown by IsolineStaircaseReach
 * and cropped to the image. */
template <int VChannels>
void
LaunchStaircase(const ModelTask<VChannels> &           task,
                const Planes<const float, VChannels> & denoised,
                const Stream &                         stream);

/** `area` grown by `margin`, and cropped to `image`. */
inline Area
Grow(const Area & area, int margin, const Area & image)
{
  const int left = max(area.x - margin, image.x);
  const int top = max(area.y - margin, image.y);
  return { left,
           top,
           min(area.x + area.width + margin, image.x + image.width) - left,
           min(area.y + area.height + margin, image.y + image.height) - top };
}
} // namespace itk::device::isoline

#endif
