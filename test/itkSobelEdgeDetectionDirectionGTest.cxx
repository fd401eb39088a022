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
#include "itkCudaSobelEdgeDetectionImageFilter.h"
#include "itkDeviceTesting.h"
#include "itkSobelEdgeDetectionDirectionImageFilter.h"
#include "itkStreamingImageFilter.h"

using itk::DeviceTesting::MakeRandomImage;

namespace
{
using FloatImage2D = itk::Image<float, 2>;
using FloatImage3D = itk::Image<float, 3>;

/** A ramp that rises along `gradient`. */
template <typename TImage>
typename TImage::Pointer
MakeRamp(const std::array<float, 3> & gradient)
{
  const auto                image = TImage::New();
  typename TImage::SizeType size;
  size.Fill(7);
  image->SetRegions(size);
  image->Allocate();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    const auto index = image->ComputeIndex(i);
    float      value = 0;
    for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
    {
      value += gradient[axis] * static_cast<float>(index[axis]);
    }
    image->SetPixel(index, value);
  }
  return image;
}

template <typename TImage>
float
GetDirection(const std::array<float, 3> & gradient)
{
  const auto filter = itk::SobelEdgeDetectionDirectionImageFilter<TImage, TImage>::New();
  filter->SetInput(MakeRamp<TImage>(gradient));
  filter->ComputeDirectionOn();
  filter->Update();
  typename TImage::IndexType center;
  center.Fill(3);
  return filter->GetDirectionOutput()->GetPixel(center);
}
} // namespace

TEST(SobelEdgeDetectionDirection, IsTheAngleOfTheGradient)
{
  const auto pi = static_cast<float>(itk::Math::pi);
  EXPECT_EQ(GetDirection<FloatImage2D>({ 2, 0, 0 }), 0.0f);
  EXPECT_EQ(GetDirection<FloatImage2D>({ 0, 3, 0 }), pi / 2);
  EXPECT_EQ(GetDirection<FloatImage2D>({ 0, -3, 0 }), -pi / 2);
  EXPECT_EQ(GetDirection<FloatImage2D>({ -1, 0, 0 }), pi);
  EXPECT_EQ(GetDirection<FloatImage2D>({ 1, 1, 0 }), pi / 4);
  EXPECT_EQ(GetDirection<FloatImage2D>({ -1, -1, 0 }), -3 * pi / 4);
  EXPECT_EQ(GetDirection<FloatImage2D>({ 0, 0, 0 }), 0.0f);
}

TEST(SobelEdgeDetectionDirection, IsTheAzimuthIn3D)
{
  const auto pi = static_cast<float>(itk::Math::pi);
  EXPECT_EQ(GetDirection<FloatImage3D>({ 1, 1, 5 }), pi / 4);
  EXPECT_EQ(GetDirection<FloatImage3D>({ 0, 0, 5 }), 0.0f);
}

TEST(SobelEdgeDetectionDirection, LeavesTheMagnitudeAsItIs)
{
  const auto image = MakeRandomImage<FloatImage2D>(itk::Size<2>{ { 31, 20 } }, 1);
  const auto parent = itk::SobelEdgeDetectionImageFilter<FloatImage2D, FloatImage2D>::New();
  parent->SetInput(image);
  parent->Update();
  const auto filter = itk::SobelEdgeDetectionDirectionImageFilter<FloatImage2D, FloatImage2D>::New();
  filter->SetInput(image);
  for (const bool computeDirection : { false, true, false })
  {
    filter->SetComputeDirection(computeDirection);
    filter->Update();
    EXPECT_EQ(filter->GetComputeDirection(), computeDirection);
    EXPECT_EQ(filter->GetDirectionOutput() != nullptr, computeDirection);
    EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), parent->GetOutput()));
  }
}

TEST(SobelEdgeDetectionDirection, StreamedIsTheWhole)
{
  const auto filter = itk::SobelEdgeDetectionDirectionImageFilter<FloatImage2D, FloatImage2D>::New();
  filter->SetInput(MakeRandomImage<FloatImage2D>(itk::Size<2>{ { 31, 20 } }, 1));
  filter->ComputeDirectionOn();
  filter->Update();
  const auto whole =
    itk::DeviceTesting::Copy<FloatImage2D>(static_cast<const FloatImage2D *>(filter->GetDirectionOutput()));
  const auto streaming = itk::StreamingImageFilter<FloatImage2D, FloatImage2D>::New();
  streaming->SetInput(filter->GetDirectionOutput());
  streaming->SetNumberOfStreamDivisions(4);
  streaming->Update();
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(streaming->GetOutput(), whole.GetPointer()));
}

TEST(CudaSobelOnTheHost, IsThatOfTheParentWithItsDirection)
{
  using ImageType = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<ImageType>(itk::Size<2>{ { 31, 20 } }, 1);
  const auto filter = itk::CudaSobelEdgeDetectionImageFilter<ImageType, ImageType>::New();
  filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
  filter->SetInput(image);
  filter->ComputeDirectionOn();
  filter->Update();
  const auto parent = itk::SobelEdgeDetectionDirectionImageFilter<FloatImage2D, FloatImage2D>::New();
  parent->SetInput(itk::DeviceTesting::Copy<FloatImage2D>(static_cast<const FloatImage2D *>(image)));
  parent->ComputeDirectionOn();
  parent->Update();
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetOutput(), parent->GetOutput()));
  EXPECT_TRUE(itk::DeviceTesting::AreSame<float>(filter->GetDirectionOutput(), parent->GetDirectionOutput()));
}
