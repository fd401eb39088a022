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
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include "itkIsolineDenoisingImageFilter.h"
#include "itkIsolineTesting.h"
#include "../examples/ImageQuality.h"

using namespace itk::DeviceTesting;

namespace
{
using ByteImage = itk::Image<uint8_t, 2>;
using FloatImage = itk::Image<float, 2>;

constexpr double StandardDeviation = 25;

/** A picture, its noisy version, and published results at this noise. */
struct Picture
{
  ByteImage::Pointer  truth;
  FloatImage::Pointer noisy;
  double              thesisLimitedDeviation; // gains over the noisy image in dB: Perrot's thesis, table 7.2
  double              thesisHybrid;
  double              bm3d; // PSNR in dB
};

Picture
MakePicture(const std::string & file, double thesisLimitedDeviation, double thesisHybrid, double bm3d)
{
  const auto truth = itk::ReadImage<ByteImage>(FindDataFolder() / file);
  return { truth,
           AddGaussianNoise<FloatImage>(truth.GetPointer(), StandardDeviation, 1),
           thesisLimitedDeviation,
           thesisHybrid,
           bm3d };
}

const std::vector<Picture> &
GetPictures()
{
  static const std::vector<Picture> pictures{ MakePicture("boat.png", 6.86, 7.21, 29.90),
                                              MakePicture("denoising/barbara.png", 4.84, 4.22, 30.72) };
  return pictures;
}

double
Denoise(const Picture & picture, IsolineModel model, bool reduceStaircase = false)
{
  const auto filter = itk::IsolineDenoisingImageFilter<FloatImage>::New();
  filter->SetModel(model);
  filter->SetNoiseLevel(StandardDeviation);
  filter->SetReduceStaircase(reduceStaircase);
  filter->SetInput(picture.noisy);
  filter->Update();
  return GetSignalToNoiseRatio(filter->GetOutput(), picture.truth.GetPointer());
}
} // namespace

TEST(IsolineQuality, LinesGainWhatTheThesisReports)
{
  for (const auto & picture : GetPictures())
  {
    const double noisy = GetSignalToNoiseRatio(picture.noisy.GetPointer(), picture.truth.GetPointer());
    EXPECT_GE(Denoise(picture, IsolineModel::LimitedDeviation) - noisy, picture.thesisLimitedDeviation - 0.15);
    EXPECT_GE(Denoise(picture, IsolineModel::Hybrid) - noisy, picture.thesisHybrid - 0.15);
  }
}

TEST(IsolineQuality, StaircaseReductionGainsMore)
{
  double gain = 0;
  for (const auto & picture : GetPictures())
  {
    gain += Denoise(picture, IsolineModel::Hybrid, true) - Denoise(picture, IsolineModel::Hybrid);
  }
  EXPECT_GE(gain / static_cast<double>(GetPictures().size()), 0.7);
}

TEST(IsolineQuality, TubesAreWithinADecibelOfBM3D)
{
  double difference = 0;
  for (const auto & picture : GetPictures())
  {
    difference += Denoise(picture, IsolineModel::Tubes) - picture.bm3d;
  }
  EXPECT_GE(difference / static_cast<double>(GetPictures().size()), -1.0);
}

TEST(IsolineQuality, GroupsGainWhatTubesLackMost)
{
  double gain = 0;
  for (const auto & picture : GetPictures())
  {
    gain += Denoise(picture, IsolineModel::TubesAndGroups) - Denoise(picture, IsolineModel::Tubes);
  }
  EXPECT_GE(gain / static_cast<double>(GetPictures().size()), 0.3);
}

TEST(IsolineQuality, StructuralSimilarityIsThatOfTheOriginalDefinition)
{
  const auto   byte = itk::ReadImage<ByteImage>(FindDataFolder() / "cameraman.png");
  const auto   image = ChangeComponents<FloatImage>(byte.GetPointer(), [](auto value) { return value; });
  const auto   coarse = ChangeComponents<FloatImage>(byte.GetPointer(), [](auto value) { return value / 64 * 64; });
  const auto   black = ChangeComponents<FloatImage>(byte.GetPointer(), [](auto) { return 0; });
  const auto   grey = ChangeComponents<FloatImage>(byte.GetPointer(), [](auto) { return 100; });
  const double c1 = 2.55 * 2.55;
  EXPECT_NEAR(ComputeMSSIM(image.GetPointer(), image.GetPointer()), 1, 1e-9);
  EXPECT_NEAR(ComputeMSSIM(black.GetPointer(), grey.GetPointer()), c1 / (100.0 * 100.0 + c1), 1e-9);
  // As scikit-image 0.26's structural_similarity gives it.
  EXPECT_NEAR(ComputeMSSIM(coarse.GetPointer(), image.GetPointer()), 0.6459181895848172, 1e-9);
}
