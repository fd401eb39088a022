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
#ifndef itkCudaComponentsTesting_h
#define itkCudaComponentsTesting_h

#include "itkCudaFilterTesting.h"

namespace itk::DeviceTesting
{
/** Whether a pixel of a slice of `width` x `height` belongs to a spiral of one pixel's width, with one between its turns. */
inline bool
IsInSpiral(IndexValueType x, IndexValueType y, IndexValueType width, IndexValueType height)
{
  const IndexValueType ring = std::min(std::min(x, y), std::min(width - 1 - x, height - 1 - y));
  // Rings, of which each even one opens where it meets the next.
  const bool isGap = ring % 2 == 0 && x == ring && y == ring + 1;
  const bool isLink = ring % 2 == 1 && x == ring && y == ring + 1;
  return (ring % 2 == 0 && !isGap) || isLink;
}

/** Foreground of `foreground` in a background of 0, or of `background`: noise of any density, of blocks, a checkerboard,
 * spirals, nothing, everything. */
template <typename TImage>
typename TImage::Pointer
MakeBinaryImage(const typename TImage::RegionType & region,
                Random &                            random,
                typename TImage::PixelType          foreground,
                typename TImage::PixelType          background = 0)
{
  const unsigned int kind = Pick(random, 0, 9);
  const unsigned int density = Pick(random, 1, 99);
  const unsigned int salt = random();
  const unsigned int block = Pick(random, 2, 9);
  const auto         image = MakeImage<TImage>(region, random, [=](Random &) { return background; });
  for (SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
  {
    const auto     offset = image->ComputeIndex(i) - region.GetIndex();
    IndexValueType sum = 0;
    unsigned int   ofBlock = salt;
    for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
    {
      sum += offset[axis];
      ofBlock = (ofBlock ^ static_cast<unsigned int>(offset[axis] / block)) * 2654435761u;
      ofBlock ^= ofBlock >> 15;
    }
    const bool is = kind < 4   ? random() % 100 < density
                    : kind < 6 ? ofBlock % 100 < density
                    : kind < 7 ? sum % 2 == 0
                    : kind < 8 ? IsInSpiral(offset[0], offset[1], region.GetSize(0), region.GetSize(1))
                               : kind < 9;
    if (is)
    {
      image->GetBufferPointer()[i] = foreground;
    }
  }
  return image;
}

/** Regions of one pixel's width along an axis, of a few words, of several tiles. */
template <unsigned int VDimension>
ImageRegion<VDimension>
PickComponentsRegion(Random & random)
{
  auto region = PickRegion<VDimension>(random, VDimension == 2 ? 90 : 20);
  if (Pick(random, 0, 2) == 0)
  {
    region.SetSize(0, Pick(random, 1, VDimension == 2 ? 700 : 300));
  }
  if (Pick(random, 0, 4) == 0)
  {
    region.SetSize(Pick(random, 0, VDimension - 1), 1);
  }
  return region;
}

/** The filter of `input`, on the device, after Update(). */
template <typename TFilter, typename TInput, typename TSet>
typename TFilter::Pointer
RunOnDevice(const TInput * input, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(Copy<typename TFilter::InputImageType>(input));
  set(filter.GetPointer());
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());
  return filter;
}

/** Both filters, of the same input, after Update(), the first on the device; their pixels are the same. */
template <typename TFilter, typename TParent, typename TInput, typename TSet>
std::pair<typename TFilter::Pointer, typename TParent::Pointer>
ExpectTheParentsPixels(const TInput * input, const TSet & set)
{
  const auto filter = RunOnDevice<TFilter>(input, set);
  const auto parent = TParent::New();
  parent->SetInput(input);
  set(parent.GetPointer());
  parent->Update();
  using PixelType = typename TParent::OutputImageType::PixelType;
  EXPECT_TRUE(AreSame<PixelType>(filter->GetOutput(), parent->GetOutput())) << input->GetBufferedRegion().GetSize();
  return { filter, parent };
}
} // namespace itk::DeviceTesting

#endif
