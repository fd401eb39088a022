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
#include "itkFuzzImages.h"
#include "itkCastImageFilter.h"
#include "itkDeviceImage.h"
#include "itkDeviceTestingComparison.h"
#include "itkSimpleDataObjectDecorator.h"
#include "itkStreamingImageFilter.h"
#include <optional>

namespace itk::DeviceTesting
{
namespace
{
/** Calls function(image of its own type) if `data` is one of an image of such pixels. */
template <template <typename, unsigned int> class TImage,
          unsigned int VDimension,
          typename TFunction,
          typename... TPixels>
bool
VisitPixels(DataObject * data, const TFunction & function)
{
  const auto visit = [&](auto * null) {
    using ImageType = std::remove_pointer_t<decltype(null)>;
    auto * const image = dynamic_cast<ImageType *>(data);
    if (image != nullptr)
    {
      function(image);
    }
    return image != nullptr;
  };
  return (visit(static_cast<TImage<TPixels, VDimension> *>(nullptr)) || ...);
}

template <template <typename, unsigned int> class TImage, typename TFunction>
bool
VisitKind(DataObject * data, const TFunction & function)
{
  return VisitPixels<TImage, 2, TFunction, uint8_t, int16_t, uint16_t, uint32_t, float, Vector<float, 2>>(data,
                                                                                                          function) ||
         VisitPixels<TImage, 3, TFunction, uint8_t, int16_t, uint16_t, uint32_t, float, Vector<float, 3>>(data,
                                                                                                          function);
}

/** DeviceImages as such. */
template <typename TFunction>
bool
Visit(DataObject * data, const TFunction & function)
{
  return VisitKind<DeviceImage>(data, function) || VisitKind<Image>(data, function);
}

template <typename TPixel>
std::size_t
CountComponents()
{
  if constexpr (std::is_class_v<TPixel>)
  {
    return TPixel::Dimension;
  }
  return 1;
}

/** Calls function(values, their number) for all components of the pixels. */
template <typename TPixel, unsigned int VDimension, typename TFunction>
void
VisitValues(const Image<TPixel, VDimension> * image, const TFunction & function)
{
  const auto pixels = image->GetBufferedRegion().GetNumberOfPixels();
  if constexpr (std::is_class_v<TPixel>)
  {
    function(reinterpret_cast<const typename TPixel::ValueType *>(image->GetBufferPointer()),
             pixels * TPixel::Dimension);
  }
  else
  {
    function(image->GetBufferPointer(), pixels);
  }
}

/** Of the values and 0, as rounding errors are relative to magnitudes. */
double
GetRange(const DataObject * data)
{
  double lowest = 0;
  double highest = 0;
  VisitKind<Image>(const_cast<DataObject *>(data), [&](const auto * image) {
    VisitValues(image, [&](const auto * values, std::size_t number) {
      for (std::size_t i = 0; i < number; ++i)
      {
        const auto value = static_cast<double>(values[i]);
        if (std::isfinite(value))
        {
          lowest = std::min(lowest, value);
          highest = std::max(highest, value);
        }
      }
    });
  });
  return highest - lowest;
}

template <typename TValue>
bool
IsNear(TValue actual, TValue expected, double range, const FuzzTolerance & tolerance)
{
  const double ulps = CountUlps(actual, expected);
  if (ulps <= tolerance.ulps)
  {
    return true;
  }
  const auto difference = std::abs(static_cast<double>(actual) - static_cast<double>(expected));
  return difference <= tolerance.ofRange * range ||
         difference <= tolerance.ofValue * std::abs(static_cast<double>(expected));
}

template <typename TPixel, unsigned int VDimension>
std::string
FindDifferentPixels(const Image<TPixel, VDimension> * actual,
                    const Image<TPixel, VDimension> * expected,
                    const DataObject *                input,
                    const FuzzTolerance &             tolerance)
{
  const double       range = tolerance.ofRange > 0 ? std::max(GetRange(input), GetRange(expected)) : 0;
  std::size_t        different = 0;
  std::size_t        allowed = 0;
  std::ostringstream first;
  VisitValues(expected, [&](const auto * values, std::size_t number) {
    const auto * const others = reinterpret_cast<decltype(values)>(actual->GetBufferPointer());
    allowed = static_cast<std::size_t>(std::ceil(tolerance.differing * static_cast<double>(number)));
    for (std::size_t i = 0; i < number; ++i)
    {
      if (!IsNear(others[i], values[i], range, tolerance) && different++ == 0)
      {
        first << "first at " << expected->ComputeIndex(i / CountComponents<TPixel>()) << ": " << std::setprecision(9)
              << +others[i] << " instead of " << +values[i];
      }
    }
  });
  return different <= allowed
           ? std::string()
           : std::to_string(different) + " pixels of " +
               std::to_string(expected->GetBufferedRegion().GetNumberOfPixels()) + " differ, " + first.str();
}

template <unsigned int VDimension>
std::string
FindOtherGeometry(const ImageBase<VDimension> * actual, const ImageBase<VDimension> * expected)
{
  std::ostringstream said;
  const auto         tell = [&said](const char * what, const auto & one, const auto & other) {
    if (one != other)
    {
      said << what << ' ' << one << " instead of " << other << "; ";
    }
  };
  tell("largest region", actual->GetLargestPossibleRegion(), expected->GetLargestPossibleRegion());
  tell("buffered region", actual->GetBufferedRegion(), expected->GetBufferedRegion());
  tell("requested region", actual->GetRequestedRegion(), expected->GetRequestedRegion());
  tell("spacing", actual->GetSpacing(), expected->GetSpacing());
  tell("origin", actual->GetOrigin(), expected->GetOrigin());
  tell("direction", actual->GetDirection(), expected->GetDirection());
  tell("number of components", actual->GetNumberOfComponentsPerPixel(), expected->GetNumberOfComponentsPerPixel());
  return said.str();
}

template <typename TValue>
std::optional<double>
GetValueOf(const DataObject * data)
{
  const auto * const decorator = dynamic_cast<const SimpleDataObjectDecorator<TValue> *>(data);
  return decorator == nullptr ? std::nullopt : std::optional<double>(static_cast<double>(decorator->Get()));
}

std::optional<double>
GetValue(const DataObject * data)
{
  std::optional<double> value;
  (value = GetValueOf<double>(data)) || (value = GetValueOf<float>(data)) || (value = GetValueOf<uint8_t>(data)) ||
    (value = GetValueOf<int16_t>(data)) || (value = GetValueOf<uint16_t>(data)) ||
    (value = GetValueOf<SizeValueType>(data));
  return value;
}
} // namespace

std::string
FindDifference(const DataObject *    actual,
               const DataObject *    expected,
               const DataObject *    input,
               const FuzzTolerance & tolerance,
               bool                  hasPixels)
{
  if (const auto value = GetValue(expected))
  {
    const auto other = GetValue(actual);
    return !hasPixels || (other && IsNear(*other, *value, 0, tolerance))
             ? std::string()
             : (other ? std::to_string(*other) : "nothing") + " instead of " + std::to_string(*value);
  }
  std::string difference;
  VisitKind<Image>(const_cast<DataObject *>(expected), [&](const auto * image) {
    using ImageType = std::remove_pointer_t<decltype(image)>;
    const auto * const other = dynamic_cast<ImageType *>(actual);
    if (other == nullptr)
    {
      difference = "another type of output";
      return;
    }
    difference = FindOtherGeometry<ImageType::ImageDimension>(other, image);
    if (difference.empty() && hasPixels)
    {
      difference = FindDifferentPixels(other, image, input, tolerance);
    }
  });
  return difference;
}

ProcessObject::Pointer
MakeTail(FuzzTail tail, DataObject * image, unsigned int pieces)
{
  ProcessObject::Pointer made;
  if (tail == FuzzTail::None)
  {
    return made;
  }
  Visit(image, [&](auto * typed) {
    using ImageType = std::remove_pointer_t<decltype(typed)>;
    if (tail == FuzzTail::Streaming)
    {
      const auto streaming = StreamingImageFilter<ImageType, ImageType>::New();
      streaming->SetNumberOfStreamDivisions(pieces);
      streaming->SetInput(typed);
      made = streaming;
    }
    else
    {
      const auto cast = CastImageFilter<ImageType, ImageType>::New();
      // In place it puts out memory that nothing was written to if a part is requested.
      cast->InPlaceOff();
      cast->SetInput(typed);
      made = cast;
    }
  });
  return made;
}

DataObject::Pointer
GraftNew(const DataObject * image)
{
  DataObject::Pointer grafted;
  Visit(const_cast<DataObject *>(image), [&grafted](auto * typed) {
    const auto created = std::remove_pointer_t<decltype(typed)>::New();
    created->Graft(typed);
    grafted = created;
  });
  return grafted;
}
} // namespace itk::DeviceTesting
