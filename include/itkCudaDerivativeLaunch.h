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
#ifndef itkCudaDerivativeLaunch_h
#define itkCudaDerivativeLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Parameters of LaunchDerivative: the axis, and by what the 2 radius + 1 pixels along it are multiplied. */
struct DerivativeOfAxis
{
  static constexpr int LargestRadius = 8;

  unsigned int axis;
  int          radius;
  double       coefficients[2 * LargestRadius + 1];
};

/** Enqueues the sum of the products of the pixels along an axis with coefficients, and returns without waiting.
 *
 * Bit for bit that of itk::DerivativeImageFilter, which is of double. Indices outside `input` take the nearest pixel of it
 * (zero-flux Neumann).
 *
 * | TInput | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`
 * \exception device::Error a launch failed
 */
template <typename TInput, unsigned int VDimension>
void
LaunchDerivative(const ImageView<const TInput, VDimension> & input,
                 const ImageView<float, VDimension> &        output,
                 const std::size_t (&offset)[VDimension],
                 const DerivativeOfAxis & derivative,
                 const Stream &           stream);
} // namespace itk::device

#endif
