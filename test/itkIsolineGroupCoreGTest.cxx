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
#include "IsolineDenoising/IsolineGroupCore.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <utility>

using namespace itk::device;

TEST(IsolineGroupCore, DisplacementsAreOneOfEachTwoOppositeOnes)
{
  std::set<std::pair<int, int>> seen;
  for (int i = 0; i < NumberOfIsolineGroupDisplacements; ++i)
  {
    const auto by = GetIsolineGroupDisplacement(i);
    EXPECT_LE(std::max(std::abs(by.x), std::abs(by.y)), IsolineGroupRadius);
    EXPECT_TRUE(by.x != 0 || by.y != 0);
    EXPECT_TRUE(seen.insert({ by.x, by.y }).second);
    EXPECT_TRUE(seen.insert({ -by.x, -by.y }).second);
  }
  constexpr int side = 2 * IsolineGroupRadius + 1;
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(side * side - 1));
}

TEST(IsolineGroupCore, MembersAreTheBlockAndPairsAroundIt)
{
  const int  chosen[IsolineGroupPairs] = { 0, 7, 83, 1, 2, 3, 4, 5 };
  const auto getMember = [&](int member) { return GetIsolineGroupMember(chosen[GetIsolineGroupPair(member)], member); };
  EXPECT_EQ(getMember(0).x, 0);
  EXPECT_EQ(getMember(0).y, 0);
  EXPECT_EQ(getMember(1).x, 1);
  EXPECT_EQ(getMember(2).x, -1);
  EXPECT_EQ(getMember(5).x, 6);
  EXPECT_EQ(getMember(5).y, 6);
  EXPECT_EQ(getMember(6).y, -6);
  EXPECT_EQ(getMember(15).x, 6);
}

TEST(IsolineGroupCore, DifferencesAreSquaredAndRanksUnique)
{
  float image[IsolineGroupWindow * IsolineGroupWindow];
  for (int i = 0; i < IsolineGroupWindow * IsolineGroupWindow; ++i)
  {
    image[i] = static_cast<float>(i % IsolineGroupWindow); // a ramp along x
  }
  float differences[NumberOfIsolineGroupDisplacements];
  for (int i = 0; i < NumberOfIsolineGroupDisplacements; ++i)
  {
    differences[i] = GetIsolineGroupDifference(
      image + IsolineGroupRadius * IsolineGroupWindow + IsolineGroupRadius, IsolineGroupWindow, i);
    const int x = GetIsolineGroupDisplacement(i).x;
    EXPECT_EQ(differences[i], static_cast<float>(2 * IsolineGroupPixels * x * x));
  }
  std::set<int> ranks;
  for (int i = 0; i < NumberOfIsolineGroupDisplacements; ++i)
  {
    const int rank = GetIsolineGroupRank(differences, i);
    EXPECT_TRUE(ranks.insert(rank).second);
    EXPECT_EQ(rank < IsolineGroupRadius, differences[i] == 0);
  }
  EXPECT_EQ(*ranks.rbegin(), NumberOfIsolineGroupDisplacements - 1);
  image[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isinf(GetIsolineGroupDifference(
    image + IsolineGroupRadius * IsolineGroupWindow + IsolineGroupRadius, IsolineGroupWindow, 83)));
}

TEST(IsolineGroupCore, WeightsAndChangesStayInRange)
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(GetIsolineGroupWeight(1), 65536u);
  EXPECT_EQ(GetIsolineGroupWeight(IsolineGroupPixels * IsolineGroupSize), 64u);
  EXPECT_EQ(GetIsolineGroupWeight(nan), 0u);
  EXPECT_EQ(GetIsolineGroupChange(30, 20, 10), 1024);
  EXPECT_EQ(GetIsolineGroupChange(20, 30, 10), -1024);
  EXPECT_EQ(GetIsolineGroupChange(1e30f, 0, 1), 1 << 30);
  EXPECT_EQ(GetIsolineGroupChange(-1e30f, 0, 1), -(1 << 30));
  EXPECT_EQ(GetIsolineGroupChange(nan, 0, 1), 0);
  EXPECT_EQ(GetIsolineGroupResult(7, 0, 0, 10), 7);
  EXPECT_EQ(GetIsolineGroupResult(7, 3 * 1024, 3, 10), 17);
}

TEST(IsolineGroupCore, CellsAreThoseWhoseGroupsReachThePixels)
{
  for (std::size_t position = 0; position < 8; ++position)
  {
    const auto cells = GetIsolineGroupCells(10, 17, position);
    const auto last = cells.firstCorner + (cells.count - 1) * IsolineGroupCell;
    EXPECT_EQ((cells.firstCorner + static_cast<std::ptrdiff_t>(position)) % IsolineGroupCell, 0);
    EXPECT_GE(cells.firstCorner + IsolineGroupBlock - 1 + IsolineGroupRadius, 10);
    EXPECT_LT(cells.firstCorner - IsolineGroupCell + IsolineGroupBlock - 1 + IsolineGroupRadius, 10);
    EXPECT_LE(last - IsolineGroupRadius, 16);
    EXPECT_GT(last + IsolineGroupCell - IsolineGroupRadius, 16);
  }
}
