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
#ifndef itkCudaSeparableConvolutionLaunch_h
#define itkCudaSeparableConvolutionLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>
#include <vector>

namespace itk::device
{
/** \struct SeparableKernel
 * \brief The 1-D kernels whose outer product a separable convolution correlates an image with.
 *
 * `coefficients[axis]` is an odd number of values, of which the middle one belongs to the pixel itself and the first to
 * the smallest index, as in itk::NeighborhoodInnerProduct. A single value scales the result and costs nothing.
 *
 * \ingroup CudaImageFilters
 */
template <unsigned int VDimension>
struct SeparableKernel
{
  std::vector<float> coefficients[VDimension];
};

/** Enqueues a separable convolution on `stream` and returns without waiting.
 *
 * For every index p of `output`, output(p) is the sum over t of
 * coefficients[0][t[0]] coefficients[1][t[1]] ... input(p + offset + t - radius), where radius[i] is half the number
 * of coefficients of axis i, rounded down. Indices outside `input` take the nearest pixel of `input` (zero-flux
 * Neumann), so the radius may exceed the image. The sums of one axis after the other are accumulated in float by fused
 * multiply-adds: with n coefficients in all, the result is within 1.01 (n + VDimension) 2^-24 S of the exact sum, S
 * being the sum of the magnitudes of its terms. NaN and infinity reach exactly the pixels whose windows hold them.
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 * | coefficients | any odd number per axis |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param kernel not needed after the call
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for an intermediate image
 */
template <typename TInput, unsigned int VDimension>
void
LaunchSeparableConvolution(const ImageView<const TInput, VDimension> & input,
                           const ImageView<float, VDimension> &        output,
                           const std::size_t (&offset)[VDimension],
                           const SeparableKernel<VDimension> & kernel,
                           const Stream &                      stream);
} // namespace itk::device

#endif
