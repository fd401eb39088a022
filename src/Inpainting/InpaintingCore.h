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
#ifndef InpaintingCore_h
#define InpaintingCore_h

#include "itkDeviceImageView.h"
#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>

/** What host and device share of InpaintingImageFilter. */
namespace itk::device
{
/** Windows begin at all multiples of this, along each axis. */
inline constexpr int InpaintingWindowStep = 4;

/** Pixels of a side of a window, in planes and in volumes. */
inline constexpr int InpaintingPlaneWindow = 16;
inline constexpr int InpaintingVolumeWindow = 8;

/** Random shifts are less than this along each axis. */
inline constexpr unsigned int InpaintingShifts = 32;

ITK_HOST_DEVICE inline float
KeepLargeCoefficient(float coefficient, float threshold)
{
  return std::fabs(coefficient) < threshold ? 0.0f : coefficient;
}

/** The index that a mirror between the outermost pixels and the border shows at `index`, however far outside. */
ITK_HOST_DEVICE inline std::ptrdiff_t
MirrorInpaintingIndex(std::ptrdiff_t index, std::ptrdiff_t size)
{
  const std::ptrdiff_t period = 2 * size;
  index = (index % period + period) % period;
  return index < size ? index : period - 1 - index;
}

/** The pixel of an image of half the size that holds a pixel, or the other one next to that; the border repeats. */
ITK_HOST_DEVICE inline std::size_t
GetCoarserIndex(std::size_t index, std::size_t coarserSize, bool isOther)
{
  const std::size_t coarser = index / 2;
  if (!isOther)
  {
    return coarser;
  }
  if (index % 2 == 0)
  {
    return coarser > 0 ? coarser - 1 : 0;
  }
  return coarser + 1 < coarserSize ? coarser + 1 : coarser;
}

/** The value of a coarser image at a pixel of the finer one. */
ITK_HOST_DEVICE inline float
InterpolateInpainting(const ImageView<float, 3> & coarse, const std::size_t (&index)[3])
{
  float value = 0;
  for (unsigned int corner = 0; corner < 8; ++corner)
  {
    float         weight = 1;
    const float * at = coarse.data;
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      const bool isOther = (corner >> axis) % 2 != 0;
      weight *= isOther ? 0.25f : 0.75f;
      at += GetCoarserIndex(index[axis], coarse.size[axis], isOther) * coarse.stride[axis];
    }
    value += weight * *at;
  }
  return value;
}

/** The orthonormal cosine transform of `VSize` values by a matrix, whose rows are symmetric or antisymmetric by turns, so
 * that half of each will do. Host and device add up in the order of rising n and k. */
template <int VSize>
struct InpaintingWindowBasis
{
  float row[VSize][VSize / 2];

  InpaintingWindowBasis()
  {
    for (int k = 0; k < VSize; ++k)
    {
      for (int n = 0; n < VSize / 2; ++n)
      {
        row[k][n] = static_cast<float>(std::sqrt((k == 0 ? 1.0 : 2.0) / VSize) *
                                       std::cos(std::acos(-1.0) * (2 * n + 1) * k / (2.0 * VSize)));
      }
    }
  }
};
} // namespace itk::device

#endif
