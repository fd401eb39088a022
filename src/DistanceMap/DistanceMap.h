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
#ifndef DistanceMap_h
#define DistanceMap_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <cstdint>

namespace itk::device::distance
{
/** One bit a pixel, 32 pixels of a row in a word; the rows of an image follow one another. */
struct RowsOfBits
{
  std::uint32_t * words;
  std::ptrdiff_t  wordsOfRow;
};

/** The rows of a dense image of 2 or 3 axes. */
struct ImageSize
{
  std::ptrdiff_t size[3];

  std::ptrdiff_t
  GetNumberOfRows() const
  {
    return size[1] * size[2];
  }
};

/** Which pixels are of the background. */
template <typename TInput>
void
FindBackground(const TInput *     input,
               TInput             value,
               const ImageSize &  image,
               const RowsOfBits & bits,
               const Stream &     stream);

/** Which other pixels have one of the background among the 8 or 26 around them. */
void
FindContour(const RowsOfBits & background, const ImageSize & image, const RowsOfBits & contour, const Stream & stream);

/** The squared distance of each pixel from the nearest contour pixel of its row; NoDistance where there is none. */
void
MeasureRows(const RowsOfBits & contour, const ImageSize & image, double spacing, float * output, const Stream & stream);

/** Makes of the squared distances within the planes across `axis` those within the image's slices along it. */
struct LinesTask
{
  float *        image;
  std::ptrdiff_t linesOfLayer; // neighbours in memory
  std::ptrdiff_t lines;
  std::ptrdiff_t layerStride;
  std::ptrdiff_t length;
  std::ptrdiff_t stride; // along a line
  double         spacing;

  // Of the last axis alone, whose results get their signs.
  RowsOfBits     background;
  std::ptrdiff_t rowsToNextLayer;
  std::ptrdiff_t rowsToNextPixel;
  bool           squared;
  bool           insideIsPositive;
};

void
MeasureLines(const LinesTask & task, bool isLast, const Stream & stream);
} // namespace itk::device::distance

#endif
