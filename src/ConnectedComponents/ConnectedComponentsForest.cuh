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
#ifndef ConnectedComponentsForest_cuh
#define ConnectedComponentsForest_cuh

#include "Kernels/UnionFind.cuh"
#include <cstdint>

namespace itk::device::components
{
/** A union-find forest in global memory. A node's parent is less than it; a root is its own. */
class Forest
{
public:
  __device__ explicit Forest(std::uint32_t * parents)
    : m_Parents(parents)
  {}

  /** What is read may be out of date: it is an ancestor all the same. */
  __device__ std::uint32_t
             Find(std::uint32_t node)
  {
    std::uint32_t parent = m_Parents[node];
    while (parent != node)
    {
      const std::uint32_t grandparent = m_Parents[parent];
      if (grandparent == parent)
      {
        return parent;
      }
      m_Parents[node] = grandparent;
      node = grandparent;
      parent = m_Parents[node];
    }
    return parent;
  }

  /** Changes nothing. */
  __device__ std::uint32_t
             FindOnly(std::uint32_t node) const
  {
    for (std::uint32_t parent = m_Parents[node]; parent != node; parent = m_Parents[node])
    {
      node = parent;
    }
    return node;
  }

protected:
  std::uint32_t * m_Parents;
};

/** One in shared memory, all access to which is atomic while trees are united. */
class SharedForest : public Forest
{
public:
  using Forest::Forest;

  __device__ std::uint32_t
             Find(std::uint32_t node)
  {
    return kernels::FindAtomically(node, [this](std::uint32_t other) { return m_Parents + other; });
  }
};

template <typename TForest>
__device__ void
Unite(TForest forest, std::uint32_t * parents, std::uint32_t a, std::uint32_t b)
{
  kernels::Unite(
    a, b, [&](std::uint32_t node) { return forest.Find(node); }, [=](std::uint32_t node) { return parents + node; });
}
} // namespace itk::device::components

#endif
