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
#ifndef VolumeSlices_h
#define VolumeSlices_h

#include "itkExtractImageFilter.h"
#include "itkImageFileReader.h"
#include "itkRescaleIntensityImageFilter.h"
#include <string>

/** A volume from a file, scaled to 0 to 255. */
template <typename TVolume>
typename TVolume::Pointer
ReadVolume(const std::string & file)
{
  const auto rescale = itk::RescaleIntensityImageFilter<TVolume>::New();
  rescale->SetInput(itk::ReadImage<TVolume>(file));
  rescale->SetOutputMinimum(0);
  rescale->SetOutputMaximum(255);
  rescale->Update();
  return rescale->GetOutput();
}

/** A slice of one voxel across an axis. */
template <typename TVolume>
typename itk::Image<typename TVolume::PixelType, 2>::Pointer
ExtractSlice(const TVolume * volume, unsigned int axis, itk::IndexValueType slice)
{
  auto region = volume->GetLargestPossibleRegion();
  region.SetIndex(axis, slice);
  region.SetSize(axis, 0);
  const auto extract = itk::ExtractImageFilter<TVolume, itk::Image<typename TVolume::PixelType, 2>>::New();
  extract->SetInput(volume);
  extract->SetExtractionRegion(region);
  extract->SetDirectionCollapseToIdentity();
  extract->Update();
  return extract->GetOutput();
}

/** The slice in the middle of an axis. */
template <typename TVolume>
typename itk::Image<typename TVolume::PixelType, 2>::Pointer
ExtractMiddle(const TVolume * volume, unsigned int axis)
{
  const auto region = volume->GetLargestPossibleRegion();
  return ExtractSlice(volume, axis, region.GetIndex(axis) + static_cast<itk::IndexValueType>(region.GetSize(axis) / 2));
}

#endif
