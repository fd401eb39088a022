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
#include "Median/MedianNetwork2DTile.h"
#include "Median/MedianNetwork3DPlane.h"
#include "Median/MedianNetwork3DSlices.h"
#include "Median/MedianStripNetwork.h"
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace itk::device;

namespace
{
/** Zeros and ones, 64 cases at a time: a network of minima and maxima that is right for these is right for all values
 * (the 0-1 principle: Knuth, The Art of Computer Programming 3, 5.3.4). */
struct BitOrder
{
  using Word = std::uint64_t;

  static Word
  Minimum(Word a, Word b)
  {
    return a & b;
  }
  static Word
  Maximum(Word a, Word b)
  {
    return a | b;
  }
  static Word
  Minimum(Word a, Word b, Word c)
  {
    return a & b & c;
  }
  static Word
  Maximum(Word a, Word b, Word c)
  {
    return a | b | c;
  }
};

using Word = BitOrder::Word;
using Random = std::mt19937_64;

/** Of some cases nearly half of the bits are set, as where a median is decided, of others fewer or more. */
Word
PickWord(Random & random, int round)
{
  const Word word = random();
  switch (round % 8)
  {
    case 0:
      return word & random();
    case 1:
      return word | random();
    default:
      return word;
  }
}

Word
GetMedian(const std::vector<Word> & window)
{
  Word median = 0;
  for (int bit = 0; bit < 64; ++bit)
  {
    std::size_t ones = 0;
    for (const Word word : window)
    {
      ones += word >> bit & 1;
    }
    median |= static_cast<Word>(ones > window.size() / 2) << bit;
  }
  return median;
}

constexpr int rounds = 400;

template <int VRadiusX, int VRadiusY>
void
ExpectMediansOfTile()
{
  using Geometry = median2d::TileGeometry<VRadiusX, VRadiusY>;
  using X = typename Geometry::X;
  using Y = typename Geometry::Y;
  Random random(1);
  for (int round = 0; round < rounds; ++round)
  {
    Word pixel[X::End - 1][Y::End]{};
    for (auto & column : pixel)
    {
      for (int y = 1; y < Y::End; ++y)
      {
        column[y] = PickWord(random, round);
      }
    }
    const median2d::RegisterSource<BitOrder, Geometry> source(pixel);
    int                                                found = 0;
    median2d::ComputeTile<BitOrder, Geometry, false>(
      source, [&](int half, int verticalHalf, const Word(&medians)[2][2]) {
        for (int i = 0; i < 4; ++i)
        {
          const int         x = 2 * half + i % 2;
          const int         y = 2 * verticalHalf + i / 2;
          std::vector<Word> window;
          for (int column = x; column < x + X::Side; ++column)
          {
            window.insert(window.end(), pixel[column] + y + 1, pixel[column] + y + 1 + Y::Side);
          }
          EXPECT_EQ(medians[i / 2][i % 2], GetMedian(window)) << X::Side << 'x' << Y::Side << " at " << x << ", " << y;
          ++found;
        }
      });
    ASSERT_EQ(found, 16);
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

template <int VLength, int VBreadth>
void
ExpectMediansOfStrip()
{
  constexpr int outputs = median2d::StripOutputs(VLength);
  constexpr int lines = VLength + outputs - 1;
  Random        random(1);
  for (int round = 0; round < rounds; ++round)
  {
    median::List<Word, VBreadth> sorted[lines];
    for (auto & line : sorted)
    {
      for (Word & value : line.value)
      {
        value = PickWord(random, round);
      }
      line = median::Sort<BitOrder>(line);
    }
    Word medians[outputs];
    median2d::ComputeStrip<BitOrder, VLength>(sorted, medians);
    for (int i = 0; i < outputs; ++i)
    {
      std::vector<Word> window;
      for (int j = i; j < i + VLength; ++j)
      {
        window.insert(window.end(), sorted[j].value, sorted[j].value + VBreadth);
      }
      ASSERT_EQ(medians[i], GetMedian(window)) << VLength << 'x' << VBreadth << " at " << i;
    }
  }
}

/** Walks along z as MedianNetwork3DKernel does. */
template <int VRadiusX, int VRadiusY, int VRadiusZ>
void
ExpectMediansOfBox()
{
  constexpr int width = 2 * VRadiusX + 1;
  constexpr int height = 2 * VRadiusY + 1;
  constexpr int size = width * height;
  constexpr int slices = 2 * VRadiusZ + 12;
  Random        random(1);
  for (int round = 0; round < rounds / 10; ++round)
  {
    std::vector<std::vector<Word>>        values;
    std::vector<median::List<Word, size>> planes;
    for (int z = 0; z < slices; ++z)
    {
      median::List<Word, width> rows[height];
      values.emplace_back();
      for (auto & row : rows)
      {
        for (Word & value : row.value)
        {
          value = PickWord(random, round);
          values[z].push_back(value);
        }
        row = median3d::SortRow<BitOrder>(row);
      }
      planes.push_back(median3d::SortPlane<BitOrder, height>(rows));
    }
    const auto getMedian = [&](int first) {
      std::vector<Word> window;
      for (int z = first; z <= first + 2 * VRadiusZ; ++z)
      {
        window.insert(window.end(), values[z].begin(), values[z].end());
      }
      return GetMedian(window);
    };
    median3d::MedianSlices<BitOrder, VRadiusZ, size> state{};
    for (int k = 0; k < 2 * VRadiusZ; ++k)
    {
      state.Preload(k, planes[k]);
    }
    for (int z = 0; z + 2 * VRadiusZ + 1 < slices; z += 2)
    {
      const auto core = state.GetCore(planes[z + 2 * VRadiusZ]);
      const auto next = planes[z + 2 * VRadiusZ + 1];
      ASSERT_EQ((median::SelectRank<BitOrder, size>(core, state.before)), getMedian(z)) << z;
      ASSERT_EQ((median::SelectRank<BitOrder, size>(core, next)), getMedian(z + 1)) << z + 1;
      state.Advance(next);
    }
  }
}
} // namespace

TEST(MedianNetworks, FindTheMediansOfTiles)
{
  ExpectMediansOfTile<2, 2>();
  ExpectMediansOfTile<4, 2>();
  ExpectMediansOfTile<2, 4>();
  ExpectMediansOfTile<5, 3>();
  ExpectMediansOfTile<3, 5>();
  ExpectMediansOfTile<2, 7>();
}

TEST(MedianNetworks, FindTheMediansOfStrips)
{
  ExpectMediansOfStrip<5, 1>();
  ExpectMediansOfStrip<15, 1>();
  ExpectMediansOfStrip<5, 3>();
  ExpectMediansOfStrip<9, 3>();
  ExpectMediansOfStrip<15, 3>();
}

TEST(MedianNetworks, FindTheMediansOfBoxes)
{
  ExpectMediansOfBox<1, 1, 1>();
  ExpectMediansOfBox<2, 2, 2>();
  ExpectMediansOfBox<2, 1, 2>();
  ExpectMediansOfBox<2, 1, 1>();
  ExpectMediansOfBox<1, 1, 2>();
  ExpectMediansOfBox<1, 2, 2>();
  ExpectMediansOfBox<0, 1, 1>();
  ExpectMediansOfBox<0, 1, 2>();
  ExpectMediansOfBox<0, 2, 2>();
  ExpectMediansOfBox<3, 1, 3>();
}
