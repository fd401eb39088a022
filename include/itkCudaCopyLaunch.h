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
#ifndef itkCudaCopyLaunch_h
#define itkCudaCopyLaunch_h

#include "itkDeviceStream.h"
#include <cstddef>

namespace itk::device
{
/** Which pixel of the input stands for one beyond its ends. */
enum class CopyBorder : int
{
  None,     ///< None is asked for.
  Constant, ///< A value of its own.
  Nearest,  ///< The outermost one: itk::ZeroFluxNeumannBoundaryCondition.
  Periodic, ///< The one of the image's repetitions: itk::PeriodicBoundaryCondition.
  Mirror    ///< The one of its mirror images, which begin with the outermost pixel again: itk::MirrorPadImageFilter.
};

/** An axis of the output, and where its pixels come from. Strides are in pixels. */
struct CopyAxis
{
  std::ptrdiff_t size{ 1 };
  std::ptrdiff_t outputStride{ 0 };
  std::ptrdiff_t inputStride{ 0 }; ///< What one pixel of the output is further on in the input; may be negative.
  CopyBorder     border{ CopyBorder::None };
  std::ptrdiff_t begin{ 0 };     ///< Unless `border` is None, where the first pixel is along the input.
  std::ptrdiff_t inputSize{ 1 }; ///< Unless `border` is None, the length of the input.
};

/** A copy of pixels of 1, 2 or 4 bytes from one dense image in device memory to another, which does not overlap it. */
struct CopyTask
{
  const void *   input{ nullptr };
  std::ptrdiff_t inputPixels{ 0 };  ///< How many there are from `input` on: no others are read.
  std::ptrdiff_t inputOffset{ 0 };  ///< Of the pixel that is at 0 of all axes.
  void *         output{ nullptr }; ///< The first pixel to be written.
  std::size_t    pixelSize{ 0 };
  CopyAxis       axes[3];        ///< The output's stride along the first of them is 1. Axes that it lacks have a pixel.
  unsigned char  constant[4]{};  ///< The pixel where the border is Constant.
  std::ptrdiff_t holeBegin[3]{}; ///< Pixels from here on
  std::ptrdiff_t holeEnd[3]{};   ///< to before here need not be written.
};

/** Enqueues a copy, and does not wait. Bound by memory: each pixel is read and written once.
 * \exception device::Error a launch failed, or a pixel would be read that is not the input's */
void
LaunchCopy(const CopyTask & task, const Stream & stream);
} // namespace itk::device

#endif
