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
#ifndef itkCudaHistogramThresholdTesting_h
#define itkCudaHistogramThresholdTesting_h

#include "itkCudaHistogramTesting.h"
#include "itkDeviceImageFilter.h"

namespace itk::DeviceTesting
{
/** Random runs of a filter over HistogramThresholdImageFilter and of its CPU parent, on the same images: the same
 * exception, or the same threshold and the same pixels. configure(filter, random) sets the parameters of either. Some of the
 * parents' calculators read beyond the histogram's end where it is not usual: for them `isUsual`. */
template <template <typename, typename, typename> class TFilter,
          template <typename, typename, typename> class TParent,
          typename TInputPixel,
          typename TOutputPixel,
          unsigned int VDimension,
          typename TConfigure>
void
ExpectTheParentsThresholdOf(const TConfigure & configure, unsigned int usualRounds, bool isUsual = false)
{
  using InputType = DeviceImage<TInputPixel, VDimension>;
  using OutputType = DeviceImage<TOutputPixel, VDimension>;
  using MaskType = DeviceImage<std::uint8_t, VDimension>;
  using PlainInputType = Image<TInputPixel, VDimension>;
  using PlainMaskType = Image<std::uint8_t, VDimension>;
  using FilterType = TFilter<InputType, OutputType, MaskType>;
  using ParentType = TParent<PlainInputType, Image<TOutputPixel, VDimension>, PlainMaskType>;
  const unsigned int rounds = GetNumberOfRounds(usualRounds);
  unsigned int       numberCompared = 0;
  // Some calculators warn of histograms that they cannot divide.
  const bool hasWarnings = Object::GetGlobalWarningDisplay();
  Object::SetGlobalWarningDisplay(false);
  for (unsigned int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round)
  {
    const unsigned int seed = GetSeed(1) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seed));
    Random random(seed);
    auto   region = PickRegion<VDimension>(random, VDimension == 2 ? 120 : 24);
    if (isUsual)
    {
      region.PadByRadius(VDimension == 2 ? 20 : 5);
    }
    else if (Pick(random, 0, 15) == 0)
    {
      region.SetSize(MakeRegionOfSides<VDimension>({ 1, 1, 1 }).GetSize());
    }
    const auto input = MakeImageOfDistribution<InputType>(region, random, isUsual);
    const auto filter = FilterType::New();
    const auto parent = ParentType::New();
    filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
    filter->SetInput(input);
    parent->SetInput(Copy<PlainInputType>(input.GetPointer()));
    // Threads' histograms are merged by the middles of their bins, which bins without width do not contain.
    parent->SetNumberOfWorkUnits(1);
    if (!isUsual && Pick(random, 0, 2) == 0)
    {
      const auto mask = MakeMaskOf<MaskType>(input.GetPointer(), random);
      filter->SetMaskImage(mask);
      parent->SetMaskImage(Copy<PlainMaskType>(mask.GetPointer()));
    }
    Random same = random;
    configure(filter.GetPointer(), random);
    configure(parent.GetPointer(), same);
    const auto part = Pick(random, 0, 1) == 0 ? region : PickPart(random, region);
    const auto pull = [&](auto * pulled) {
      return CatchDescription([&] {
        pulled->GetOutput()->SetRequestedRegion(part);
        pulled->Update();
      });
    };
    const auto withoutObject = [](const std::string & text) {
      const auto begin = text.find("): ");
      return begin == std::string::npos ? text : text.substr(begin + 3);
    };
    const auto complaint = withoutObject(pull(parent.GetPointer()));
    const auto ownComplaint = withoutObject(pull(filter.GetPointer()));
    EXPECT_EQ(ownComplaint, complaint);
    if (complaint.empty() && ownComplaint.empty())
    {
      ++numberCompared;
      EXPECT_TRUE(filter->GetRanOnDevice());
      const TInputPixel threshold = filter->GetThreshold();
      const TInputPixel expected = parent->GetThreshold();
      EXPECT_EQ(std::memcmp(&threshold, &expected, sizeof(threshold)), 0) << threshold << " and not " << expected;
      EXPECT_TRUE((HaveSamePixels<TOutputPixel, VDimension>(filter->GetOutput(), parent->GetOutput())));
    }
  }
  Object::SetGlobalWarningDisplay(hasWarnings);
  EXPECT_GT(numberCompared, rounds / 4) << "the parent throws too often";
}

/** Bins, range, values and the mask's part. */
template <typename TFilter>
void
ConfigureHistogramThreshold(TFilter * filter, Random & random)
{
  if (Pick(random, 0, 2) == 0)
  {
    const unsigned int bins[]{ 2, 10, 64, 255, 257, 1000 };
    filter->SetNumberOfHistogramBins(bins[Pick(random, 0, 5)]);
  }
  if (Pick(random, 0, 3) == 0)
  {
    filter->SetAutoMinimumMaximum(!filter->GetAutoMinimumMaximum());
  }
  filter->SetInsideValue(static_cast<typename TFilter::OutputPixelType>(Pick(random, 0, 100)));
  filter->SetOutsideValue(static_cast<typename TFilter::OutputPixelType>(Pick(random, 0, 100)));
  filter->SetMaskOutput(Pick(random, 0, 1) == 0);
  filter->SetMaskValue(Pick(random, 0, 1) == 0 ? 255 : 1);
}

/** Of the types that are common; Otsu's filter is tried with all. */
template <template <typename, typename, typename> class TFilter, template <typename, typename, typename> class TParent>
void
ExpectTheParentsThreshold(bool isUsual = false)
{
  const auto configure = [=](auto * filter, Random & random) {
    if (!isUsual)
    {
      ConfigureHistogramThreshold(filter, random);
    }
  };
  ExpectTheParentsThresholdOf<TFilter, TParent, std::uint8_t, std::uint8_t, 2>(configure, 60, isUsual);
  ExpectTheParentsThresholdOf<TFilter, TParent, float, std::uint8_t, 3>(configure, 60, isUsual);
}
} // namespace itk::DeviceTesting

#endif
