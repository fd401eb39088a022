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
#include "itkCudaConvolutionForTesting.h"
#include "itkCudaMedianImageFilter.h"
#include "itkImageRegionIterator.h"
#include "itkStreamingImageFilter.h"
#include <algorithm>
#include <numeric>

using itk::DeviceTesting::ConvolutionMethod;
using itk::DeviceTesting::KernelKind;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::PickKernel;
using itk::DeviceTesting::Random;
using itk::DeviceTesting::RunOnHost;
using itk::DeviceTesting::TransferCounter;

namespace
{
using DeviceFloats = itk::DeviceImage<float, 2>;
using HostFloats = itk::Image<float, 2>;
using FilterType = itk::CudaConvolutionImageFilter<DeviceFloats, HostFloats, DeviceFloats>;
using ParentType = itk::ConvolutionImageFilter<HostFloats, HostFloats, HostFloats>;

DeviceFloats::Pointer
MakeTestedImage()
{
  return MakeRandomImage<DeviceFloats>(itk::Size<2>{ { 90, 60 } }, 1);
}

HostFloats::Pointer
MakeKernel(KernelKind kind = KernelKind::Random)
{
  Random random(1);
  return PickKernel(random, itk::Size<2>{ { 5, 4 } }, kind);
}

/** Another name for the same is no longer known to be the same. */
class DerivedCondition : public itk::ZeroFluxNeumannBoundaryCondition<DeviceFloats>
{};
} // namespace

TEST(CudaConvolutionPipeline, ChainsOnTheDevice)
{
  ITK_REQUIRE_DEVICE();
  const auto            image = MakeTestedImage();
  const auto            kernel = MakeKernel();
  const TransferCounter counter;
  const auto            first = FilterType::New();
  first->SetInput(image);
  first->SetKernelImage(kernel);
  const auto median = itk::CudaMedianImageFilter<DeviceFloats, DeviceFloats>::New();
  median->SetInput(first->GetOutput());
  const auto second = FilterType::New();
  second->SetInput(median->GetOutput());
  second->SetKernelImage(kernel);
  second->Update();
  EXPECT_TRUE(second->GetRanOnDevice());
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 0u);
  EXPECT_TRUE(std::isfinite(second->GetOutput()->GetPixel({ { 3, 4 } })));
  EXPECT_EQ(counter.GetUploads(), 1u);
  EXPECT_EQ(counter.GetDownloads(), 1u);
}

TEST(CudaConvolutionPipeline, TakesAKernelFromTheDevice)
{
  ITK_REQUIRE_DEVICE();
  using DeviceKernelFilter = itk::CudaConvolutionImageFilter<DeviceFloats, DeviceFloats, DeviceFloats>;
  const auto image = MakeTestedImage();
  const auto kernel = itk::DeviceTesting::Copy<DeviceFloats>(MakeKernel().GetPointer());
  const auto smoothed = itk::CudaMedianImageFilter<DeviceFloats, DeviceFloats>::New();
  smoothed->SetInput(kernel);
  const auto filter = DeviceKernelFilter::New();
  filter->SetInput(image);
  filter->SetKernelImage(smoothed->GetOutput());
  filter->Update();
  EXPECT_TRUE(filter->GetRanOnDevice());

  const auto hostKernel = itk::DeviceTesting::Copy<HostFloats>(static_cast<const HostFloats *>(smoothed->GetOutput()));
  const auto expected = RunOnHost<ParentType>(image, [&](auto * parent) { parent->SetKernelImage(hostKernel); });
  const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<2>(ConvolutionMethod::Direct, { { 5, 4 } });
  EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(filter->GetOutput(), expected.GetPointer(), 1250 * tolerance));
}

TEST(CudaConvolutionPipeline, TakesAnImageAsItsOwnKernelThatChanges)
{
  // Even, so that the kernel is padded; periodic, so that all windows reach beyond the image.
  using OwnKernelFilter = itk::CudaConvolutionImageFilter<DeviceFloats, DeviceFloats, DeviceFloats>;
  std::vector<ConvolutionMethod> methods{ ConvolutionMethod::Automatic };
  if (itk::device::Runtime::GetNumberOfDevices() > 0)
  {
    methods.push_back(ConvolutionMethod::Direct);
    if (itk::device::GetFFTUnavailableReason().empty())
    {
      methods.push_back(ConvolutionMethod::FFT);
    }
  }
  for (const auto method : methods)
  {
    for (const bool normalizes : { false, true })
    {
      const auto image = DeviceFloats::New();
      image->SetRegions(itk::Size<2>{ { 4, 3 } });
      image->Allocate();
      // Of rank 1 to begin with.
      for (int i = 0; i < 12; ++i)
      {
        image->SetPixel({ { i % 4, i / 4 } }, static_cast<float>((1 + i % 4) * (2 + i / 4)));
      }
      itk::PeriodicBoundaryCondition<DeviceFloats> periodic;
      const auto                                   filter = OwnKernelFilter::New();
      filter->SetInput(image);
      filter->SetKernelImage(image);
      filter->SetNormalize(normalizes);
      filter->SetBoundaryCondition(&periodic);
      filter->SetMethod(method);
      const auto streaming = itk::StreamingImageFilter<DeviceFloats, DeviceFloats>::New();
      streaming->SetInput(filter->GetOutput());
      streaming->SetNumberOfStreamDivisions(3);
      for (int round = 0; round < 4; ++round)
      {
        SCOPED_TRACE(round);
        if (round == 1)
        {
          image->SetPixel({ { 1, 1 } }, 6.5f);
        }
        else if (round > 1)
        {
          itk::ImageRegionIterator<DeviceFloats> pixel(image, { { { round, 2 } }, { { 1, 1 } } });
          pixel.Set(0.25f * round);
        }
        filter->Modified();
        streaming->Update();
        if (method != ConvolutionMethod::Automatic)
        {
          EXPECT_EQ(filter->GetMethodUsed(), method);
        }
        const auto host = itk::DeviceTesting::Copy<HostFloats>(static_cast<const HostFloats *>(image));
        itk::PeriodicBoundaryCondition<HostFloats> hostPeriodic;
        const auto                                 expected = ParentType::New();
        expected->SetInput(host);
        expected->SetKernelImage(host);
        expected->SetNormalize(normalizes);
        expected->SetBoundaryCondition(&hostPeriodic);
        expected->Update();
        const float * const pixels = host->GetBufferPointer();
        const double        sum = normalizes ? 1.0 : std::accumulate(pixels, pixels + 12, 0.0);
        const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<2>(filter->GetMethodUsed(), { { 4, 3 } });
        EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(
          streaming->GetOutput(), expected->GetOutput(), *std::max_element(pixels, pixels + 12) * sum * tolerance))
          << method;
      }
    }
  }
}

template <typename TPixel>
class CudaConvolutionKernel : public ::testing::Test
{};
using KernelPixels = ::testing::Types<double, int, uint8_t, int16_t>;
TYPED_TEST_SUITE(CudaConvolutionKernel, KernelPixels, );

TYPED_TEST(CudaConvolutionKernel, MayHaveAnyPixelType)
{
  ITK_REQUIRE_DEVICE();
  using KernelType = itk::Image<TypeParam, 2>;
  Random     random(1);
  const auto kernel = KernelType::New();
  kernel->SetRegions(itk::Size<2>{ { 4, 3 } });
  kernel->Allocate();
  std::generate_n(kernel->GetBufferPointer(), 12, [&] {
    return static_cast<TypeParam>(itk::DeviceTesting::Pick(random, 1, 50) / 3.0);
  });
  const auto image = MakeTestedImage();
  for (const bool normalizes : { false, true })
  {
    const auto set = [&](auto * filter) {
      filter->SetKernelImage(kernel);
      filter->SetNormalize(normalizes);
    };
    const auto filter = itk::CudaConvolutionImageFilter<DeviceFloats, KernelType, DeviceFloats>::New();
    filter->SetInput(image);
    set(filter.GetPointer());
    filter->Update();
    EXPECT_TRUE(filter->GetRanOnDevice());
    const auto   expected = RunOnHost<itk::ConvolutionImageFilter<HostFloats, KernelType, HostFloats>>(image, set);
    const double sum =
      normalizes ? 1 : std::accumulate(kernel->GetBufferPointer(), kernel->GetBufferPointer() + 12, 0.0);
    const double tolerance = itk::DeviceTesting::GetConvolutionTolerance<2>(ConvolutionMethod::Direct, { { 4, 3 } });
    EXPECT_TRUE(itk::DeviceTesting::AreNear<2>(filter->GetOutput(), expected.GetPointer(), 1250 * sum * tolerance));
  }
}

TEST(CudaConvolutionPipeline, RefusesToNormalizeASumOfZeroAsTheParentDoes)
{
  const auto kernel = MakeKernel();
  kernel->FillBuffer(0);
  for (const auto use : { itk::DeviceImageFilterEnums::UseDevice::Auto, itk::DeviceImageFilterEnums::UseDevice::Never })
  {
    const auto filter = FilterType::New();
    filter->SetUseDevice(use);
    filter->SetInput(MakeTestedImage());
    filter->SetKernelImage(kernel);
    filter->NormalizeOn();
    EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  }
}

TEST(CudaConvolutionPipeline, OfWhatIsMissingOrEmptyThrows)
{
  const auto filter = FilterType::New();
  filter->SetInput(MakeTestedImage());
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  filter->SetKernelImage(HostFloats::New());
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
  Random random(1);
  filter->SetKernelImage(PickKernel(random, itk::Size<2>{ { 95, 3 } }, KernelKind::Random));
  filter->SetOutputRegionModeToValid();
  EXPECT_THROW(filter->Update(), itk::ExceptionObject);
}

TEST(CudaConvolutionPipeline, WithAnotherBoundaryConditionRunsOnTheParent)
{
  DerivedCondition condition;
  const auto       filter = FilterType::New();
  filter->SetInput(MakeTestedImage());
  filter->SetKernelImage(MakeKernel());
  filter->SetBoundaryCondition(&condition);
  itk::DeviceTesting::ExpectItRunsOnTheParentAlone(filter.GetPointer());
  EXPECT_EQ(filter->GetMethodUsed(), ConvolutionMethod::Automatic);
}

TEST(CudaConvolutionOnTheHost, IsThatOfTheParent)
{
  const auto kernel = MakeKernel();
  itk::DeviceTesting::ExpectTheParentsResultOnTheHost<FilterType, ParentType>(
    MakeTestedImage(), [&](auto * filter) { filter->SetKernelImage(kernel); });
}

TEST(CudaConvolutionOnTheHost, OfAPartOfAPeriodicImageIsACropOfTheWhole)
{
  itk::PeriodicBoundaryCondition<DeviceFloats> periodic;
  const auto                                   make = [&] {
    const auto filter = FilterType::New();
    filter->SetUseDevice(itk::DeviceImageFilterEnums::UseDevice::Never);
    filter->SetInput(MakeTestedImage());
    filter->SetKernelImage(MakeKernel());
    filter->SetBoundaryCondition(&periodic);
    return filter;
  };
  const auto whole = make();
  whole->Update();
  const auto filter = make();
  filter->GetOutput()->SetRequestedRegion(itk::ImageRegion<2>({ { 80, 20 } }, { { 10, 40 } }));
  filter->Update();
  for (const itk::Index<2> index : { itk::Index<2>{ { 80, 20 } }, { { 89, 59 } }, { { 89, 30 } }, { { 81, 59 } } })
  {
    EXPECT_EQ(filter->GetOutput()->GetPixel(index), whole->GetOutput()->GetPixel(index)) << index;
  }
}
