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
#ifndef TorsoPhantom_h
#define TorsoPhantom_h

#include "itkImage.h"
#include <cstdint>

/** A torso in CT, of any size, voxels of 0.7 x 0.7 x 1 mm, in Hounsfield units with noise of up to 40: air of -1000, a body
 * of 40 with two lungs of -800, in which there are vessels of 20, a spine of 700, and the table, of 100, below an air gap. */
template <typename TImage>
typename TImage::Pointer
MakeTorsoPhantom(const typename TImage::SizeType & size)
{
  struct Ellipsoid
  {
    double center[3]; // in halves of the volume's sides, from the middle
    double radius[3];
    short  value;
  };
  // Later ones lie over earlier ones.
  constexpr Ellipsoid ellipsoids[] = {
    { { 0, 0, 0 }, { 0.85, 0.6, 0.95 }, 40 },         { { -0.4, 0, 0 }, { 0.25, 0.34, 0.55 }, -800 },
    { { 0.4, 0, 0 }, { 0.25, 0.34, 0.55 }, -800 },    { { 0.35, 0.1, 0 }, { 0.05, 0.05, 0.5 }, 20 },
    { { -0.35, 0.1, 0.1 }, { 0.05, 0.05, 0.4 }, 20 }, { { 0, 0.42, 0 }, { 0.12, 0.1, 0.9 }, 700 },
    { { 0, 0.85, 0 }, { 0.7, 0.08, 20 }, 100 },       { { -0.9, -0.8, 0.3 }, { 0.04, 0.04, 0.04 }, 300 }
  };

  const auto image = TImage::New();
  image->SetRegions(size);
  typename TImage::SpacingType spacing;
  spacing.Fill(0.7);
  spacing[2] = 1.0;
  image->SetSpacing(spacing);
  image->Allocate();
  auto *        voxel = image->GetBufferPointer();
  std::uint32_t random = 1;
  for (itk::SizeValueType z = 0; z < size[2]; ++z)
  {
    for (itk::SizeValueType y = 0; y < size[1]; ++y)
    {
      for (itk::SizeValueType x = 0; x < size[0]; ++x, ++voxel)
      {
        const itk::SizeValueType index[]{ x, y, z };
        short                    value = -1000;
        for (const Ellipsoid & ellipsoid : ellipsoids)
        {
          double distance = 0;
          for (unsigned int axis = 0; axis < 3; ++axis)
          {
            const double position = 2.0 * (index[axis] + 0.5) / size[axis] - 1.0;
            const double scaled = (position - ellipsoid.center[axis]) / ellipsoid.radius[axis];
            distance += scaled * scaled;
          }
          value = distance <= 1 ? ellipsoid.value : value;
        }
        random = random * 1664525u + 1013904223u;
        *voxel = static_cast<short>(value + static_cast<int>(random >> 24) * 80 / 255 - 40);
      }
    }
  }
  return image;
}

#endif
