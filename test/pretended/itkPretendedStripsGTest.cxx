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
#include "itkDeviceStrips.h"
#include "itkDeviceTesting.h"
#include "itkPretendedBackend.h"
#include <mutex>
#include <vector>

using itk::device::Backend;
using itk::device::ComputeInStrips;
using itk::device::PretendedBackend;
using itk::device::Stream;
using itk::device::Strip;
using itk::device::StripImages;
using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::DeviceMedian;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;

namespace
{
constexpr std::size_t bytesOfRow = std::size_t{ 1 } << 16;
constexpr std::size_t numberOfRows = 260;

PretendedBackend &
GetBackend()
{
  return dynamic_cast<PretendedBackend &>(itk::device::Runtime::GetBackend());
}

/** Behind what is enqueued on streams that idle. */
std::size_t
GetBytesInUse()
{
  itk::device::Runtime::TrimPool(0);
  return GetBackend().GetBytesInUse(0);
}

/** Rows whose pixels are the sums of those of the input's rows within the reach, of rows beyond it the nearest one's. */
struct Rows
{
  Rows(std::size_t inputRows, std::size_t offset, std::size_t reach)
    : input(inputRows * bytesOfRow)
    , output(numberOfRows * bytesOfRow)
    , images{ input.data(), output.data(), inputRows, numberOfRows, bytesOfRow, bytesOfRow, offset, reach }
  {
    for (std::size_t i = 0; i < input.size(); ++i)
    {
      input[i] = static_cast<unsigned char>(i * 7 + i / bytesOfRow * 31);
    }
  }

  static void
  Sum(const unsigned char * from, unsigned char * to, std::size_t rows, std::size_t row, std::size_t reach)
  {
    std::fill_n(to, bytesOfRow, static_cast<unsigned char>(0));
    for (std::size_t i = 0; i <= 2 * reach; ++i)
    {
      const std::size_t neighbor = std::min(std::max(row + i, reach) - reach, rows - 1);
      for (std::size_t column = 0; column < bytesOfRow; ++column)
      {
        to[column] = static_cast<unsigned char>(to[column] + from[neighbor * bytesOfRow + column]);
      }
    }
  }

  /** The number of strips with this one. */
  std::size_t
  Launch(const Strip & strip, const Stream & stream)
  {
    EXPECT_TRUE(PretendedBackend::IsOfCurrentDevice(stream.GetHandle()));
    const std::size_t first = images.offset + strip.firstOutputRow - strip.firstInputRow;
    PretendedBackend::Enqueue(stream, [=] {
      for (std::size_t row = 0; row < strip.outputRows; ++row)
      {
        Sum(static_cast<const unsigned char *>(strip.input),
            static_cast<unsigned char *>(strip.output) + row * bytesOfRow,
            strip.inputRows,
            first + row,
            images.reach);
      }
    });
    const std::lock_guard<std::mutex> lock(mutex);
    return ++strips;
  }

  bool
  Compute(int device = 0)
  {
    return ComputeInStrips(
      images, device, *filter, [this](const Strip & strip, const Stream & stream) { this->Launch(strip, stream); });
  }

  void
  ExpectTheSums() const
  {
    std::vector<unsigned char> expected(bytesOfRow);
    for (std::size_t row = 0; row < numberOfRows; ++row)
    {
      Sum(input.data(), expected.data(), images.inputRows, images.offset + row, images.reach);
      ASSERT_EQ(std::memcmp(expected.data(), output.data() + row * bytesOfRow, bytesOfRow), 0) << row;
    }
  }

  std::vector<unsigned char>                                                  input;
  std::vector<unsigned char>                                                  output;
  StripImages                                                                 images;
  std::mutex                                                                  mutex;
  std::size_t                                                                 strips{ 0 };
  itk::MedianImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>::Pointer filter{
    itk::MedianImageFilter<itk::Image<float, 2>, itk::Image<float, 2>>::New()
  };
};

/** Updates a median of a plain image, and one of a DeviceImage, which is computed whole. */
template <typename TPixel, unsigned int VDimension>
void
ExpectWhatTheWholeImageGives(const itk::ImageRegion<VDimension> & region, const itk::ImageRegion<VDimension> & part)
{
  using PlainImage = itk::Image<TPixel, VDimension>;
  using TestedImage = itk::DeviceImage<TPixel, VDimension>;
  itk::Size<VDimension> radius{};
  radius[VDimension - 1] = 1;
  const auto plain = MakeDeviceMedian<PlainImage>(MakeRandomImage<PlainImage>(region, 1), radius);
  const auto tested = MakeDeviceMedian<TestedImage>(MakeRandomImage<TestedImage>(region, 1), radius);
  plain->GetOutput()->SetRequestedRegion(part);
  tested->GetOutput()->SetRequestedRegion(part);
  const auto before = itk::device::GetTransferCounts();
  plain->Update();
  const auto after = itk::device::GetTransferCounts();
  EXPECT_GE(after.uploads - before.uploads, 4u);
  EXPECT_EQ(after.uploads - before.uploads, after.downloads - before.downloads);
  tested->Update();
  EXPECT_EQ(itk::device::GetTransferCounts().uploads, after.uploads + 1);
  EXPECT_TRUE(AreSame<TPixel>(plain->GetOutput(), tested->GetOutput()));
}
} // namespace

TEST(PretendedStrips, CoverTheOutputAndHaveTheirNeighbors)
{
  for (const std::size_t reach : { 0, 1, 5 })
  {
    for (const std::size_t offset : { 0, 3, 20 })
    {
      Rows rows(numberOfRows + 20, offset, reach);
      ASSERT_TRUE(rows.Compute(static_cast<int>(reach % 2)));
      EXPECT_GE(rows.strips, 4u);
      rows.ExpectTheSums();
    }
  }
}

TEST(PretendedStrips, AreNotWorthAFew)
{
  Rows rows(numberOfRows, 0, 20);
  EXPECT_FALSE(rows.Compute());
  rows.images.reach = numberOfRows;
  EXPECT_FALSE(rows.Compute());
  EXPECT_EQ(rows.strips, 0u);
}

TEST(PretendedStrips, FailAsOne)
{
  for (const std::size_t failing : { 1, 4, 9 })
  {
    const std::size_t before = GetBytesInUse();
    Rows              rows(numberOfRows, 0, 1);
    EXPECT_THROW(ComputeInStrips(rows.images,
                                 0,
                                 *rows.filter,
                                 [&](const Strip & strip, const Stream & stream) {
                                   if (rows.Launch(strip, stream) == failing)
                                   {
                                     GetBackend().FailNextCopy(700);
                                   }
                                 }),
                 itk::device::Error);
    EXPECT_EQ(GetBytesInUse(), before);
    ASSERT_TRUE(rows.Compute());
    rows.ExpectTheSums();
  }
}

TEST(PretendedStrips, LackMemoryAsOne)
{
  const std::size_t before = GetBytesInUse();
  Rows              rows(numberOfRows, 0, 1);
  GetBackend().SetBytesPerDevice(before + bytesOfRow);
  EXPECT_THROW(rows.Compute(), itk::device::MemoryError);
  GetBackend().SetBytesPerDevice(std::size_t{ 1 } << 40);
  EXPECT_EQ(GetBytesInUse(), before);
}

TEST(PretendedStrips, GoOnWithTheThreadsThatThereIsMemoryFor)
{
  const std::size_t before = GetBytesInUse();
  Rows              rows(numberOfRows, 0, 1);
  // From too little on, until one thread has enough.
  bool isMade = false;
  for (std::size_t bytes = bytesOfRow; !isMade; bytes += bytesOfRow)
  {
    ASSERT_LE(bytes, 2 * numberOfRows * bytesOfRow);
    GetBackend().SetBytesPerDevice(before + bytes);
    try
    {
      isMade = rows.Compute();
    }
    catch (const itk::device::MemoryError &)
    {}
  }
  GetBackend().SetBytesPerDevice(std::size_t{ 1 } << 40);
  rows.ExpectTheSums();
  EXPECT_EQ(GetBytesInUse(), before);
}

TEST(PretendedStrips, StopWhenTheFilterIsAborted)
{
  Rows rows(numberOfRows, 0, 1);
  rows.filter->AbortGenerateDataOn();
  EXPECT_THROW(rows.Compute(), itk::ProcessAborted);
}

TEST(PretendedStrips, AreOfPlainImages)
{
  const itk::ImageRegion<2> region({ { -3, 5 } }, { { 2048, 2070 } });
  ExpectWhatTheWholeImageGives<float, 2>(region, region);
}

TEST(PretendedStrips, AreOfPartsOfPlainImages)
{
  ExpectWhatTheWholeImageGives<float, 2>({ { { -3, 5 } }, { { 2200, 2300 } } }, { { { 7, 15 } }, { { 2048, 2070 } } });
}

TEST(PretendedStrips, AreOfVolumes)
{
  const itk::ImageRegion<3> region({ { 1, 2, 3 } }, { { 128, 250, 270 } });
  ExpectWhatTheWholeImageGives<int16_t, 3>(region, region);
}

TEST(PretendedStrips, AreNotOfAStreamThatWasSet)
{
  using PlainImage = itk::Image<float, 2>;
  const itk::ImageRegion<2> region({ { 0, 0 } }, { { 2048, 2070 } });
  const auto median = MakeDeviceMedian<PlainImage>(MakeRandomImage<PlainImage>(region, 1), itk::Size<2>{ { 0, 0 } });
  median->SetStream(Stream(0));
  const auto before = itk::device::GetTransferCounts();
  median->Update();
  EXPECT_EQ(itk::device::GetTransferCounts().uploads, before.uploads + 1);
}

TEST(PretendedStrips, LeaveNoOutputBehindWhenTheyFail)
{
  using PlainImage = itk::Image<float, 2>;
  const itk::ImageRegion<2> region({ { 0, 0 } }, { { 2048, 2070 } });
  const auto median = MakeDeviceMedian<PlainImage>(MakeRandomImage<PlainImage>(region, 1), itk::Size<2>{ { 0, 0 } });
  GetBackend().FailNextCopy(700);
  EXPECT_THROW(median->Update(), itk::device::Error);
  EXPECT_EQ(median->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  EXPECT_FALSE(median->GetRanOnDevice());
  EXPECT_NO_THROW(median->Update());
  EXPECT_TRUE(AreSame<float>(median->GetOutput(), median->GetInput()));
}
