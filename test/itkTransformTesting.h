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
#ifndef itkTransformTesting_h
#define itkTransformTesting_h

#include "itkDeviceFFT.h"
#include "itkDeviceTesting.h"
#include "itkImageRegionConstIteratorWithIndex.h"
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

/** Skips a test that needs a device with cuFFT. */
#define ITK_REQUIRE_FFT()                                   \
  ITK_REQUIRE_DEVICE();                                     \
  if (!itk::device::GetFFTUnavailableReason().empty())      \
  {                                                         \
    GTEST_SKIP() << itk::device::GetFFTUnavailableReason(); \
  }                                                         \
  static_assert(true, "A semicolon follows.")

namespace itk::DeviceTesting
{
/** Calls change(line) for each line of an image along an axis, and stores what it becomes. */
template <typename TImage, typename TChange>
void
ChangeLines(TImage * image, unsigned int axis, const typename TImage::RegionType & block, const TChange & change)
{
  using PixelType = typename TImage::PixelType;
  const OffsetValueType stride = image->GetOffsetTable()[axis];
  auto                  starts = block;
  starts.SetSize(axis, 1);
  for (ImageRegionConstIteratorWithIndex<TImage> it(image, starts); !it.IsAtEnd(); ++it)
  {
    PixelType * const      first = image->GetBufferPointer() + image->ComputeOffset(it.GetIndex());
    std::vector<PixelType> line(block.GetSize(axis));
    for (std::size_t i = 0; i < line.size(); ++i)
    {
      line[i] = first[static_cast<OffsetValueType>(i) * stride];
    }
    line = change(line);
    for (std::size_t i = 0; i < line.size(); ++i)
    {
      first[static_cast<OffsetValueType>(i) * stride] = line[i];
    }
  }
}

/** The basis functions of the cosine transform: value n of the one of order k is element k * length + n. */
inline const std::vector<long double> &
GetCosineBasis(std::size_t length)
{
  static std::map<std::size_t, std::vector<long double>> bases;
  std::vector<long double> &                             basis = bases[length];
  for (std::size_t i = basis.size(); i < length * length; ++i)
  {
    const auto order = i / length;
    const auto angle = std::acos(-1.0L) * static_cast<long double>((2 * (i % length) + 1) * order) / (2.0L * length);
    basis.push_back(std::cos(angle) * std::sqrt((order == 0 ? 1.0L : 2.0L) / length));
  }
  return basis;
}

/** The cosine transform of type II by its definition, in more digits than the result holds. */
inline std::vector<double>
SumCosines(const std::vector<double> & line)
{
  const auto &        basis = GetCosineBasis(line.size());
  std::vector<double> coefficients;
  for (std::size_t k = 0; k < line.size(); ++k)
  {
    coefficients.push_back(
      static_cast<double>(std::inner_product(line.begin(), line.end(), basis.begin() + k * line.size(), 0.0L)));
  }
  return coefficients;
}

/** That of type III: the sum of the basis functions. */
inline std::vector<double>
SumCosineFunctions(const std::vector<double> & coefficients)
{
  const auto &             basis = GetCosineBasis(coefficients.size());
  std::vector<long double> line(coefficients.size(), 0.0L);
  for (std::size_t i = 0; i < basis.size(); ++i)
  {
    line[i % line.size()] += basis[i] * coefficients[i / line.size()];
  }
  return { line.begin(), line.end() };
}

/** Whether every pixel is within `tolerance` of the expected one: not so where either is a NaN. */
template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
AreWithin(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected, double tolerance)
{
  const auto result = ComparePixels(actual, expected, [tolerance](TPixel a, TPixel b) {
    const double difference = std::abs(static_cast<double>(a) - static_cast<double>(b));
    return difference <= tolerance ? 0 : std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  });
  return result ? result : ::testing::AssertionFailure() << result.message() << ", with a tolerance of " << tolerance;
}

/** The sum of the squares of an image's pixels. */
template <typename TImage>
double
GetEnergy(const TImage * image)
{
  double energy = 0;
  for (SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    const auto value = static_cast<double>(image->GetBufferPointer()[i]);
    energy += value * value;
  }
  return energy;
}

/** What a filter makes of its inputs. */
template <typename TFilter>
typename TFilter::OutputImageType::Pointer
TakeOutput(TFilter * filter)
{
  UpdateWhole(filter->GetOutput());
  const typename TFilter::OutputImageType::Pointer output = filter->GetOutput();
  output->DisconnectPipeline();
  return output;
}

/** What a filter makes of an image. */
template <typename TFilter>
typename TFilter::OutputImageType::Pointer
Filter(TFilter * filter, const typename TFilter::InputImageType * image)
{
  filter->SetInput(image);
  return TakeOutput(filter);
}

/** Regions of one dimension whose sides are these and their rotations, from an index other than zero. */
template <unsigned int VDimension>
std::vector<ImageRegion<VDimension>>
ListRegions(const std::vector<SizeValueType> & sides)
{
  std::vector<ImageRegion<VDimension>> regions;
  for (std::size_t first = 0; first < sides.size(); ++first)
  {
    Index<VDimension> index;
    Size<VDimension>  size;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      index[axis] = 3 - 5 * static_cast<IndexValueType>(axis);
      size[axis] = sides[(first + axis * 3) % sides.size()];
    }
    regions.emplace_back(index, size);
  }
  return regions;
}

/** Expects of a filter that it gives the whole output, whatever part of it is requested, and the same bits by one
 * thread as by many; that it keeps the geometry, and leaves the input as it is. */
template <typename TFilter>
void
ExpectAWholeImageFilter(const typename TFilter::InputImageType * image, TFilter * filter)
{
  using InputPixelType = typename TFilter::InputImageType::PixelType;
  using OutputPixelType = typename TFilter::OutputImageType::PixelType;
  const auto before = Copy<typename TFilter::InputImageType>(image);
  filter->SetNumberOfWorkUnits(1);
  const auto expected = Filter(filter, image);
  EXPECT_TRUE(HaveSameGeometry<TFilter::ImageDimension>(expected, image));
  EXPECT_TRUE(HaveSamePixels<InputPixelType>(image, before.GetPointer()));

  filter->SetNumberOfWorkUnits(7);
  filter->Modified();
  filter->UpdateOutputInformation();
  auto part = image->GetLargestPossibleRegion();
  part.SetSize(0, 1);
  filter->GetOutput()->SetRequestedRegion(part);
  filter->GetOutput()->Update();
  EXPECT_TRUE(HaveSamePixels<OutputPixelType>(filter->GetOutput(), expected.GetPointer()));

  filter->AddObserver(ProgressEvent(), [filter](const EventObject &) { filter->AbortGenerateDataOn(); });
  filter->Modified();
  EXPECT_THROW(filter->Update(), ProcessAborted);
}
} // namespace itk::DeviceTesting

#endif
