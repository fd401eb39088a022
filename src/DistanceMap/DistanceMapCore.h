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
#ifndef DistanceMapCore_h
#define DistanceMapCore_h

#include "itkDeviceMacro.h"
#include <cfloat>
#include <cstddef>

/** \file
 * The scan of a line of Maurer, Qi and Raghavan (A linear time algorithm for computing exact Euclidean distance
 * transforms of binary images in arbitrary dimensions, IEEE Transactions on Pattern Analysis and Machine Intelligence
 * 25, 2003), in the float arithmetic of itk::SignedMaurerDistanceMapImageFilter, every rounding of which is kept: to be
 * compiled without contraction. */

namespace itk::device
{
/** A squared distance where there is no contour. */
inline constexpr float NoDistance = FLT_MAX;

/** The least of `square` + (distance from `position`)^2 is looked for. */
struct alignas(8) DistanceSite
{
  float square;
  float position;
};

ITK_HOST_DEVICE inline float
GetSitePosition(int index, double spacing)
{
  return static_cast<float>(index) * static_cast<float>(spacing);
}

/** Where the distance is asked for, which the parent rounds in another way. */
ITK_HOST_DEVICE inline float
GetQueryPosition(int index, double spacing)
{
  return static_cast<float>(index * spacing);
}

ITK_HOST_DEVICE inline float
GetSquaredDistance(const DistanceSite & site, float position)
{
  return site.square + (site.position - position) * (site.position - position);
}

/** Whether the cells of `before` and of `after` leave none for `middle`. */
ITK_HOST_DEVICE inline bool
IsHidden(const DistanceSite & before, const DistanceSite & middle, const DistanceSite & after)
{
  const float a = middle.position - before.position;
  const float b = after.position - middle.position;
  const float c = after.position - before.position;
  return c * middle.square - b * before.square - a * after.square - a * b * c > 0;
}

/** The sites of a line whose cells may meet it: the latest VCapacity, VStride apart, in fast memory, those before only if
 * need be in slow memory. */
template <int VCapacity, int VStride>
class DistanceSiteStack
{
public:
  ITK_HOST_DEVICE
  DistanceSiteStack(DistanceSite * latest, DistanceSite * older)
    : m_Latest(latest)
    , m_Older(older)
  {}

  ITK_HOST_DEVICE int
  GetSize() const
  {
    return m_Size;
  }

  ITK_HOST_DEVICE DistanceSite
  operator[](int level) const
  {
    DistanceSite site = this->Latest(level);
    if (level < m_FirstLatest)
    {
      site = m_Older[static_cast<std::ptrdiff_t>(level) * VStride];
    }
    return site;
  }

  /** One step of the parent's scan: drops the last site where the two around it hide it, else takes `site`, if it is
   * one, and returns true. */
  ITK_HOST_DEVICE bool
  Offer(const DistanceSite & site)
  {
    const bool isSite = site.square != NoDistance;
    const bool drops = isSite && m_Size >= 2 && IsHidden(m_Second, m_Last, site);
    const bool takes = isSite && !drops;
    if (takes)
    {
      if (m_Size - m_FirstLatest == VCapacity)
      {
        m_Older[static_cast<std::ptrdiff_t>(m_FirstLatest) * VStride] = this->Latest(m_FirstLatest);
        ++m_FirstLatest;
      }
      this->Latest(m_Size) = site;
    }
    // The third last is here before it is needed.
    const DistanceSite second = drops ? m_Third : m_Last;
    m_Third = takes ? m_Second : m_Third;
    m_Last = drops ? m_Second : takes ? site : m_Last;
    m_Second = isSite ? second : m_Second;
    m_Size += takes - drops;
    if (drops && m_Size >= 3)
    {
      m_Third = (*this)[m_Size - 3];
      if (m_Size - 3 < m_FirstLatest)
      {
        --m_FirstLatest;
        this->Latest(m_FirstLatest) = m_Third;
      }
    }
    return !drops;
  }

private:
  ITK_HOST_DEVICE DistanceSite &
  Latest(int level) const
  {
    return m_Latest[static_cast<unsigned int>(level) % VCapacity * VStride];
  }

  DistanceSite * m_Latest;
  DistanceSite * m_Older;
  int            m_Size{ 0 };
  int            m_FirstLatest{ 0 };
  DistanceSite   m_Third{};
  DistanceSite   m_Second{};
  DistanceSite   m_Last{};
};

/** Walks through a scanned line in the order of positions. */
template <typename TSites>
class DistanceQuery
{
public:
  ITK_HOST_DEVICE
  DistanceQuery(const TSites & sites, float position)
    : m_Sites(sites)
    , m_Site(sites[0])
    , m_Next(sites[sites.GetSize() > 1])
    , m_Left(sites.GetSize() - 1)
    , m_Position(position)
    , m_Square(GetSquaredDistance(m_Site, position))
  {}

  /** One step: goes on to the next site where that is nearer, else returns true with the squared distance in `square`,
   * and goes on to `position`. */
  ITK_HOST_DEVICE bool
  Step(float position, float & square)
  {
    const float next = GetSquaredDistance(m_Next, m_Position);
    square = m_Square;
    const bool isDone = m_Left <= 0 || m_Square <= next;
    if (!isDone)
    {
      m_Site = m_Next;
      --m_Left;
      m_Next = m_Sites[m_Sites.GetSize() - (m_Left > 0 ? m_Left : 1)];
    }
    m_Position = isDone ? position : m_Position;
    m_Square = isDone ? GetSquaredDistance(m_Site, position) : next;
    return isDone;
  }

private:
  const TSites & m_Sites;
  DistanceSite   m_Site;
  DistanceSite   m_Next;
  int            m_Left; // sites after m_Site
  float          m_Position;
  float          m_Square;
};
} // namespace itk::device

#endif
