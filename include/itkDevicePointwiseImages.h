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
#ifndef itkDevicePointwiseImages_h
#define itkDevicePointwiseImages_h

#include <cstddef>
#include <tuple>

namespace itk::device
{
/** What a pointwise operation reads at each pixel: an image in device memory, or one value in place of all its pixels. */
template <typename TPixel>
struct PointwiseInput
{
  const TPixel * pixels{ nullptr }; ///< The pixel of the output's first pixel; nullptr for a constant.
  std::size_t    stride[3]{};       ///< In pixels; that of the first axis is 1.
  TPixel         constant{};
};

/** What a pointwise operation writes. */
template <typename TPixel>
struct PointwiseOutput
{
  TPixel *    pixels{ nullptr };
  std::size_t size[3]{ 1, 1, 1 }; ///< 1 for axes that the images do not have.
  std::size_t stride[3]{};
};

/** The output and the inputs of a pointwise operation, of one to three dimensions, all on one device. The output may be
 * the first input, pixel for pixel; otherwise it overlaps no input. A launcher that takes them enqueues its work on a
 * stream and returns without waiting.
 * \exception device::Error a launch failed */
template <typename TOutput, typename... TInputs>
struct PointwiseImages
{
  PointwiseOutput<TOutput>               output;
  std::tuple<PointwiseInput<TInputs>...> inputs;
};
} // namespace itk::device

#endif
