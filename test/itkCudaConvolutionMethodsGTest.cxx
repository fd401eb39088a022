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
#include "itkCudaConvolutionMethodsTesting.h"
#include <limits>

using itk::DeviceTesting::ConvolutionMethod;
using itk::DeviceTesting::GetMethods;
using itk::DeviceTesting::KernelImage;
using itk::DeviceTesting::KernelKind;
using itk::DeviceTesting::MakeFilter;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::PickKernel;
using itk::DeviceTesting::Random;

namespace
{
using FloatImage = itk::DeviceImage<float, 2>;
using FloatFilter = itk::CudaConvolutionImageFilter<FloatImage, KernelImage, FloatImage>;
} // namespace

TEST(CudaConvolutionMethods, TakesTheSeparableOneForKernelsOfRankOne)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 60, 50 } }, random);
  for (const auto kind : { KernelKind::Separable, KernelKind::Random })
  {
    const auto kernel = PickKernel(random, itk::Size<2>{ { 7, 5 } }, kind);
    const auto filter = MakeFilter<FloatFilter>(image, kernel, ConvolutionMethod::Automatic);
    filter->Update();
    const bool isSeparable = kind == KernelKind::Separable;
    EXPECT_EQ(filter->GetMethodUsed(), isSeparable ? ConvolutionMethod::Separable : ConvolutionMethod::Direct);
    filter->SetMethod(ConvolutionMethod::Separable);
    if (isSeparable)
    {
      filter->Update();
    }
    else
    {
      EXPECT_THROW(filter->Update(), itk::ExceptionObject);
      // The next Update() works again.
      filter->SetMethod(ConvolutionMethod::Direct);
      filter->Update();
    }
  }
}

TEST(CudaConvolutionMethods, TakesFFTForLargeKernelsAndImages)
{
  ITK_REQUIRE_DEVICE();
  if (!itk::device::GetFFTUnavailableReason().empty())
  {
    GTEST_SKIP() << itk::device::GetFFTUnavailableReason();
  }
  Random     random(1);
  const auto kernel = PickKernel(random, itk::Size<2>{ { 61, 63 } }, KernelKind::Random);
  const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 1300, 1400 } }, random);
  const auto filter = MakeFilter<FloatFilter>(image, kernel, ConvolutionMethod::Automatic);
  const auto direct = MakeFilter<FloatFilter>(image, kernel, ConvolutionMethod::Direct);
  filter->Update();
  direct->Update();
  EXPECT_EQ(filter->GetMethodUsed(), ConvolutionMethod::FFT);
  const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<2>(ConvolutionMethod::FFT, { { 61, 63 } }) +
                           itk::DeviceTesting::GetConvolutionTolerance<2>(ConvolutionMethod::Direct, { { 61, 63 } });
  EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(filter->GetOutput(), direct->GetOutput(), 1250 * tolerance));
}

TEST(CudaConvolutionMethods, SaysWhyThereIsNoFFT)
{
  ITK_REQUIRE_DEVICE();
  Random     random(1);
  const auto kernel = PickKernel(random, itk::Size<2>{ { 5, 5 } }, KernelKind::Random);
  const auto image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 60, 50 } }, random);
  const auto filter = MakeFilter<FloatFilter>(image, kernel, ConvolutionMethod::FFT);
  if (itk::device::GetFFTUnavailableReason().empty())
  {
    filter->Update();
    EXPECT_EQ(filter->GetMethodUsed(), ConvolutionMethod::FFT);
  }
  else
  {
    EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  }
  using ShortImage = itk::DeviceImage<int16_t, 2>;
  const auto ofShorts = itk::CudaConvolutionImageFilter<ShortImage, KernelImage, ShortImage>::New();
  ofShorts->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Always);
  ofShorts->SetInput(MakeRandomImage<ShortImage>(itk::Size<2>{ { 60, 50 } }, random));
  ofShorts->SetKernelImage(kernel);
  ofShorts->SetMethod(ConvolutionMethod::FFT);
  EXPECT_THROW(ofShorts->Update(), itk::ExceptionObject);
}

TEST(CudaConvolutionMethods, SpreadNaNAndInfinityNoFurtherThanTheWindow)
{
  ITK_REQUIRE_DEVICE();
  const auto image = FloatImage::New();
  image->SetRegions(itk::Size<2>{ { 150, 70 } });
  image->Allocate();
  image->FillBuffer(1);
  image->SetPixel({ { 20, 40 } }, std::numeric_limits<float>::quiet_NaN());
  image->SetPixel({ { 110, 20 } }, std::numeric_limits<float>::infinity());
  Random random(1);
  for (const itk::Size<2> & size : { itk::Size<2>{ { 3, 3 } }, { { 13, 13 } }, { { 18, 5 } }, { { 6, 21 } } })
  {
    const auto kernel = PickKernel(random, size, KernelKind::Random);
    for (const auto method : GetMethods())
    {
      const auto filter = MakeFilter<FloatFilter>(image, kernel, method);
      filter->Update();
      const int reachX = static_cast<int>(size[0] / 2);
      const int reachY = static_cast<int>(size[1] / 2);
      for (int y = 0; y < 70; ++y)
      {
        for (int x = 0; x < 150; ++x)
        {
          const bool reached = (std::abs(x - 20) <= reachX && std::abs(y - 40) <= reachY) ||
                               (std::abs(x - 110) <= reachX && std::abs(y - 20) <= reachY);
          ASSERT_EQ(std::isfinite(filter->GetOutput()->GetPixel({ { x, y } })), !reached)
            << x << ", " << y << ", kernel " << size << ' ' << method;
        }
      }
    }
  }
}

TEST(CudaConvolutionMethods, WrapWindowsLargerThanAPeriodicImage)
{
  ITK_REQUIRE_DEVICE();
  Random                                     random(1);
  const auto                                 image = MakeRandomImage<FloatImage>(itk::Size<2>{ { 9, 4 } }, random);
  const auto                                 kernel = PickKernel<2>(random, { { 23, 41 } }, KernelKind::Random);
  itk::PeriodicBoundaryCondition<FloatImage> periodic;
  for (const auto method : GetMethods())
  {
    const auto filter = MakeFilter<FloatFilter>(image, kernel, method);
    filter->SetBoundaryCondition(&periodic);
    filter->Update();
    const auto expected = itk::DeviceTesting::Copy<KernelImage>(static_cast<const KernelImage *>(image));
    for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      const auto center = image->ComputeIndex(i);
      double     sum = 0;
      for (itk::SizeValueType j = 0; j < kernel->GetBufferedRegion().GetNumberOfPixels(); ++j)
      {
        const auto offset = kernel->ComputeIndex(j) - kernel->GetBufferedRegion().GetIndex();
        const auto index = center - offset + itk::Offset<2>{ { 11, 20 } };
        sum += kernel->GetBufferPointer()[j] * static_cast<double>(periodic.GetPixel(index, image));
      }
      expected->GetBufferPointer()[i] = static_cast<float>(sum);
    }
    const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<2>(method, { { 23, 41 } });
    EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(filter->GetOutput(), expected.GetPointer(), 1250 * tolerance)) << method;
  }
}
