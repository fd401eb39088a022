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
#ifndef VolumeDenoisingCore_h
#define VolumeDenoisingCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>

/** The arithmetic of VolumeDenoisingImageFilter. Compiled without contraction; no function of the mathematical library
 * but the square root, so that host and device give the same bits. */
namespace itk::device::volume
{
inline constexpr int Side = 4; // of a cube
inline constexpr int CubeVoxels = Side * Side * Side;
inline constexpr int Radius = 4; // of the window whose voxels are averaged
inline constexpr int PlanesOfPart = 32;

/** The voxel at index in a line of `size` voxels that is mirrored at its outermost ones. */
ITK_HOST_DEVICE inline int
Mirror(int index, int size)
{
  while (index < 0 || index >= size)
  {
    if (size == 1)
    {
      return 0;
    }
    index = index < 0 ? -index : 2 * (size - 1) - index;
  }
  return index;
}

/** A volume without gaps. */
struct Size
{
  int axes[3];

  ITK_HOST_DEVICE std::size_t
                  GetIndex(int x, int y, int z) const
  {
    return (static_cast<std::size_t>(z) * axes[1] + y) * axes[0] + x;
  }

  ITK_HOST_DEVICE std::size_t
                  GetMirrored(int x, int y, int z) const
  {
    return this->GetIndex(Mirror(x, axes[0]), Mirror(y, axes[1]), Mirror(z, axes[2]));
  }
};

ITK_HOST_DEVICE inline void
ReadCube(const float * voxels, const Size & size, int x, int y, int z, float (&cube)[CubeVoxels])
{
  for (int k = 0; k < Side; ++k)
  {
    for (int j = 0; j < Side; ++j)
    {
      for (int i = 0; i < Side; ++i)
      {
        cube[(k * Side + j) * Side + i] = voxels[size.GetMirrored(x + i, y + j, z + k)];
      }
    }
  }
}

/** The orthonormal cosine transform of four values, or its inverse. */
template <bool VInverse>
ITK_HOST_DEVICE inline void
TransformLine(float & a, float & b, float & c, float & d)
{
  constexpr float large = 0.65328148f; // cos(pi / 8) / sqrt(2)
  constexpr float small = 0.27059805f; // sin(pi / 8) / sqrt(2)
  if constexpr (VInverse)
  {
    const float evenOuter = 0.5f * (a + c);
    const float evenInner = 0.5f * (a - c);
    const float oddOuter = large * b + small * d;
    const float oddInner = small * b - large * d;
    a = evenOuter + oddOuter;
    b = evenInner + oddInner;
    c = evenInner - oddInner;
    d = evenOuter - oddOuter;
  }
  else
  {
    const float outer = a + d;
    const float inner = b + c;
    const float outerDifference = a - d;
    const float innerDifference = b - c;
    a = 0.5f * (outer + inner);
    c = 0.5f * (outer - inner);
    b = large * outerDifference + small * innerDifference;
    d = small * outerDifference - large * innerDifference;
  }
}

template <bool VInverse>
ITK_HOST_DEVICE inline void
TransformCube(float (&cube)[CubeVoxels])
{
  for (int i = 0; i < Side * Side; ++i)
  {
    TransformLine<VInverse>(cube[4 * i], cube[4 * i + 1], cube[4 * i + 2], cube[4 * i + 3]);
  }
  for (int i = 0; i < Side * Side; ++i)
  {
    const int first = i / 4 * 16 + i % 4;
    TransformLine<VInverse>(cube[first], cube[first + 4], cube[first + 8], cube[first + 12]);
  }
  for (int i = 0; i < Side * Side; ++i)
  {
    TransformLine<VInverse>(cube[i], cube[i + 16], cube[i + 32], cube[i + 48]);
  }
}

/** Removes coefficients below the threshold; returns the cube's weight. */
ITK_HOST_DEVICE inline float
ThresholdCube(float (&cube)[CubeVoxels], float threshold)
{
  TransformCube<false>(cube);
  int left = 1;
  for (int i = 1; i < CubeVoxels; ++i)
  {
    const bool isSmall = std::fabs(cube[i]) < threshold;
    cube[i] = isSmall ? 0.0f : cube[i];
    left += isSmall ? 0 : 1;
  }
  TransformCube<true>(cube);
  return static_cast<float>(CubeVoxels) / static_cast<float>(left);
}

/** Shrinks coefficients as Wiener's filter does with the spectrum of the pilot; returns the cube's weight. */
ITK_HOST_DEVICE inline float
ShrinkCube(float (&cube)[CubeVoxels], float (&pilot)[CubeVoxels], float variance)
{
  TransformCube<false>(cube);
  TransformCube<false>(pilot);
  float squares = 1.0f;
  for (int i = 1; i < CubeVoxels; ++i)
  {
    const float power = pilot[i] * pilot[i];
    const float factor = power / (power + variance);
    cube[i] = cube[i] * factor;
    squares = squares + factor * factor;
  }
  TransformCube<true>(cube);
  return static_cast<float>(CubeVoxels) / squares;
}

/** Reads a cube of the noisy volume, and removes noise from it; returns its weight. */
template <bool VWiener>
ITK_HOST_DEVICE inline float
DenoiseCube(const float * noisy,
            const float * pilot,
            const Size &  size,
            float         noiseLevel,
            int           x,
            int           y,
            int           z,
            float (&cube)[CubeVoxels])
{
  ReadCube(noisy, size, x, y, z, cube);
  if constexpr (VWiener)
  {
    float guide[CubeVoxels];
    ReadCube(pilot, size, x, y, z, guide);
    return ShrinkCube(cube, guide, noiseLevel * noiseLevel);
  }
  else
  {
    return ThresholdCube(cube, 2.7f * noiseLevel);
  }
}

/** The mean over 3 x 3 x 3 voxels. */
ITK_HOST_DEVICE inline float
GetLocalMean(const float * voxels, const Size & size, int x, int y, int z)
{
  float sum = 0;
  for (int k = -1; k <= 1; ++k)
  {
    for (int j = -1; j <= 1; ++j)
    {
      for (int i = -1; i <= 1; ++i)
      {
        sum = sum + voxels[size.GetMirrored(x + i, y + j, z + k)];
      }
    }
  }
  return sum * (1.0f / 27.0f);
}

/** (1 - e / 8)^8 instead of exp(-e): the same on host and device, and 0 from 8 on. */
ITK_HOST_DEVICE inline float
GetWeight(float exponent)
{
  const float base = 1.0f - 0.125f * exponent;
  const float square = base * base;
  const float fourth = square * square;
  return fourth * fourth;
}

/** The part of the noise's energy that is left in a voxel, from the sum of the weights of the cubes that hold it. */
ITK_HOST_DEVICE inline float
GetNoiseLeft(float weights)
{
  return static_cast<float>(CubeVoxels) / weights;
}

/** The mean of the noisy voxels that look like the one at (x, y, z) in the guide. */
template <bool VRician>
ITK_HOST_DEVICE inline float
AverageSimilar(const float * noisy,
               const float * guide,
               const float * means,
               const float * noiseLeft,
               const Size &  size,
               float         noiseLevel,
               int           x,
               int           y,
               int           z)
{
  const float       variance = noiseLevel * noiseLevel;
  const std::size_t center = size.GetIndex(x, y, z);
  const float       scale = 0.5f / (std::sqrt(noiseLeft[center]) * variance);
  const float       value = guide[center];
  const float       mean = means[center];
  float             sum = 0;
  float             weights = 0;
  for (int k = -Radius; k <= Radius; ++k)
  {
    const int zOther = Mirror(z + k, size.axes[2]);
    for (int j = -Radius; j <= Radius; ++j)
    {
      const int yOther = Mirror(y + j, size.axes[1]);
      for (int i = -Radius; i <= Radius; ++i)
      {
        const std::size_t other = size.GetIndex(Mirror(x + i, size.axes[0]), yOther, zOther);
        const float       difference = guide[other] - value;
        const float       meanDifference = means[other] - mean;
        const float       exponent = (difference * difference + 2.0f * (meanDifference * meanDifference)) * scale;
        if (exponent < 8.0f)
        {
          const float weight = GetWeight(exponent);
          const float voxel = noisy[other];
          sum = sum + weight * (VRician ? voxel * voxel : voxel);
          weights = weights + weight;
        }
      }
    }
  }
  const float average = sum / weights;
  if constexpr (VRician)
  {
    const float square = average - 2.0f * variance;
    return square < 0.0f ? 0.0f : std::sqrt(square);
  }
  else
  {
    return average;
  }
}
} // namespace itk::device::volume

#endif
