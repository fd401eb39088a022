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
#ifndef itkCudaResampleImageFilter_hxx
#define itkCudaResampleImageFilter_hxx

#include "itkDeviceImageGrid.h"
#include <cstring>
#include <typeinfo>

namespace itk
{
template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
std::optional<device::ResampleInterpolation>
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::
  GetInterpolation() const
{
  if constexpr (KernelExists)
  {
    using device::ResampleInterpolation;
    const auto * const interpolator = this->GetInterpolator();
    if (interpolator == nullptr)
    {
      return std::nullopt;
    }
    const auto & type = typeid(*interpolator);
    if (type == typeid(LinearInterpolateImageFunction<TInputImage, TInterpolatorPrecisionType>))
    {
      return ResampleInterpolation::Linear;
    }
    if (type == typeid(NearestNeighborInterpolateImageFunction<TInputImage, TInterpolatorPrecisionType>))
    {
      return ResampleInterpolation::NearestNeighbor;
    }
    if (type == typeid(BSplineType) && static_cast<const BSplineType *>(interpolator)->GetSplineOrder() == 3)
    {
      return ResampleInterpolation::CubicBSpline;
    }
  }
  return std::nullopt;
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
bool
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::HasKernel()
  const
{
  if constexpr (KernelExists)
  {
    const auto * const transform = this->GetTransform();
    const auto * const extrapolator = this->GetExtrapolator();
    const bool         hasExtrapolator =
      extrapolator == nullptr ||
      typeid(*extrapolator) == typeid(NearestNeighborExtrapolateImageFunction<TInputImage, TInterpolatorPrecisionType>);
    return hasExtrapolator && this->GetInterpolation().has_value() && transform != nullptr &&
           transform->GetTransformCategory() == TransformType::TransformCategoryEnum::Linear &&
           (this->GetInput() == nullptr || device::HasSmallIndices(this->GetInput()->GetLargestPossibleRegion()));
  }
  return false;
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
void
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::
  GenerateInputRequestedRegion()
{
  if (this->GetInterpolation() == device::ResampleInterpolation::CubicBSpline && this->WillRunOnDevice())
  {
    const_cast<TInputImage *>(this->GetInput())->SetRequestedRegionToLargestPossibleRegion();
    return;
  }
  Superclass::GenerateInputRequestedRegion();
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
void
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::MapByTransform(
  const std::ptrdiff_t (&index)[TOutputImage::ImageDimension],
  double (&position)[TOutputImage::ImageDimension]) const
{
  typename TOutputImage::IndexType outputIndex;
  typename TOutputImage::PointType point;
  std::copy_n(index, Dimension, outputIndex.begin());
  this->GetOutput()->TransformIndexToPhysicalPoint(outputIndex, point);
  const auto inputIndex = this->GetInput()->template TransformPhysicalPointToContinuousIndex<double>(
    this->GetTransform()->TransformPoint(point));
  std::copy_n(inputIndex.GetDataPointer(), Dimension, position);
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
bool
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::MakeMap(
  MapType & map) const
{
  device::SetIndexToPoint<Dimension>(map, this->GetOutput());
  if (!device::AppendTransform<Dimension>(map, this->GetTransform()))
  {
    return false;
  }
  map.steps[map.numberOfSteps] = device::MakePointToIndex<Dimension>(this->GetInput());
  ++map.numberOfSteps;
  return this->IsTheParents(map);
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
bool
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::IsTheParents(
  const MapType & map) const
{
  const auto region = this->GetOutput()->GetLargestPossibleRegion();
  for (unsigned int corner = 0; corner < 1u << Dimension; ++corner)
  {
    std::ptrdiff_t index[Dimension];
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      const auto size = static_cast<std::ptrdiff_t>(region.GetSize(axis));
      index[axis] = region.GetIndex(axis) + ((corner >> axis & 1) == 0 ? 0 : axis == 0 ? size : size - 1);
    }
    double parents[Dimension];
    double own[Dimension];
    this->MapByTransform(index, parents);
    device::MapResampledIndex(map, index, own);
    // A -0 does not differ.
    if (!std::equal(own, own + Dimension, parents))
    {
      return false;
    }
  }
  return true;
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
std::vector<double>
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::MapLines()
  const
{
  const TOutputImage * const output = this->GetOutput();
  const auto                 whole = output->GetLargestPossibleRegion();
  auto                       lines = output->GetRequestedRegion();
  lines.SetSize(0, 1);
  lines.SetIndex(0, whole.GetIndex(0));
  std::vector<double> ends;
  ends.reserve(lines.GetNumberOfPixels() * 2 * Dimension);
  for (SizeValueType line = 0; line < lines.GetNumberOfPixels(); ++line)
  {
    std::ptrdiff_t index[Dimension];
    SizeValueType  rest = line;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      index[axis] = lines.GetIndex(axis) + static_cast<std::ptrdiff_t>(rest % lines.GetSize(axis));
      rest /= lines.GetSize(axis);
    }
    for (int end = 0; end < 2; ++end)
    {
      double position[Dimension];
      this->MapByTransform(index, position);
      ends.insert(ends.end(), position, position + Dimension);
      index[0] += static_cast<std::ptrdiff_t>(whole.GetSize(0));
    }
  }
  return ends;
}

template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType,
          typename TTransformPrecisionType>
void
CudaResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>::
  EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const TInputImage * const input = this->GetInput();
    TOutputImage * const      output = this->GetOutput();
    const auto                inputView = this->ViewInput(input, stream);
    const auto                outputView = this->ViewOutput(output, stream);

    device::ResampleLines<Dimension> lines{};
    std::vector<double>              ends;
    if (!this->MakeMap(lines.map))
    {
      ends = this->MapLines();
      lines.ends = ends.data();
    }
    device::CopyIndex(output->GetBufferedRegion(), lines.begin);
    device::CopyIndex(input->GetBufferedRegion(), lines.inputBegin);
    lines.wholeBegin = output->GetLargestPossibleRegion().GetIndex(0);
    lines.wholeSize = static_cast<std::ptrdiff_t>(output->GetLargestPossibleRegion().GetSize(0));
    device::LaunchResample<InputPixelType, OutputPixelType, Dimension>(inputView,
                                                                       outputView,
                                                                       lines,
                                                                       *this->GetInterpolation(),
                                                                       this->GetExtrapolator() != nullptr,
                                                                       this->GetDefaultPixelValue(),
                                                                       stream);
    // Lets go of the input.
    this->AfterThreadedGenerateData();
  }
}
} // namespace itk

#endif
