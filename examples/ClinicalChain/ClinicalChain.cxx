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
// Finds the largest object of a CT volume, and measures it: ClinicalChain OUTPUT_FOLDER [VOLUME]. Without a volume, of a
// phantom of a torso, whose result is compared with that of ITK's own filters.
#include "ClinicalChain.h"
#include "TorsoPhantom.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include <iostream>

using ChainType = ClinicalChain<FiltersOnDevice>;
using ChainOfITKType = ClinicalChain<FiltersOfITK>;

void
Print(const char * title, const ClinicalFigures & figures)
{
  std::cout << title << ": threshold " << figures.threshold << ", " << figures.voxels << " voxels, mean "
            << figures.mean << ", sigma " << figures.sigma << ", depth " << figures.depth << " mm" << std::endl;
}

void
CompareWithITK(const ChainType::LabelType * labels)
{
  const auto     volume = MakeTorsoPhantom<ChainOfITKType::ImageType>(labels->GetLargestPossibleRegion().GetSize());
  ChainOfITKType chain(volume);
  Print("ITK's filters", chain.Measure());
  const auto *       expected = chain.GetLabels()->GetBufferPointer();
  itk::SizeValueType different = 0;
  for (itk::SizeValueType i = 0; i < labels->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    different += labels->GetBufferPointer()[i] != expected[i] ? 1 : 0;
  }
  std::cout << "voxels that differ: " << different << std::endl;
}

int
main(int argc, char * argv[])
{
  if (argc < 2)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER [VOLUME]" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const auto volume = argc > 2 ? itk::ReadImage<ChainType::ImageType>(argv[2])
                                 : MakeTorsoPhantom<ChainType::ImageType>({ { 128, 128, 75 } });
    ChainType  chain(volume);
    Print("the object", chain.Measure());
    if (argc == 2)
    {
      CompareWithITK(chain.GetLabels());
    }
    itk::WriteImage(chain.GetLabels(), std::string(argv[1]) + "/object.nii");
  }
  catch (const std::exception & error)
  {
    std::cerr << error.what() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
