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
#include "itkVolumeDenoiser.h"
#include "VolumeDenoisingCore.h"
#include <algorithm>
#include <vector>

namespace itk::device
{
namespace
{
using namespace volume;

std::size_t
GetParts(const Size & size)
{
  return (size.axes[2] + PlanesOfPart - 1) / PlanesOfPart;
}

void
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

/** Reads a cube of the noisy volume, and removes noise from it; returns its weight. */
template <bool VWiener>
float
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
  TransformCube<false>(cube);
  float weight = 0;
  if constexpr (VWiener)
  {
    float powers[CubeVoxels];
    ReadCube(pilot, size, x, y, z, powers);
    TransformCube<false>(powers);
    for (float & power : powers)
    {
      power = power * power;
    }
    weight = ShrinkCoefficients(cube, powers, noiseLevel * noiseLevel, [](float a, float b) { return a / b; });
  }
  else
  {
    weight = ThresholdCoefficients(cube, GetThreshold(noiseLevel));
  }
  TransformCube<true>(cube);
  return weight;
}

/** Planes of sums that are not complete yet. */
class Ring
{
public:
  explicit Ring(const Size & size)
    : m_Size(size)
    , m_Sums(static_cast<std::size_t>(Side) * size.axes[0] * size.axes[1])
    , m_Weights(m_Sums.size())
  {}

  void
  Add(const float (&cube)[CubeVoxels], float weight, int x, int y, int z)
  {
    for (int k = 0; k < Side; ++k)
    {
      for (int j = std::max(0, -y); j < std::min(Side, m_Size.axes[1] - y); ++j)
      {
        for (int i = std::max(0, -x); i < std::min(Side, m_Size.axes[0] - x); ++i)
        {
          const std::size_t index = m_Size.GetIndex(x + i, y + j, (z + k) & (Side - 1));
          m_Sums[index] = m_Sums[index] + weight * cube[(k * Side + j) * Side + i];
          m_Weights[index] = m_Weights[index] + weight;
        }
      }
    }
  }

  /** Writes plane z, and what is left of its noise, if they are wanted, and makes place for plane z + Side. */
  void
  Take(int z, float * output, float * noiseLeft)
  {
    const std::size_t pixels = static_cast<std::size_t>(m_Size.axes[0]) * m_Size.axes[1];
    const std::size_t first = (z & (Side - 1)) * pixels;
    for (std::size_t i = 0; i < pixels; ++i)
    {
      if (output != nullptr)
      {
        output[i] = m_Sums[first + i] / m_Weights[first + i];
      }
      if (noiseLeft != nullptr)
      {
        noiseLeft[i] = GetNoiseLeft(m_Weights[first + i]);
      }
      m_Sums[first + i] = 0;
      m_Weights[first + i] = 0;
    }
  }

private:
  Size               m_Size;
  std::vector<float> m_Sums;
  std::vector<float> m_Weights;
};

/** Each voxel sums cubes by rising z, then falling y, then falling x, as the kernel does. */
template <bool VWiener>
void
ShrinkPart(const float * noisy,
           const float * pilot,
           const Size &  size,
           float         noiseLevel,
           std::size_t   part,
           float *       output,
           float *       noiseLeft)
{
  const int begin = static_cast<int>(part) * PlanesOfPart;
  const int end = std::min(begin + PlanesOfPart, size.axes[2]);
  Ring      ring(size);
  for (int z = begin - Side + 1; z < end; ++z)
  {
    for (int y = size.axes[1] - 1; y > -Side; --y)
    {
      for (int x = size.axes[0] - 1; x > -Side; --x)
      {
        float       cube[CubeVoxels];
        const float weight = DenoiseCube<VWiener>(noisy, pilot, size, noiseLevel, x, y, z, cube);
        ring.Add(cube, weight, x, y, z);
      }
    }
    const auto getPlane = [&](float * volume) {
      return z < begin || volume == nullptr ? nullptr : volume + size.GetIndex(0, 0, z);
    };
    ring.Take(z, getPlane(output), getPlane(noiseLeft));
  }
}

template <typename TFunction>
void
ForEachVoxel(const Size & size, const VolumePartRunner & run, const TFunction & function)
{
  run(size.axes[2], [&](std::size_t plane) {
    const int z = static_cast<int>(plane);
    for (int y = 0; y < size.axes[1]; ++y)
    {
      for (int x = 0; x < size.axes[0]; ++x)
      {
        function(x, y, z);
      }
    }
  });
}
} // namespace

void
DenoiseVolume(const float * input,
              const std::size_t (&extent)[3],
              const VolumeDenoisingSettings & settings,
              const VolumePartRunner &        run,
              float *                         output)
{
  const Size         size{ { static_cast<int>(extent[0]), static_cast<int>(extent[1]), static_cast<int>(extent[2]) } };
  const float        noiseLevel = settings.noiseLevel;
  std::vector<float> guide(extent[0] * extent[1] * extent[2]);
  std::vector<float> estimate(guide.size());
  std::vector<float> noiseLeft(guide.size());
  run(GetParts(size),
      [&](std::size_t part) { ShrinkPart<false>(input, nullptr, size, noiseLevel, part, estimate.data(), nullptr); });
  run(GetParts(size), [&](std::size_t part) {
    ShrinkPart<true>(input, estimate.data(), size, noiseLevel, part, guide.data(), noiseLeft.data());
  });
  std::vector<float> & means = estimate;
  ForEachVoxel(
    size, run, [&](int x, int y, int z) { means[size.GetIndex(x, y, z)] = GetLocalMean(guide.data(), size, x, y, z); });
  const bool isRician = settings.noiseModel == VolumeDenoisingImageFilterEnums::NoiseModel::Rician;
  ForEachVoxel(size, run, [&](int x, int y, int z) {
    const auto average = isRician ? AverageSimilar<true> : AverageSimilar<false>;
    output[size.GetIndex(x, y, z)] =
      average(input, guide.data(), means.data(), noiseLeft.data(), size, noiseLevel, x, y, z);
  });
}
} // namespace itk::device
