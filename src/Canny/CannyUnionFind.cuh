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
#ifndef CannyUnionFind_cuh
#define CannyUnionFind_cuh

#include "Kernels/UnionFind.cuh"
#include <type_traits>

namespace itk::device
{
/** \class CannyLabels
 * \brief A union-find forest in device memory, whose nodes are runs of weak pixels.
 *
 * A node is 1 + the index of the run's first pixel. Its label is its parent; that of a root is the root itself, or
 * Strong: then all of the tree is linked to a strong pixel. The smaller root becomes the parent of the other, and
 * Strong is the least label, so the outcome does not depend on the order in which trees are united (linking by
 * atomicMin: Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, Computer
 * Physics Communications 194, 2015; D. P. Playne and K. Hawick, A new algorithm for parallel connected-component
 * labelling on GPUs, IEEE Transactions on Parallel and Distributed Systems 29, 2018).
 */
template <typename TLabel>
class CannyLabels
{
public:
  static constexpr TLabel Strong = 0;

  __device__ explicit CannyLabels(TLabel * labels)
    : m_Labels(labels - 1)
  {}

  __device__ void
  Set(TLabel node, TLabel label)
  {
    m_Labels[node] = label;
  }

  /** The node's root, or Strong. Halves the path to it, from the parent on. What is read may be out of date: it is an
   * ancestor all the same. */
  __device__ TLabel
  Find(TLabel node)
  {
    TLabel parent = m_Labels[node];
    while (parent != node && parent != Strong)
    {
      const TLabel grandparent = m_Labels[parent];
      if (grandparent == parent || grandparent == Strong)
      {
        return grandparent;
      }
      node = m_Labels[grandparent];
      if (node == grandparent || node == Strong)
      {
        return node;
      }
      m_Labels[parent] = node;
      parent = m_Labels[node];
    }
    return parent;
  }

  /** `b` may be Strong. */
  __device__ void
  Unite(TLabel a, TLabel b)
  {
    a = this->Find(a);
    b = b == Strong ? Strong : this->Find(b);
    while (a != b)
    {
      const TLabel greater = max(a, b);
      const TLabel smaller = min(a, b);
      const TLabel previous = atomicMin(m_Labels + greater, smaller);
      if (previous == greater || previous == smaller)
      {
        return;
      }
      // It was a root no more: what it was linked to is still to be united with the smaller.
      a = previous == Strong ? Strong : this->Find(previous);
      b = smaller == Strong ? Strong : this->Find(smaller);
    }
  }

private:
  TLabel * m_Labels;
};

/** \class CannyGroupLabels
 * \brief A union-find forest in shared memory, whose nodes are the runs of a warp's 32 words.
 *
 * The root is the least node.
 * While trees are united, all access is atomic. */
class CannyGroupLabels
{
public:
  /** Of the array. A word's nodes begin in a bank of their own. */
  static constexpr int Size = 32 * 33;

  __device__ explicit CannyGroupLabels(unsigned int * parents)
    : m_Parents(parents)
  {}

  __device__ void
  Set(unsigned int node, unsigned int parent)
  {
    *this->GetAddress(node) = parent;
  }

  /** Not at the same time as Unite. */
  __device__ unsigned int
  Find(unsigned int node) const
  {
    for (unsigned int parent = *this->GetAddress(node); parent != node; parent = *this->GetAddress(node))
    {
      node = parent;
    }
    return node;
  }

  __device__ void
  Unite(unsigned int a, unsigned int b)
  {
    const auto getAddress = [this](unsigned int node) { return this->GetAddress(node); };
    kernels::Unite(a, b, [&](unsigned int node) { return kernels::FindAtomically(node, getAddress); }, getAddress);
  }

private:
  __device__ unsigned int *
  GetAddress(unsigned int node) const
  {
    return m_Parents + node + node / 32;
  }

  unsigned int * m_Parents;
};

/** The runs of ones in a word. */
class CannyRuns
{
public:
  __device__ explicit CannyRuns(unsigned int word)
    : m_Left(word)
  {}

  /** Whether there is another run, which is then the current one. */
  __device__ bool
  Next()
  {
    if (m_Left == 0)
    {
      return false;
    }
    m_Begin = __ffs(m_Left) - 1;
    m_Run = m_Left & ~(m_Left + (1u << m_Begin));
    m_Left ^= m_Run;
    return true;
  }

  __device__ unsigned int
  GetPixels() const
  {
    return m_Run;
  }

  __device__ unsigned int
  GetBegin() const
  {
    return m_Begin;
  }

  /** Where the run that holds `bit` begins. */
  static __device__ unsigned int
  FindBegin(unsigned int word, unsigned int bit)
  {
    return 32 - __clz(~word & ((1u << bit) - 1));
  }

private:
  unsigned int m_Left;
  unsigned int m_Run{ 0 };
  unsigned int m_Begin{ 0 };
};

/** Bits of `weak` in whose runs there is one of `seeds`, which is part of it. */
__device__ inline unsigned int
FillCannyRuns(unsigned int weak, unsigned int seeds)
{
  // The carry of a sum runs to the end of a run.
  const auto fillUp = [](unsigned int word, unsigned int bits) { return ((word + bits) ^ word | bits) & word; };
  return fillUp(weak, seeds) | __brev(fillUp(__brev(weak), __brev(seeds)));
}

/** `word`, and the pixels beside its pixels. */
__device__ inline unsigned int
DilateCannyWord(unsigned int word)
{
  return word | word << 1 | word >> 1;
}
} // namespace itk::device

#endif
