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
/* What bounds it: the bytes moved for windows of 3 x 3 pixels (one read, one written a pixel), the instructions from
 * 5 x 5 on. A minimum or a maximum of 8-bit and 16-bit pixels is an instruction for two pixels, of floats for one. An
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
 * 730 and 440; where not even that, 330 for 8-bit and 360 for 16-bit pixels. */
template <typename TPixel>
bool
LaunchMedianNetwork2D(const ImageView<const TPixel, 2> & input,
                      const ImageView<TPixel, 2> &       output,
                      const std::size_t (&offset)[2],
                      std::size_t    radius,
                      const Stream & stream)
{
  switch (radius)
  {
    case 1:
      median2d::LaunchMedian3x3Kernel(input, output, offset, stream);
      return true;
    case 2:
      median2d::LaunchMedianRegisterKernel<2>(input, output, offset, stream);
      return true;
    case 3:
      median2d::LaunchMedianSharedKernel<3>(input, output, offset, stream);
      return true;
    case 4:
      median2d::LaunchMedianSharedKernel<4>(input, output, offset, stream);
      return true;
    case 5:
      median2d::LaunchMedianSharedKernel<5>(input, output, offset, stream);
      return true;
    case 6:
      median2d::LaunchMedianSharedKernel<6>(input, output, offset, stream);
      return true;
    case 7:
      median2d::LaunchMedianSharedKernel<7>(input, output, offset, stream);
      return true;
    default:
      return false;
  }
}
} // namespace itk::device

#endif
