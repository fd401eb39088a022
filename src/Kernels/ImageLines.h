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
#ifndef ImageLines_h
#define ImageLines_h

#include "itkDeviceImageView.h"
#include "itkParallelRunner.h"
#include <algorithm>
#include <vector>

namespace itk::device
{
/** \class ImageLines
 * \brief The lines of an image along an axis, in bundles that are worked on together.
 *
 * Element i of line l of a bundle of `width` lines is at i * width + l of its buffer, so that what is done to all lines
 * runs over neighbouring elements.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
class ImageLines
{
public:
  ImageLines(const ImageView<TPixel, 3> & view, unsigned int axis)
    : m_View(view)
    , m_Axis(axis)
    , m_Fast(axis == 0 ? 1 : 0)
    , m_Slow(axis == 2 ? 1 : 2)
  {}

  std::size_t
  GetLength() const
  {
    return m_View.size[m_Axis];
  }

  std::size_t
  GetNumberOfLines() const
  {
    return m_View.size[m_Fast] * m_View.size[m_Slow];
  }

  /** Calls transform(buffer, width) for bundles of at most `mostLines` lines, whose elements of type TElement it
   * changes in place. */
  template <typename TElement, typename TTransform>
  void
  Transform(std::size_t mostLines, const ParallelRunner & run, const TTransform & transform) const
  {
    const std::size_t bundles = (this->GetNumberOfLines() + mostLines - 1) / mostLines;
    run(bundles, [&](std::size_t begin, std::size_t end) {
      std::vector<TElement> buffer(this->GetLength() * mostLines);
      for (std::size_t bundle = begin; bundle < end; ++bundle)
      {
        const std::size_t first = bundle * mostLines;
        const std::size_t width = std::min(mostLines, this->GetNumberOfLines() - first);
        this->Visit(first, width, [&](TPixel & pixel, std::size_t i) { buffer[i] = static_cast<TElement>(pixel); });
        transform(buffer.data(), width);
        this->Visit(first, width, [&](TPixel & pixel, std::size_t i) { pixel = static_cast<TPixel>(buffer[i]); });
      }
    });
  }

private:
  /** Calls visit(pixel, where it is in the buffer) for the pixels of a bundle. */
  template <typename TVisit>
  void
  Visit(std::size_t first, std::size_t width, const TVisit & visit) const
  {
    const auto getLine = [&](std::size_t line) {
      return m_View.data + (first + line) % m_View.size[m_Fast] * m_View.stride[m_Fast] +
             (first + line) / m_View.size[m_Fast] * m_View.stride[m_Slow];
    };
    const std::size_t stride = m_View.stride[m_Axis];
    for (std::size_t line = 0; line < width;)
    {
      TPixel * const    from = getLine(line);
      const std::size_t toEndOfRow = m_View.size[m_Fast] - (first + line) % m_View.size[m_Fast];
      const std::size_t together = m_Axis == 0 ? 1 : std::min(width - line, toEndOfRow);
      for (std::size_t i = 0; i < this->GetLength(); ++i)
      {
        for (std::size_t x = 0; x < together; ++x)
        {
          visit(from[i * stride + x], i * width + line + x);
        }
      }
      line += together;
    }
  }

  ImageView<TPixel, 3> m_View;
  unsigned int         m_Axis;
  unsigned int         m_Fast;
  unsigned int         m_Slow;
};
} // namespace itk::device

#endif
