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
#ifndef MedianNetwork2DLaunch_cuh
#define MedianNetwork2DLaunch_cuh

#include "MedianNetwork2D3x3.cuh"

namespace itk::device
{
/* What bounds it: the bytes moved for windows of 3 x 3 pixels (one read, one written a pixel; of 8 bits nearly as much
 * the 94 instructions for 16 pixels in the pipe of minima and maxima, which moves bytes, too), the instructions from 5 x 5
 * on. A minimum or a maximum of 8-bit and 16-bit pixels is an instruction for two pixels, of floats for one. An
 * H200 does 16.5e12 such instructions a second, of which these kernels use 65 to 86 %; most of the rest moves and packs
 * pixels. Measured there on 16384 x 16384 pixels, in 1e9 pixels a second:
 *
 * | window side | 3 | 5 | 7 | 9 | 11 | 13 | 15 | copy |
 * |---|---|---|---|---|---|---|---|---|
 * | minima and maxima a pixel | | 58 | 111 | 187 | 254 | 365 | 444 | |
 * | 8-bit | 1450 | 426 | 235 | 152 | 108 | 76 | 62 | 2060 |
 * | 16-bit | 958 | 395 | 231 | 150 | 108 | 76 | 62 | 1040 |
 * | float | 484 | 190 | 118 | 76 | 55 | 39 | 31 | 530 |
 *
 * For 3 x 3 the addresses of the rows are multiples of 16 there. Where they are multiples of 4 only, it reaches 1280,
 * 730 and 440; where not even that, words are read and written as if they were, and shifted.
 *
 * Other windows cost at most what the smallest square does that holds them, and about what their pixels do. Minima and
 * maxima for two pixels of 8 or 16 bits, by the window's width (across) and height (down):
 *
 * | | 1 | 3 | 5 | 7 | 9 | 11 | 13 | 15 |
 * |---|---|---|---|---|---|---|---|---|
 * | 1 | | 2 | 6 | 17 | 17 | 17 | 17 | 17 |
 * | 3 | 2 | 10 | 26 | 61 | 61 | 90 | 90 | 90 |
 * | 5 | 6 | 26 | 58 | 112 | 121 | 180 | 233 | 260 |
 * | 7 | 17 | 61 | 96 | 112 | 193 | 180 | 233 | 260 |
 * | 9 | 17 | 61 | 96 | 174 | 193 | 263 | 377 | 459 |
 * | 11 | 17 | 90 | 176 | 174 | 233 | 263 | 377 | 459 |
 * | 13 | 17 | 90 | 176 | 239 | 313 | 344 | 377 | 459 |
 * | 15 | 17 | 90 | 176 | 239 | 313 | 344 | 425 | 459 |
 */
template <typename TPixel>
bool
LaunchMedianNetwork2D(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  const std::size_t radiusX = planes.radius[0];
  const std::size_t radiusY = planes.radius[1];
  if (radiusX <= 1 && radiusY <= 1 && radiusX + radiusY > 0)
  {
    if (radiusX == 0)
    {
      median2d::LaunchMedianVectorKernel<1, 3>(planes, stream);
    }
    else if (radiusY == 0)
    {
      median2d::LaunchMedianVectorKernel<3, 1>(planes, stream);
    }
    else
    {
      median2d::LaunchMedianVectorKernel<3, 3>(planes, stream);
    }
    return true;
  }
  if (median2d::LaunchMedianStrip(planes, stream) ||
      (radiusX != radiusY && median2d::LaunchMedianRectangle(planes, stream)))
  {
    return true;
  }
  if (radiusX < radiusY || radiusY < 2)
  {
    return false;
  }
  switch (radiusX)
  {
    case 2:
      median2d::LaunchMedianRegisterKernel<2>(planes, stream);
      return true;
    case 3:
      median2d::LaunchMedianSquare<3>(planes, stream);
      return true;
    case 4:
      median2d::LaunchMedianSquare<4>(planes, stream);
      return true;
    case 5:
      median2d::LaunchMedianSquare<5>(planes, stream);
      return true;
    case 6:
      median2d::LaunchMedianSquare<6>(planes, stream);
      return true;
    case 7:
      median2d::LaunchMedianSquare<7>(planes, stream);
      return true;
    default:
      return false;
  }
}
} // namespace itk::device

#endif
