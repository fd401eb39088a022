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
#include "itkAddImageFilter.h"
#include "itkParentComparisonTesting.h"
#include "itkPretendedBackend.h"
#include <gtest/gtest-spi.h>

namespace
{
enum class Fault
{
  None,
  WrongPixel,
  IgnoredRegion,
  IgnoredConstant,
  ChangedInput,
  NeedlessUpload,
  NeedlessDownload,
  Exception
};

/** AddImageFilter on pretended devices, if it were not for a fault. */
template <typename TImage, Fault VFault>
class FaultyAdd : public itk::DeviceImageFilter<itk::AddImageFilter<TImage, TImage, TImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(FaultyAdd);

  using Self = FaultyAdd;
  using Superclass = itk::DeviceImageFilter<itk::AddImageFilter<TImage, TImage, TImage>>;
  using Pointer = itk::SmartPointer<Self>;
  using ConstPointer = itk::SmartPointer<const Self>;
  using PixelType = typename TImage::PixelType;
  static constexpr unsigned int Dimension = TImage::ImageDimension;

  itkNewMacro(Self);

protected:
  FaultyAdd() = default;
  ~FaultyAdd() override = default;

  bool
  HasKernel() const override
  {
    return true;
  }

  struct Operand
  {
    PixelType *            firstPixel{ nullptr };
    const PixelType *      pixels{ nullptr };
    itk::Offset<Dimension> stride{};
    PixelType              constant{};

    PixelType
    At(const itk::Index<Dimension> & index) const
    {
      itk::OffsetValueType offset = 0;
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        offset += index[axis] * stride[axis];
      }
      return pixels == nullptr ? constant : pixels[offset];
    }
  };

  Operand
  View(unsigned int number, const itk::device::Stream & stream)
  {
    Operand            operand;
    const auto * const image = dynamic_cast<const TImage *>(this->itk::ProcessObject::GetInput(number));
    if (image == nullptr)
    {
      operand.constant = number == 0 ? this->GetConstant1() : this->GetConstant2();
      if (VFault == Fault::IgnoredConstant)
      {
        ++operand.constant;
      }
      return operand;
    }
    if constexpr (VFault == Fault::NeedlessUpload)
    {
      const_cast<TImage *>(image)->GetPixelContainer()->WriteOnHost();
    }
    const auto view = this->ViewInput(image, stream);
    if (VFault == Fault::NeedlessDownload)
    {
      PixelType pixel;
      itk::device::Download(&pixel, view.data, sizeof(pixel), stream);
    }
    operand.pixels = view.data;
    operand.firstPixel = const_cast<PixelType *>(view.data);
    const auto region =
      VFault == Fault::IgnoredRegion ? this->GetOutput()->GetBufferedRegion() : image->GetBufferedRegion();
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      operand.stride[axis] = view.stride[axis];
      operand.pixels -= region.GetIndex(axis) * operand.stride[axis];
    }
    return operand;
  }

  void
  EnqueueOnDevice(const itk::device::Stream & stream) override
  {
    TImage * const output = this->GetOutput();
    const auto     view = this->ViewOutput(output, stream);
    const auto     first = this->View(0, stream);
    const auto     second = this->View(1, stream);
    const auto     region = output->GetBufferedRegion();
    if (VFault == Fault::Exception)
    {
      itkExceptionMacro(<< "The test wants it to fail.");
    }
    itk::device::PretendedBackend::Enqueue(stream, [=] {
      auto * pixel = view.data;
      for (itk::SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i, ++pixel)
      {
        auto index = region.GetIndex();
        auto rest = i;
        for (unsigned int axis = 0; axis < Dimension; ++axis)
        {
          index[axis] += rest % region.GetSize(axis);
          rest /= region.GetSize(axis);
        }
        *pixel = static_cast<PixelType>(first.At(index) + second.At(index));
        if (VFault == Fault::WrongPixel && i == 500)
        {
          ++*pixel;
        }
      }
      if (VFault == Fault::ChangedInput && first.firstPixel != nullptr)
      {
        *first.firstPixel = 1;
      }
    });
  }
};

template <typename TPixel, unsigned int VDimension, Fault VFault>
void
ExpectTheParents()
{
  using TestedImage = itk::DeviceImage<TPixel, VDimension>;
  using PlainImage = itk::Image<TPixel, VDimension>;
  itk::DeviceTesting::ExpectTheParentsPixels<FaultyAdd<TestedImage, VFault>,
                                             itk::AddImageFilter<PlainImage, PlainImage, PlainImage>>(
    [](auto *, auto &) {});
}

/** The messages of the failures of `test`. */
template <typename TTest>
std::string
GetFailures(const TTest & test)
{
  ::testing::TestPartResultArray results;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
      ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    test();
  }
  std::string messages;
  for (int i = 0; i < results.size(); ++i)
  {
    messages += results.GetTestPartResult(i).failed() ? results.GetTestPartResult(i).message() : "";
  }
  return messages;
}
} // namespace

TEST(PretendedParentComparison, PassesAFilterThatIsRight)
{
  ExpectTheParents<uint8_t, 2, Fault::None>();
  ExpectTheParents<float, 3, Fault::None>();
}

TEST(PretendedParentComparison, PassesAFilterOfPlainImages)
{
  using PlainImage = itk::Image<int16_t, 2>;
  using Parent = itk::AddImageFilter<PlainImage, PlainImage, PlainImage>;
  itk::DeviceTesting::ExpectTheParentsPixels<FaultyAdd<PlainImage, Fault::None>, Parent>([](auto *, auto &) {});
}

TEST(PretendedParentComparison, FindsAWrongPixel)
{
  const auto failures = GetFailures(ExpectTheParents<uint8_t, 2, Fault::WrongPixel>);
  EXPECT_NE(failures.find("CUDAIMAGEFILTERS_SEED="), std::string::npos);
  EXPECT_NE(failures.find("pixels differ, the one at"), std::string::npos);
}

TEST(PretendedParentComparison, FindsPixelsOfAnotherPlace)
{
  const auto failures = GetFailures(ExpectTheParents<uint16_t, 3, Fault::IgnoredRegion>);
  EXPECT_NE(failures.find("pixels differ"), std::string::npos);
}

TEST(PretendedParentComparison, FindsAnotherConstant)
{
  const auto failures = GetFailures(ExpectTheParents<uint8_t, 2, Fault::IgnoredConstant>);
  EXPECT_NE(failures.find("pixels differ"), std::string::npos);
}

TEST(PretendedParentComparison, FindsAChangedInput)
{
  if (itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER"))
  {
    GTEST_SKIP() << "Of the few rounds under a sanitizer none has an input that shows it.";
  }
  const auto failures = GetFailures(ExpectTheParents<int16_t, 2, Fault::ChangedInput>);
  EXPECT_NE(failures.find("an input has changed"), std::string::npos);
}

TEST(PretendedParentComparison, FindsNeedlessTransfers)
{
  EXPECT_NE(GetFailures(ExpectTheParents<uint8_t, 2, Fault::NeedlessUpload>).find("GetUploads"), std::string::npos);
  EXPECT_NE(GetFailures(ExpectTheParents<uint8_t, 2, Fault::NeedlessDownload>).find("downloads"), std::string::npos);
}

TEST(PretendedParentComparison, FindsAnotherException)
{
  const auto failures = GetFailures(ExpectTheParents<uint8_t, 2, Fault::Exception>);
  EXPECT_NE(failures.find("The test wants it to fail."), std::string::npos);
}
