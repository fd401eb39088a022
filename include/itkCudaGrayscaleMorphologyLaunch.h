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
#ifndef itkCudaGrayscaleMorphologyLaunch_h
#define itkCudaGrayscaleMorphologyLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <cstdint>
#include <vector>

namespace itk::device
{
/** \struct FlatElement
 * \brief Which offsets from a pixel a flat structuring element has: of boxes of 2 radius + 1 pixels a side, axis 0 the
 * fastest. Axes that an image lacks have a radius of 0.
 *
 * \ingroup CudaImageFilters
 */
struct FlatElement
{
  std::size_t       radius[3];
  std::vector<bool> isOn;
};

enum class MorphologyOperation : std::uint8_t
{
  Erode,
  Dilate,
  Opening,
  Closing,
  WhiteTopHat,
  BlackTopHat,
  Gradient
};

/** \struct MorphologySettings
 * \brief What pixels beyond the image are worth, and whether there are results for some.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
struct MorphologySettings
{
  /** Erode, Dilate: the pixels beyond the image. Else they are the type's largest value where the least is taken, and the
   * other way round. */
  TPixel boundary;
  /** Opening to BlackTopHat: the first step's results beyond the image count in the second. */
  bool isBorderSafe;
  /** The least of infinities is the type's largest value, and the other way round. */
  bool isFinite;
};

/** Enqueues grayscale morphology by a flat element on `stream` and returns without waiting.
 *
 * At every index p of `output`, an erosion is the least of the `input` at p + offset + e over the offsets e of the
 * element, and a dilation the greatest; neither mirrors the element. The others are made of these: Opening is a dilation
 * of an erosion, Closing the reverse, WhiteTopHat the input minus its Opening, BlackTopHat its Closing minus the input,
 * Gradient the dilation minus the erosion. Differences of integers are modulo 2^bits. NaN counts as nothing; which of 0
 * and -0 results is not determined.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * Boxes take one pass over the image in 2D and two in 3D, at a cost that hardly depends on the radius (van Herk 1992;
 * Gil, Werman 1993), more for radii beyond about 25. Of other elements, a run of neighbours along axis 0 costs two pixels
 * that are read. Working memory: an image or two for what is between steps and passes, up to 1 GiB for other elements.
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param element has a pixel that is on; its radius may exceed the image
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left
 */
template <typename TPixel, unsigned int VDimension>
void
LaunchGrayscaleMorphology(const ImageView<const TPixel, VDimension> & input,
                          const ImageView<TPixel, VDimension> &       output,
                          const std::size_t (&offset)[VDimension],
                          const FlatElement &                element,
                          MorphologyOperation                operation,
                          const MorphologySettings<TPixel> & settings,
                          const Stream &                     stream);
} // namespace itk::device

#endif
