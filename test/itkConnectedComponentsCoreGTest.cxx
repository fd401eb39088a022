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
#include "itkDeviceTesting.h"
#include "ConnectedComponents/ConnectedComponentsCore.h"
#include <numeric>
#include <vector>

using namespace itk::DeviceTesting;
using itk::device::WordOffset;

namespace
{
struct Trees
{
  std::vector<int> parents;

  explicit Trees(std::size_t number)
    : parents(number)
  {
    std::iota(parents.begin(), parents.end(), 0);
  }

  int
  Find(int node) const
  {
    while (parents[node] != node)
    {
      node = parents[node];
    }
    return node;
  }

  void
  Unite(int a, int b)
  {
    parents[std::max(this->Find(a), this->Find(b))] = std::min(this->Find(a), this->Find(b));
  }
};

/** A binary volume, by pixels and by words. */
struct Pixels
{
  int                        width;
  int                        height;
  int                        depth;
  std::vector<unsigned char> values;

  int
  GetIndex(int x, int y, int z) const
  {
    return (z * height + y) * width + x;
  }

  bool
  Get(int x, int y, int z) const
  {
    const bool isInside = x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
    return isInside && values[this->GetIndex(x, y, z)] != 0;
  }

  std::uint32_t
  GetWord(int x, int y, int z) const
  {
    std::uint32_t word = 0;
    for (int bit = 0; bit < 32; ++bit)
    {
      word |= this->Get(32 * x + bit, y, z) ? 1u << bit : 0u;
    }
    return word;
  }
};

template <typename TVisit>
void
ForEachPixel(const Pixels & pixels, const TVisit & visit)
{
  for (int z = 0; z < pixels.depth; ++z)
  {
    for (int y = 0; y < pixels.height; ++y)
    {
      for (int x = 0; x < pixels.width; ++x)
      {
        if (pixels.Get(x, y, z))
        {
          visit(x, y, z);
        }
      }
    }
  }
}

/** By all pairs of neighbours. */
template <bool VIsFullyConnected>
Trees
ConnectPixels(const Pixels & pixels)
{
  Trees trees(pixels.values.size());
  ForEachPixel(pixels, [&](int x, int y, int z) {
    for (int i = 0; i < 27; ++i)
    {
      const int dx = i % 3 - 1;
      const int dy = i / 3 % 3 - 1;
      const int dz = i / 9 - 1;
      if ((VIsFullyConnected || dx * dx + dy * dy + dz * dz == 1) && pixels.Get(x + dx, y + dy, z + dz))
      {
        trees.Unite(pixels.GetIndex(x, y, z), pixels.GetIndex(x + dx, y + dy, z + dz));
      }
    }
  });
  return trees;
}

/** By the links of words, first those in tiles, then the others. */
template <bool VIsFullyConnected, int VDimension>
Trees
ConnectWords(const Pixels & pixels)
{
  Trees trees(pixels.values.size());
  ForEachPixel(pixels, [&](int x, int y, int z) {
    if (x % 32 != 0 && pixels.Get(x - 1, y, z))
    {
      trees.Unite(pixels.GetIndex(x, y, z), pixels.GetIndex(x - 1, y, z));
    }
  });
  for (const bool isInTiles : { true, false })
  {
    ForEachPixel(pixels, [&](int x, int y, int z) {
      const int  word = x / 32;
      const auto isInTile = [&](const WordOffset & offset) {
        return word + offset.x >= 0 && y + offset.y >= 0 && z + offset.z >= 0 && (word + offset.x) / 2 == word / 2 &&
               (y + offset.y) / 4 == y / 4 && (z + offset.z) / 3 == z / 3;
      };
      itk::device::LinkWord<VIsFullyConnected, VDimension>(
        [&](const WordOffset & offset) {
          return isInTiles && !isInTile(offset) ? 0u : pixels.GetWord(word + offset.x, y + offset.y, z + offset.z);
        },
        [&](const WordOffset & offset) { return isInTiles || !isInTile(offset); },
        [&](int bit, const WordOffset & offset, int bitOfNeighbor) {
          const int ownX = 32 * word + bit;
          const int otherX = 32 * (word + offset.x) + bitOfNeighbor;
          ASSERT_TRUE(pixels.Get(ownX, y, z));
          ASSERT_TRUE(pixels.Get(otherX, y + offset.y, z + offset.z));
          trees.Unite(pixels.GetIndex(ownX, y, z), pixels.GetIndex(otherX, y + offset.y, z + offset.z));
        });
    });
  }
  return trees;
}

template <bool VIsFullyConnected, int VDimension>
void
ExpectLinksToConnectNeighbours(Random & random)
{
  for (unsigned int round = 0; round < GetNumberOfRounds(40); ++round)
  {
    Pixels pixels{ static_cast<int>(Pick(random, 1, 150)),
                   static_cast<int>(Pick(random, 1, 9)),
                   static_cast<int>(VDimension == 3 ? Pick(random, 1, 6) : 1),
                   {} };
    pixels.values.resize(std::size_t{ 1 } * pixels.width * pixels.height * pixels.depth);
    const unsigned int percent = Pick(random, 1, 99);
    std::generate(pixels.values.begin(), pixels.values.end(), [&] { return random() % 100 < percent; });
    const Trees expected = ConnectPixels<VIsFullyConnected>(pixels);
    const Trees trees = ConnectWords<VIsFullyConnected, VDimension>(pixels);
    ForEachPixel(pixels, [&](int x, int y, int z) {
      const int i = pixels.GetIndex(x, y, z);
      ASSERT_EQ(trees.Find(i), expected.Find(i)) << x << ", " << y << ", " << z;
    });
  }
}
} // namespace

TEST(ConnectedComponentsCore, FindsTheRunOfAPixel)
{
  const std::uint32_t word = 0b1011'0110;
  EXPECT_EQ(itk::device::GetRunStarts(word), 0b1001'0010u);
  EXPECT_EQ(itk::device::GetRunOfBit(word, 2), 0);
  EXPECT_EQ(itk::device::GetRunOfBit(word, 4), 1);
  EXPECT_EQ(itk::device::GetRunOfBit(word, 5), 1);
  EXPECT_EQ(itk::device::GetRunOfBit(word, 7), 2);
  EXPECT_EQ(itk::device::GetRunOfBit(0xffffffff, 31), 0);
}

TEST(ConnectedComponentsCore, LinksAllNeighbours)
{
  Random random(GetSeed(1));
  ExpectLinksToConnectNeighbours<false, 2>(random);
  ExpectLinksToConnectNeighbours<true, 2>(random);
  ExpectLinksToConnectNeighbours<false, 3>(random);
  ExpectLinksToConnectNeighbours<true, 3>(random);
}
