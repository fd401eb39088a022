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
// Takes slices and what metal would hide from a volume, fills them in three dimensions, slice by slice and by interpolation,
// and says how near each comes: see README.md.
#include "../ImageQuality.h"
#include "../Mosaic.h"
#include "VolumeFilling.h"
#include <functional>
#include <iomanip>
#include <iostream>

struct Method
{
  const char *                                                                   name;
  std::function<VolumeType::Pointer(const VolumeType *, const VolumeMaskType *)> fill;
};

/** The volume with white in the place of what is missing. */
static VolumeType::Pointer
Damage(const VolumeType * volume, const VolumeMaskType * mask)
{
  const auto damaged = VolumeType::New();
  damaged->CopyInformation(volume);
  damaged->SetRegions(volume->GetLargestPossibleRegion());
  damaged->Allocate();
  for (itk::ImageRegionIteratorWithIndex<VolumeType> it(damaged, damaged->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    it.Set(mask->GetPixel(it.GetIndex()) != 0 ? 255 : volume->GetPixel(it.GetIndex()));
  }
  return damaged;
}

/** Prints a row for each method, and writes the middle slices across an axis to folder/what.png. */
static void
Compare(const VolumeType *          truth,
        const VolumeMaskType *      mask,
        const std::string &         what,
        const std::vector<Method> & methods,
        const std::string &         folder,
        unsigned int                axis)
{
  const auto damaged = Damage(truth, mask);
  const auto middle = ExtractMiddle(truth, axis);
  Mosaic     mosaic(middle->GetBufferedRegion());
  mosaic.Add(middle.GetPointer());
  mosaic.Add(ExtractMiddle(damaged.GetPointer(), axis).GetPointer());
  for (const Method & method : methods)
  {
    const auto filled = method.fill(damaged, mask);
    std::cout << "| " << what << " | " << method.name << " | " << ComputeMissingPSNR(filled, truth, mask) << " | "
              << ComputePSNR(filled.GetPointer(), truth) << " |" << std::endl;
    mosaic.Add(ExtractMiddle(filled.GetPointer(), axis).GetPointer());
  }
  mosaic.Write(folder + '/' + what + ".png");
}

int
main(int argc, char * argv[])
{
  if (argc != 3)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER VOLUME" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const std::string folder = argv[1];
    const auto        truth = ReadVolume<VolumeType>(argv[2]);
    const Method      linear{ "linear along axis 2", InterpolateAcrossSlices };
    const Method      acrossY{ "slices across axis 1",
                          [](const auto * volume, const auto * mask) { return InpaintSlices(volume, mask, 1); } };
    const Method      acrossZ{ "slices across axis 2",
                          [](const auto * volume, const auto * mask) { return InpaintSlices(volume, mask, 2); } };
    const Method      windows{ "volume", [](const auto * volume, const auto * mask) { return Inpaint(volume, mask); } };
    const Method      wavelet{ "volume, Wavelet", [](const auto * volume, const auto * mask) {
                           return Inpaint(volume, mask, itk::InpaintingImageFilterEnums::Transform::Wavelet);
                         } };

    std::cout << "| missing | filled by | PSNR of the missing | PSNR of all |\n|---|---|---|---|\n"
              << std::fixed << std::setprecision(2);
    Compare(truth, MakeSliceMask(truth, 1, 3), "a third", { linear, acrossY, windows, wavelet }, folder, 1);
    Compare(truth, MakeSliceMask(truth, 2, 4), "pairs", { linear, acrossY, windows, wavelet }, folder, 1);
    Compare(truth, MakeMetalMask(truth), "metal", { linear, acrossY, acrossZ, windows, wavelet }, folder, 2);
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
