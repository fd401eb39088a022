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
#ifndef ConvolutionDirect_h
#define ConvolutionDirect_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceStream.h"
#include <type_traits>

namespace itk::device::convolution
{
/** The longest side of a square, or a cube, of coefficients that has a kernel of its own. Where the output is of integers the
 * kernel serves rectangles within a square too, with zeros around; others are LaunchVolumeInDouble's and LaunchFixedPoint's. */
template <typename TOutput>
constexpr int LongestOfSquare = std::is_integral_v<TOutput> ? 7 : 15;
template <typename TOutput>
constexpr int LongestOfCube = std::is_floating_point_v<TOutput> ? 7
                              : sizeof(TOutput) == 1            ? 5
                                                                : 0;

/** The fewest pixels of an output for which LaunchRectangle is the faster one, with the same bits. */
constexpr double LeastPixelsOfRectangle = 4e6;

/** Whether there is a kernel for windows of just that radius. */
template <typename TOutput>
bool
HasSquareKernel(const int (&radius)[3])
{
  const int length = 2 * radius[0] + 1;
  return length >= 3 && radius[1] == radius[0] &&
         (radius[2] == 0 ? length <= LongestOfSquare<TOutput>
                         : radius[2] == radius[0] && length <= LongestOfCube<TOutput>);
}

/** Sum by sum. Sets what `task` needs besides the images, the border and the radius. */
template <typename TInput, typename TOutput>
void
LaunchDirect(Task<TInput, TOutput> task, const Coefficients & coefficients, const Stream & stream);
} // namespace itk::device::convolution

#endif
