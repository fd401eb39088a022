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
#ifndef itkCudaRecursiveGaussianLaunch_h
#define itkCudaRecursiveGaussianLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Parameters of LaunchRecursiveGaussian: the axis, sigma in pixels, above 0, the order of the derivative, 0, 1 or 2, and
 * by what a derivative is multiplied. */
struct RecursiveGaussianOfAxis
{
  unsigned int axis;
  double       sigma;
  int          order;
  double       scale;
};

/** Parameters of LaunchGaussianDerivatives: sigma along each axis, in pixels, the order of the derivatives, 1 or 2, and by
 * what each is multiplied. */
template <unsigned int VDimension>
struct GaussianDerivatives
{
  double sigma[VDimension];
  int    order;
  double scale[VDimension];
};

/** Enqueues a recursive Gaussian, or a derivative of it, along one axis on `stream` and returns without waiting.
 *
 * As itk::RecursiveGaussianImageFilter: beyond the image its border pixels are repeated for ever. Derivatives are by
 * pixel: of a ramp of slope 1, and of n^2 / 2, they are `scale`.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output of the size of `input`
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for carries
 */
template <typename TInput, unsigned int VDimension>
void
LaunchRecursiveGaussian(const ImageView<const TInput, VDimension> & input,
                        const ImageView<float, VDimension> &        output,
                        const RecursiveGaussianOfAxis &             parameters,
                        const Stream &                              stream);

/** Enqueues the length of the vector of first derivatives of a Gaussian (order 1), or the sum of second ones (order 2).
 *
 * Types, memory and exceptions are those of LaunchRecursiveGaussian; takes an image of floats besides. */
template <typename TInput, unsigned int VDimension>
void
LaunchGaussianDerivatives(const ImageView<const TInput, VDimension> & input,
                          const ImageView<float, VDimension> &        output,
                          const GaussianDerivatives<VDimension> &     parameters,
                          const Stream &                              stream);
} // namespace itk::device

#endif
