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
#ifndef IsolineTubePlane_h
#define IsolineTubePlane_h

#include <cstddef>
#include <vector>

namespace itk::device::tubes
{
struct Interval
{
  std::ptrdiff_t begin;
  std::ptrdiff_t end;

  std::ptrdiff_t
  GetSize() const
  {
    return end - begin;
  }
};

/** A plane of pixels or of what belongs to cells, of which `where` gives the indices that it holds. */
template <typename TElement>
struct Plane
{
  Interval              where[2];
  std::vector<TElement> elements;

  Plane(const Interval & x, const Interval & y)
    : where{ x, y }
    , elements(static_cast<std::size_t>(x.GetSize() * y.GetSize()))
  {}

  TElement *
  At(std::ptrdiff_t x, std::ptrdiff_t y)
  {
    return elements.data() + (y - where[1].begin) * where[0].GetSize() + x - where[0].begin;
  }

  const TElement *
  At(std::ptrdiff_t x, std::ptrdiff_t y) const
  {
    return const_cast<Plane *>(this)->At(x, y);
  }
};

} // namespace itk::device::tubes

#endif
