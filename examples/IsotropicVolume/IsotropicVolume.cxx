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
// Resamples a volume to isotropic voxels, thresholds it by Otsu, masks it and writes its three middle slices:
// IsotropicVolume OUTPUT_FOLDER [VOLUME [SPACING_IN_MM]]. Without a volume, of a phantom of a head in CT.
#include "HeadPhantom.h"
#include "itkCudaExtractImageFilter.h"
#include "itkCudaMaskImageFilter.h"
#include "itkCudaOtsuThresholdImageFilter.h"
#include "itkCudaRescaleIntensityImageFilter.h"
#include "itkCudaResampleImageFilter.h"
#include "itkDeviceTransfer.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"

using ImageType = itk::DeviceImage<short, 3>; // an itk::Image whose pixels may live on the GPU
using MaskType = itk::DeviceImage<unsigned char, 3>;
using SliceType = itk::DeviceImage<short, 2>;
using PictureType = itk::DeviceImage<unsigned char, 2>;

/** The slice in the middle of an axis, of 8 bits. */
void
WriteMiddleSlice(ImageType * volume, unsigned int axis, const std::string & file)
{
  ImageType::RegionType region = volume->GetLargestPossibleRegion();
  region.SetIndex(axis, region.GetIndex(axis) + static_cast<itk::IndexValueType>(region.GetSize(axis) / 2));
  region.SetSize(axis, 0);

  const auto extract = itk::CudaExtractImageFilter<ImageType, SliceType>::New();
  extract->SetInput(volume);
  extract->SetExtractionRegion(region);
  extract->SetDirectionCollapseToIdentity();

  const auto rescale = itk::CudaRescaleIntensityImageFilter<SliceType, PictureType>::New();
  rescale->SetInput(extract->GetOutput());
  itk::WriteImage(rescale->GetOutput(), file);
}

void
MaskIsotropicVolume(ImageType * volume, const std::string & folder, double spacing)
{
  volume->Update();
  const auto          before = itk::device::GetTransferCounts();
  constexpr short     air = -1024;
  ImageType::SizeType size;
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    const auto length = static_cast<double>(volume->GetLargestPossibleRegion().GetSize(axis) - 1);
    size[axis] = static_cast<itk::SizeValueType>(length * volume->GetSpacing()[axis] / spacing) + 1;
  }

  ImageType::SpacingType isotropic;
  isotropic.Fill(spacing);

  // Linear interpolation of the identity, unless another interpolator or transform is set.
  const auto resample = itk::CudaResampleImageFilter<ImageType, ImageType>::New();
  resample->SetInput(volume);
  resample->SetOutputParametersFromImage(volume);
  resample->SetSize(size);
  resample->SetOutputSpacing(isotropic);
  resample->SetDefaultPixelValue(air);

  // Inside is what does not exceed the threshold.
  const auto otsu = itk::CudaOtsuThresholdImageFilter<ImageType, MaskType>::New();
  otsu->SetInput(resample->GetOutput());
  otsu->SetInsideValue(0);
  otsu->SetOutsideValue(1);

  const auto mask = itk::CudaMaskImageFilter<ImageType, MaskType, ImageType>::New();
  mask->SetInput(resample->GetOutput());
  mask->SetMaskImage(otsu->GetOutput());
  mask->SetOutsideValue(air);
  mask->Update();

  WriteMiddleSlice(mask->GetOutput(), 2, folder + "/axial.png");
  WriteMiddleSlice(mask->GetOutput(), 1, folder + "/coronal.png");
  WriteMiddleSlice(mask->GetOutput(), 0, folder + "/sagittal.png");
  const auto after = itk::device::GetTransferCounts();

  std::cout << volume->GetLargestPossibleRegion().GetSize() << " voxels of " << volume->GetSpacing() << " mm became "
            << size << " of " << spacing << " mm; threshold " << otsu->GetThreshold() << "; uploads "
            << after.uploads - before.uploads << ", downloads " << after.downloads - before.downloads << std::endl;
}

int
main(int argc, char * argv[])
{
  if (argc < 2)
  {
    std::cerr << "Usage: " << argv[0] << " OUTPUT_FOLDER [VOLUME [SPACING_IN_MM]]" << std::endl;
    return EXIT_FAILURE;
  }
  try
  {
    const ImageType::Pointer volume = argc > 2 ? itk::ReadImage<ImageType>(argv[2]) : MakeHeadPhantom<ImageType>();
    MaskIsotropicVolume(volume, argv[1], argc > 3 ? std::stod(argv[3]) : 1.0);
  }
  catch (const std::exception & error)
  {
    std::cerr << error.what() << std::endl;
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
