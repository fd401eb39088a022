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
#include "Contour.cuh"
#include "Kernels/AlmostEqual.h"
#include "Kernels/Instantiate.h"
#include "itkCudaBinaryContourLaunch.h"

namespace itk::device
{
namespace
{
/** Of the foreground, from all else, which stays. */
template <typename TPixel>
struct BinaryRule
{
  TPixel foreground;
  TPixel background;

  __device__ bool
  IsApart(TPixel, TPixel neighbor) const
  {
    return !kernels::AreAlmostEqual(neighbor, foreground);
  }

  __device__ TPixel
  Finish(TPixel pixel, bool isAtContour) const
  {
    return !kernels::AreAlmostEqual(pixel, foreground) ? pixel : isAtContour ? foreground : background;
  }
};
} // namespace

template <typename TPixel>
void
LaunchBinaryContour(const PointwiseInput<TPixel> &  input,
                    const PointwiseOutput<TPixel> & output,
                    bool                            isFullyConnected,
                    TPixel                          foreground,
                    TPixel                          background,
                    const Stream &                  stream)
{
  components::LaunchContours(input, output, isFullyConnected, BinaryRule<TPixel>{ foreground, background }, stream);
}

#define ITK_INSTANTIATE(pixel)              \
  template void LaunchBinaryContour<pixel>( \
    const PointwiseInput<pixel> &, const PointwiseOutput<pixel> &, bool, pixel, pixel, const Stream &);
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
