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
#ifndef itkCudaContourLaunch_h
#define itkCudaContourLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include "itkDeviceSupports.h"

namespace itk::device
{
/** The contours of objects of `foreground`: of its pixels, those with a neighbour that is not. The others of them become
 * `background`, and all other pixels stay. Floats are foreground as itk::Math::AlmostEquals has it. */
template <typename TPixel>
struct BinaryContour
{
  using PixelType = TPixel;
  static constexpr bool KernelExists = HasCuda && IsPointwisePixel<TPixel>;

  TPixel foreground;
  TPixel background;
};

/** The contours of labels: pixels with a neighbour of another label. All others become `background`. */
template <typename TPixel>
struct LabelContour
{
  using PixelType = TPixel;
  static constexpr bool KernelExists = HasCuda && IsPointwisePixel<TPixel> && std::is_integral_v<TPixel>;

  TPixel background;
};

/** Enqueues the copy of an image that keeps its contours, and returns without waiting. Neighbours are in the image, and have a
 * common face, or if they are fully connected a common corner.
 *
 * TContour: BinaryContour of std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float; LabelContour of
 * the same integers.
 *
 * \param input an image of the output's size, in device memory of stream.GetDevice(), not overlapping `output`
 * \param output no size is 0
 * \exception device::Error a launch failed */
template <typename TContour>
void
LaunchContour(const PointwiseInput<typename TContour::PixelType> &  input,
              const PointwiseOutput<typename TContour::PixelType> & output,
              const TContour &                                      contour,
              bool                                                  isFullyConnected,
              const Stream &                                        stream);
} // namespace itk::device

#endif
