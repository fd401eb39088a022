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
#ifndef itkDeviceGrayscaleMorphologyImageFilter_hxx
#define itkDeviceGrayscaleMorphologyImageFilter_hxx

#include "itkFlatStructuringElement.h"

namespace itk
{
template <typename TParentFilter>
bool
DeviceGrayscaleMorphologyImageFilter<TParentFilter>::AreLinesTheElement() const
{
  const auto &       kernel = this->GetKernel();
  const auto * const flat = dynamic_cast<const FlatStructuringElement<Dimension> *>(&kernel);
  if (flat == nullptr)
  {
    return false;
  }
  const auto box = FlatStructuringElement<Dimension>::Box(kernel.GetRadius());
  if (flat->GetLines() != box.GetLines() || !std::equal(kernel.Begin(), kernel.End(), box.Begin()))
  {
    return false;
  }
  if (this->GetAlgorithmToRun() == AlgorithmEnum::ANCHOR && !this->GetSettings().isBorderSafe)
  {
    const auto size = this->GetInput()->GetLargestPossibleRegion().GetSize();
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      if (kernel.GetRadius(axis) > size[axis])
      {
        return false;
      }
    }
  }
  return true;
}

template <typename TParentFilter>
bool
DeviceGrayscaleMorphologyImageFilter<TParentFilter>::HasKernel() const
{
  if (!KernelExists || this->GetInput() == nullptr)
  {
    return false;
  }
  const AlgorithmEnum algorithm = this->GetAlgorithmToRun();
  const auto &        kernel = this->GetKernel();
  const auto          isOn = [](auto pixel) { return static_cast<bool>(pixel); };
  if (algorithm == AlgorithmEnum::ANCHOR || algorithm == AlgorithmEnum::VHGW)
  {
    return this->AreLinesTheElement();
  }
  // Of a window that lies beyond the image, the parent's histogram of a gradient is empty.
  return this->GetOperation() == device::MorphologyOperation::Gradient
           ? isOn(kernel.GetCenterValue())
           : std::any_of(kernel.Begin(), kernel.End(), isOn);
}

template <typename TParentFilter>
void
DeviceGrayscaleMorphologyImageFilter<TParentFilter>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto                                       element = device::MakeFlatElement(this->GetKernel());
    const auto                                       operation = this->GetOperation();
    std::optional<typename InputImageType::SizeType> reach;
    if (operation == device::MorphologyOperation::Erode || operation == device::MorphologyOperation::Dilate)
    {
      reach = this->GetRadius();
    }
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      reach,
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchGrayscaleMorphology<InputPixelType, Dimension>(
          input, output, offset, element, operation, this->GetSettings(), onStream);
      });
  }
}

template <typename TParentFilter>
void
DeviceGrayscaleMorphologyImageFilter<TParentFilter>::GenerateData()
{
  if (!this->WillRunOnDevice())
  {
    // Else the parent's inner filters run only if there is more to do than another requested region.
    this->Modified();
  }
  Superclass::GenerateData();
}

template <typename TParentFilter>
void
DeviceGrayscaleMorphologyImageFilter<TParentFilter>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  const auto   operation = this->GetOperation();
  auto * const input = const_cast<InputImageType *>(this->GetInput());
  if (input != nullptr && operation >= device::MorphologyOperation::Opening &&
      operation <= device::MorphologyOperation::BlackTopHat)
  {
    device::PadRequestedRegion(input, this->GetRadius());
  }
}
} // namespace itk

#endif
