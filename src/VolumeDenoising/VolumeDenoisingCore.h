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

/** Transforms the lines of a cube whose values are VStride apart. */
template <bool VInverse, int VStride>
ITK_HOST_DEVICE inline void
TransformLines(float (&cube)[CubeVoxels])
{
  for (int i = 0; i < Side * Side; ++i)
  {
    const int first = i / VStride * (Side * VStride) + i % VStride;
    TransformLine<VInverse>(cube[first], cube[first + VStride], cube[first + 2 * VStride], cube[first + 3 * VStride]);
  }
}

template <bool VInverse>
ITK_HOST_DEVICE inline void
TransformCube(float (&cube)[CubeVoxels])
{
  TransformLines<VInverse, 1>(cube);
  TransformLines<VInverse, Side>(cube);
  TransformLines<VInverse, Side * Side>(cube);
}

ITK_HOST_DEVICE inline float
GetThreshold(float noiseLevel)
{
  return 2.7f * noiseLevel;
}

/** Removes coefficients below the threshold; returns the cube's weight. */
ITK_HOST_DEVICE inline float
ThresholdCoefficients(float (&coefficients)[CubeVoxels], float threshold)
{
  int left = 1;
  for (int i = 1; i < CubeVoxels; ++i)
  {
    const bool isSmall = std::fabs(coefficients[i]) < threshold;
    coefficients[i] = isSmall ? 0.0f : coefficients[i];
    left += isSmall ? 0 : 1;
  }
  return static_cast<float>(CubeVoxels) / static_cast<float>(left);
}

/** Shrinks coefficients as Wiener's filter does with the power spectrum of the pilot; returns the cube's weight.
 * divide(a, b) is a / b. */
template <typename TDivide>
ITK_HOST_DEVICE inline float
ShrinkCoefficients(float (&coefficients)[CubeVoxels],
                   const float (&powers)[CubeVoxels],
                   float           variance,
                   const TDivide & divide)
{
  float squares = 1.0f;
  for (int i = 1; i < CubeVoxels; ++i)
  {
    const float factor = divide(powers[i], powers[i] + variance);
    coefficients[i] = coefficients[i] * factor;
    squares = squares + factor * factor;
  }
  return static_cast<float>(CubeVoxels) / squares;
}

/** The mean over 3 x 3 x 3 voxels. */
ITK_HOST_DEVICE inline float
GetLocalMean(const float * voxels, const Size & size, int x, int y, int z)
{
  const int columns[3] = { Mirror(x - 1, size.axes[0]), x, Mirror(x + 1, size.axes[0]) };
  const int rows[3] = { Mirror(y - 1, size.axes[1]), y, Mirror(y + 1, size.axes[1]) };
  const int planes[3] = { Mirror(z - 1, size.axes[2]), z, Mirror(z + 1, size.axes[2]) };
  float     sum = 0;
  for (const int plane : planes)
  {
    for (const int row : rows)
    {
      for (const int column : columns)
      {
        sum = sum + voxels[size.GetIndex(column, row, plane)];
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

/** How similar another voxel must be to count, by the noise that is left in the guide. */
ITK_HOST_DEVICE inline float
GetScale(float noiseLeft, float variance)
{
  return 0.5f / (std::sqrt(noiseLeft) * variance);
}

/** The denoised voxel from a weighted sum of noisy ones, or of their squares under Rician noise. */
template <bool VRician>
ITK_HOST_DEVICE inline float
GetAverage(float sum, float weights, float variance)
{
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
  const float       scale = GetScale(noiseLeft[center], variance);
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
  return GetAverage<VRician>(sum, weights, variance);
}
} // namespace itk::device::volume

#endif
