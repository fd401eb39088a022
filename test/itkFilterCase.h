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
#ifndef itkFilterCase_h
#define itkFilterCase_h

#include "itkDeviceTesting.h"
#include "itkCudaImageFiltersFactory.h"
#include "itkDeviceImageFilter.h"
#include "itkSimpleDataObjectDecorator.h"
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace itk::DeviceTesting
{
using Bytes = std::vector<unsigned char>;

/** A filter with its inputs, which are its own, and what is to be known of it whatever its type is. */
struct FilterCase
{
  ProcessObject::Pointer filter;
  std::function<bool()>  getRanOnDevice;
  /** None of a filter that never runs in place. */
  std::function<void(bool)> setInPlace;
  /** Whether it may run on the device; else it is its parent. */
  std::function<void(bool)> setUseDevice;
  /** Leaves it with neither a second image nor a constant in its place; none of a filter that takes no such constant. */
  std::function<void()> removeSecondInput;
};

struct ListedFilter
{
  std::string  name;
  unsigned int dimension;
  /** With images of so many pixels along each axis, or a few more. */
  FilterCase (*makeOfSide)(SizeValueType side);

  /** Images of about 40 × 40 or 14 × 14 × 14 pixels, or `scale` times as many along each axis. */
  FilterCase
  make(unsigned int scale) const
  {
    return makeOfSide((dimension == 3 ? 14 : 40) * scale);
  }

  /** With images of 1 MiB and more, if their pixels have 4 bytes, which have memory of device::HostMemory. */
  FilterCase
  makeOfPooledImages() const
  {
    return makeOfSide(dimension == 3 ? 64 : 512);
  }
};

/** In sources that are made from filters.json: all filters of the list, for one of their types. */
std::vector<ListedFilter>
GetListedFilters();

inline bool
IsUnderSanitizer()
{
  return IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER");
}

/** All of the list; under a sanitizer, where they take minutes, every eighth from number `first` modulo 8 on. */
inline std::vector<ListedFilter>
GetTestedFilters(std::size_t first = 0)
{
  const std::vector<ListedFilter> all = GetListedFilters();
  if (!IsUnderSanitizer())
  {
    return all;
  }
  std::vector<ListedFilter> some;
  for (std::size_t i = first % 8; i < all.size(); i += 8)
  {
    some.push_back(all[i]);
  }
  return some;
}

namespace detail
{
template <template <typename> class TCall, typename T, typename = void>
inline constexpr bool CanCall = false;
template <template <typename> class TCall, typename T>
inline constexpr bool CanCall<TCall, T, std::void_t<TCall<T>>> = true;

template <typename T>
using SetInput2 = decltype(std::declval<T &>().SetInput2(std::declval<const typename T::Input2ImageType *>()));
template <typename T>
using SetDisplacementField =
  decltype(std::declval<T &>().SetDisplacementField(std::declval<const typename T::DisplacementFieldType *>()));
template <typename T>
using SetLabels = decltype(std::declval<T &>().SetLabelInput(std::declval<const typename T::LabelImageType *>()));
template <typename T>
using SetMaskImage = decltype(std::declval<T &>().SetMaskImage(std::declval<const typename T::MaskImageType *>()));
template <typename T>
using SetForegroundValue = decltype(std::declval<T &>().SetForegroundValue(120));
template <typename T>
using SetOperator = decltype(std::declval<T &>().SetOperator(0u, std::declval<const typename T::OperatorType &>()));
template <typename T>
using SetConstant2 = decltype(std::declval<T &>().SetConstant2(0));
template <typename T>
using SetInPlace = decltype(std::declval<T &>().SetInPlace(true));
/** Of an input for each component of the output's pixels. */
template <typename T>
using SetComponent = decltype(std::declval<T &>().SetInput(T::OutputImageType::PixelType::Dimension,
                                                           std::declval<const typename T::InputImageType *>()));

/** Rectangles of 0, 60 and 120 under noise, of some pixels where these are integers. */
template <typename TPixel>
TPixel
PickPixelAt(SizeValueType x, SizeValueType y, Random & random)
{
  if constexpr (std::is_class_v<TPixel>)
  {
    TPixel pixel;
    for (unsigned int i = 0; i < TPixel::Dimension; ++i)
    {
      pixel[i] = static_cast<typename TPixel::ValueType>(Pick(random, 0, 16) / 8.0 - 1);
    }
    return pixel;
  }
  else
  {
    const unsigned int value = 60 * ((x / 9 + y / 7) % 3);
    const unsigned int noise = Pick(random, 0, 160);
    return static_cast<TPixel>(std::is_integral_v<TPixel> ? value + (noise < 8 ? noise : 0) : value + noise / 8.0);
  }
}
} // namespace detail

/** An image of `side` pixels along its axes, a few more or fewer. */
template <typename TImage>
typename TImage::Pointer
MakeImage(SizeValueType side)
{
  Random                      random(1);
  typename TImage::RegionType region;
  for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis)
  {
    region.SetIndex(axis, 5 * static_cast<int>(axis) - 7);
    region.SetSize(axis, side + (side > 8 ? 2 * axis : 0));
  }
  const auto image = TImage::New();
  image->SetRegions(region);
  image->Allocate();
  auto * pixel = image->GetBufferPointer();
  for (SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
  {
    *pixel++ = detail::PickPixelAt<typename TImage::PixelType>(i % region.GetSize(0), i / region.GetSize(0), random);
  }
  return image;
}

/** Gives the filter all the images that it takes, each of them make(null of its type, its number). */
template <typename TFilter, typename TMake>
void
ConnectInputs(TFilter * filter, const TMake & make)
{
  using InputImage = typename TFilter::InputImageType;
  using Null = InputImage *;
  filter->SetInput(make(Null(), 0));
  if constexpr (detail::CanCall<detail::SetInput2, TFilter>)
  {
    filter->SetInput2(make(static_cast<typename TFilter::Input2ImageType *>(nullptr), 1));
  }
  if constexpr (detail::CanCall<detail::SetDisplacementField, TFilter>)
  {
    filter->SetDisplacementField(make(static_cast<typename TFilter::DisplacementFieldType *>(nullptr), 1));
  }
  if constexpr (detail::CanCall<detail::SetLabels, TFilter>)
  {
    filter->SetLabelInput(make(static_cast<typename TFilter::LabelImageType *>(nullptr), 1));
  }
  const auto required = filter->GetRequiredInputNames();
  if constexpr (detail::CanCall<detail::SetMaskImage, TFilter>)
  {
    if (std::find(required.begin(), required.end(), "MaskImage") != required.end())
    {
      filter->SetMaskImage(make(static_cast<typename TFilter::MaskImageType *>(nullptr), 1));
    }
  }
  if constexpr (detail::CanCall<detail::SetComponent, TFilter>)
  {
    for (unsigned int i = 1; i < TFilter::OutputImageType::PixelType::Dimension; ++i)
    {
      filter->SetInput(i, make(Null(), i));
    }
  }
}

/** What a filter of any type needs for its work besides images. */
template <typename TFilter>
void
SetUsualParameters(TFilter * filter)
{
  using InputImage = typename TFilter::InputImageType;
  if constexpr (detail::CanCall<detail::SetForegroundValue, TFilter>)
  {
    filter->SetForegroundValue(120);
  }
  if constexpr (detail::CanCall<detail::SetOperator, TFilter>)
  {
    for (unsigned int axis = 0; axis < InputImage::ImageDimension; ++axis)
    {
      typename TFilter::OperatorType::SizeType radius{};
      radius[axis] = 1;
      typename TFilter::OperatorType coefficients;
      coefficients.SetRadius(radius);
      std::fill(coefficients.Begin(), coefficients.End(), 0.25);
      filter->SetOperator(axis, coefficients);
    }
  }
}

/** The override of `TParent`, which is a `TFilter`, from the library: New() would compile it once more. */
template <typename TParent, typename TFilter>
SmartPointer<TFilter>
MakeInLibrary()
{
  struct Factory : ObjectFactoryBase
  {
    using ObjectFactoryBase::CreateObject;
  };
  ObjectFactoryBase * const  factory = CudaImageFiltersFactory::GetInstance();
  const LightObject::Pointer object = (factory->*&Factory::CreateObject)(typeid(TParent).name());
  if (object.IsNull())
  {
    itkGenericExceptionMacro(<< "The library has no override of " << typeid(TParent).name());
  }
  return static_cast<TFilter *>(object.GetPointer());
}

/** The filter, all of whose inputs have so many pixels along each axis; `setUp` sets parameters. */
template <typename TFilter, typename TSetUp>
FilterCase
MakeFilterCase(const SmartPointer<TFilter> & filter, SizeValueType side, const TSetUp & setUp)
{
  ConnectInputs(filter.GetPointer(),
                [side](auto * null, unsigned int) { return MakeImage<std::remove_pointer_t<decltype(null)>>(side); });
  SetUsualParameters(filter.GetPointer());
  setUp(filter.GetPointer());
  const TFilter * const itself = filter;
  FilterCase            result{ filter.GetPointer(), [itself] { return itself->GetRanOnDevice(); }, {}, {}, {} };
  if constexpr (detail::CanCall<detail::SetInPlace, TFilter>)
  {
    result.setInPlace = [pointer = filter.GetPointer()](bool value) { pointer->SetInPlace(value); };
  }
  result.setUseDevice = [pointer = filter.GetPointer()](bool value) {
    using UseDevice = DeviceImageFilterEnums::UseDevice;
    pointer->SetUseDevice(value ? UseDevice::Auto : UseDevice::Never);
  };
  if constexpr (detail::CanCall<detail::SetConstant2, TFilter>)
  {
    result.removeSecondInput = [pointer = filter.GetPointer()] {
      pointer->SetInput2(static_cast<const typename TFilter::Input2ImageType *>(nullptr));
    };
  }
  return result;
}

namespace detail
{
template <typename TPixel, unsigned int VDimension>
bool
AppendPixels(const DataObject * data, Bytes & bytes)
{
  const auto * const image = dynamic_cast<const Image<TPixel, VDimension> *>(data);
  if (image == nullptr)
  {
    return false;
  }
  const auto * const begin = reinterpret_cast<const unsigned char *>(image->GetBufferPointer());
  bytes.insert(bytes.end(), begin, begin + image->GetBufferedRegion().GetNumberOfPixels() * sizeof(TPixel));
  return true;
}

template <unsigned int VDimension, typename... TPixels>
bool
AppendImage(const DataObject * data, Bytes & bytes)
{
  return (AppendPixels<TPixels, VDimension>(data, bytes) || ...) ||
         AppendPixels<Vector<float, VDimension>, VDimension>(data, bytes);
}

template <typename TValue>
bool
AppendValue(const DataObject * data, Bytes & bytes)
{
  const auto * const decorator = dynamic_cast<const SimpleDataObjectDecorator<TValue> *>(data);
  if (decorator == nullptr)
  {
    return false;
  }
  const TValue       value = decorator->Get();
  const auto * const begin = reinterpret_cast<const unsigned char *>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof(value));
  return true;
}
} // namespace detail

/** The pixels of an image, brought to the host, or the bytes of a number; of anything else nothing. */
inline Bytes
GetBytes(const DataObject * data)
{
  Bytes bytes;
  detail::AppendImage<2, uint8_t, int16_t, uint16_t, int32_t, uint32_t, float>(data, bytes) ||
    detail::AppendImage<3, uint8_t, int16_t, uint16_t, int32_t, uint32_t, float>(data, bytes) ||
    detail::AppendValue<double>(data, bytes) || detail::AppendValue<float>(data, bytes) ||
    detail::AppendValue<uint8_t>(data, bytes) || detail::AppendValue<SizeValueType>(data, bytes);
  return bytes;
}

namespace detail
{
template <typename TPixel, unsigned int VDimension>
void
LeaveImageOnDevice(DataObject * data, int device)
{
  if (auto * const image = dynamic_cast<DeviceImage<TPixel, VDimension> *>(data))
  {
    const auto stream = device::Stream::OfThisThread(device);
    image->GetPixelContainer()->GetDevicePointerForWriting(stream);
    image->GetPixelContainer()->WrittenOnDevice(stream);
  }
}

template <unsigned int VDimension, typename... TPixels>
void
LeaveOnDevice(DataObject * data, int device)
{
  (LeaveImageOnDevice<TPixels, VDimension>(data, device), ...);
  LeaveImageOnDevice<Vector<float, VDimension>, VDimension>(data, device);
}
} // namespace detail

/** The pixels of the inputs are then on the device alone. */
inline void
LeaveInputsOnDevice(const FilterCase & tested, int device)
{
  for (const auto & input : tested.filter->GetInputs())
  {
    detail::LeaveOnDevice<2, uint8_t, int16_t, uint16_t, uint32_t, float>(input, device);
    detail::LeaveOnDevice<3, uint8_t, int16_t, uint16_t, uint32_t, float>(input, device);
  }
}

/** In a thread of its own, whose stream goes with it. */
template <typename TFunction>
void
RunInThread(const TFunction & function)
{
  std::thread(function).join();
}

template <typename TData>
std::vector<Bytes>
GetBytesOfEach(const TData & data)
{
  std::vector<Bytes> bytes;
  for (const auto & one : data)
  {
    bytes.push_back(GetBytes(one));
  }
  return bytes;
}
} // namespace itk::DeviceTesting

#endif
