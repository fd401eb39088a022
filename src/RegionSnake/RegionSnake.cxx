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
#include "RegionSnake.h"
#include "RegionSnakeHostMoves.h"
#include "itkMultiThreaderBase.h"
#include <algorithm>
#include <array>
#include <cstdlib>

namespace itk::device
{
namespace
{
using namespace host;

class Convergence
{
public:
  Convergence(const CumulatedImagesView & images, const RegionSnakeSettings & settings, MultiThreaderBase * threader)
    : m_Images(images)
    , m_Settings(settings)
    , m_Criterion{ settings.law, settings.lawParameter, images.summary->scale }
    , m_Threader(threader)
  {}

  RegionSnakeResult
  Run(const std::vector<PolygonNodes> & start, const RegionSnakeObserver & observer)
  {
    Begin(start);
    RegionSnakeSchedule schedule(m_Settings);
    while (!schedule.IsOver())
    {
      m_Step = schedule.GetStep(m_Snake.numberOfNodes);
      const std::int32_t numberOfMoves = DoStep();
      schedule.Advance(numberOfMoves);
      if (observer)
      {
        observer({ m_Total.cost, m_Snake.numberOfNodes, numberOfMoves, m_Step.distance, m_Step.splitLength > 0 },
                 GetPolygons());
      }
    }
    RegionSnakeResult result;
    result.polygons = GetPolygons();
    for (const SnakeContour & contour : m_Current.contours)
    {
      result.regions.push_back(contour.GetRegion());
    }
    result.background = m_Total.background.sums;
    result.scale = m_Criterion.scale;
    result.criterion = m_Total.cost;
    result.numberOfRounds = schedule.GetNumberOfRounds();
    result.hasConverged = schedule.HasConverged();
    return result;
  }

private:
  static constexpr std::size_t rowsWorthThreads = 20000;

  void
  Begin(const std::vector<PolygonNodes> & start)
  {
    for (const PolygonNodes & polygon : start)
    {
      const auto   contour = static_cast<std::int32_t>(m_Current.contours.size());
      SnakeContour begun{
        static_cast<std::int32_t>(m_Current.nodes.size()), static_cast<std::int32_t>(polygon.size()), RegionSums{}, 0
      };
      for (std::size_t i = 0; i < polygon.size(); ++i)
      {
        const RegionSums edge = EdgeSums(m_Images, polygon[i], polygon[(i + 1) % polygon.size()]);
        m_Current.Append(polygon[i], edge, contour);
        begun.edges += edge;
      }
      m_Current.contours.push_back(begun);
    }
    m_Snake = m_Current.GetView();
    const Changes none = AddUp({});
    m_Total = none.total;
    for (std::size_t c = 0; c < m_Current.contours.size(); ++c)
    {
      m_Current.contours[c].cost = none.costs[c];
    }
  }

  std::vector<PolygonNodes>
  GetPolygons() const
  {
    std::vector<PolygonNodes> polygons;
    for (const SnakeContour & contour : m_Current.contours)
    {
      const auto first = m_Current.nodes.begin() + contour.firstNode;
      polygons.emplace_back(first, first + contour.numberOfNodes);
    }
    return polygons;
  }

  /** What the moves of some elements change. */
  Changes
  AddUp(const std::vector<std::int32_t> & elements) const
  {
    Changes changes(m_Current.contours.size());
    for (const std::int32_t element : elements)
    {
      const BestMove & move = m_Moves[element];
      changes.Add(m_Snake.contourOf[element / 2],
                  GetNumberOfAddedNodes(element, move.chain),
                  GetChange(m_Snake, element, move.sums));
    }
    // The order of the terms is that of a warp.
    std::array<double, 32> lanes{};
    changes.total.background.sums = m_Images.summary->total;
    for (std::size_t c = 0; c < changes.costs.size(); ++c)
    {
      RegionSums edges = m_Current.contours[c].edges;
      changes.AddTo(static_cast<std::int32_t>(c), edges);
      changes.total.background.sums -= OfRegion(edges);
      changes.costs[c] = m_Criterion.GetCost(OfRegion(edges));
      lanes[c % 32] += changes.costs[c];
    }
    for (std::size_t half = 16; half > 0; half /= 2)
    {
      for (std::size_t lane = 0; lane < half; ++lane)
      {
        lanes[lane] += lanes[lane + half];
      }
    }
    changes.total.background.cost = m_Criterion.GetCost(changes.total.background.sums);
    changes.total.cost =
      AddUpCost(lanes[0], changes.total.background, m_Snake.numberOfNodes + changes.CountAdded(), m_Settings);
    return changes;
  }

  bool
  IsAllowed(std::int32_t element, const SnakeChain & chain) const
  {
    if (IsDegenerate(chain))
    {
      return false;
    }
    for (std::int32_t j = 0; j < m_Snake.numberOfNodes; ++j)
    {
      if (ChainMeetsEdge(m_Snake, element, chain, j))
      {
        return false;
      }
    }
    for (std::int32_t c = 0; c < m_Snake.numberOfContours; ++c)
    {
      if (SweepsOver(m_Snake, element, chain, c))
      {
        return false;
      }
    }
    return true;
  }

  BestMove
  FindBestMove(std::int32_t element) const
  {
    std::vector<BestMove> moves;
    const std::int32_t    numberOfCandidates = GetNumberOfCandidates(m_Snake, m_Step, element);
    for (std::int32_t candidate = 0; candidate < numberOfCandidates; ++candidate)
    {
      const SnakeMove move = MakeCandidate(m_Snake, m_Step, element, candidate, m_Images);
      if (move.kind == SnakeMoveKind::None)
      {
        continue;
      }
      BestMove best{};
      best.chain = MakeChain(m_Snake, element, move.kind, move.node);
      best.sums.before = EdgeSums(m_Images, best.chain.first, best.chain.middle);
      best.sums.after = EdgeSums(m_Images, best.chain.middle, best.chain.last);
      best.gain = GetGain(m_Snake,
                          m_Total.background,
                          m_Step,
                          element,
                          best.chain,
                          best.sums,
                          [this](const RegionSums & region, const RegionSums & background) {
                            return m_Criterion.GetCost(region) + m_Criterion.GetCost(background);
                          });
      if (best.gain > 0)
      {
        moves.push_back(best);
      }
    }
    std::stable_sort(
      moves.begin(), moves.end(), [](const BestMove & a, const BestMove & b) { return a.gain > b.gain; });
    const auto allowed =
      std::find_if(moves.begin(), moves.end(), [&](const BestMove & best) { return IsAllowed(element, best.chain); });
    return allowed == moves.end() ? BestMove{} : *allowed;
  }

  std::size_t
  CountRows() const
  {
    std::size_t rows = 0;
    for (std::int32_t i = 0; i < m_Snake.numberOfNodes; ++i)
    {
      rows += static_cast<std::size_t>(std::abs(m_Snake.nodes[m_Snake.GetNext(i)].y - m_Snake.nodes[i].y)) + 1;
    }
    return rows * static_cast<std::size_t>(16 * m_Step.numberOfDistances);
  }

  bool
  IsBetter(std::int32_t a, std::int32_t b) const
  {
    return device::IsBetter(m_Moves[a].gain, a, m_Moves[b].gain, b);
  }

  bool
  IsChosen(std::int32_t element) const
  {
    return device::IsChosen(m_Snake, element, [this](std::int32_t other) { return m_Moves[other].gain; });
  }

  /** Makes the moves of one step, and returns how many. */
  std::int32_t
  DoStep()
  {
    const std::int32_t numberOfElements = 2 * m_Snake.numberOfNodes;
    m_Moves.assign(numberOfElements, BestMove{});
    const auto find = [this](SizeValueType element) {
      m_Moves[element] = FindBestMove(static_cast<std::int32_t>(element));
    };
    if (CountRows() < rowsWorthThreads)
    {
      for (std::int32_t element = 0; element < numberOfElements; ++element)
      {
        find(element);
      }
    }
    else
    {
      m_Threader->ParallelizeArray(0, numberOfElements, find, nullptr);
    }

    std::vector<std::int32_t> chosen;
    for (std::int32_t element = 0; element < numberOfElements; ++element)
    {
      if (IsChosen(element))
      {
        chosen.push_back(element);
      }
    }
    std::vector<std::int32_t> kept;
    for (const std::int32_t element : chosen)
    {
      const SnakeChain & chain = m_Moves[element].chain;
      if (std::none_of(chosen.begin(), chosen.end(), [&](std::int32_t other) {
            return IsBetter(other, element) && ChainsMeet(chain, m_Moves[other].chain);
          }))
      {
        kept.push_back(element);
      }
    }
    if (!kept.empty())
    {
      Changes changes = AddUp(kept);
      if (!AreMadeTogether(m_Step, static_cast<std::int32_t>(kept.size()), m_Total.cost, changes.total.cost))
      {
        // Together they gain nothing: the best one does alone.
        kept = { *std::min_element(
          kept.begin(), kept.end(), [this](std::int32_t a, std::int32_t b) { return IsBetter(a, b); }) };
        changes = AddUp(kept);
      }
      Make(MadeMoves(m_Moves, kept), changes);
    }
    return static_cast<std::int32_t>(kept.size());
  }

  /** Makes the next generation the current one. */
  void
  Make(const MadeMoves & moves, const Changes & changes)
  {
    m_Next.Resize(m_Snake.numberOfNodes + changes.CountAdded(), m_Snake.numberOfContours);
    const SnakeView to = m_Next.GetView();
    std::int32_t    at = 0;
    for (std::int32_t i = 0; i < m_Snake.numberOfNodes; ++i)
    {
      MakeNextNodes(m_Snake, moves, i, to, at);
      at += CountNextNodes(moves, i);
    }
    for (std::int32_t c = 0; c < m_Snake.numberOfContours; ++c)
    {
      to.contours[c] = MakeNextContour(m_Snake, changes, c, changes.costs[c]);
    }
    std::swap(m_Current, m_Next);
    m_Snake = m_Current.GetView();
    m_Total = changes.total;
  }

  const CumulatedImagesView & m_Images;
  const RegionSnakeSettings & m_Settings;
  RegionCriterion             m_Criterion;
  MultiThreaderBase *         m_Threader;
  Contours                    m_Current;
  Contours                    m_Next;
  SnakeView                   m_Snake{};
  TotalCost                   m_Total{};
  SnakeStep                   m_Step{};
  std::vector<BestMove>       m_Moves; // of each element
};
} // namespace

RegionSnakeResult
ConvergeRegionSnake(const CumulatedImagesView &       images,
                    const RegionSnakeSettings &       settings,
                    const std::vector<PolygonNodes> & start,
                    MultiThreaderBase *               threader,
                    const RegionSnakeObserver &       observer)
{
  return Convergence(images, settings, threader).Run(start, observer);
}
} // namespace itk::device
