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
#ifndef itkDeviceBinaryMorphologyImageFilter_hxx
#define itkDeviceBinaryMorphologyImageFilter_hxx

namespace itk
{
template <typename TParentFilter>
void
DeviceBinaryMorphologyImageFilter<TParentFilter>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto                                       element = device::MakeFlatElement(this->GetKernel());
    const auto                                       operation = this->GetOperation();
    std::optional<typename InputImageType::SizeType> reach;
    if (operation == device::BinaryOperation::Erode || operation == device::BinaryOperation::Dilate)
    {
      reach = this->GetRadius();
    }
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      reach,
      stream,
      [&](const auto & input, const auto & output, const auto & offset, const device::Stream & onStream) {
        device::LaunchBinaryMorphology<PixelType, Dimension>(
          input, output, offset, element, operation, this->GetSettings(), onStream);
      });
  }
}

template <typename TParentFilter>
void
DeviceBinaryMorphologyImageFilter<TParentFilter>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  const auto   operation = this->GetOperation();
  auto * const input = const_cast<InputImageType *>(this->GetInput());
  if (input != nullptr &&
      (operation == device::BinaryOperation::Opening || operation == device::BinaryOperation::Closing))
  {
    device::PadRequestedRegion(input, this->GetRadius());
  }
}
} // namespace itk

#endif
