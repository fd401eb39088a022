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
#include "itkIsolineDenoisingImageFilter.h"
#include "itkPolygonalRegionSnakeImageFilter.h"
#include "itkRGBPixel.h"
#include <cstdio>
#include <random>

// Prints results to the last bit. Two builds of this, one by a compiler that contracts, must print the same.
namespace
{
constexpr unsigned int side = 80;

/** A disc and a slope, with noise; exact, however it is compiled. */
int
MakeSixteenths(int x, int y, std::mt19937 & random)
{
  const bool isInside = (x - 40) * (x - 40) + (y - 30) * (y - 30) < 400;
  return static_cast<int>(random() % 960) + 1600 + 11 * x - 5 * y + (isInside ? 960 : 0);
}

template <typename TImage>
typename TImage::Pointer
MakeImage()
{
  const auto image = TImage::New();
  image->SetRegions(itk::Size<2>{ { side, side } });
  image->Allocate();
  std::mt19937          random(7);
  auto * const          components = reinterpret_cast<float *>(image->GetBufferPointer());
  constexpr std::size_t channels = sizeof(typename TImage::PixelType) / sizeof(float);
  for (std::size_t i = 0; i < channels * side * side; ++i)
  {
    const auto pixel = static_cast<int>(i / channels);
    components[i] = static_cast<float>(MakeSixteenths(pixel % side, pixel / side, random)) / 16;
  }
  return image;
}

template <typename TImage>
void
PrintPixels(const TImage * image)
{
  const auto *  bytes = reinterpret_cast<const unsigned char *>(image->GetBufferPointer());
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < side * side * sizeof(typename TImage::PixelType); ++i)
  {
    hash = (hash ^ bytes[i]) * 1099511628211u;
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
} // namespace

int
main()
{
  using ColorImage = itk::Image<itk::RGBPixel<float>, 2>;
  using DenoisingFilter = itk::IsolineDenoisingImageFilter<ColorImage>;
  for (const auto model : { DenoisingFilter::ModelEnum::LimitedDeviation,
                            DenoisingFilter::ModelEnum::Hybrid,
                            DenoisingFilter::ModelEnum::Tubes,
                            DenoisingFilter::ModelEnum::TubesAndGroups })
  {
    for (const auto law : { DenoisingFilter::NoiseModelEnum::Gaussian,
                            DenoisingFilter::NoiseModelEnum::Poisson,
                            DenoisingFilter::NoiseModelEnum::Speckle })
    {
      const auto filter = DenoisingFilter::New();
      filter->SetInput(MakeImage<ColorImage>());
      filter->SetModel(model);
      filter->SetNoiseModel(law);
      filter->SetReduceStaircase(law == DenoisingFilter::NoiseModelEnum::Gaussian);
      filter->Update();
      std::printf("%d %d ", static_cast<int>(model), static_cast<int>(law));
      PrintPixels(filter->GetOutput());
    }
  }
  using GreyImage = itk::Image<float, 2>;
  using SnakeFilter = itk::PolygonalRegionSnakeImageFilter<GreyImage>;
  for (const auto law :
       { SnakeFilter::NoiseLawEnum::Gaussian, SnakeFilter::NoiseLawEnum::Gamma, SnakeFilter::NoiseLawEnum::Poisson })
  {
    const auto filter = SnakeFilter::New();
    filter->SetInput(MakeImage<GreyImage>());
    filter->SetNoiseLaw(law);
    filter->Update();
    std::printf("%a %a %a ", filter->GetCriterion(), filter->GetTargetMean(), filter->GetBackgroundVariance());
    PrintPixels(filter->GetOutput());
  }
  return EXIT_SUCCESS;
}
