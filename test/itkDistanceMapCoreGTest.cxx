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
#include "DistanceMap/DistanceMapCore.h"
#include "itkDeviceTestingPixels.h"
#include "itkSignedMaurerDistanceMapImageFilter.h"
#include <gtest/gtest.h>
#include <vector>

using namespace itk::device;
using namespace itk::DeviceTesting;

namespace
{
using ImageType = itk::Image<float, 2>;

/** A line by the functions that the kernels call, with room for four sites in fast memory, and queries that begin anew. */
void
MeasureLine(float * pixels, std::ptrdiff_t stride, int length, double spacing)
{
  constexpr int                  tile = 7;
  DistanceSite                   latest[4]{};
  std::vector<DistanceSite>      all(length);
  const DistanceSiteMemory<4, 1> sites(latest, all.data());
  DistanceScan<4, 1>             scan(sites);
  for (int i = 0; i < length; ++i)
  {
    const DistanceSite site{ pixels[i * stride], GetSitePosition(i, spacing) };
    if (i % tile == 0)
    {
      scan.Refill();
    }
    while (!scan.Offer(site))
    {
    }
  }
  const int number = scan.GetNumberOfSites();
  if (number == 0)
  {
    return;
  }
  for (int begin = 0; begin < length; begin += 3 * tile)
  {
    const float         position = GetQueryPosition(begin, spacing);
    DistanceQuery<4, 1> query(sites, number, GuessLevel(sites, number, position), position);
    for (int i = begin; i < std::min(begin + 3 * tile, length); ++i)
    {
      if (i % tile == 0)
      {
        query.Fetch();
      }
      while (!query.Step(GetQueryPosition(i + 1, spacing), pixels[i * stride]))
      {
      }
    }
  }
}
} // namespace

TEST(DistanceMapCore, ScansLinesLikeTheParent)
{
  Random random(1);
  for (unsigned int round = 0; round < GetNumberOfRounds(100); ++round)
  {
    const unsigned int part = Pick(random, 1, 300);
    const auto         image = MakeImage<ImageType>(
      PickRegion<2>(random, 80), random, [&](Random & r) { return Pick(r, 0, part) == 0 ? 1.0f : 0.0f; });
    ImageType::SpacingType spacing;
    for (double & length : spacing)
    {
      length = round % 3 == 0 ? 1.0 : Pick(random, 1, 5000) / 1000.0;
    }
    image->SetSpacing(spacing);
    const auto filter = itk::SignedMaurerDistanceMapImageFilter<ImageType, ImageType>::New();
    filter->SetInput(image);
    filter->SquaredDistanceOn();
    filter->Update();
    const float * const expected = filter->GetOutput()->GetBufferPointer();

    const auto         size = image->GetBufferedRegion().GetSize();
    const int          sides[2]{ static_cast<int>(size[0]), static_cast<int>(size[1]) };
    const auto         isBackground = [&](int x, int y) { return image->GetBufferPointer()[y * sides[0] + x] == 0; };
    std::vector<float> squares(image->GetBufferedRegion().GetNumberOfPixels(), NoDistance);
    for (int y = 0; y < sides[1]; ++y)
    {
      for (int x = 0; x < sides[0]; ++x)
      {
        for (int j = std::max(y - 1, 0); j <= std::min(y + 1, sides[1] - 1); ++j)
        {
          for (int i = std::max(x - 1, 0); i <= std::min(x + 1, sides[0] - 1); ++i)
          {
            if (!isBackground(x, y) && isBackground(i, j))
            {
              squares[y * sides[0] + x] = 0;
            }
          }
        }
      }
    }
    for (int y = 0; y < sides[1]; ++y)
    {
      MeasureLine(&squares[y * sides[0]], 1, sides[0], spacing[0]);
    }
    for (int x = 0; x < sides[0]; ++x)
    {
      MeasureLine(&squares[x], sides[0], sides[1], spacing[1]);
    }
    for (std::size_t i = 0; i < squares.size(); ++i)
    {
      ASSERT_EQ(squares[i], std::abs(expected[i])) << "pixel " << i << " of " << size << ", spacing " << spacing;
    }
  }
}
