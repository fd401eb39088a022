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
#include "itkCudaCannyTesting.h"

using namespace itk::DeviceTesting;

namespace
{
/** Whether the core's functions make of ITK's smoothed image what ITK makes of it, before and after hysteresis. */
template <unsigned int VDimension>
::testing::AssertionResult
CoreDecidesAsITK(const PlainCannyImage<VDimension> * input, const CannyParameters & parameters)
{
  using Gaussian = itk::DiscreteGaussianImageFilter<PlainCannyImage<VDimension>, PlainCannyImage<VDimension>>;
  using Canny = itk::CannyEdgeDetectionImageFilter<PlainCannyImage<VDimension>, PlainCannyImage<VDimension>>;
  const auto gaussian = Gaussian::New();
  gaussian->SetInput(input);
  gaussian->SetVariance(parameters.variance);
  gaussian->SetMaximumError(0.01);
  gaussian->Update();
  const auto reference = MakeCannyReference<VDimension>(gaussian->GetOutput());
  const auto edges = reference.GetEdges(parameters.lowerThreshold, parameters.upperThreshold);

  const auto          canny = RunCanny<Canny>(input, parameters);
  const float * const expectedValue = canny->GetNonMaximumSuppressionImage()->GetBufferPointer();
  const float * const expectedEdges = canny->GetOutput()->GetBufferPointer();
  for (std::size_t i = 0; i < edges.size(); ++i)
  {
    if (!AreSameNumber(reference.GetValue()[i], expectedValue[i]) || edges[i] != expectedEdges[i])
    {
      return ::testing::AssertionFailure()
             << parameters << ", pixel " << input->ComputeIndex(i) << " of " << input->GetBufferedRegion().GetSize()
             << ": value " << reference.GetValue()[i] << " instead of " << expectedValue[i] << ", edge " << edges[i]
             << " instead of " << expectedEdges[i];
    }
  }
  return ::testing::AssertionSuccess();
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Usual, reversed, so low that pixels that are no maximum count, and no numbers.
constexpr float thresholds[][2]{ { 4, 7 },   { 20, 60 }, { 7, 4 },   { 0, 0 },   { -1, 3 },  { -2, -1 },
                                 { -1, -2 }, { 1, -1 },  { nan, 5 }, { 2, nan }, { nan, -1 } };
} // namespace

TEST(CannyCore, DifferentiatesAsWorkedByHand)
{
  EXPECT_EQ(itk::device::ComputeCannyFirstDerivative(3, 100, 7), -2);
  EXPECT_TRUE(std::isnan(itk::device::ComputeCannyFirstDerivative(3, std::numeric_limits<float>::infinity(), 7)));

  // x^2 + x y at (1, 1): gradient (3, 1), but (-3, -1) as ITK counts; second derivatives 2, 0 and, mixed, 1.
  const auto pixel = [](int i) -> float { return (i % 3) * (i % 3) + (i % 3) * (i / 3); };
  float      gradient[2];
  EXPECT_EQ(itk::device::ComputeCannyGradient<2>(pixel, gradient), 0.0001f + 9 + 1);
  EXPECT_EQ(gradient[0], -3);
  EXPECT_EQ(gradient[1], -1);
  EXPECT_EQ(itk::device::ComputeCannySecondDerivative<2>(pixel), (2.0f * 3 + 9 * 2) / (0.0001f + 9 + 1));

  EXPECT_EQ(itk::device::SuppressCannyNonMaximum<2>({ 3, 4 }, 25, { 1, -1 }), 5);
  EXPECT_EQ(itk::device::SuppressCannyNonMaximum<2>({ 3, 4 }, 25, { 4, -3 }), 5);
  EXPECT_EQ(itk::device::SuppressCannyNonMaximum<2>({ 3, 4 }, 25, { 1, 1 }), 0);
}

TEST(CannyCore, DecidesAsITKOnPictures)
{
  for (const auto & path : ListPictures())
  {
    const auto picture = itk::ReadImage<PlainCannyImage<2>>(path);
    EXPECT_TRUE(CoreDecidesAsITK<2>(picture, { 1.96, 4, 7 })) << path;
    EXPECT_TRUE(CoreDecidesAsITK<2>(picture, { 0, 1, 30 })) << path;
  }
  EXPECT_TRUE(CoreDecidesAsITK<3>(MakeShearedVolume(ReadPicture("boat.png"), 48), { 1.96, 4, 7 }));
}

TEST(CannyCore, DecidesAsITKOnRandomImages2D)
{
  Random random(GetSeed(1));
  for (const auto & size : { itk::Size<2>{ { 1, 1 } },
                             itk::Size<2>{ { 2, 2 } },
                             itk::Size<2>{ { 3, 3 } },
                             itk::Size<2>{ { 1, 37 } },
                             itk::Size<2>{ { 37, 1 } },
                             itk::Size<2>{ { 31, 33 } },
                             itk::Size<2>{ { 127, 64 } } })
  {
    for (const auto & threshold : thresholds)
    {
      const auto image = MakeCannyImage<2>(size, random, random() % 2 != 0);
      EXPECT_TRUE(CoreDecidesAsITK<2>(image, { 0.7 * (random() % 3), threshold[0], threshold[1] }));
    }
  }
}

TEST(CannyCore, DecidesAsITKOnRandomImages3D)
{
  Random random(GetSeed(2));
  for (const auto & size : { itk::Size<3>{ { 1, 1, 1 } },
                             itk::Size<3>{ { 2, 3, 2 } },
                             itk::Size<3>{ { 1, 9, 1 } },
                             itk::Size<3>{ { 9, 8, 7 } },
                             itk::Size<3>{ { 33, 17, 10 } } })
  {
    for (const auto & threshold : thresholds)
    {
      const auto image = MakeCannyImage<3>(size, random, random() % 2 != 0);
      EXPECT_TRUE(CoreDecidesAsITK<3>(image, { 0.7 * (random() % 3), threshold[0], threshold[1] }));
    }
  }
}
