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
#ifndef itkCudaIsolineDenoisingTesting_h
#define itkCudaIsolineDenoisingTesting_h

#include "itkCudaIsolineDenoisingImageFilter.h"
#include "itkIsolineTesting.h"

namespace itk::DeviceTesting
{
/** `usual`, or a third of it under a sanitizer. */
inline unsigned int
GetSide(unsigned int usual)
{
  return IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? (usual + 2) / 3 : usual;
}

/** All of them; under a sanitizer, which takes its time for every launch, one of them, in turns. */
template <typename T>
std::vector<T>
TakeTurns(const std::vector<T> & all)
{
  static std::size_t turn = 0;
  return IsSwitchedOn("CUDAIMAGEFILTERS_SANITIZER") ? std::vector<T>{ all[turn++ % all.size()] } : all;
}

inline std::vector<IsolineModel>
ListTestedIsolineModels()
{
  return TakeTurns(std::vector<IsolineModel>(std::begin(IsolineModels), std::end(IsolineModels)));
}

/** Whether filters set by prepare(filter), the one on the device and its parent, have the same region and the same bits
 * in every pixel; NaN may have any. */
template <typename TImage, typename TPrepare>
::testing::AssertionResult
DenoisesAsTheParent(const TImage * image, const TPrepare & prepare)
{
  using ComponentType = typename DefaultConvertPixelTraits<typename TImage::PixelType>::ComponentType;
  const auto run = [image, &prepare](auto filter) {
    filter->SetInput(image);
    prepare(filter.GetPointer());
    filter->Update();
    return filter->GetOutput();
  };
  const auto device = CudaIsolineDenoisingImageFilter<TImage>::New();
  device->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
  const typename TImage::Pointer actual = run(device);
  const typename TImage::Pointer expected = run(IsolineDenoisingImageFilter<TImage>::New());
  if (actual->GetBufferedRegion() != expected->GetBufferedRegion())
  {
    return ::testing::AssertionFailure() << actual->GetBufferedRegion() << " instead of "
                                         << expected->GetBufferedRegion();
  }
  const auto         pixels = expected->GetBufferedRegion().GetNumberOfPixels();
  const auto         components = pixels * sizeof(typename TImage::PixelType) / sizeof(ComponentType);
  const auto * const values = reinterpret_cast<const ComponentType *>(actual->GetBufferPointer());
  const auto * const trueValues = reinterpret_cast<const ComponentType *>(expected->GetBufferPointer());
  SizeValueType      differing = 0;
  SizeValueType      first = 0;
  double             most = 0;
  for (SizeValueType i = components; i-- > 0;)
  {
    const bool areNaN = values[i] != values[i] && trueValues[i] != trueValues[i];
    if (!areNaN && std::memcmp(values + i, trueValues + i, sizeof(ComponentType)) != 0)
    {
      ++differing;
      first = i;
      most = std::max(most, std::abs(static_cast<double>(values[i]) - static_cast<double>(trueValues[i])));
    }
  }
  return differing == 0 ? ::testing::AssertionSuccess()
                        : ::testing::AssertionFailure()
                            << differing << " of " << components << " components of "
                            << expected->GetBufferedRegion().GetSize() << " differ, by up to " << most
                            << ", the first at " << first << ": " << +values[first] << " instead of "
                            << +trueValues[first];
}
} // namespace itk::DeviceTesting

#endif
