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
#ifndef itkFuzzFilter_h
#define itkFuzzFilter_h

#include "itkFilterCase.h"
#include "itkFuzzInput.h"
#include "itkFuzzParameters.h"

namespace itk::DeviceTesting
{
/** A filter of the module or its parent, and what is to be done with it whatever its type is. */
struct FuzzFilter
{
  using UseDevice = DeviceImageFilterEnums::UseDevice;

  ProcessObject::Pointer filter;
  /** Gives it all inputs, and what it needs besides. */
  std::function<void(FuzzInputs &)>    connect;
  std::function<void(Random)>          setParameters;
  std::function<void()>                setBadParameters;
  std::function<void()>                removeInput;
  std::function<void(bool)>            setInPlace;     // none of a filter that never runs in place
  std::function<void(UseDevice)>       setUseDevice;   // none of a parent
  std::function<bool()>                getRanOnDevice; // none of a parent
  std::function<std::vector<double>()> getResults;     // none where all are outputs
};

/** A filter of filters.json for one of its types, and its parent of plain images. */
struct FuzzedFilter
{
  std::string  name;
  unsigned int dimension;
  FuzzFilter (*makeParent)();
  FuzzFilter (*makeOfPlainImages)(); // null of most
  FuzzFilter (*makeOfDeviceImages)();
};

/** In sources that are made from filters.json. */
std::vector<FuzzedFilter>
GetFuzzedFilters();

namespace detail
{
template <typename T>
using GetRanOnDevice = decltype(std::declval<T &>().GetRanOnDevice());
template <typename T>
using GetValidLabels = decltype(std::declval<T &>().GetValidLabelValues());

template <typename TFilter>
std::vector<double>
GetLabelResults(const TFilter * filter)
{
  std::vector<double> results;
  auto                labels = filter->GetValidLabelValues();
  std::sort(labels.begin(), labels.end());
  for (const auto label : labels)
  {
    results.insert(results.end(),
                   { static_cast<double>(label),
                     static_cast<double>(filter->GetCount(label)),
                     static_cast<double>(filter->GetMinimum(label)),
                     static_cast<double>(filter->GetMaximum(label)),
                     static_cast<double>(filter->GetSum(label)),
                     static_cast<double>(filter->GetMean(label)) });
  }
  return results;
}
} // namespace detail

template <typename TFilter, typename TSetUp>
FuzzFilter
MakeFuzzFilter(const TSetUp & setUp)
{
  const auto      smart = TFilter::New();
  TFilter * const filter = smart.GetPointer();
  constexpr bool  isParent = !detail::CanCall<detail::GetRanOnDevice, TFilter>;
  FuzzFilter      result;
  result.filter = filter;
  result.connect = [filter, setUp](FuzzInputs & inputs) {
    ConnectInputs(filter, [&inputs](auto * null, unsigned int number) {
      return inputs.Get<std::remove_pointer_t<decltype(null)>>(isParent, number);
    });
    SetUsualParameters(filter);
    setUp(filter);
  };
  result.setParameters = [filter](Random random) { SetRandomParameters(filter, random); };
  result.setBadParameters = [filter] { SetBadParameters(filter); };
  result.removeInput = [filter] { filter->SetInput(static_cast<typename TFilter::InputImageType *>(nullptr)); };
  if constexpr (detail::CanCall<detail::SetInPlace, TFilter>)
  {
    result.setInPlace = [filter](bool value) { filter->SetInPlace(value); };
  }
  if constexpr (!isParent)
  {
    result.setUseDevice = [filter](FuzzFilter::UseDevice value) { filter->SetUseDevice(value); };
    result.getRanOnDevice = [filter] { return filter->GetRanOnDevice(); };
  }
  if constexpr (detail::CanCall<detail::GetValidLabels, TFilter>)
  {
    result.getResults = [filter] { return detail::GetLabelResults(filter); };
  }
  return result;
}
} // namespace itk::DeviceTesting

#endif
