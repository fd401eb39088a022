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
#ifndef itkCudaBinaryMorphologyLaunch_h
#define itkCudaBinaryMorphologyLaunch_h

#include "itkCudaGrayscaleMorphologyLaunch.h"

namespace itk::device
{
enum class BinaryOperation : std::uint8_t
{
  Erode,
  Dilate,
  Opening,
  Closing
};

/** \struct BinarySettings
 * \brief What is foreground, and what becomes of it.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
struct BinarySettings
{
  TPixel foreground;
  TPixel background;         // that foreground becomes
  bool   isBeyondForeground; // Erode, Dilate: pixels beyond the image
  bool   isBorderSafe;       // Closing: foreground beyond the image counts that its dilation makes
};

/** Those of a dilation or an erosion, with the parameters of ITK's BinaryMorphologyImageFilter. */
template <typename TFilter>
BinarySettings<typename TFilter::InputImageType::PixelType>
GetBinarySettings(const TFilter & filter)
{
  return { filter.GetForegroundValue(),
           static_cast<typename TFilter::InputImageType::PixelType>(filter.GetBackgroundValue()),
           filter.GetBoundaryToForeground(),
           false };
}

/** Enqueues binary morphology on `stream` and returns without waiting.
 *
 * The element is painted: output p is of the dilation where `input` is foreground at p + offset - e for an offset e of the
 * element, and of the erosion where it is for all of them. Pixels of the dilation become foreground, and what is foreground
 * without being of it the background. Pixels of the erosion become foreground, those that are foreground without being of
 * it the background, and others remain. An Opening is an erosion and the dilation of that, whose background is the type's
 * least value. A Closing is the erosion of a dilation, outside of which pixels remain. There pixels beyond the image are
 * foreground to the erosion and not to the dilation.
 *
 * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
 * | VDimension | 2, 3 |
 *
 * Balls of a radius of up to 170 pixels, whose offsets e are those with |e|^2 up to some number, are a threshold of the
 * squared distance, minimized along one axis after the other (Felzenszwalb, Huttenlocher 2012), by as many sums as the
 * ball is wide. Other elements are as LaunchGrayscaleMorphology's.
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param element has a pixel that is on; its radius may exceed the image
 * \param stream where to enqueue
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for two to five bytes a pixel
 */
template <typename TPixel, unsigned int VDimension>
void
LaunchBinaryMorphology(const ImageView<const TPixel, VDimension> & input,
                       const ImageView<TPixel, VDimension> &       output,
                       const std::size_t (&offset)[VDimension],
                       const FlatElement &            element,
                       BinaryOperation                operation,
                       const BinarySettings<TPixel> & settings,
                       const Stream &                 stream);
} // namespace itk::device

#endif
