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
#ifndef itkCudaWarpImageFilter_hxx
#define itkCudaWarpImageFilter_hxx

#include "itkDeviceImageGrid.h"
#include "itkImageRegionConstIterator.h"
#include <typeinfo>

namespace itk
{
template <typename TInputImage, typename TOutputImage, typename TDisplacementField>
bool
CudaWarpImageFilter<TInputImage, TOutputImage, TDisplacementField>::HasKernel() const
{
  if constexpr (KernelExists)
  {
    const auto * const interpolator = this->GetInterpolator();
    const auto * const input = this->GetInput();
    const auto * const field = this->GetDisplacementField();
    return interpolator != nullptr && typeid(*interpolator) == typeid(typename Superclass::DefaultInterpolatorType) &&
           (input == nullptr || device::HasSmallIndices(input->GetLargestPossibleRegion())) &&
           (field == nullptr || device::HasSmallIndices(field->GetLargestPossibleRegion()));
  }
  return false;
}

template <typename TInputImage, typename TOutputImage, typename TDisplacementField>
void
CudaWarpImageFilter<TInputImage, TOutputImage, TDisplacementField>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    using DisplacementType = device::Displacement<ComponentType, Dimension>;
    static_assert(sizeof(DisplacementType) == sizeof(DisplacementPixelType));
    const TInputImage * const        input = this->GetInput();
    const TDisplacementField * const field = this->GetDisplacementField();
    TOutputImage * const             output = this->GetOutput();
    if (this->m_DefFieldSameInformation && !field->GetBufferedRegion().IsInside(output->GetRequestedRegion()))
    {
      // Throws what the parent throws.
      const ImageRegionConstIterator<TDisplacementField> iterator(field, output->GetRequestedRegion());
    }
    const auto inputView = this->ViewInput(input, stream);
    const auto vectors = this->ViewInput(field, stream);
    const auto outputView = this->ViewOutput(output, stream);
    const auto fieldView = device::MakeImageView<const DisplacementType, Dimension>(
      reinterpret_cast<const DisplacementType *>(vectors.data), vectors.size);

    device::WarpGrids<Dimension> grids{};
    device::SetIndexToPoint<Dimension>(grids.output, output);
    grids.pointToInput = device::MakePointToIndex<Dimension>(input);
    grids.pointToField = device::MakePointToIndex<Dimension>(field);
    grids.fieldIsOnOutputsGrid = this->m_DefFieldSameInformation;
    device::CopyIndex(output->GetBufferedRegion(), grids.begin);
    device::CopyIndex(input->GetBufferedRegion(), grids.inputBegin);
    device::CopyIndex(field->GetBufferedRegion(), grids.fieldBegin);
    device::LaunchWarp<InputPixelType, ComponentType, Dimension>(
      inputView, fieldView, outputView, grids, this->GetEdgePaddingValue(), stream);
  }
}
} // namespace itk

#endif
