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
#ifndef LabelCounts_cuh
#define LabelCounts_cuh

#include "ConnectedComponents/ConnectedComponentsWords.cuh"

namespace itk::device::components
{
/** A block's counts of the labels that it met first, in shared memory: labels of many pixels are added to the totals once
 * a block. Others are at once. */
class LabelCounts
{
public:
  /** Of a kernel whose blocks go on until `number` things for threads are done. */
  template <typename TKernel>
  static std::ptrdiff_t
  GetNumberOfBlocks(TKernel kernel, std::size_t number, const Stream & stream)
  {
    return std::min(kernels::CountResidentBlocks(kernel, Threads, 0, stream),
                    static_cast<std::ptrdiff_t>(kernels::DivideUp(number, Threads)));
  }

  __device__ void
  Clear()
  {
    for (int i = threadIdx.x; i < Places; i += Threads)
    {
      m_Keys[i] = 0;
      m_Counts[i] = 0;
    }
    __syncthreads();
  }

  __device__ void
  Add(std::uint32_t label, std::uint32_t count, unsigned long long * totals)
  {
    const int           place = label % Places;
    const std::uint32_t key = label + 1;
    const std::uint32_t found = atomicCAS(m_Keys + place, 0u, key);
    if (key != 0 && (found == 0 || found == key))
    {
      atomicAdd(m_Counts + place, count);
    }
    else
    {
      atomicAdd(totals + label, static_cast<unsigned long long>(count));
    }
  }

  /** Of all threads of the block. */
  __device__ void
  Finish(unsigned long long * totals)
  {
    __syncthreads();
    for (int i = threadIdx.x; i < Places; i += Threads)
    {
      if (m_Counts[i] != 0)
      {
        atomicAdd(totals + (m_Keys[i] - 1), static_cast<unsigned long long>(m_Counts[i]));
      }
    }
  }

private:
  static constexpr int Places = 1024;

  std::uint32_t m_Keys[Places]; // 1 more than the label, or 0
  std::uint32_t m_Counts[Places];
};

/** What a thread counts, of which it adds up what is of one label. */
class LabelCounter
{
public:
  __device__
  LabelCounter(LabelCounts & counts, unsigned long long * totals)
    : m_Counts(counts)
    , m_Totals(totals)
  {}

  __device__ void
  Add(std::uint32_t label, std::uint32_t count)
  {
    if (label != m_Label)
    {
      this->Finish();
      m_Label = label;
      m_Count = 0;
    }
    m_Count += count;
  }

  __device__ void
  Finish()
  {
    if (m_Count != 0)
    {
      m_Counts.Add(m_Label, m_Count, m_Totals);
    }
  }

private:
  LabelCounts &        m_Counts;
  unsigned long long * m_Totals;
  std::uint32_t        m_Label{ 0 };
  std::uint32_t        m_Count{ 0 };
};
} // namespace itk::device::components

#endif
