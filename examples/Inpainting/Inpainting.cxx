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
// Takes pixels from a grey image, fills them by each transform, and says how near that comes: see README.md.
#include "../ImageQuality.h"
#include "../Mosaic.h"
#include "itkCudaInpaintingImageFilter.h"
#include "itkImageFileReader.h"
#include "itkMersenneTwisterRandomVariateGenerator.h"
#include <functional>
#include <iomanip>
#include <iostream>

using ImageType = itk::Image<float, 2>;
using MaskType = itk::Image<unsigned char, 2>;
using FilterType = itk::CudaInpaintingImageFilter<ImageType>;
using TransformEnum = FilterType::TransformEnum;

struct Method
{
  const char *                      name;
  std::function<void(FilterType *)> set;
};

static std::vector<Method>
GetMethods()
{
  return { { "Windows", [](FilterType *) {} },
           { "Cosine", [](FilterType * filter) { filter->SetTransform(TransformEnum::Cosine); } },
           { "Wavelet",
             [](FilterType * filter) {
               filter->SetTransform(TransformEnum::Wavelet);
               filter->CycleSpinningOff();
             } },
           { "Wavelet, CycleSpinning", [](FilterType * filter) { filter->SetTransform(TransformEnum::Wavelet); } },
           { "Morphological", [](FilterType * filter) { filter->SetTransform(TransformEnum::Morphological); } } };
}

/** Not 0 where a pixel is to be missing: each with the same probability, or where the image of a file is not 0. */
static MaskType::Pointer
GetMask(const std::string & text, unsigned int seed, const ImageType * image)
{
  char *       end = nullptr;
  const double missing = std::strtod(text.c_str(), &end);
  if (*end != '\0')
  {
    return itk::ReadImage<MaskType>(text);
  }
  if (!(missing > 0 && missing < 1))
  {
    itkGenericExceptionMacro(<< "MISSING must be above 0 and below 1, or the name of an image.");
  }
  const auto random = itk::Statistics::MersenneTwisterRandomVariateGenerator::New();
  random->SetSeed(seed);
  const auto mask = MaskType::New();
  mask->CopyInformation(image);
  mask->SetRegions(image->GetLargestPossibleRegion());
  mask->Allocate();
  for (itk::ImageRegionIterator<MaskType> it(mask, mask->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    it.Set(random->GetVariateWithOpenUpperRange() < missing ? 255 : 0);
  }
  return mask;
}

/** The image with white in the place of what is missing. */
static ImageType::Pointer
Damage(const ImageType * image, const MaskType * mask)
{
  const auto                               damaged = ImageType::New();
  itk::ImageRegionConstIterator<MaskType>  missing(mask, image->GetBufferedRegion());
  itk::ImageRegionConstIterator<ImageType> from(image, image->GetBufferedRegion());
  damaged->CopyInformation(image);
  damaged->SetRegions(image->GetBufferedRegion());
  damaged->Allocate();
  for (itk::ImageRegionIterator<ImageType> to(damaged, image->GetBufferedRegion()); !to.IsAtEnd(); ++to)
  {
    to.Set(missing.Get() != 0 ? 255 : from.Get());
    ++missing;
    ++from;
  }
  return damaged;
}

int
main(int argc, char * argv[])
{
  if (argc != 4 && argc != 5)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER IMAGE MISSING|MASK_IMAGE [SEED]" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const std::string folder = argv[1];
    const auto        truth = itk::ReadImage<ImageType>(argv[2]);
    const auto        mask =
      GetMask(argv[3], argc > 4 ? static_cast<unsigned int>(std::stoul(argv[4])) : 1, truth.GetPointer());
    const auto damaged = Damage(truth.GetPointer(), mask.GetPointer());
    itk::WriteImage(ToBytes(damaged.GetPointer()), folder + "/damaged.png");
    itk::WriteImage(mask.GetPointer(), folder + "/mask.png");

    Mosaic mosaic(truth->GetBufferedRegion());
    mosaic.Add(truth.GetPointer());
    mosaic.Add(damaged.GetPointer());
    std::cout << "| | PSNR in dB | MSSIM |\n|---|---|---|\n" << std::fixed;
    for (const auto & method : GetMethods())
    {
      const auto filter = FilterType::New();
      filter->SetInput(damaged);
      filter->SetMaskImage(mask);
      method.set(filter);
      filter->Update();
      const ImageType * const filled = filter->GetOutput();
      std::cout << "| " << method.name << " | " << std::setprecision(2) << ComputePSNR(filled, truth.GetPointer())
                << " | " << std::setprecision(3) << ComputeMSSIM(filled, truth.GetPointer()) << " |" << std::endl;
      itk::WriteImage(ToBytes(filled), folder + '/' + method.name + ".png");
      mosaic.Add(filled);
    }
    mosaic.Write(folder + "/crops.png");
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  catch (const std::logic_error &)
  {
    std::cerr << "SEED must be a number." << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
