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
#ifndef RegionSnakeHostMoves_h
#define RegionSnakeHostMoves_h

#include "RegionSnakeGeneration.h"
#include <numeric>
#include <vector>

namespace itk::device::host
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
  Resize(std::size_t numberOfNodes, std::size_t numberOfContours)
  {
    nodes.resize(numberOfNodes);
    edges.resize(numberOfNodes);
    contourOf.resize(numberOfNodes);
    contours.resize(numberOfContours);
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

/** The moves of a round that are made, as RegionSnakeGeneration.h wants them; kept by element. */
class MadeMoves
{
public:
  MadeMoves(const std::vector<BestMove> & moves, const std::vector<std::int32_t> & elements)
    : m_Moves(moves)
    , m_IsMade(moves.size())
  {
    for (const std::int32_t element : elements)
    {
      m_IsMade[element] = true;
    }
  }

  std::int32_t
  GetPlace(std::int32_t element) const
  {
    return m_IsMade[element] ? element : -1;
  }

  const SnakeChain &
  GetChain(std::int32_t place) const
  {
    return m_Moves[place].chain;
  }

  const ChainSums &
  GetSums(std::int32_t place) const
  {
    return m_Moves[place].sums;
  }

private:
  const std::vector<BestMove> & m_Moves;
  std::vector<bool>             m_IsMade;
};

/** What they change in each contour, and what the contours come to. */
class Changes
{
public:
  explicit Changes(std::size_t numberOfContours)
    : costs(numberOfContours)
    , m_NodesAdded(numberOfContours)
    , m_Edges(numberOfContours)
  {}

  void
  Add(std::int32_t c, std::int32_t nodesAdded, const RegionSums & edges)
  {
    m_NodesAdded[c] += nodesAdded;
    m_Edges[c] += edges;
  }

  std::int32_t
  CountAdded(std::int32_t c) const
  {
    return m_NodesAdded[c];
  }

  void
  AddTo(std::int32_t c, RegionSums & edges) const
  {
    edges += m_Edges[c];
  }

  std::int32_t
  CountAdded() const
  {
    return std::accumulate(m_NodesAdded.begin(), m_NodesAdded.end(), 0);
  }

  TotalCost           total{};
  std::vector<double> costs; // of each contour

private:
  std::vector<std::int32_t> m_NodesAdded;
  std::vector<RegionSums>   m_Edges;
};
} // namespace itk::device::host

#endif
