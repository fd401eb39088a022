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
#include "CubicBSplineCore.h"
#include "Kernels/Instantiate.h"
#include "Resample.cuh"
#include "itkCudaBSplineDecompositionLaunch.h"

namespace itk::device
{
namespace
{
template <unsigned int VDimension>
ImageView<double, VDimension>
MakeCoefficients(const std::size_t (&size)[VDimension], Buffer & buffer, const Stream & stream)
{
  std::size_t pixels = 1;
  for (const std::size_t side : size)
  {
    pixels *= side;
  }
  buffer = Buffer(pixels * sizeof(double), stream);
  return MakeImageView<double, VDimension>(buffer.As<double>(), size);
}
} // namespace

/** Bound by the cache of a multiprocessor, 512 bytes a pixel in 3D, and near it by 250 operations of double. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
resample::LaunchBSpline(const ImageView<const TInput, VDimension> & input,
                        const ImageView<TOutput, VDimension> &      output,
                        const ResampleLines<VDimension> &           lines,
                        Outside                                     outside,
                        TOutput                                     defaultPixel,
                        const Stream &                              stream)
{
  if (outside == Outside::Extrapolate)
  {
    // Of all pixels, of which those inside are then written over.
    LaunchResample(input, output, lines, ResampleInterpolation::NearestNeighbor, true, defaultPixel, stream);
    outside = Outside::Keep;
  }
  Buffer                              buffer;
  const auto                          coefficients = MakeCoefficients(input.size, buffer, stream);
  ImageView<const double, VDimension> view{};
  view.data = coefficients.data;
  std::copy_n(coefficients.size, VDimension, view.size);
  std::copy_n(coefficients.stride, VDimension, view.stride);
  LaunchBSplineDecomposition(input, coefficients, stream);
  LaunchInterpolation<CubicBSpline>(
    Source<double, VDimension>(view, lines.inputBegin), output, lines, outside, defaultPixel, stream);
}

#define ITK_INSTANTIATE(input, output, dimension)                                  \
  template void resample::LaunchBSpline(const ImageView<const input, dimension> &, \
                                        const ImageView<output, dimension> &,      \
                                        const ResampleLines<dimension> &,          \
                                        Outside,                                   \
                                        output,                                    \
                                        const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
} // namespace itk::device
