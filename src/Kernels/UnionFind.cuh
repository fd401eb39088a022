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
#ifndef UnionFind_cuh
#define UnionFind_cuh

namespace itk::device::kernels
{
/** The root of a node, while others unite trees in shared memory: all access is atomic. A node's parent is at
 * getAddress(node), and less than it; a root is its own. */
template <typename TNode, typename TGetAddress>
__device__ TNode
FindAtomically(TNode node, const TGetAddress & getAddress)
{
  for (;;)
  {
    const TNode parent = atomicOr(getAddress(node), TNode{ 0 });
    if (parent == node)
    {
      return node;
    }
    node = parent;
  }
}

/** Links the greater of two nodes' roots, which are find(node), to the smaller one. */
template <typename TNode, typename TFind, typename TGetAddress>
__device__ void
Unite(TNode a, TNode b, const TFind & find, const TGetAddress & getAddress)
{
  for (;;)
  {
    a = find(a);
    b = find(b);
    if (a == b)
    {
      return;
    }
    const TNode greater = max(a, b);
    a = min(a, b);
    b = atomicMin(getAddress(greater), a);
    if (b == greater)
    {
      return;
    }
    // It was a root no more: what it was linked to is still to be united with the smaller.
  }
}
} // namespace itk::device::kernels

#endif
