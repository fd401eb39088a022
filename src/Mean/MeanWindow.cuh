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
#ifndef MeanWindow_cuh
#define MeanWindow_cuh

#include <cstddef>
#include <type_traits>

namespace itk::device::mean
{
/** Sums are found for so many neighbouring windows of an axis at a time. Of these, all of more than 7 pixels have a
 * core in common:
 *
 *     window 0   | head | core |T
 *     window 7          | core |  tail  |
 *
 * The sum over window i is that of the head from pixel i on, of the core, and of the tail up to pixel i. Nothing is ever
 * subtracted, so that sums of floats depend on nothing but the pixels of their window. */
constexpr int GroupSize = 8;
constexpr int HeadSize = GroupSize - 1;

/** Windows of up to 7 pixels, which are summed pixel by pixel. */
struct SmallWindow
{
  static constexpr bool IsSmall = true;
  static constexpr int  LargestRadius = 3;

  int radius;

  explicit SmallWindow(std::size_t r)
    : radius(static_cast<int>(r))
  {}
};

/** Windows of 9 pixels and more, and their core: that many whole groups, and the rest. */
struct LargeWindow
{
  static constexpr bool IsSmall = false;

  int radius;
  int groups;
  int rest; // 1, 3, 5 or 7

  explicit LargeWindow(std::size_t r)
    : radius(static_cast<int>(r))
    , groups((2 * radius + 1 - GroupSize) / GroupSize)
    , rest((2 * radius + 1) % GroupSize)
  {}
};

/** Calls `function` with the window of the radius. */
template <typename TFunction>
void
WithWindow(std::size_t radius, const TFunction & function)
{
  if (radius <= SmallWindow::LargestRadius)
  {
    function(SmallWindow(radius));
  }
  else
  {
    function(LargeWindow(radius));
  }
}

/** The sums over 8 small windows, of which window i ends with tail[i]. The head ends where the tail begins. */
template <typename TSum>
__device__ __forceinline__ void
SumSmallWindows(const TSum (&head)[HeadSize], const TSum (&tail)[GroupSize], int radius, TSum (&sum)[GroupSize])
{
  constexpr int largest = 2 * SmallWindow::LargestRadius;
  const auto    value = [&](int i) { return i < largest ? head[i + HeadSize - largest] : tail[i - largest]; };
  TSum          pair[largest + GroupSize - 2];
#pragma unroll
  for (int i = 0; i < GroupSize; ++i)
  {
    sum[i] = tail[i];
  }
#pragma unroll
  for (int r = 1; r <= SmallWindow::LargestRadius; ++r)
  {
    if (r <= radius)
    {
      const int first = largest - 2 * r;
#pragma unroll
      for (int i = first; i < first + (r == 1 ? GroupSize : 2); ++i)
      {
        pair[i] = value(i) + value(i + 1);
      }
#pragma unroll
      for (int i = 0; i < GroupSize; ++i)
      {
        sum[i] += pair[first + i];
      }
    }
  }
}

/** The sums over 8 large windows. */
template <typename TSum>
__device__ __forceinline__ void
SumLargeWindows(const TSum (&head)[HeadSize], TSum core, const TSum (&tail)[GroupSize], TSum (&sum)[GroupSize])
{
  TSum suffix = head[HeadSize - 1];
  sum[HeadSize - 1] = suffix;
#pragma unroll
  for (int i = HeadSize - 2; i >= 0; --i)
  {
    suffix += head[i];
    sum[i] = suffix;
  }
#pragma unroll
  for (int i = 0; i < GroupSize; ++i)
  {
    core += tail[i];
    sum[i] = i < HeadSize ? sum[i] + core : core;
  }
}

/** Of a group, the sum of the last `rest` values, and the sum of those before. */
template <typename TSum>
__device__ __forceinline__ void
SplitGroup(const TSum (&value)[GroupSize], int rest, TSum & before, TSum & after)
{
  const auto split = [&](auto constant) {
    constexpr int middle = GroupSize - decltype(constant)::value;
    before = value[0];
    after = value[middle];
#pragma unroll
    for (int i = 1; i < middle; ++i)
    {
      before += value[i];
    }
#pragma unroll
    for (int i = middle + 1; i < GroupSize; ++i)
    {
      after += value[i];
    }
  };
  switch (rest)
  {
    case 1:
      return split(std::integral_constant<int, 1>());
    case 3:
      return split(std::integral_constant<int, 3>());
    case 5:
      return split(std::integral_constant<int, 5>());
    default:
      return split(std::integral_constant<int, 7>());
  }
}
} // namespace itk::device::mean

#endif
