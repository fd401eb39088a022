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
#include "Resample/ResampleCore.h"
#include "itkDeviceImageGrid.h"
#include "itkDeviceTestingPixels.h"
#include "itkResampleImageFilter.h"
#include "itkResampleTesting.h"

using namespace itk::DeviceTesting;
namespace resample = itk::device::resample;

namespace
{
template <typename TPixel, unsigned int VDimension>
itk::device::ImageView<const TPixel, VDimension>
View(const itk::Image<TPixel, VDimension> * image)
{
  std::size_t size[VDimension];
  std::copy_n(image->GetBufferedRegion().GetSize().begin(), VDimension, size);
  return itk::device::MakeImageView<const TPixel, VDimension>(image->GetBufferPointer(), size);
}

/** What a plain loop makes of a pixel of the output of a filter that knows its parameters. */
template <typename TInterpolation, typename TFilter>
typename TFilter::OutputImageType::PixelType
ResampleOne(TFilter *                                            filter,
            const typename TFilter::OutputImageType::IndexType & index,
            bool &                                               mapIsKnown,
            itk::SizeValueType &                                 numberBetween)
{
  constexpr unsigned int Dimension = TFilter::InputImageDimension;
  using OutputPixelType = typename TFilter::OutputImageType::PixelType;
  const auto * const                  input = filter->GetInput();
  const auto * const                  output = filter->GetOutput();
  itk::device::ResampleMap<Dimension> map{};
  itk::device::SetIndexToPoint<Dimension>(map, output);
  mapIsKnown = itk::device::AppendTransform<Dimension>(map, filter->GetTransform());
  if (!mapIsKnown)
  {
    return {};
  }
  map.steps[map.numberOfSteps] = itk::device::MakePointToIndex<Dimension>(input);
  ++map.numberOfSteps;
  std::ptrdiff_t begin[Dimension];
  itk::device::CopyIndex(input->GetBufferedRegion(), begin);
  const resample::Source<typename TFilter::InputImageType::PixelType, Dimension> source(View(input), begin);

  const auto     whole = output->GetLargestPossibleRegion();
  std::ptrdiff_t ends[Dimension];
  std::copy_n(index.begin(), Dimension, ends);
  double first[Dimension];
  double end[Dimension];
  double position[Dimension];
  ends[0] = whole.GetIndex(0);
  resample::MapIndex(map, ends, first);
  ends[0] += whole.GetSize(0);
  itk::device::MapResampledIndex(map, ends, end);
  // Not so of transforms of a user's.
  itk::Index<Dimension>         endIndex;
  itk::Point<double, Dimension> point;
  std::copy_n(ends, Dimension, endIndex.begin());
  output->TransformIndexToPhysicalPoint(endIndex, point);
  const auto mapped =
    input->template TransformPhysicalPointToContinuousIndex<double>(filter->GetTransform()->TransformPoint(point));
  mapIsKnown = std::equal(end, end + Dimension, mapped.GetDataPointer());
  const double alpha = (index[0] - whole.GetIndex(0)) / static_cast<double>(whole.GetSize(0));
  for (unsigned int axis = 0; axis < Dimension; ++axis)
  {
    position[axis] = first[axis] + alpha * (end[axis] - first[axis]);
  }
  // As the device does.
  if (std::all_of(position, position + Dimension, [](double value) { return std::abs(value) < 1e9; }))
  {
    double one[1][Dimension];
    std::copy_n(position, Dimension, one[0]);
    OutputPixelType result[1];
    if (TInterpolation::EvaluateBetween(source, one, result))
    {
      ++numberBetween;
      return result[0];
    }
  }
  return source.IsInside(position) ? resample::ToPixel<OutputPixelType>(TInterpolation::Evaluate(source, position))
         : filter->GetExtrapolator() == nullptr
           ? filter->GetDefaultPixelValue()
           : resample::ToPixel<OutputPixelType>(resample::Extrapolate(source, position));
}

template <typename TInput, typename TOutput, unsigned int VDimension>
void
ExpectLoopsGiveTheParentsPixels()
{
  using InputType = itk::Image<TInput, VDimension>;
  using OutputType = itk::Image<TOutput, VDimension>;
  // No device takes part, so a sanitizer's run need not be shorter; in two rounds no position may lie between pixels.
  const unsigned int rounds = std::max(GetNumberOfRounds(40), 40u);
  unsigned int       known = 0;
  itk::SizeValueType between = 0;
  for (unsigned int round = 0; round < rounds; ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random      random(seed);
    PixelPicker picker;
    picker.kind = static_cast<PixelPicker::Kind>(Pick(random, 0, PixelPicker::NumberOfKinds - 1));
    const auto image = MakeImage<InputType>(PickRegion<VDimension>(random, VDimension == 2 ? 30 : 9),
                                            random,
                                            [&](Random & r) { return picker.template Pick<TInput>(r); });
    const auto filter = itk::ResampleImageFilter<InputType, OutputType>::New();
    filter->SetInput(image);
    PickGridAndTransform(filter.GetPointer(), random, VDimension == 2 ? 30 : 9);
    PickInterpolator(filter.GetPointer(), random);
    filter->Update();
    const bool isNearest = dynamic_cast<const itk::NearestNeighborInterpolateImageFunction<InputType> *>(
                             filter->GetInterpolator()) != nullptr;
    const OutputType * const output = filter->GetOutput();
    bool                     isKnown = true;
    for (itk::SizeValueType i = 0; isKnown && i < output->GetBufferedRegion().GetNumberOfPixels(); ++i)
    {
      const auto index = output->ComputeIndex(i);
      const auto pixel = isNearest
                           ? ResampleOne<resample::NearestNeighbor>(filter.GetPointer(), index, isKnown, between)
                           : ResampleOne<resample::Linear>(filter.GetPointer(), index, isKnown, between);
      if (isKnown)
      {
        ASSERT_EQ(CountUlps(pixel, output->GetBufferPointer()[i]), 0) << index << " of " << *filter->GetTransform();
      }
    }
    known += isKnown ? 1 : 0;
  }
  EXPECT_GE(known, rounds / 2);
  EXPECT_GT(between, 0u);
}
} // namespace

TEST(ResampleCore, GivesTheParentsPixelsInAPlainLoop)
{
  ExpectLoopsGiveTheParentsPixels<std::uint8_t, std::uint8_t, 2>();
  ExpectLoopsGiveTheParentsPixels<std::int16_t, std::int16_t, 3>();
  ExpectLoopsGiveTheParentsPixels<std::uint16_t, float, 2>();
  ExpectLoopsGiveTheParentsPixels<float, float, 2>();
  ExpectLoopsGiveTheParentsPixels<float, float, 3>();
}

TEST(ResampleCore, RoundsAsITK)
{
  Random random(GetSeed(1));
  for (int i = 0; i < 100000; ++i)
  {
    double value = (static_cast<int>(random() % 2001) - 1000) * 0.25;
    for (unsigned int steps = random() % 4; steps > 0; --steps)
    {
      value = std::nextafter(value, random() % 2 == 0 ? -1e9 : 1e9);
    }
    value = random() % 3 == 0 ? value * 1e-17 : random() % 3 == 0 ? value * 1000000.1 : value;
    ASSERT_EQ(resample::Floor(value), itk::Math::Floor<itk::IndexValueType>(value)) << value;
    ASSERT_EQ(resample::RoundHalfUp(value), itk::Math::Round<itk::IndexValueType>(value)) << value;
  }
}

TEST(ResampleCore, ExtrapolatesFarPositionsAsITK)
{
  using ImageType = itk::Image<float, 2>;
  const auto image = MakeRandomImage<ImageType>(MakeRegionOfSides<2>({ 5, 4 }), 1);
  const auto parent = itk::NearestNeighborExtrapolateImageFunction<ImageType, double>::New();
  parent->SetInputImage(image);
  std::ptrdiff_t begin[2];
  itk::device::CopyIndex(image->GetBufferedRegion(), begin);
  const resample::Source<float, 2> source(View<float, 2>(image), begin);
  const double                     values[]{ -1e300, -1e19, -5e18, -4e18, -3e9, -2e9,   -9.5, -7.5, -3,    0,
                                             2.5,    3,     2e9,   3e9,   4e18, 4.7e18, 9e18, 1e19, 1e300, std::nan("") };
  for (const double x : values)
  {
    for (const double y : values)
    {
      itk::ContinuousIndex<double, 2> index;
      index[0] = x;
      index[1] = y;
      const double position[2]{ x, y };
      EXPECT_EQ(resample::Extrapolate(source, position), parent->EvaluateAtContinuousIndex(index)) << index;
    }
  }
}
