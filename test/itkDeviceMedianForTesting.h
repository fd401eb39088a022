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
#ifndef itkDeviceMedianForTesting_h
#define itkDeviceMedianForTesting_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceTesting.h"
#include "itkMedianImageFilter.h"

namespace itk::DeviceTesting
{
template <typename TImage>
using DeviceMedian = DeviceImageFilter<MedianImageFilter<TImage, TImage>>;

/** The device filter that a test driver tests the module with: that of CUDA, or the pretended one. */
template <typename TImage>
typename DeviceMedian<TImage>::Pointer
MakeDeviceMedian();

template <typename TImage>
typename DeviceMedian<TImage>::Pointer
MakeDeviceMedian(const TImage * input, const Size<TImage::ImageDimension> & radius)
{
  const auto median = MakeDeviceMedian<TImage>();
  median->SetInput(input);
  median->SetRadius(radius);
  return median;
}

/** What the parent, on plain images, makes of `input`. */
template <typename TPixel, unsigned int VDimension>
typename Image<TPixel, VDimension>::Pointer
MedianOnHost(const Image<TPixel, VDimension> * input, const Size<VDimension> & radius)
{
  using ImageType = Image<TPixel, VDimension>;
  const auto median = MedianImageFilter<ImageType, ImageType>::New();
  median->SetInput(input);
  median->SetRadius(radius);
  median->Update();
  const typename ImageType::Pointer output = median->GetOutput();
  output->DisconnectPipeline();
  return output;
}

/** Updates `median`, which must give the bits of the parent. */
inline void
ExpectTheParentsResult(DeviceMedian<DeviceImage<float, 2>> * median)
{
  median->Update();
  const auto expected = MedianOnHost<float, 2>(median->GetInput(), median->GetRadius());
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), expected.GetPointer()));
}

// Of the image and the window of most tests.
inline const ImageRegion<2> TestedRegion({ { -3, 5 } }, { { 21, 13 } });
constexpr Size<2>           TestedRadius{ { 1, 2 } };
} // namespace itk::DeviceTesting

/** Instantiates a template of one image type for those that the tests use. */
#define ITK_FOR_EACH_TESTED_IMAGE(instantiate) \
  instantiate(float, 2);                       \
  instantiate(float, 3);                       \
  instantiate(uint8_t, 2);                     \
  instantiate(int16_t, 3);                     \
  instantiate(uint16_t, 2)

#endif
