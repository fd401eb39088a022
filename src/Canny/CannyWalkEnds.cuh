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
#ifndef CannyWalkEnds_cuh
#define CannyWalkEnds_cuh

#include <cstddef>

namespace itk::device
{
namespace
{
/** Where an image begins and ends along a walk, whose rows or slices are numbered from the first that gets verdicts; from
 * two before that on they are read. */
class CannyWalkEnds
{
public:
  /** \param first number of the walk's first row in the image, which has `size` */
  __device__
  CannyWalkEnds(std::size_t first, std::size_t size)
    : m_First(first == 0 ? 0 : -2)
    , m_Last(static_cast<int>(min(size - 1 - first, std::size_t{ 1 } << 30)))
  {}

  /** Rows before the walk's first one from which reading begins. */
  __device__ __forceinline__ int
  GetRowsBefore() const
  {
    return m_First < 0 ? 2 : 0;
  }

  /** Whether it is the image's first row. */
  __device__ __forceinline__ bool
  IsFirst(int row) const
  {
    return row == m_First;
  }

  __device__ __forceinline__ bool
  IsLast(int row) const
  {
    return row == m_Last;
  }

  /** Whether the row after it is another than the nearest one of the image to it. */
  __device__ __forceinline__ bool
  Advances(int row) const
  {
    return row >= m_First && row < m_Last;
  }

private:
  const int m_First;
  const int m_Last;
};
} // namespace
} // namespace itk::device

#endif
