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
#include "Kernels/Instantiate.h"
#include "itkCudaLabelContourLaunch.h"

namespace itk::device
{
namespace
{
/** Of labels other than the background, from every other label. */
template <typename TPixel>
struct LabelRule
{
  TPixel background;

  __device__ bool
  IsApart(TPixel label, TPixel neighbor) const
  {
    return neighbor != label;
  }

  __device__ TPixel
  Finish(TPixel label, bool isAtContour) const
  {
    return isAtContour && label != background ? label : background;
  }
};
} // namespace

template <typename TPixel>
void
LaunchLabelContour(const PointwiseInput<TPixel> &  input,
                   const PointwiseOutput<TPixel> & output,
                   bool                            isFullyConnected,
                   TPixel                          background,
                   const Stream &                  stream)
{
  components::LaunchContours(input, output, isFullyConnected, LabelRule<TPixel>{ background }, stream);
}

#define ITK_INSTANTIATE(pixel)             \
  template void LaunchLabelContour<pixel>( \
    const PointwiseInput<pixel> &, const PointwiseOutput<pixel> &, bool, pixel, const Stream &);
ITK_FOR_EACH_INTEGER_TYPE(ITK_INSTANTIATE)
} // namespace itk::device
