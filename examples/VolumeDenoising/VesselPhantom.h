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
#ifndef VesselPhantom_h
#define VesselPhantom_h

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/** A head-like phantom from 0 to 230, axis 0 fastest: an ellipsoid in air of 0, with a rim, a smooth slope in it, balls and
 * a flat slab, a quarter of texture, and vessels of 0.8 to 2 voxels' radius that wind along all axes. Edges are a voxel
 * wide, as a scanner's partial volumes make them. Lengths in voxels do not grow with the volume but for the outline. */
inline std::vector<float>
MakeVesselPhantom(const std::size_t (&size)[3])
{
  // How much of a voxel at a signed distance from a surface is inside, where the distance is below 0.
  const auto   inside = [](double distance) { return std::clamp(0.5 - distance, 0.0, 1.0); };
  const auto   cover = [&](double & value, double distance, double by) { value += inside(distance) * (by - value); };
  const double middle[3] = { 0.5 * (size[0] - 1.0), 0.5 * (size[1] - 1.0), 0.5 * (size[2] - 1.0) };
  const double radius = 0.9 * std::min({ middle[0], middle[1], middle[2] });
  std::vector<float> voxels;
  voxels.reserve(size[0] * size[1] * size[2]);
  for (std::size_t k = 0; k < size[2]; ++k)
  {
    for (std::size_t j = 0; j < size[1]; ++j)
    {
      for (std::size_t i = 0; i < size[0]; ++i)
      {
        const double x = static_cast<double>(i) - middle[0];
        const double y = static_cast<double>(j) - middle[1];
        const double z = static_cast<double>(k) - middle[2];
        const double outline =
          radius *
          (std::hypot(x / std::max(middle[0], 1.0), y / std::max(middle[1], 1.0), z / std::max(middle[2], 1.0)) / 0.9 -
           1);
        double value = 0;
        cover(value, outline, 180);
        double tissue = 90 + 0.35 * x + 12 * std::sin(0.045 * y) + 8 * std::cos(0.06 * z);
        cover(tissue, std::hypot(x + 0.4 * radius, y, z) - 0.22 * radius, 40);
        cover(tissue, std::hypot(x - 0.3 * radius, y + 0.4 * radius, z) - 0.16 * radius, 150);
        cover(tissue, std::abs(z - 0.45 * radius) - 3, 120);
        if (x > 0 && y > 0)
        {
          tissue += 14 * std::sin(0.9 * x + 0.3 * y) * std::cos(0.7 * z) + 8 * std::sin(1.7 * y - 0.8 * z);
        }
        for (int vessel = 0; vessel < 12; ++vessel)
        {
          const double along[3] = { x, y, z };
          const double t = along[vessel % 3];
          const double u = along[(vessel + 1) % 3];
          const double v = along[(vessel + 2) % 3];
          const double bend = 0.12 * radius;
          const double uAxis = radius * 0.6 * std::sin(2.4 * vessel) + bend * std::sin(0.07 * t + vessel);
          const double vAxis = radius * 0.6 * std::cos(2.4 * vessel) + bend * std::cos(0.09 * t + 2 * vessel);
          cover(tissue, std::hypot(u - uAxis, v - vAxis) - (0.8 + 0.1 * vessel), vessel % 4 == 3 ? 30 : 230);
        }
        cover(value, outline + 3, tissue);
        voxels.push_back(static_cast<float>(value));
      }
    }
  }
  return voxels;
}

#endif
