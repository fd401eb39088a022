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
#include "itkDeviceMedianForTesting.h"
#include "itkDeviceTesting.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itksys/SystemTools.hxx"

using itk::DeviceTesting::AreSame;
using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeDeviceMedian;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::MedianOnHost;

namespace
{
/** Several drivers may run at once. */
std::string
MakeFileName(const std::string & extension)
{
  const auto * const test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + test->name() + std::to_string(std::random_device{}()) + extension;
}

template <typename TImage>
typename TImage::Pointer
WriteAndRead(const TImage * image, const std::string & extension)
{
  const std::string name = MakeFileName(extension);
  const auto        writer = itk::ImageFileWriter<TImage>::New();
  writer->SetFileName(name);
  writer->SetInput(image);
  writer->Update();
  const auto reader = itk::ImageFileReader<TImage>::New();
  reader->SetFileName(name);
  reader->Update();
  itksys::SystemTools::RemoveFile(name);
  return reader->GetOutput();
}
} // namespace

TEST(DeviceImageIO, WritesAndReadsMetaImagesWithTheirGeometry)
{
  using TestedImage = itk::DeviceImage<float, 2>;
  const auto image = MakeRandomImage<TestedImage>({ { { 0, 0 } }, { { 33, 17 } } }, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  median->Update();
  const auto read = WriteAndRead<TestedImage>(median->GetOutput(), ".mha");
  const auto expected = MedianOnHost<float, 2>(image, { { 1, 1 } });
  EXPECT_TRUE(AreSame<float>(read.GetPointer(), expected.GetPointer()));
  const auto again = MakeDeviceMedian<TestedImage>(read, { { 2, 1 } });
  again->Update();
  EXPECT_TRUE(AreSame<float>(again->GetOutput(), MedianOnHost<float, 2>(expected, { { 2, 1 } }).GetPointer()));
}

TEST(DeviceImageIO, WritesAndReadsPNG)
{
  using TestedImage = itk::DeviceImage<uint8_t, 2>;
  const auto image = MakeRandomImage<TestedImage>({ { { 0, 0 } }, { { 33, 17 } } }, 1);
  const auto median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  const auto read = WriteAndRead<TestedImage>(median->GetOutput(), ".png");
  EXPECT_TRUE(HaveSamePixels<uint8_t>(read.GetPointer(), MedianOnHost<uint8_t, 2>(image, { { 1, 1 } }).GetPointer()));
}

TEST(DeviceImageIO, WritesInPieces)
{
  using TestedImage = itk::DeviceImage<float, 2>;
  const auto        image = MakeRandomImage<TestedImage>({ { { 0, 0 } }, { { 33, 17 } } }, 1);
  const auto        median = MakeDeviceMedian<TestedImage>(image, { { 1, 1 } });
  const std::string name = MakeFileName(".mha");
  const auto        writer = itk::ImageFileWriter<TestedImage>::New();
  writer->SetFileName(name);
  writer->SetInput(median->GetOutput());
  writer->SetNumberOfStreamDivisions(4);
  writer->Update();
  const auto reader = itk::ImageFileReader<itk::Image<float, 2>>::New();
  reader->SetFileName(name);
  reader->Update();
  itksys::SystemTools::RemoveFile(name);
  EXPECT_TRUE(AreSame<float>(reader->GetOutput(), MedianOnHost<float, 2>(image, { { 1, 1 } }).GetPointer()));
}

TEST(DeviceImageIO, ReportsAFileThatIsNoImage)
{
  const auto reader = itk::ImageFileReader<itk::DeviceImage<float, 2>>::New();
  reader->SetFileName(MakeFileName(".mha"));
  EXPECT_THROW(reader->Update(), itk::ExceptionObject);
}
