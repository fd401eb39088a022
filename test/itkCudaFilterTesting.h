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
#ifndef itkCudaFilterTesting_h
#define itkCudaFilterTesting_h

#include "itkParentComparisonTesting.h"
#include "itkStreamingImageFilter.h"
#include <vector>

namespace itk::DeviceTesting
{
/** The pixel types that pointwise filters have kernels for, each in 2D and 3D, the same for input and output. */
using EveryPixelType = ::testing::Types<Types<uint8_t, uint8_t, 2>,
                                        Types<int16_t, int16_t, 2>,
                                        Types<uint16_t, uint16_t, 2>,
                                        Types<int32_t, int32_t, 2>,
                                        Types<uint32_t, uint32_t, 2>,
                                        Types<float, float, 2>,
                                        Types<uint8_t, uint8_t, 3>,
                                        Types<int16_t, int16_t, 3>,
                                        Types<uint16_t, uint16_t, 3>,
                                        Types<int32_t, int32_t, 3>,
                                        Types<uint32_t, uint32_t, 3>,
                                        Types<float, float, 3>>;

/** Sides of 1, 2, 31 and 33 pixels, of one pixel along all axes but one, and of different lengths. */
template <unsigned int VDimension>
std::vector<ImageRegion<VDimension>>
GetTestedRegions()
{
  std::vector<ImageRegion<VDimension>> regions;
  for (const auto & sides : { std::initializer_list<SizeValueType>{ 1, 1, 1 },
                              { 2, 2, 2 },
                              { 31, 31, 3 },
                              { 33, 33, 4 },
                              { 1, 133, 1 },
                              { 133, 1, 1 },
                              { 5, 1, 35 },
                              { 137, 70, 2 },
                              { 23, 35, 12 } })
  {
    regions.push_back(MakeRegionOfSides<VDimension>(sides));
  }
  return regions;
}

template <typename TPixel, unsigned int VDimension>
double
GetLargestMagnitude(const Image<TPixel, VDimension> * image)
{
  double               largest = 0;
  const TPixel * const pixels = image->GetBufferPointer();
  for (SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    largest = std::max(largest, std::abs(static_cast<double>(pixels[i])));
  }
  return largest;
}

/** What `TFilter`, on plain images, makes of a copy of `input`. `set(filter)` sets its parameters. */
template <typename TFilter, typename TSet>
typename TFilter::OutputImageType::Pointer
RunOnHost(const typename TFilter::InputImageType * input, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetInput(Copy<typename TFilter::InputImageType>(input));
  set(filter.GetPointer());
  filter->Update();
  const typename TFilter::OutputImageType::Pointer output = filter->GetOutput();
  output->DisconnectPipeline();
  return output;
}

/** A filter that never uses the device gives the bits of its parent. */
template <typename TFilter, typename TParent, typename TSet>
void
ExpectTheParentsResultOnTheHost(const typename TFilter::InputImageType * image, const TSet & set)
{
  const auto filter = TFilter::New();
  filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Never);
  filter->SetInput(image);
  set(filter.GetPointer());
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  using PixelType = typename TFilter::OutputImageType::PixelType;
  EXPECT_TRUE(AreSame<PixelType>(filter->GetOutput(), RunOnHost<TParent>(image, set).GetPointer()));
}

/** A filter that has an input and parameters for which there is no kernel. */
template <typename TFilter>
void
ExpectItRunsOnTheParentAlone(TFilter * filter)
{
  filter->Update();
  EXPECT_FALSE(filter->GetRanOnDevice());
  filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
  EXPECT_THROW(filter->Update(), ExceptionObject);
}

/** \class CudaFilterTest
 * \brief A test of a filter on the device, of DeviceImages, against its parent, of plain ones. `set(filter)` sets the
 * parameters of either. */
template <typename TFilter, typename TParent>
class CudaFilterTest : public DeviceTest
{
protected:
  using FilterType = TFilter;
  using ParentType = TParent;
  using InputType = typename TFilter::InputImageType;
  using OutputType = typename TFilter::OutputImageType;
  using InputPixelType = typename InputType::PixelType;
  using OutputPixelType = typename OutputType::PixelType;
  static constexpr unsigned int Dimension = InputType::ImageDimension;

  template <typename TSet>
  static typename TFilter::Pointer
  MakeFilter(const InputType * image, const TSet & set)
  {
    const auto filter = TFilter::New();
    filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(image);
    set(filter.GetPointer());
    return filter;
  }

  /** The updated filter. */
  template <typename TSet>
  static typename TFilter::Pointer
  RunOnDevice(const InputType * image, const TSet & set)
  {
    const auto filter = MakeFilter(image, set);
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    return filter;
  }

  template <typename TSet>
  static typename TParent::OutputImageType::Pointer
  RunOnHost(const InputType * image, const TSet & set)
  {
    return DeviceTesting::RunOnHost<TParent>(image, set);
  }

  static typename InputType::Pointer
  MakeTestedImage()
  {
    return MakeRandomImage<InputType>(GetTestedRegions<Dimension>().back(), 1);
  }
};

// Properties of a filter: `make()` returns a new one, with its input and its parameters, to run on the device.

/** The filter, asked for `part`, gives those pixels of `whole`. */
template <typename TFilter, typename TRegion, typename TImage>
void
ExpectIsACrop(const TFilter & filter, const TRegion & part, const TImage * whole)
{
  filter->GetOutput()->SetRequestedRegion(part);
  filter->Update();
  ASSERT_EQ(filter->GetOutput()->GetBufferedRegion(), part);
  for (SizeValueType i = 0; i < part.GetNumberOfPixels(); ++i)
  {
    const auto index = filter->GetOutput()->ComputeIndex(i);
    ASSERT_EQ(filter->GetOutput()->GetPixel(index), whole->GetPixel(index)) << index << " of " << part;
  }
}

/** As much of a large volume that rows begin with whole quads, three rows and five layers after its first. */
inline ImageRegion<3>
GetAlignedPart(const ImageRegion<3> & whole)
{
  const auto & index = whole.GetIndex();
  const auto & size = whole.GetSize();
  return { { { index[0] + 4, index[1] + 3, index[2] + 5 } }, { { size[0] - 4, size[1] - 8, size[2] - 6 } } };
}

/** Any requested region gives those pixels of the whole. */
template <typename TMake>
void
ExpectAPartIsACropOfTheWhole(const TMake & make, Random & random, unsigned int rounds = 20)
{
  const auto whole = make();
  whole->Update();
  for (unsigned int round = 0; round < GetNumberOfRounds(rounds); ++round)
  {
    const auto part = PickPart(random, whole->GetOutput()->GetBufferedRegion());
    ExpectIsACrop(make(), part, whole->GetOutput());
  }
}

template <typename TMake>
void
ExpectStreamedIsTheWhole(const TMake & make, std::initializer_list<unsigned int> allDivisions = { 2, 3, 100 })
{
  const auto whole = make();
  whole->Update();
  for (const unsigned int divisions : allDivisions)
  {
    const auto filter = make();
    using OutputType = std::remove_pointer_t<decltype(filter->GetOutput())>;
    const auto streaming = StreamingImageFilter<OutputType, OutputType>::New();
    streaming->SetNumberOfStreamDivisions(divisions);
    streaming->SetInput(filter->GetOutput());
    streaming->Update();
    using PixelType = typename OutputType::PixelType;
    EXPECT_TRUE(AreSame<PixelType>(streaming->GetOutput(), whole->GetOutput())) << divisions << " divisions";
  }
}

template <typename TImage, typename TMake>
void
ExpectTheSameEveryTimeAndAnUntouchedInput(const TImage * input, const TMake & make)
{
  const auto before = Copy<Image<typename TImage::PixelType, TImage::ImageDimension>>(input);
  const auto first = make();
  const auto second = make();
  first->Update();
  second->Update();
  using PixelType = typename std::remove_pointer_t<decltype(first->GetOutput())>::PixelType;
  EXPECT_TRUE(HaveSamePixels<PixelType>(first->GetOutput(), second->GetOutput()));
  EXPECT_TRUE(HaveSamePixels<typename TImage::PixelType>(input, before.GetPointer()));
}

/** Of the image with its pixels in reverse order, the result in reverse order is within `tolerance` of that of the image:
 * makeFor(image) returns a filter of an image. */
template <typename TImage, typename TMakeFor>
void
ExpectTheFlippedImageToBeFlipped(const TImage * image, const TMakeFor & makeFor, double tolerance)
{
  const auto number = image->GetBufferedRegion().GetNumberOfPixels();
  const auto flipped = Copy<TImage>(image);
  std::reverse(flipped->GetBufferPointer(), flipped->GetBufferPointer() + number);
  const auto filter = makeFor(image);
  const auto ofFlipped = makeFor(flipped.GetPointer());
  filter->Update();
  ofFlipped->Update();
  const auto * const pixels = filter->GetOutput()->GetBufferPointer();
  const auto * const flippedPixels = ofFlipped->GetOutput()->GetBufferPointer();
  for (SizeValueType i = 0; i < number; ++i)
  {
    ASSERT_NEAR(flippedPixels[i], pixels[number - 1 - i], tolerance);
  }
}
} // namespace itk::DeviceTesting

#endif
