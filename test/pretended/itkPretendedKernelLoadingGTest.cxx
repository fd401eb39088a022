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
#include "itkDeviceError.h"
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkPretendedAddImageFilter.h"
#include "itkPretendedMedianImageFilter.h"
#include <gtest/gtest.h>

using itk::device::KernelLoading;
using itk::device::PretendedBackend;
using itk::device::Stream;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::TestedRegion;

namespace
{
PretendedBackend &
GetBackend()
{
  return dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
}

/** Medians of a type that no other test has: a class of filters notes its kernels once in a process. */
template <typename TPixel>
struct Medians
{
  using ImageType = itk::DeviceImage<TPixel, 2>;
  using FilterType = itk::PretendedMedianImageFilter<ImageType, ImageType>;

  static typename FilterType::Pointer
  Make(const ImageType * image)
  {
    const auto median = FilterType::New();
    median->SetInput(image);
    return median;
  }
};
} // namespace

TEST(PretendedKernelLoading, IsOfAnotherThreadOnTheDeviceOfTheStreamAndEndsWithUpdate)
{
  using MediansOfInt = Medians<int>;
  const auto   image = MakeRandomImage<MediansOfInt::ImageType>(TestedRegion, 1);
  const auto   first = MediansOfInt::Make(image);
  const auto   second = MediansOfInt::Make(first->GetOutput());
  const Stream stream(1);
  first->SetStream(stream);
  const auto before = GetBackend().GetLoadedKernels().size();
  second->Update();
  // Both are of one class.
  const auto loaded = GetBackend().GetLoadedKernels();
  ASSERT_EQ(loaded.size(), before + 1);
  EXPECT_NE(loaded.back().thread, std::this_thread::get_id());
  EXPECT_EQ(loaded.back().device, 1);

  const auto onHost = itk::MedianImageFilter<MediansOfInt::ImageType, MediansOfInt::ImageType>::New();
  onHost->SetInput(first->GetOutput());
  onHost->Update();
  EXPECT_TRUE(itk::DeviceTesting::HaveSamePixels<int>(second->GetOutput(), onHost->GetOutput()));

  image->Modified();
  second->Update();
  EXPECT_EQ(GetBackend().GetLoadedKernels().size(), loaded.size());
}

TEST(PretendedKernelLoading, LeavesOutWhatNeedsPixels)
{
  using ImageType = itk::DeviceImage<unsigned int, 2>;
  const auto image = MakeRandomImage<ImageType>(TestedRegion, 1);
  const auto add = itk::PretendedAddImageFilter<ImageType>::New();
  add->SetInput1(image);
  add->SetInput2(image);
  const auto before = GetBackend().GetLoadedKernels().size();
  add->Update();
  EXPECT_EQ(GetBackend().GetLoadedKernels().size(), before);
  const itk::Index<2> index{ { 4, 9 } };
  EXPECT_EQ(add->GetOutput()->GetPixel(index), 2 * image->GetPixel(index));
}

TEST(PretendedKernelLoading, EndsWithAnUpdateThatFails)
{
  using MediansOfLong = Medians<long>;
  const auto image = MakeRandomImage<MediansOfLong::ImageType>(TestedRegion, 1);
  const auto median = MediansOfLong::Make(image);
  const auto before = GetBackend().GetLoadedKernels().size();
  GetBackend().FailNextCopy(999);
  EXPECT_THROW(median->Update(), itk::device::Error);
  EXPECT_EQ(GetBackend().GetLoadedKernels().size(), before + 1);
  EXPECT_NO_THROW(median->Update());
}

TEST(PretendedKernelLoading, NotesWhatIsLaunchedWhileThereAreNotes)
{
  EXPECT_FALSE(KernelLoading::IsNoting());
  EXPECT_NO_THROW(KernelLoading::RequirePixels());
  {
    const KernelLoading        loading;
    const KernelLoading::Notes notes;
    EXPECT_TRUE(KernelLoading::IsNoting());
    EXPECT_ANY_THROW(KernelLoading::RequirePixels());
    EXPECT_ANY_THROW(itk::device::Buffer(1, notes.GetStream()));
    bool isRun = false;
    PretendedBackend::Enqueue(notes.GetStream(), [&isRun] { isRun = true; });
    EXPECT_FALSE(isRun);
  }
  EXPECT_FALSE(KernelLoading::IsNoting());
}
