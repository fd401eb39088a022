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
#ifndef CannyJoin_cuh
#define CannyJoin_cuh

#include "CannyGroup.cuh"

namespace itk::device
{
namespace
{
/** Links runs that touch across the borders of groups. */
template <typename TLabel>
class CannyJoiner
{
public:
  __device__
  CannyJoiner(const CannyTask & task, TLabel * labels)
    : m_Task(task)
    , m_Labels(labels)
  {}

  /** The runs of a word and those of the same column in another row. What touches both a run of `below` and the other row
   * is linked through that run. */
  __device__ void
  JoinAlongColumn(const CannyWord & bits, std::uint32_t below, std::size_t row, std::size_t otherRow, std::size_t word)
  {
    const CannyWord     other = m_Task.words[otherRow * m_Task.wordsPerRow + word];
    const std::uint32_t open = bits.weak & ~bits.strong;
    // Pixels of the other row whose runs are to be linked to what reaches so far.
    const auto find = [&](std::uint32_t reach) {
      const std::uint32_t touched = FillCannyRuns(other.weak, other.weak & reach);
      const std::uint32_t between = below & reach;
      return touched == 0 || between == 0
               ? touched
               : touched & ~FillCannyRuns(other.weak, other.weak & DilateCannyWord(FillCannyRuns(below, between)));
    };
    for (CannyRuns runs(open & FillCannyRuns(open, open & DilateCannyWord(other.weak))); runs.Next();)
    {
      const std::uint32_t found = find(DilateCannyWord(runs.GetPixels()));
      const TLabel        node = this->GetNode(row, word, runs.GetBegin());
      if ((found & other.strong) != 0)
      {
        m_Labels.Unite(node, m_Labels.Strong);
      }
      for (CannyRuns others(found & ~other.strong); others.Next();)
      {
        m_Labels.Unite(node, this->GetNode(otherRow, word, others.GetBegin()));
      }
    }
    for (CannyRuns others(find(DilateCannyWord(bits.strong)) & ~other.strong); others.Next();)
    {
      m_Labels.Unite(this->GetNode(otherRow, word, others.GetBegin()), m_Labels.Strong);
    }
  }

  /** A word whose first pixel is weak and the last pixel of the column of words before it. Whether that is weak. */
  __device__ bool
  JoinAlongRow(const CannyWord & bits, std::size_t row, std::size_t otherRow, std::size_t word)
  {
    const CannyWord other = m_Task.words[otherRow * m_Task.wordsPerRow + word - 1];
    if (other.weak >> 31 == 0)
    {
      return false;
    }
    const bool   isStrong = (bits.strong & 1) != 0;
    const bool   isOtherStrong = other.strong >> 31 != 0;
    const TLabel node = this->GetNode(row, word, 0);
    const TLabel otherNode = this->GetNode(otherRow, word - 1, CannyRuns::FindBegin(other.weak, 31));
    if (!isStrong)
    {
      m_Labels.Unite(node, isOtherStrong ? m_Labels.Strong : otherNode);
    }
    else if (!isOtherStrong)
    {
      m_Labels.Unite(otherNode, m_Labels.Strong);
    }
    return true;
  }

private:
  __device__ TLabel
  GetNode(std::size_t row, std::size_t word, unsigned int bit) const
  {
    return static_cast<TLabel>(row * m_Task.size[0] + 32 * word + bit + 1);
  }

  const CannyTask &   m_Task;
  CannyLabels<TLabel> m_Labels;
};

/** A thread takes a word. */
template <unsigned int VDimension, typename TLabel>
__global__ void __launch_bounds__(32 * WarpsPerBlock)
  JoinCannyGroups(const __grid_constant__ CannyTask task, TLabel * labels, std::size_t words)
{
  using Group = CannyGroup<VDimension>;
  const std::size_t index = std::size_t{ blockIdx.x } * blockDim.x + threadIdx.x;
  if (index >= words)
  {
    return;
  }
  const CannyWord bits = task.words[index];
  if (bits.weak == 0)
  {
    return;
  }
  CannyJoiner<TLabel>  joiner(task, labels);
  const std::size_t    row = index / task.wordsPerRow;
  const std::size_t    word = index % task.wordsPerRow;
  const std::ptrdiff_t y = row % task.size[1];
  const std::ptrdiff_t z = row / task.size[1];

  // In the slice before.
  std::uint32_t below = 0;
  if (VDimension == 3 && z > 0)
  {
    below = task.words[index - task.size[1] * task.wordsPerRow].weak;
  }
  for (int i = 0; i < NumberOfRowsBefore<VDimension>; ++i)
  {
    const std::ptrdiff_t otherY = y + GetRowBeforeY(i);
    const std::ptrdiff_t otherZ = z + GetRowBeforeZ(i);
    if (IsBelow(otherY, task.size[1]) && otherZ >= 0 &&
        (otherY / Group::Rows != y / Group::Rows || otherZ / Group::Slices != z / Group::Slices))
    {
      const bool isRightBefore = VDimension == 3 && i == RowRightBefore;
      joiner.JoinAlongColumn(bits, isRightBefore ? 0 : below, row, otherZ * task.size[1] + otherY, word);
    }
  }

  // If the pixel beside is weak, its own neighbours above and below are linked to it already.
  if ((bits.weak & 1) != 0 && word > 0 && !joiner.JoinAlongRow(bits, row, row, word))
  {
    constexpr int depth = VDimension == 3 ? 1 : 0;
    for (std::ptrdiff_t otherZ = z - depth; otherZ <= z + depth; ++otherZ)
    {
      for (std::ptrdiff_t otherY = y - 1; otherY <= y + 1; ++otherY)
      {
        if (IsBelow(otherY, task.size[1]) && IsBelow(otherZ, task.size[2]))
        {
          joiner.JoinAlongRow(bits, row, otherZ * task.size[1] + otherY, word);
        }
      }
    }
  }
}

} // namespace
} // namespace itk::device

#endif
