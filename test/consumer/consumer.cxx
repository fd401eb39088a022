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
#include "itkCudaMedianImageFilter.h"
#include "itkDeviceImage.h"
#include <cstdlib>
#include <iostream>

// A single bright pixel does not survive a median, whether the GPU or the CPU computed it.
int
main()
try
{
  using ImageType = itk::DeviceImage<float, 2>;
  auto image = ImageType::New();
  image->SetRegions(ImageType::SizeType{ { 8, 8 } });
  image->Allocate();
  image->FillBuffer(1.0f);
  image->SetPixel({ { 4, 4 } }, 100.0f);

  auto median = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
  median->SetInput(image);
  median->SetRadius(1);
  median->Update();
  return median->GetOutput()->GetPixel({ { 4, 4 } }) == 1.0f ? EXIT_SUCCESS : EXIT_FAILURE;
}
catch (const itk::device::Error & error)
{
  std::cerr << error << std::endl;
  return EXIT_FAILURE;
}
