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
#include "MedianRectangle.cuh"
#include "Kernels/Instantiate.h"

namespace itk::device::median2d
{
namespace
{
/** Returns false if the rows of windows are too many for the kernel, or so few that a square is the better one. */
template <int VRadiusX, int VRadiusY, typename TPixel>
bool
TryRectangle(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  if (planes.radius[1] > VRadiusY || (VRadiusX < VRadiusY && planes.radius[1] < VRadiusX))
  {
    return false;
  }
  const auto images = MakeImages(planes, 1, 2 * VRadiusY + 1);
  if constexpr (std::is_same_v<TPixel, float>)
  {
    LaunchFloatRectangle<VRadiusX, VRadiusY>(images, planes.count, stream);
  }
  else
  {
    const unsigned int signs = std::is_signed_v<TPixel> ? 0x80008000 : 0;
    const PackedImages packed{ images.template As<std::uint16_t>(), sizeof(TPixel) == 1, signs };
    LaunchPackedRectangle<VRadiusX, VRadiusY>(packed, planes.count, stream);
  }
  return true;
}
} // namespace

/** The windows of the kernels are so near to one another that none is slower than the square that holds the window. */
template <typename TPixel>
bool
LaunchMedianRectangle(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  if (planes.radius[1] < 2)
  {
    return false;
  }
  switch (planes.radius[0])
  {
    case 2:
      return TryRectangle<2, 4>(planes, stream) || TryRectangle<2, 7>(planes, stream);
    case 3:
      return TryRectangle<3, 5>(planes, stream) || TryRectangle<3, 7>(planes, stream);
    case 4:
      return TryRectangle<4, 2>(planes, stream) || TryRectangle<4, 5>(planes, stream) ||
             TryRectangle<4, 7>(planes, stream);
    case 5:
      return TryRectangle<5, 3>(planes, stream) || TryRectangle<5, 7>(planes, stream);
    case 6:
      return TryRectangle<6, 3>(planes, stream) || TryRectangle<6, 7>(planes, stream);
    case 7:
      return TryRectangle<7, 3>(planes, stream);
    default:
      return false;
  }
}

#define ITK_INSTANTIATE(pixel) template bool LaunchMedianRectangle(const MedianPlanes<pixel> &, const Stream &);
ITK_FOR_EACH_PIXEL(ITK_INSTANTIATE)
} // namespace itk::device::median2d
