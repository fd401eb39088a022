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
#ifndef itkDeviceTopHatImageFilter_h
#define itkDeviceTopHatImageFilter_h

#include "itkDeviceGrayscaleMorphologyImageFilter.h"
#include "itkFlatStructuringElement.h"

namespace itk
{
/** \class DeviceTopHatImageFilter
 * \brief Base of the top-hat filters, whose parents choose the algorithm by the element unless it is forced.
 *
 * \tparam TParentFilter WhiteTopHatImageFilter or BlackTopHatImageFilter
 *
 * \sa DeviceGrayscaleMorphologyImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceTopHatImageFilter : public DeviceGrayscaleMorphologyImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceTopHatImageFilter);

  using Self = DeviceTopHatImageFilter;
  using Superclass = DeviceGrayscaleMorphologyImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using typename Superclass::AlgorithmEnum;
  using typename Superclass::InputImageType;
  using typename Superclass::InputPixelType;

  itkOverrideGetNameOfClassMacro(DeviceTopHatImageFilter);

protected:
  DeviceTopHatImageFilter() = default;
  ~DeviceTopHatImageFilter() override = default;

  device::MorphologySettings<InputPixelType>
  GetSettings() const override
  {
    return { 0, this->GetSafeBorder(), this->GetAlgorithmToRun() == AlgorithmEnum::BASIC };
  }

  AlgorithmEnum
  GetAlgorithmToRun() const override
  {
    const auto * const flat =
      dynamic_cast<const FlatStructuringElement<InputImageType::ImageDimension> *>(&this->GetKernel());
    const bool hasLines = flat != nullptr && flat->GetDecomposable();
    return this->GetForceAlgorithm() ? this->GetAlgorithm() : hasLines ? AlgorithmEnum::ANCHOR : AlgorithmEnum::HISTO;
  }
};
} // namespace itk

#endif
