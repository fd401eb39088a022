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
#ifndef itkParentComparisonInputs_h
#define itkParentComparisonInputs_h

#include "itkParentComparisonInput.h"
#include <tuple>
#include <utility>
#include <vector>

namespace itk::DeviceTesting
{
/** What ExpectTheParentsPixels tries, and how far it lets pixels differ. */
struct ParentComparisonSettings
{
  unsigned int rounds{ 60 };
  unsigned int longestSide{ 0 }; // 0: 40 in 2D, 12 in 3D; now and then one side is 20 times as long
  double       ulps{ 0 };        // of CountUlps; NaN is always NaN
  bool         hasNonFinitePixels{ true };
  double       lowestPixel{ -std::numeric_limits<double>::infinity() };
  double       highestPixel{ std::numeric_limits<double>::infinity() };
  bool         hasInputsOfOtherSizes{ true }; // the second and third input may reach beyond the first
  bool         hasConstants{ true };          // in place of one of several inputs, where the filter takes them
  // What a run may transfer at most besides one upload of each input and one download of the output.
  unsigned int furtherUploads{ 0 };
  unsigned int furtherDownloads{ 0 };
};

// What a filter has.
template <typename T, typename = void>
constexpr bool HasInPlace = false;
template <typename T>
constexpr bool HasInPlace<T, std::void_t<decltype(std::declval<T &>().SetInPlace(true))>> = true;
template <typename T, typename = void>
constexpr bool HasSecondInput = false;
template <typename T>
constexpr bool HasSecondInput<T, std::void_t<typename T::Input2ImageType>> = true;
template <typename T, typename = void>
constexpr bool HasThirdInput = false;
template <typename T>
constexpr bool HasThirdInput<T, std::void_t<typename T::Input3ImageType>> = true;
template <typename T, typename = void>
constexpr bool HasConstants = false;
template <typename T>
constexpr bool HasConstants<T, std::void_t<decltype(std::declval<T &>().SetConstant2({}))>> = true;

template <typename T>
auto
ListInputImages()
{
  if constexpr (HasThirdInput<T>)
  {
    return std::tuple<typename T::Input1ImageType *, typename T::Input2ImageType *, typename T::Input3ImageType *>();
  }
  else if constexpr (HasSecondInput<T>)
  {
    return std::tuple<typename T::Input1ImageType *, typename T::Input2ImageType *>();
  }
  else
  {
    return std::tuple<typename T::InputImageType *>();
  }
}

/** \class ParentComparisonInputs
 * \brief The inputs of a filter and of its parent: one to three images, or a constant in place of one of several. */
template <typename TFilter, typename TParent>
class ParentComparisonInputs
{
public:
  static constexpr unsigned int Dimension = TFilter::InputImageType::ImageDimension;
  using RegionType = ImageRegion<Dimension>;

  ParentComparisonInputs(const ParentComparisonSettings & settings, Random & random)
    : m_Settings(settings)
    , m_Random(random)
  {
    m_Picker.lowest = settings.lowestPixel;
    m_Picker.highest = settings.highestPixel;
  }

  /** New ones, given to both filters. */
  void
  Make(TFilter * filter, TParent * parent)
  {
    const auto region = this->PickInputRegion();
    const bool hasConstant =
      NumberOfInputs > 1 && HasConstants<TFilter> && m_Settings.hasConstants && Pick(m_Random, 0, 2) == 0;
    const std::size_t constant = hasConstant ? Pick(m_Random, 0, NumberOfInputs - 1) : NumberOfInputs;
    const bool        isFirstTwice = !hasConstant && Pick(m_Random, 0, 7) == 0;

    const ImageBase<Dimension> * geometry = nullptr;
    ForEachInput([&](auto & input, auto number) {
      using InputType = std::remove_reference_t<decltype(input)>;
      if (number == constant)
      {
        input = {};
        if constexpr (NumberOfInputs > 1 && HasConstants<TFilter>)
        {
          const auto value = this->PickPicker().template Pick<typename InputType::PixelType>(m_Random);
          SetConstant(filter, value, number);
          SetConstant(parent, value, number);
        }
        return;
      }
      auto own = region;
      if (number > 0 && m_Settings.hasInputsOfOtherSizes && Pick(m_Random, 0, 2) == 0)
      {
        own.PadByRadius(Pick(m_Random, 1, 3));
      }
      input.Make(own, geometry, m_Random, this->PickPicker());
      if constexpr (number > 0 && std::is_same_v<InputType, std::tuple_element_t<0, InputTuple>>)
      {
        if (isFirstTwice)
        {
          input = std::get<0>(m_Inputs);
        }
      }
      geometry = input.GetBefore();
      SetInput(filter, input.GetTested(), number);
      SetInput(parent, input.GetPlain(), number);
    });
  }

  /** Other pixels in some of the images. */
  void
  Rewrite()
  {
    ForEachInput([this](auto & input, auto) {
      if (input.GetBefore() != nullptr && Pick(m_Random, 0, 1) == 0)
      {
        input.Rewrite(m_Random, this->PickPicker());
      }
    });
  }

  void
  ExpectTheyAreUntouched(bool mayFirstBeTaken) const
  {
    const auto first = std::get<0>(m_Inputs).GetTested();
    ForEachInput([&](const auto & input, auto) {
      if (input.GetBefore() != nullptr)
      {
        const bool mayBeTaken = mayFirstBeTaken && static_cast<const void *>(input.GetTested()) == first;
        EXPECT_TRUE(input.IsUntouched(mayBeTaken)) << "an input has changed";
      }
    });
  }

  struct InputImage
  {
    const DataObject * image;
    bool               isOnDevice;
    ModifiedTimeType   updateTime;
  };

  /** Where the images are that the filter takes, each once. */
  std::vector<InputImage>
  ListImages() const
  {
    std::vector<InputImage> list;
    ForEachInput([&list](const auto & input, auto) {
      using InputType = std::remove_reference_t<decltype(input)>;
      if (input.GetBefore() != nullptr)
      {
        const DataObject * const image = input.GetTested();
        const bool               isKnown =
          std::any_of(list.begin(), list.end(), [image](const InputImage & known) { return known.image == image; });
        if (!isKnown || !InputType::IsDeviceImage)
        {
          list.push_back({ image, input.IsOnDevice(), image->GetUpdateMTime() });
        }
      }
    });
    return list;
  }

  /** Of images that the device did not have, or that a CPU filter made anew. */
  static std::uint64_t
  CountNecessaryUploads(const std::vector<InputImage> & before)
  {
    return std::count_if(before.begin(), before.end(), [](const InputImage & input) {
      return !input.isOnDevice || input.image->GetUpdateMTime() != input.updateTime;
    });
  }

private:
  template <typename... TImages>
  static std::tuple<ParentComparisonInput<std::remove_cv_t<TImages>>...>
  MakeInputTuple(const std::tuple<TImages *...> &);
  using InputTuple = decltype(MakeInputTuple(ListInputImages<TFilter>()));
  static constexpr std::size_t NumberOfInputs = std::tuple_size_v<InputTuple>;

  template <typename TInputs, typename TFunction, std::size_t... VIndices>
  static void
  ForEachInput(TInputs & inputs, const TFunction & function, std::index_sequence<VIndices...>)
  {
    (function(std::get<VIndices>(inputs), std::integral_constant<std::size_t, VIndices>()), ...);
  }

  /** Calls function(input, its number as a constant). */
  template <typename TFunction>
  void
  ForEachInput(const TFunction & function)
  {
    ForEachInput(m_Inputs, function, std::make_index_sequence<NumberOfInputs>());
  }

  template <typename TFunction>
  void
  ForEachInput(const TFunction & function) const
  {
    ForEachInput(m_Inputs, function, std::make_index_sequence<NumberOfInputs>());
  }

  RegionType
  PickInputRegion()
  {
    const unsigned int longest = m_Settings.longestSide > 0 ? m_Settings.longestSide : Dimension == 2 ? 40 : 12;
    auto               region = PickRegion<Dimension>(m_Random, longest);
    if (Pick(m_Random, 0, 7) == 0)
    {
      region.SetSize(Pick(m_Random, 0, Dimension - 1), Pick(m_Random, 1, 20 * longest));
    }
    return region;
  }

  const PixelPicker &
  PickPicker()
  {
    m_Picker.kind = static_cast<PixelPicker::Kind>(
      Pick(m_Random, 0, PixelPicker::NumberOfKinds - (m_Settings.hasNonFinitePixels ? 1 : 2)));
    return m_Picker;
  }

  template <typename T, typename TImage, std::size_t VNumber>
  static void
  SetInput(T * filter, const TImage * image, std::integral_constant<std::size_t, VNumber>)
  {
    if constexpr (NumberOfInputs == 1)
    {
      filter->SetInput(image);
    }
    else if constexpr (VNumber == 0)
    {
      filter->SetInput1(image);
    }
    else if constexpr (VNumber == 1)
    {
      filter->SetInput2(image);
    }
    else
    {
      filter->SetInput3(image);
    }
  }

  template <typename T, typename TValue, std::size_t VNumber>
  static void
  SetConstant(T * filter, const TValue & value, std::integral_constant<std::size_t, VNumber>)
  {
    if constexpr (VNumber == 0)
    {
      filter->SetConstant1(value);
    }
    else if constexpr (VNumber == 1)
    {
      filter->SetConstant2(value);
    }
    else
    {
      filter->SetConstant3(value);
    }
  }

  const ParentComparisonSettings & m_Settings;
  Random &                         m_Random;
  PixelPicker                      m_Picker;
  InputTuple                       m_Inputs;
};
} // namespace itk::DeviceTesting

#endif
