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
#ifndef VolumeFilling_h
#define VolumeFilling_h

#include "../VolumeSlices.h"
#include "itkCudaInpaintingImageFilter.h"
#include "itkImageRegionConstIterator.h"
#include "itkImageRegionIterator.h"
#include "itkImageRegionIteratorWithIndex.h"
#include <cmath>

// What may be missing in a volume, and ways to fill it.
using VolumeType = itk::Image<float, 3>;
using VolumeMaskType = itk::Image<unsigned char, 3>;

/** 255 where isMissing(index), else 0. */
template <typename TIsMissing>
VolumeMaskType::Pointer
MakeVolumeMask(const VolumeType * volume, const TIsMissing & isMissing)
{
  const auto mask = VolumeMaskType::New();
  mask->CopyInformation(volume);
  mask->SetRegions(volume->GetLargestPossibleRegion());
  mask->Allocate();
  for (itk::ImageRegionIteratorWithIndex<VolumeMaskType> it(mask, mask->GetBufferedRegion()); !it.IsAtEnd(); ++it)
  {
    it.Set(isMissing(it.GetIndex()) ? 255 : 0);
  }
  return mask;
}

/** Of each `period` slices across axis 2 the last `count`, but never the first or the last of all. */
inline VolumeMaskType::Pointer
MakeSliceMask(const VolumeType * volume, itk::IndexValueType count, itk::IndexValueType period)
{
  const auto region = volume->GetLargestPossibleRegion();
  return MakeVolumeMask(volume, [=](const itk::Index<3> & index) {
    const itk::IndexValueType slice = index[2] - region.GetIndex(2);
    return slice % period >= period - count && slice + 1 < static_cast<itk::IndexValueType>(region.GetSize(2));
  });
}

/** What metal hides of a CT: two balls of a radius of 8 mm, 50 mm apart along axis 0 about the middle, and in the slices
 * across axis 2 that they touch the band between them and streaks of 2 mm, to 60 mm from a ball's centre, 30 degrees apart. */
inline VolumeMaskType::Pointer
MakeMetalMask(const VolumeType * volume)
{
  constexpr double radius = 8;
  constexpr double apart = 50;
  constexpr double width = 2;
  constexpr double length = 60;
  constexpr double step = 3.14159265358979323846 / 6;
  const auto       region = volume->GetLargestPossibleRegion();
  return MakeVolumeMask(volume, [=](const itk::Index<3> & index) {
    double fromMiddle[3];
    for (unsigned int axis = 0; axis < 3; ++axis)
    {
      const double middle = region.GetIndex(axis) + 0.5 * (static_cast<double>(region.GetSize(axis)) - 1);
      fromMiddle[axis] = (static_cast<double>(index[axis]) - middle) * volume->GetSpacing()[axis];
    }
    const auto [x, y, z] = fromMiddle;
    if (std::abs(z) > radius)
    {
      return false;
    }
    for (const double centre : { -0.5 * apart, 0.5 * apart })
    {
      const double distance = std::hypot(x - centre, y);
      const double angle = std::remainder(std::atan2(y, x - centre), step);
      if (std::hypot(distance, z) <= radius ||
          (distance <= length && std::abs(distance * std::sin(angle)) <= 0.5 * width))
      {
        return true;
      }
    }
    return std::abs(x) <= 0.5 * apart && std::hypot(y, z) <= 0.5 * radius;
  });
}

/** By CudaInpaintingImageFilter, an InpaintingImageFilter, with its defaults. */
template <typename TImage>
typename TImage::Pointer
Inpaint(const TImage *                                            image,
        const itk::Image<unsigned char, TImage::ImageDimension> * mask,
        itk::InpaintingImageFilterEnums::Transform transform = itk::InpaintingImageFilterEnums::Transform::Windows)
{
  const auto filter = itk::CudaInpaintingImageFilter<TImage>::New();
  filter->SetInput(image);
  filter->SetMaskImage(mask);
  filter->SetTransform(transform);
  filter->Update();
  return filter->GetOutput();
}

/** Inpaints each slice across an axis by itself. */
inline VolumeType::Pointer
InpaintSlices(const VolumeType * volume, const VolumeMaskType * mask, unsigned int axis)
{
  const auto whole = volume->GetLargestPossibleRegion();
  const auto filled = VolumeType::New();
  filled->CopyInformation(volume);
  filled->SetRegions(whole);
  filled->Allocate();
  for (itk::SizeValueType i = 0; i < whole.GetSize(axis); ++i)
  {
    auto region = whole;
    region.SetIndex(axis, whole.GetIndex(axis) + static_cast<itk::IndexValueType>(i));
    region.SetSize(axis, 1);
    const auto slice = Inpaint(ExtractSlice(volume, axis, region.GetIndex(axis)).GetPointer(),
                               ExtractSlice(mask, axis, region.GetIndex(axis)).GetPointer());
    itk::ImageRegionConstIterator<itk::Image<float, 2>> from(slice, slice->GetBufferedRegion());
    for (itk::ImageRegionIterator<VolumeType> to(filled, region); !to.IsAtEnd(); ++to, ++from)
    {
      to.Set(from.Get());
    }
  }
  return filled;
}

/** Linearly along axis 2 between the nearest known voxels on either side; beyond the outermost one, what that has. */
inline VolumeType::Pointer
InterpolateAcrossSlices(const VolumeType * volume, const VolumeMaskType * mask)
{
  const auto whole = volume->GetLargestPossibleRegion();
  const auto filled = VolumeType::New();
  filled->CopyInformation(volume);
  filled->SetRegions(whole);
  filled->Allocate();
  const auto first = whole.GetIndex(2);
  const auto end = first + static_cast<itk::IndexValueType>(whole.GetSize(2));
  for (itk::ImageRegionIteratorWithIndex<VolumeType> it(filled, whole); !it.IsAtEnd(); ++it)
  {
    auto below = it.GetIndex();
    auto above = it.GetIndex();
    while (below[2] >= first && mask->GetPixel(below) != 0)
    {
      --below[2];
    }
    while (above[2] < end && mask->GetPixel(above) != 0)
    {
      ++above[2];
    }
    if (below[2] < first && above[2] == end)
    {
      itkGenericExceptionMacro(<< "Of a line of voxels across the slices, none is known.");
    }
    below = below[2] < first ? above : below;
    above = above[2] == end ? below : above;
    const auto   distance = static_cast<double>(above[2] - below[2]);
    const double weight = distance > 0 ? static_cast<double>(it.GetIndex()[2] - below[2]) / distance : 0;
    it.Set(static_cast<float>((1 - weight) * volume->GetPixel(below) + weight * volume->GetPixel(above)));
  }
  return filled;
}

/** Peak signal-to-noise ratio in dB, for a peak of 255, of the voxels where the mask is not 0. */
inline double
ComputeMissingPSNR(const VolumeType * filled, const VolumeType * truth, const VolumeMaskType * mask)
{
  const auto                                    whole = truth->GetLargestPossibleRegion();
  itk::ImageRegionConstIterator<VolumeType>     a(filled, whole);
  itk::ImageRegionConstIterator<VolumeType>     b(truth, whole);
  itk::ImageRegionConstIterator<VolumeMaskType> missing(mask, whole);
  double                                        sum = 0;
  double                                        count = 0;
  for (; !a.IsAtEnd(); ++a, ++b, ++missing)
  {
    if (missing.Get() != 0)
    {
      sum += std::pow(a.Get() - b.Get(), 2);
      ++count;
    }
  }
  return 10 * std::log10(255.0 * 255.0 * count / sum);
}

#endif
