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
#ifndef itkParentComparisonTesting_h
#define itkParentComparisonTesting_h

#include "itkDeviceImageFilter.h"
#include "itkParentComparisonInputs.h"
#include "itkStreamingImageFilter.h"

namespace itk::DeviceTesting
{
/** \class ParentComparison
 * \brief Random runs of a filter of the module and of its CPU parent, which must agree.
 *
 * One round is one pair of filters: inputs of random region, oblique geometry and random or extreme pixels, that are on
 * the host, on the device, on both or come from a CPU filter; one of them a constant, where the filter takes constants,
 * or the same image twice. One to three updates of a random requested region follow, whole or in pieces, in place or
 * not, with other parameters and pixels. Each compares pixels, buffered region and geometry with the parent's, counts
 * transfers, and asks where the filter ran; if the parent throws, the filter must say the same.
 */
template <typename TFilter, typename TParent, typename TConfigure>
class ParentComparison
{
public:
  using OutputImage = typename TFilter::OutputImageType;
  using PlainOutputImage = typename TParent::OutputImageType;
  using OutputPixelType = typename OutputImage::PixelType;
  static constexpr unsigned int OutputDimension = OutputImage::ImageDimension;
  using UseDevice = DeviceImageFilterEnums::UseDevice;

  ParentComparison(const TConfigure & configure, const ParentComparisonSettings & settings, unsigned int seed)
    : m_Configure(configure)
    , m_Settings(settings)
    , m_Random(seed)
    , m_Inputs(settings, m_Random)
  {}

  /** Whether pixels were compared, rather than that both throw. */
  bool
  RunRound()
  {
    m_IsInPlace = HasInPlace<TFilter> && Pick(m_Random, 0, 1) == 1;
    m_Filter = TFilter::New();
    m_Parent = TParent::New();
    if constexpr (HasInPlace<TFilter>)
    {
      m_Filter->SetInPlace(m_IsInPlace);
      m_Parent->SetInPlace(m_IsInPlace);
    }
    m_Inputs.Make(m_Filter, m_Parent);
    const unsigned int updates = Pick(m_Random, 1, 3);
    for (unsigned int update = 0; update < updates; ++update)
    {
      SCOPED_TRACE("update " + std::to_string(update) + (m_IsInPlace ? " in place" : ""));
      if (update > 0 && m_IsInPlace)
      {
        m_Inputs.Make(m_Filter, m_Parent);
      }
      else if (update > 0)
      {
        m_Inputs.Rewrite();
      }
      if (update == 0 || Pick(m_Random, 0, 1) == 0)
      {
        this->Configure();
      }
      if (!this->Update() || ::testing::Test::HasFailure())
      {
        return update > 0;
      }
    }
    m_Inputs.ExpectTheyAreUntouched(m_IsInPlace);
    return true;
  }

private:
  void
  Configure()
  {
    Random random = m_Random;
    m_Configure(m_Filter.GetPointer(), m_Random);
    m_Configure(m_Parent.GetPointer(), random);
    EXPECT_TRUE(random == m_Random) << "configure() takes other random numbers for the parent";
  }

  /** What `function` throws, without the object that it is said of. */
  template <typename TFunction>
  static std::string
  GetComplaint(const TFunction & function)
  {
    const std::string description = CatchDescription(function);
    const auto        object = description.find("): ");
    return object == std::string::npos ? description : description.substr(object + 3);
  }

  template <typename T>
  typename T::OutputImageType::Pointer
  Pull(T * filter, const ImageRegion<OutputDimension> & part)
  {
    using ImageType = typename T::OutputImageType;
    const auto                  streaming = StreamingImageFilter<ImageType, ImageType>::New();
    typename ImageType::Pointer output = filter->GetOutput();
    if (m_NumberOfPieces > 1)
    {
      streaming->SetNumberOfStreamDivisions(m_NumberOfPieces);
      streaming->SetInput(output);
      output = streaming->GetOutput();
    }
    output->SetRequestedRegion(part);
    output->Update();
    return output;
  }

  /** Whether there were pixels to compare. */
  bool
  Update()
  {
    const bool runsOnDevice = device::Runtime::IsAvailable() && Pick(m_Random, 0, 7) > 0;
    const auto useDevice = runsOnDevice ? UseDevice::Always : UseDevice::Never;
    if (m_Filter->GetUseDevice() != useDevice)
    {
      m_Filter->SetUseDevice(useDevice);
      m_Parent->Modified();
    }
    m_NumberOfPieces = Pick(m_Random, 0, 3) == 0 ? Pick(m_Random, 2, 5) : 1;

    typename PlainOutputImage::Pointer expected;
    ImageRegion<OutputDimension>       part;
    const std::string                  parentsComplaint = GetComplaint([&] {
      m_Parent->UpdateOutputInformation();
      const auto whole = m_Parent->GetOutput()->GetLargestPossibleRegion();
      part = Pick(m_Random, 0, 1) == 0 ? whole : PickPart(m_Random, whole);
      expected = this->Pull(m_Parent.GetPointer(), part);
    });

    const auto                    before = m_Inputs.ListImages();
    const TransferCounter         counter;
    typename OutputImage::Pointer actual;
    const std::string             complaint = GetComplaint([&] {
      m_Filter->UpdateOutputInformation();
      actual = this->Pull(m_Filter.GetPointer(), part);
    });
    EXPECT_EQ(complaint, parentsComplaint);
    if (!actual || !expected)
    {
      return false;
    }
    EXPECT_EQ(m_Filter->GetRanOnDevice(), runsOnDevice);
    const auto downloads = counter.GetDownloads();
    EXPECT_TRUE(HaveSameGeometry<OutputDimension>(actual, expected));
    const auto result = AreWithinUlps<OutputPixelType, OutputDimension>(actual, expected, m_Settings.ulps);
    EXPECT_TRUE(result) << part << (m_NumberOfPieces > 1 ? "in pieces" : "");
    if (!runsOnDevice)
    {
      EXPECT_EQ(counter.GetUploads(), 0u);
    }
    else if (m_NumberOfPieces == 1)
    {
      constexpr bool isPlain = std::is_same_v<OutputImage, PlainOutputImage>;
      EXPECT_LE(counter.GetUploads(), m_Inputs.CountNecessaryUploads(before) + m_Settings.furtherUploads);
      EXPECT_LE(downloads, (isPlain ? 1u : 0u) + m_Settings.furtherDownloads);
      EXPECT_LE(counter.GetDownloads(), 1u + m_Settings.furtherDownloads);
    }
    return true;
  }

  const TConfigure &                       m_Configure;
  const ParentComparisonSettings &         m_Settings;
  Random                                   m_Random;
  ParentComparisonInputs<TFilter, TParent> m_Inputs;
  bool                                     m_IsInPlace{ false };
  unsigned int                             m_NumberOfPieces{ 1 };
  typename TFilter::Pointer                m_Filter;
  typename TParent::Pointer                m_Parent;
};

/** Random runs of `TFilter` and of its CPU parent `TParent`, of plain images, give the same pixels, geometry and
 * exceptions: see ParentComparison. configure(filter, random) sets the parameters of a filter of either type; it is
 * called for both with the same random numbers. On the device where there is one; else the filter falls back on its
 * parent, and the test is then skipped. */
template <typename TFilter, typename TParent, typename TConfigure>
void
ExpectTheParentsPixels(const TConfigure &               configure,
                       unsigned int                     seed = 1,
                       const ParentComparisonSettings & settings = {})
{
  const unsigned int rounds = GetNumberOfRounds(settings.rounds);
  unsigned int       numberCompared = 0;
  for (unsigned int round = 0; round < rounds; ++round)
  {
    const unsigned int seedOfRound = GetSeed(seed) + round;
    SCOPED_TRACE("CUDAIMAGEFILTERS_SEED=" + std::to_string(seedOfRound));
    numberCompared += ParentComparison<TFilter, TParent, TConfigure>(configure, settings, seedOfRound).RunRound();
    if (::testing::Test::HasFailure())
    {
      return;
    }
  }
  EXPECT_GT(numberCompared, rounds / 4) << "the parent throws too often";
  ITK_REQUIRE_DEVICE();
}
} // namespace itk::DeviceTesting

#endif
