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

/** Sites of a line, `VStride` apart in memory: all of them, and in faster memory the latest VCapacity that were put or read
 * there. */
template <int VCapacity, int VStride>
class DistanceSiteMemory
{
public:
  ITK_HOST_DEVICE
  DistanceSiteMemory(DistanceSite * latest, DistanceSite * all)
    : m_Latest(latest)
    , m_All(all)
  {}

  ITK_HOST_DEVICE DistanceSite &
  Latest(int level) const
  {
    return m_Latest[static_cast<unsigned int>(level) % VCapacity * VStride];
  }

  ITK_HOST_DEVICE DistanceSite &
  All(int level) const
  {
    return m_All[static_cast<std::ptrdiff_t>(level) * VStride];
  }

private:
  DistanceSite * m_Latest;
  DistanceSite * m_All;
};

/** The scan of a line, of which remain the sites whose cells may meet it. */
template <int VCapacity, int VStride>
class DistanceScan
{
public:
  ITK_HOST_DEVICE
  explicit DistanceScan(const DistanceSiteMemory<VCapacity, VStride> & sites)
    : m_Sites(sites)
  {}

  ITK_HOST_DEVICE int
  GetNumberOfSites() const
  {
    return m_Size;
  }

  /** Steps of the parent's: drops the last site, or the last two, where `site`, if it is one, and those before hide them.
   * Then it takes `site` and returns true, unless it has yet to see whether more are hidden. */
  ITK_HOST_DEVICE bool
  Offer(const DistanceSite & site)
  {
    const bool isSite = site.square != NoDistance;
    const bool drops = isSite && m_Size >= 2 && IsHidden(m_Second, m_Last, site);
    const bool dropsTwo = drops && m_Size >= 3 && IsHidden(m_Third, m_Second, site);
    const bool takes = isSite && !dropsTwo;
    m_Size -= drops + dropsTwo;
    if (takes)
    {
      m_Sites.Latest(m_Size) = site;
      m_Sites.All(m_Size) = site;
    }
    const DistanceSite second = drops ? m_Second : m_Last;
    m_Second = takes ? second : dropsTwo ? m_Fourth : m_Second;
    m_Last = takes ? site : dropsTwo ? m_Third : m_Last;
    m_Size += takes;
    // These are here before they are needed.
    m_FirstLatest = m_Size - VCapacity > m_FirstLatest ? m_Size - VCapacity : m_FirstLatest;
    m_Third = m_Sites.Latest(m_Size - 3);
    m_Fourth = m_Sites.Latest(m_Size - 4);
    if (m_Size - 4 < m_FirstLatest && m_FirstLatest > 0)
    {
      m_Third = m_Size >= 3 ? m_Sites.All(m_Size - 3) : m_Third;
      m_Fourth = m_Size >= 4 ? m_Sites.All(m_Size - 4) : m_Fourth;
    }
    return !dropsTwo;
  }

  /** Reads sites again that were replaced in the faster memory by others, since dropped. */
  ITK_HOST_DEVICE void
  Refill()
  {
    const int first = m_Size > VCapacity ? m_Size - VCapacity : 0;
#ifdef __CUDA_ARCH__
#  pragma unroll 8
#endif
    for (int level = first; level < m_FirstLatest; ++level)
    {
      if (level < m_Size)
      {
        m_Sites.Latest(level) = m_Sites.All(level);
      }
    }
    m_FirstLatest = first;
  }

private:
  DistanceSiteMemory<VCapacity, VStride> m_Sites;
  int                                    m_Size{ 0 };
  int                                    m_FirstLatest{ 0 };
  DistanceSite                           m_Fourth{};
  DistanceSite                           m_Third{};
  DistanceSite                           m_Second{};
  DistanceSite                           m_Last{};
};

/** Walks through the sites of a line in the order of positions. */
template <int VCapacity, int VStride>
class DistanceQuery
{
public:
  /** From site `level` on, where `position` is in the cell of that or of a later one. */
  ITK_HOST_DEVICE
  DistanceQuery(const DistanceSiteMemory<VCapacity, VStride> & sites, int numberOfSites, int level, float position)
    : m_Sites(sites)
    , m_Number(numberOfSites)
    , m_Level(level)
    , m_Fetched(level + 2)
    , m_Site(sites.All(level))
    , m_Next(sites.All(this->GetExisting(level + 1)))
    , m_Position(position)
    , m_Square(GetSquaredDistance(m_Site, position))
  {}

  ITK_HOST_DEVICE int
  GetLevel() const
  {
    return m_Level;
  }

  /** Goes on to the site that is nearest. */
  ITK_HOST_DEVICE void
  Settle()
  {
    float square;
    while (!this->Step(m_Position, square))
    {
    }
  }

  /** Reads the next VCapacity sites, so that a step need not wait for them. */
  ITK_HOST_DEVICE void
  Fetch()
  {
    m_Fetched = m_Fetched < m_Level + 2 ? m_Level + 2 : m_Fetched;
#ifdef __CUDA_ARCH__
#  pragma unroll 8
#endif
    for (int i = 0; i < VCapacity; ++i)
    {
      const int level = m_Fetched + i;
      if (level < m_Number && level < m_Level + 2 + VCapacity)
      {
        m_Sites.Latest(level) = m_Sites.All(level);
      }
    }
    m_Fetched = m_Level + 2 + VCapacity;
  }

  /** One step: goes on to the next site where that is nearer, else returns true with the squared distance in `square`,
   * and goes on to `position`. */
  ITK_HOST_DEVICE bool
  Step(float position, float & square)
  {
    const float next = GetSquaredDistance(m_Next, m_Position);
    square = m_Square;
    const bool isDone = m_Level + 1 >= m_Number || m_Square <= next;
    if (!isDone)
    {
      m_Site = m_Next;
      ++m_Level;
      m_Next = m_Sites.Latest(m_Level + 1);
      if (m_Level + 1 >= m_Fetched)
      {
        m_Next = m_Sites.All(this->GetExisting(m_Level + 1));
      }
    }
    m_Position = isDone ? position : m_Position;
    m_Square = isDone ? GetSquaredDistance(m_Site, position) : next;
    return isDone;
  }

private:
  ITK_HOST_DEVICE int
  GetExisting(int level) const
  {
    return level < m_Number ? level : m_Number - 1;
  }

  DistanceSiteMemory<VCapacity, VStride> m_Sites;
  int                                    m_Number;
  int                                    m_Level;
  int                                    m_Fetched; // the first site that is not fetched
  DistanceSite                           m_Site;
  DistanceSite                           m_Next;
  float                                  m_Position;
  float                                  m_Square;
};

/** A guess at the level where a query of `position` ends: it is that, if roundings change the order of no two distances. */
template <int VCapacity, int VStride>
ITK_HOST_DEVICE int
GuessLevel(const DistanceSiteMemory<VCapacity, VStride> & sites, int numberOfSites, float position)
{
  int first = 0;
  int last = numberOfSites - 1;
  while (first < last)
  {
    const int middle = (first + last) / 2;
    if (GetSquaredDistance(sites.All(middle), position) <= GetSquaredDistance(sites.All(middle + 1), position))
    {
      last = middle;
    }
    else
    {
      first = middle + 1;
    }
  }
  return first;
}
} // namespace itk::device

#endif
