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
#include "itkMultiThreaderBase.h"
#include <algorithm>
#include <array>
#include <cstdlib>

namespace itk::device
{
namespace
{
/** The contours in one of two generations, of which a round reads one and writes the other. */
struct Contours
{
  std::vector<PolygonNode>  nodes;
  std::vector<RegionSums>   edges;
  std::vector<std::int32_t> contourOf;
  std::vector<SnakeContour> contours;

  SnakeView
  GetView()
  {
    return { nodes.data(),
             edges.data(),
             contourOf.data(),
             contours.data(),
             static_cast<std::int32_t>(nodes.size()),
             static_cast<std::int32_t>(contours.size()) };
  }

  void
  Append(const PolygonNode & node, const RegionSums & edge, std::int32_t contour)
  {
    nodes.push_back(node);
    edges.push_back(edge);
    contourOf.push_back(contour);
  }
};

/** The move of an element that gains most. */
struct BestMove
{
  double     gain; // 0: there is none
  SnakeChain chain;
  ChainSums  sums;
};

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
        observer({ GetCriterion(), m_Snake.numberOfNodes, numberOfMoves, m_Step.distance, m_Step.splitLength > 0 },
                 GetPolygons());
      }
    }
    RegionSnakeResult result;
    result.polygons = GetPolygons();
    for (const SnakeContour & contour : m_Current.contours)
    {
      result.regions.push_back(contour.GetRegion());
    }
    result.background = m_Background.sums;
    result.scale = m_Criterion.scale;
    result.criterion = GetCriterion();
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
    Update();
  }

  void
  Update()
  {
    m_Snake = m_Current.GetView();
    m_Background = { m_Images.summary->total, 0 };
    for (SnakeContour & contour : m_Current.contours)
    {
      m_Background.sums -= contour.GetRegion();
      contour.cost = m_Criterion.GetCost(contour.GetRegion());
    }
    m_Background.cost = m_Criterion.GetCost(m_Background.sums);
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

  double
  GetCriterion() const
  {
    double nodeCost = 0;
    if (m_Settings.model != RegionSnakeModel::Published)
    {
      nodeCost = m_Settings.nodeCost;
    }
    return GetTotalCost(m_Current.contours, m_Background.sums, m_Snake.numberOfNodes, nodeCost);
  }

  double
  GetTotalCost(const std::vector<SnakeContour> & contours,
               const RegionSums &                background,
               std::int32_t                      numberOfNodes,
               double                            nodeCost) const
  {
    // The order of the terms is that of a warp.
    std::array<double, 32> lanes{};
    for (std::size_t c = 0; c < contours.size(); ++c)
    {
      lanes[c % 32] += m_Criterion.GetCost(contours[c].GetRegion());
    }
    for (std::size_t half = 16; half > 0; half /= 2)
    {
      for (std::size_t lane = 0; lane < half; ++lane)
      {
        lanes[lane] += lanes[lane + half];
      }
    }
    return lanes[0] + m_Criterion.GetCost(background) + nodeCost * CountPaidNodes(numberOfNodes, background);
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
                          m_Background,
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
      Make(kept);
      if (m_Step.splitLength == 0 && kept.size() > 1 && !(GetStepCost(m_Next) < GetStepCost(m_Current)))
      {
        // Together they gain nothing: the best one does alone.
        kept = { *std::min_element(
          kept.begin(), kept.end(), [this](std::int32_t a, std::int32_t b) { return IsBetter(a, b); }) };
        Make(kept);
      }
      std::swap(m_Current, m_Next);
      Update();
    }
    return static_cast<std::int32_t>(kept.size());
  }

  double
  GetStepCost(const Contours & contours) const
  {
    RegionSums background = m_Images.summary->total;
    for (const SnakeContour & contour : contours.contours)
    {
      background -= contour.GetRegion();
    }
    return GetTotalCost(
      contours.contours, background, static_cast<std::int32_t>(contours.nodes.size()), m_Step.nodeCost);
  }

  /** Writes the contours after the moves of `elements` to m_Next. */
  void
  Make(const std::vector<std::int32_t> & elements)
  {
    std::vector<bool> isMade(m_Moves.size());
    for (const std::int32_t element : elements)
    {
      isMade[element] = true;
    }
    m_Next = Contours{};
    for (std::int32_t c = 0; c < m_Snake.numberOfContours; ++c)
    {
      SnakeContour contour{ static_cast<std::int32_t>(m_Next.nodes.size()), 0, RegionSums{}, 0 };
      for (std::int32_t k = 0; k < m_Snake.contours[c].numberOfNodes; ++k)
      {
        const std::int32_t i = m_Snake.contours[c].firstNode + k;
        const std::int32_t next = m_Snake.GetNext(i);
        if (isMade[2 * i] && !m_Moves[2 * i].chain.hasMiddle)
        {
          continue;
        }
        const BestMove & inserted = m_Moves[2 * i + 1];
        const RegionSums edge = isMade[2 * i]       ? m_Moves[2 * i].sums.after
                                : isMade[2 * next]  ? m_Moves[2 * next].sums.before
                                : isMade[2 * i + 1] ? inserted.sums.before
                                                    : m_Snake.edges[i];
        m_Next.Append(isMade[2 * i] ? m_Moves[2 * i].chain.middle : m_Snake.nodes[i], edge, c);
        contour.edges += edge;
        if (isMade[2 * i + 1])
        {
          m_Next.Append(inserted.chain.middle, inserted.sums.after, c);
          contour.edges += inserted.sums.after;
        }
      }
      contour.numberOfNodes = static_cast<std::int32_t>(m_Next.nodes.size()) - contour.firstNode;
      m_Next.contours.push_back(contour);
    }
  }

  const CumulatedImagesView & m_Images;
  const RegionSnakeSettings & m_Settings;
  RegionCriterion             m_Criterion;
  MultiThreaderBase *         m_Threader;
  Contours                    m_Current;
  Contours                    m_Next;
  SnakeView                   m_Snake{};
  SnakeBackground             m_Background{};
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
