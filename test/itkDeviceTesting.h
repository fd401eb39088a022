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
#ifndef itkDeviceTesting_h
#define itkDeviceTesting_h

#include "itkDeviceImage.h"
#include "itkDeviceRuntime.h"
#include "itkDeviceTestingComparison.h"
#include "itkDeviceTransfer.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>

/** Skips the rest of a test where fewer than `number` devices work; fails instead where the tester says that at least
 * one is there. */
#define ITK_REQUIRE_DEVICES(number)                                                                               \
  if (itk::device::Runtime::GetNumberOfDevices() < (number))                                                      \
  {                                                                                                               \
    if ((number) == 1 && itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_REQUIRE_DEVICE"))                     \
    {                                                                                                             \
      FAIL() << "A device is required: " << itk::device::Runtime::GetUnavailableReason();                         \
    }                                                                                                             \
    GTEST_SKIP() << "This needs " << (number) << " device(s), and " << itk::device::Runtime::GetNumberOfDevices() \
                 << " work(s). " << itk::device::Runtime::GetUnavailableReason();                                 \
  }                                                                                                               \
  static_assert(true, "")

#define ITK_REQUIRE_DEVICE() ITK_REQUIRE_DEVICES(1)

namespace itk::DeviceTesting
{
/** Of a typed test: a filter's pixel types and dimension, its images, and the plain ones of its parent. */
template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension>
struct Types
{
  using InputPixelType = TInputPixel;
  using OutputPixelType = TOutputPixel;
  static constexpr unsigned int Dimension = VDimension;
  using InputImage = DeviceImage<TInputPixel, VDimension>;
  using OutputImage = DeviceImage<TOutputPixel, VDimension>;
  using PlainInputImage = Image<TInputPixel, VDimension>;
  using PlainOutputImage = Image<TOutputPixel, VDimension>;
};

inline bool
IsSwitchedOn(const char * variable)
{
  const char * const value = std::getenv(variable);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

/** \class DeviceTest
 * \brief A test of what runs on a device. */
class DeviceTest : public ::testing::Test
{
protected:
  void
  SetUp() override
  {
    ITK_REQUIRE_DEVICE();
  }
};

/** `usual`, or what CUDAIMAGEFILTERS_SEED says. */
inline unsigned int
GetSeed(unsigned int usual)
{
  const char * const value = std::getenv("CUDAIMAGEFILTERS_SEED");
  return value == nullptr ? usual : static_cast<unsigned int>(std::strtoul(value, nullptr, 10));
}

/** `usual` times CUDAIMAGEFILTERS_ROUNDS; a twentieth of it under a sanitizer, which makes a kernel 10 to 100 times
 * slower. */
inline unsigned int
GetNumberOfRounds(unsigned int usual)
{
  const char * const factor = std::getenv("CUDAIMAGEFILTERS_ROUNDS");
  const unsigned int rounds =
    factor == nullptr ? usual : std::max(1u, usual * static_cast<unsigned int>(std::strtoul(factor, nullptr, 10)));
  return IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? std::max(1u, rounds / 20) : rounds;
}

using Random = std::mt19937;

inline unsigned int
Pick(Random & random, unsigned int lowest, unsigned int highest)
{
  return lowest + static_cast<unsigned int>(random() % (highest - lowest + 1));
}

/** Any value of an integer type; for float an eighth of an integer, which sums exactly, and never -0. */
template <typename TPixel>
TPixel
PickPixel(Random & random)
{
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    return static_cast<TPixel>((static_cast<int>(random() % 20001) - 10000) / 8.0);
  }
  else
  {
    return static_cast<TPixel>(random());
  }
}

template <unsigned int VDimension>
ImageRegion<VDimension>
MakeRegion(const Size<VDimension> & size)
{
  return ImageRegion<VDimension>(size);
}

/** Of the sides given, and an index that is not zero. */
template <unsigned int VDimension>
ImageRegion<VDimension>
MakeRegionOfSides(std::initializer_list<SizeValueType> sides)
{
  ImageRegion<VDimension> region;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    region.SetIndex(axis, 5 * static_cast<int>(axis) - 7);
    region.SetSize(axis, *(sides.begin() + axis));
  }
  return region;
}

template <unsigned int VDimension>
ImageRegion<VDimension>
PickRegion(Random & random, unsigned int longestSide)
{
  ImageRegion<VDimension> region;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    region.SetIndex(axis, static_cast<IndexValueType>(Pick(random, 0, 20)) - 10);
    region.SetSize(axis, Pick(random, 1, longestSide));
  }
  return region;
}

/** A part of `whole`, of at least one pixel. */
template <unsigned int VDimension>
ImageRegion<VDimension>
PickPart(Random & random, const ImageRegion<VDimension> & whole)
{
  ImageRegion<VDimension> part;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const auto size = Pick(random, 1, static_cast<unsigned int>(whole.GetSize(axis)));
    const auto begin = Pick(random, 0, static_cast<unsigned int>(whole.GetSize(axis) - size));
    part.SetIndex(axis, whole.GetIndex(axis) + begin);
    part.SetSize(axis, size);
  }
  return part;
}

/** Anisotropic spacing, an origin and, in the first two axes, a rotation. */
template <typename TImage>
void
SetObliqueGeometry(TImage * image, Random & random)
{
  typename TImage::SpacingType   spacing;
  typename TImage::PointType     origin;
  typename TImage::DirectionType direction;
  direction.SetIdentity();
  for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
  {
    spacing[axis] = 0.25 * Pick(random, 1, 12);
    origin[axis] = static_cast<double>(Pick(random, 0, 200)) - 100;
  }
  direction[0][0] = direction[1][1] = 0.6;
  direction[0][1] = -0.8;
  direction[1][0] = 0.8;
  image->SetSpacing(spacing);
  image->SetOrigin(origin);
  image->SetDirection(direction);
}

/** An image of `region` whose pixels are pick(random). */
template <typename TImage, typename TPick>
typename TImage::Pointer
MakeImage(const typename TImage::RegionType & region, Random & random, const TPick & pick)
{
  const auto image = TImage::New();
  image->SetRegions(region);
  SetObliqueGeometry(image.GetPointer(), random);
  image->Allocate();
  auto * const pixels = image->GetBufferPointer();
  std::generate_n(pixels, region.GetNumberOfPixels(), [&] { return pick(random); });
  return image;
}

template <typename TImage>
typename TImage::Pointer
MakeRandomImage(const typename TImage::RegionType & region, Random & random)
{
  return MakeImage<TImage>(
    region, random, [](Random & generator) { return PickPixel<typename TImage::PixelType>(generator); });
}

template <typename TImage>
typename TImage::Pointer
MakeRandomImage(const typename TImage::RegionType & region, unsigned int seed)
{
  Random random(seed);
  return MakeRandomImage<TImage>(region, random);
}

/** The same region, geometry and pixels in an image of another type. */
template <typename TCopy, typename TPixel, unsigned int VDimension>
typename TCopy::Pointer
Copy(const Image<TPixel, VDimension> * image)
{
  const auto copy = TCopy::New();
  copy->CopyInformation(image);
  copy->SetRegions(image->GetLargestPossibleRegion());
  copy->SetBufferedRegion(image->GetBufferedRegion());
  copy->Allocate();
  std::copy_n(image->GetBufferPointer(), image->GetBufferedRegion().GetNumberOfPixels(), copy->GetBufferPointer());
  return copy;
}

template <typename TImage>
void
UpdateWhole(TImage * image)
{
  image->UpdateOutputInformation();
  image->SetRequestedRegionToLargestPossibleRegion();
  image->Update();
}

/** The description of the exception that `function` throws; of none, nothing. */
template <typename TFunction>
std::string
CatchDescription(const TFunction & function)
{
  try
  {
    function();
  }
  catch (const ExceptionObject & exception)
  {
    return exception.GetDescription();
  }
  return {};
}

/** Counts the transfers that the process makes from now on. */
class TransferCounter
{
public:
  std::uint64_t
  GetUploads() const
  {
    return device::GetTransferCounts().uploads - m_Begin.uploads;
  }

  std::uint64_t
  GetDownloads() const
  {
    return device::GetTransferCounts().downloads - m_Begin.downloads;
  }

private:
  device::TransferCounts m_Begin{ device::GetTransferCounts() };
};
} // namespace itk::DeviceTesting

#endif
