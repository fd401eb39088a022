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
// How the criterion that region snakes come to compares with that of the published algorithm, a node after the other; in more
// cases with CUDAIMAGEFILTERS_QUALITY=1.
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include "itkPolygonalRegionSnakeForTesting.h"

using itk::MultiThreaderBase;
using itk::device::NoiseLaw;
using itk::device::RegionSnakeModel;
using itk::device::RegionSnakeResult;
using namespace itk::DeviceTesting;

namespace
{
struct Comparison
{
  int numberOfCases{ 0 };
  int numberAsGood{ 0 };

  /** Lets the default model and the sequential algorithm converge, each from the start that it finds. */
  void
  Add(const itk::device::CumulatedImagesView & images, NoiseLaw law, bool isLikelihoodAsGood)
  {
    auto settings =
      MakeSnakeSettings(law, RegionSnakeModel::MinimumDescriptionLength, std::max(images.width, images.height));
    settings.nodeCost = std::log(static_cast<double>(images.width) * images.height);
    const auto published = MakeSnakeSettings(law, RegionSnakeModel::Published, std::max(images.width, images.height));
    const auto threader = MultiThreaderBase::New();
    const SequentialSnake sequential(images, published, itk::device::FindRegionSnakeStart(images, published, threader));
    EXPECT_TRUE(IsSimple(sequential.GetPolygon()));
    const double likelihood = sequential.GetCost(sequential.GetPolygon());
    const double length = likelihood + settings.nodeCost * static_cast<double>(sequential.GetPolygon().size());
    const RegionSnakeResult result = itk::device::ConvergeRegionSnake(
      images, settings, { itk::device::FindRegionSnakeStart(images, settings, threader) }, threader);
    ++numberOfCases;
    numberAsGood += result.criterion <= length ? 1 : 0;
    EXPECT_LT(result.criterion, length + 0.001 * std::abs(length));
    if (isLikelihoodAsGood)
    {
      EXPECT_LT(sequential.GetCost(result.polygons[0]), likelihood + 0.001 * std::abs(likelihood));
    }
  }
};

std::ostream &
operator<<(std::ostream & os, const Comparison & comparison)
{
  return os << comparison.numberAsGood << " of " << comparison.numberOfCases << " are at least as good\n";
}
} // namespace

TEST(RegionSnakeSequential, ThePublishedModelComesNear)
{
  for (const TargetShape shape : { TargetShape::Disc, TargetShape::Star })
  {
    const NoisyTarget<std::uint16_t> noisy(shape, 200, NoiseLaw::Gaussian, GetSeed(10));
    const auto                       settings = MakeSnakeSettings(NoiseLaw::Gaussian, RegionSnakeModel::Published, 200);
    const auto                       threader = MultiThreaderBase::New();
    const auto                       start = itk::device::FindRegionSnakeStart(noisy.image.view, settings, threader);
    const SequentialSnake            sequential(noisy.image.view, settings, start);
    const auto result = itk::device::ConvergeRegionSnake(noisy.image.view, settings, { start }, threader);
    EXPECT_TRUE(IsSimple(sequential.GetPolygon()));
    // Never worse by over 0.1 %.
    EXPECT_LT(result.criterion, 1.001 * sequential.GetCost(sequential.GetPolygon()));
  }
}

TEST(RegionSnakeSequential, DescriptionLengthIsNotMoreForNoisyTargets)
{
  const int  seeds = IsSwitchedOn("CUDAIMAGEFILTERS_QUALITY") ? 20 : 2;
  Comparison comparison;
  for (const NoiseLaw law : { NoiseLaw::Gaussian, NoiseLaw::Gamma, NoiseLaw::Poisson })
  {
    for (const TargetShape shape : { TargetShape::Disc, TargetShape::Star, TargetShape::Letter, TargetShape::Branch })
    {
      for (int seed = 0; seed < seeds; ++seed)
      {
        // Nor is the likelihood alone, with many times fewer nodes.
        comparison.Add(NoisyTarget<std::uint16_t>(shape, 512, law, GetSeed(11) + seed).image.view, law, true);
      }
    }
  }
  std::cout << comparison;
  EXPECT_GE(comparison.numberAsGood, 0.95 * comparison.numberOfCases);
}

TEST(RegionSnakeSequential, DescriptionLengthIsNeverMuchMoreForPictures)
{
  using ImageType = itk::Image<std::uint8_t, 2>;
  Comparison               comparison;
  std::vector<std::string> names{ "cameraman.png" };
  if (IsSwitchedOn("CUDAIMAGEFILTERS_QUALITY"))
  {
    names.emplace_back("boat.png");
  }
  for (const std::string & name : names)
  {
    const auto                         picture = itk::ReadImage<ImageType>(FindDataFolder() / name);
    const auto                         size = picture->GetBufferedRegion().GetSize();
    const CumulatedImage<std::uint8_t> image(
      size[0], size[1], 0, [pixel = static_cast<const std::uint8_t *>(picture->GetBufferPointer())]() mutable {
        return *pixel++;
      });
    for (const NoiseLaw law : { NoiseLaw::Gaussian, NoiseLaw::Gamma, NoiseLaw::Poisson, NoiseLaw::Rayleigh })
    {
      comparison.Add(image.view, law, false);
    }
  }
  std::cout << comparison;
}
