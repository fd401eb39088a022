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
#ifndef itkCudaHistogramLaunch_h
#define itkCudaHistogramLaunch_h

#include "itkCudaMinimumMaximumLaunch.h"
#include <cstdint>
#include <vector>

namespace itk::device
{
/** Which pixels count: those where `image`, in device memory, has `value`; all of them without an image. */
struct HistogramMask
{
  PointwiseInput<std::uint8_t> image;
  std::uint8_t                 value{ 0 };
};

/** Classes of pixels: class k are those of which exactly k of the `thresholds`, which ascend, are at most the pixel. All
 * thresholds are greater than `minimum`, and no pixel that counts is less than it or greater than `maximum`. */
template <typename TPixel>
struct PixelClasses
{
  std::vector<TPixel> thresholds;
  TPixel              minimum;
  TPixel              maximum;

  /** The last one is of NaNs. */
  std::size_t
  GetNumberOfClasses() const
  {
    return thresholds.size() + 2;
  }
};

/** The most classes that LaunchCountClasses() knows. */
inline constexpr std::size_t MaximumNumberOfPixelClasses = 16384;

/** Enqueues the search for the extrema of the pixels that count of an image of `size`, 1 for axes that it lacks, and returns
 * without waiting.
 *
 * TPixel: std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param result device memory, written
 * \exception device::Error a launch failed */
template <typename TPixel>
void
LaunchMaskedExtrema(const PointwiseInput<TPixel> & image,
                    const HistogramMask &          mask,
                    const std::size_t (&size)[3],
                    PixelExtrema<TPixel> * result,
                    const Stream &         stream);

/** Enqueues the count of the pixels of each of the 256 values, and returns without waiting.
 *
 * \param counts device memory, written */
void
LaunchCountValues(const PointwiseInput<std::uint8_t> & image,
                  const HistogramMask &                mask,
                  const std::size_t (&size)[3],
                  std::uint64_t * counts,
                  const Stream &  stream);

/** Enqueues the count of the pixels of each class, and returns without waiting.
 *
 * TPixel: std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param counts device memory for the classes' numbers, written */
template <typename TPixel>
void
LaunchCountClasses(const PointwiseInput<TPixel> & image,
                   const HistogramMask &          mask,
                   const std::size_t (&size)[3],
                   const PixelClasses<TPixel> & classes,
                   std::uint64_t *              counts,
                   const Stream &               stream);
/** Labels of `bytes` each: 1, 2 or 4. */
struct LabelPixels
{
  const void * pixels;
  std::size_t  stride[3]; ///< In labels; that of the first axis is 1.
  int          bytes;
};

/** Enqueues the count of the pixels of each class that have each of `labels`, which ascend and are all that the image has,
 * and returns without waiting. Classes of uint8 are its values.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float.
 *
 * \param counts device memory for the classes' numbers of the first label, of the second and so on, written */
template <typename TPixel>
void
LaunchCountLabelClasses(const PointwiseInput<TPixel> & image,
                        const LabelPixels &            labelImage,
                        const std::size_t (&size)[3],
                        const std::vector<std::uint32_t> & labels,
                        const PixelClasses<TPixel> &       classes,
                        std::uint64_t *                    counts,
                        const Stream &                     stream);
} // namespace itk::device

#endif
