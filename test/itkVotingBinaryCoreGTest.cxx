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
#include "VotingBinary/VotingBinaryCore.h"
#include "itkDeviceTesting.h"
#include <algorithm>
#include <numeric>
#include <vector>

using namespace itk::DeviceTesting;
using namespace itk::device::voting;

namespace
{
std::vector<Word>
MakeWords(const std::vector<std::uint8_t> & row)
{
  std::vector<Word> words(CountWords(row.size()));
  for (std::size_t x = 0; x < row.size(); ++x)
  {
    words[x / 32].bits |= std::uint32_t{ row[x] } << x % 32;
  }
  for (std::size_t i = 1; i < words.size(); ++i)
  {
    words[i].before = words[i - 1].before + CountBits(words[i - 1].bits);
  }
  return words;
}

/** Of values beyond the ends of which are the nearest. */
template <typename TValue>
std::uint32_t
SumWindow(const std::vector<TValue> & values, std::ptrdiff_t position, std::ptrdiff_t radius)
{
  std::uint32_t sum = 0;
  for (std::ptrdiff_t i = position - radius; i <= position + radius; ++i)
  {
    sum += values[std::clamp<std::ptrdiff_t>(i, 0, values.size() - 1)];
  }
  return sum;
}
} // namespace

TEST(VotingBinaryCore, CountsTheForegroundOfAnyPartOfARow)
{
  Random random(GetSeed(1));
  for (const std::size_t width : { 1, 2, 31, 32, 33, 63, 64, 65, 100, 257 })
  {
    for (const unsigned int percent : { 0, 1, 50, 99, 100 })
    {
      std::vector<std::uint8_t> row(width);
      std::generate(row.begin(), row.end(), [&] { return random() % 100 < percent; });
      const auto words = MakeWords(row);
      for (const std::ptrdiff_t radius : { 0, 1, 2, 15, 16, 31, 32, 33, 70, 300, 1000 })
      {
        for (std::size_t x = 0; x < width; ++x)
        {
          const RowWindow window(x, radius, width);
          ASSERT_EQ(window.Count(words.data()), SumWindow(row, x, radius)) << x << " of " << width << ", " << radius;
        }
      }
    }
  }
}

TEST(VotingBinaryCore, SlidesAlongAnAxis)
{
  Random random(GetSeed(1));
  for (const std::size_t size : { 1, 2, 5, 64, 100 })
  {
    std::vector<std::uint32_t> values(size);
    std::generate(values.begin(), values.end(), [&] { return random(); });
    const auto get = [&](std::ptrdiff_t i) { return values.at(i); };
    for (const std::ptrdiff_t radius : { 0, 1, 2, 7, 64, 99, 100, 500 })
    {
      for (std::size_t begin = 0; begin < size; begin += 3)
      {
        SlidingWindow window(begin, radius, size, get);
        for (std::size_t i = begin;;)
        {
          ASSERT_EQ(window.Get(), SumWindow(values, i, radius)) << i << " from " << begin << ", " << radius;
          if (++i == size)
          {
            break;
          }
          window.Advance(get);
        }
      }
    }
  }
}

TEST(VotingBinaryCore, VotesByBothThresholds)
{
  const itk::device::VotingRule<std::uint8_t> rule{ 200, 100, 5, 3 };
  EXPECT_EQ(Vote<std::uint8_t>(rule, 100, 4), 100);
  EXPECT_EQ(Vote<std::uint8_t>(rule, 100, 5), 200);
  EXPECT_EQ(Vote<std::uint8_t>(rule, 200, 2), 100);
  EXPECT_EQ(Vote<std::uint8_t>(rule, 200, 3), 200);
  EXPECT_EQ(Vote<std::uint8_t>(rule, 0, 2), 0);
  EXPECT_EQ(Vote<std::uint8_t>(rule, 0, 9), 0);
}
