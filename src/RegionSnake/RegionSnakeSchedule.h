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
#ifndef RegionSnakeSchedule_h
#define RegionSnakeSchedule_h

#include "RegionSnakeMove.h"

namespace itk::device
{
/** \struct RegionSnakeSettings
 * \brief What host and device must know to let contours converge.
 *
 * \ingroup CudaImageFilters
 */
struct RegionSnakeSettings
{
  NoiseLaw         law;
  double           lawParameter; // sigma, or the order of Gamma
  RegionSnakeModel model;
  std::int32_t     firstDistance; // the largest by which nodes are displaced
  std::int32_t     minimumLength; // Published only: of edges that may be split
  std::int32_t     maximumNumberOfRounds;
  double           nodeCost; // MinimumDescriptionLength only
  std::int32_t     maximumNumberOfNodes;
};

/** By how much a rectangle must lower the criterion to be a contour's start. */
ITK_HOST_DEVICE inline double
GetLeastGainOfRectangle(const RegionSnakeSettings & settings)
{
  return settings.model == RegionSnakeModel::Published ? MinimumGain : 4 * settings.nodeCost;
}

/** \class RegionSnakeSchedule
 * \brief Which step follows which, from how many moves were made in the last one.
 *
 * **Published**, after G. Perrot, S. Domas, R. Couturier, "GPU implementation of a region based algorithm for large
 * images segmentation" (2011): at a distance d, the nodes of even and of odd number move in turn, each to the best of
 * its 8 neighbours at that distance, until none moves; then every edge longer than `minimumLength` is split and d is
 * halved; until no edge was split.
 *
 * **MinimumDescriptionLength**: a node costs `nodeCost`, but see CountPaidNodes. For d from `firstDistance` to 1, halved, and once more from a
 * quarter of it: edges longer than 4 d, the second time 2 d, and 8 in any case, are split at no cost; in up to 3 rounds
 * nodes are displaced by d, if any edge was; in up to 3 more rounds nodes are displaced by d, removed, and inserted by d
 * beside the middles of edges. In the end all this is tried at all distances at once, until nothing lowers the criterion.
 * No displacement exceeds the length of the edges beside it.
 *
 * A step that could overflow `maximumNumberOfNodes` inserts none.
 *
 * \ingroup CudaImageFilters
 */
class RegionSnakeSchedule
{
public:
  ITK_HOST_DEVICE explicit RegionSnakeSchedule(const RegionSnakeSettings & settings)
    : m_Settings(settings)
    , m_Distance(settings.firstDistance)
    , m_Phase(settings.model == RegionSnakeModel::Published ? Phase::MoveInTurn : Phase::Split)
  {}

  ITK_HOST_DEVICE bool
  IsOver() const
  {
    return m_Phase == Phase::Over || m_NumberOfRounds >= m_Settings.maximumNumberOfRounds;
  }

  /** Whether it came to its end by itself. */
  ITK_HOST_DEVICE bool
  HasConverged() const
  {
    return m_Phase == Phase::Over;
  }

  ITK_HOST_DEVICE std::int32_t
                  GetNumberOfRounds() const
  {
    return m_NumberOfRounds;
  }

  ITK_HOST_DEVICE SnakeStep
  GetStep(std::int32_t numberOfNodes) const
  {
    const bool hasRoom = numberOfNodes <= m_Settings.maximumNumberOfNodes / 2;
    SnakeStep  step{};
    step.distance = m_Distance;
    step.numberOfDistances = 1;
    step.parity = -1;
    step.isBounded = m_Settings.model != RegionSnakeModel::Published;
    step.nodeCost = m_Settings.model == RegionSnakeModel::Published ? 0 : m_Settings.nodeCost;
    switch (m_Phase)
    {
      case Phase::MoveInTurn:
        step.moves = true;
        step.parity = m_Count % 2;
        break;
      case Phase::Split:
        step.splitLength = hasRoom ? GetSplitLength() : MaximumNodeCoordinate;
        break;
      case Phase::Explore:
        step.moves = true;
        break;
      case Phase::All:
        for (std::int32_t distance = m_Distance; distance > 1; distance /= 2)
        {
          ++step.numberOfDistances;
        }
        [[fallthrough]];
      default:
        step.moves = true;
        step.removals = true;
        step.insertions = hasRoom;
    }
    return step;
  }

  /** To the next step, after one that made so many moves. */
  ITK_HOST_DEVICE void
  Advance(std::int32_t numberOfMoves)
  {
    ++m_NumberOfRounds;
    ++m_Count;
    switch (m_Phase)
    {
      case Phase::MoveInTurn:
        m_Idle = numberOfMoves == 0 ? m_Idle + 1 : 0;
        if (m_Idle == 2)
        {
          Begin(Phase::Split);
        }
        break;
      case Phase::Split:
        if (m_Settings.model == RegionSnakeModel::Published)
        {
          m_Distance = m_Distance > 1 ? m_Distance / 2 : 1;
          Begin(numberOfMoves > 0 ? Phase::MoveInTurn : Phase::Over);
        }
        else
        {
          Begin(numberOfMoves > 0 ? Phase::Explore : Phase::Prune);
        }
        break;
      case Phase::Explore:
        if (numberOfMoves == 0 || m_Count == roundsOfPhase)
        {
          Begin(Phase::Prune);
        }
        break;
      case Phase::Prune:
        if (numberOfMoves == 0 || m_Count == roundsOfPhase)
        {
          m_Distance /= 2;
          Begin(Phase::Split);
          if (m_Distance == 0)
          {
            m_Distance = (m_Settings.firstDistance + 3) / 4;
            ++m_Sweep;
            Begin(m_Sweep < numberOfSweeps ? Phase::Split : Phase::All);
          }
        }
        break;
      default:
        if (numberOfMoves == 0)
        {
          Begin(Phase::Over);
        }
    }
  }

private:
  enum class Phase : std::uint8_t
  {
    MoveInTurn,
    Split,
    Explore,
    Prune,
    All,
    Over
  };

  static constexpr std::int32_t numberOfSweeps = 2;
  static constexpr std::int32_t roundsOfPhase = 3;
  static constexpr std::int32_t shortestSplitEdge = 8;

  ITK_HOST_DEVICE void
  Begin(Phase phase)
  {
    m_Phase = phase;
    m_Count = 0;
    m_Idle = 0;
  }

  ITK_HOST_DEVICE std::int32_t
                  GetSplitLength() const
  {
    if (m_Settings.model == RegionSnakeModel::Published)
    {
      return m_Settings.minimumLength;
    }
    const std::int32_t length = (m_Sweep == 0 ? 4 : 2) * m_Distance;
    return length > shortestSplitEdge ? length : shortestSplitEdge;
  }

  RegionSnakeSettings m_Settings;
  std::int32_t        m_Distance;
  Phase               m_Phase;
  std::int32_t        m_Sweep{ 0 };
  std::int32_t        m_Count{ 0 }; // of the rounds of this phase
  std::int32_t        m_Idle{ 0 };  // rounds without a move, up to now
  std::int32_t        m_NumberOfRounds{ 0 };
};
} // namespace itk::device

#endif
