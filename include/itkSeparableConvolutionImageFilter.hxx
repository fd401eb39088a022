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
#ifndef itkSeparableConvolutionImageFilter_hxx
#define itkSeparableConvolutionImageFilter_hxx

#include "itkCastImageFilter.h"
#include "itkNeighborhoodOperatorImageFilter.h"
#include "itkProgressAccumulator.h"
#include <algorithm>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::SeparableConvolutionImageFilter()
{
  for (OperatorType & identity : m_Operator)
  {
    identity.SetRadius(SizeValueType{ 0 });
    identity[0] = 1.0;
  }
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::VerifyAxis(unsigned int axis) const
{
  if (axis >= ImageDimension)
  {
    itkExceptionMacro(<< "There is no axis " << axis << " in an image of " << ImageDimension << " dimensions.");
  }
}

template <typename TInputImage, typename TOutputImage>
template <typename TCoefficient, typename TAllocator>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::SetOperator(
  unsigned int                                                   axis,
  const Neighborhood<TCoefficient, ImageDimension, TAllocator> & coefficients)
{
  this->VerifyAxis(axis);
  RadiusType radius{};
  radius[axis] = coefficients.GetRadius(axis);
  if (coefficients.GetRadius() != radius || coefficients.Size() != 2 * radius[axis] + 1)
  {
    itkExceptionMacro(<< "The operator of radius " << coefficients.GetRadius() << " must extend along axis " << axis
                      << " alone.");
  }
  OperatorType & copy = m_Operator[axis];
  copy.SetRadius(radius);
  std::copy(coefficients.Begin(), coefficients.End(), copy.Begin());
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::SetCoefficients(unsigned int                axis,
                                                                            const std::vector<double> & coefficients)
{
  this->VerifyAxis(axis);
  if (coefficients.size() % 2 == 0)
  {
    itkExceptionMacro(<< "The number of coefficients must be odd, and is " << coefficients.size() << '.');
  }
  RadiusType radius{};
  radius[axis] = coefficients.size() / 2;
  OperatorType values;
  values.SetRadius(radius);
  std::copy(coefficients.begin(), coefficients.end(), values.Begin());
  this->SetOperator(axis, values);
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::RemoveOperator(unsigned int axis)
{
  this->VerifyAxis(axis);
  m_Operator[axis].SetRadius(SizeValueType{ 0 });
  m_Operator[axis][0] = 1.0;
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
auto
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::GetOperator(unsigned int axis) const -> const OperatorType &
{
  this->VerifyAxis(axis);
  return m_Operator[axis];
}

template <typename TInputImage, typename TOutputImage>
auto
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::GetRadius() const -> RadiusType
{
  RadiusType radius;
  for (unsigned int axis = 0; axis < ImageDimension; ++axis)
  {
    radius[axis] = m_Operator[axis].GetRadius(axis);
  }
  return radius;
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  auto * const input = const_cast<TInputImage *>(this->GetInput());
  if (input == nullptr)
  {
    return;
  }
  auto region = input->GetRequestedRegion();
  region.PadByRadius(this->GetRadius());
  const bool isInside = region.Crop(input->GetLargestPossibleRegion());
  input->SetRequestedRegion(region);
  if (!isInside)
  {
    InvalidRequestedRegionError error(__FILE__, __LINE__);
    error.SetLocation(ITK_LOCATION);
    error.SetDescription("Requested region is (at least partially) outside the largest possible region.");
    error.SetDataObject(input);
    throw error;
  }
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  // The input itself must not see the regions that the filters below ask for.
  const auto input = TInputImage::New();
  input->Graft(this->GetInput());
  const auto progress = ProgressAccumulator::New();
  progress->SetMiniPipelineFilter(this);

  std::vector<const OperatorType *> operators;
  for (unsigned int axis = ImageDimension; axis-- > 0;)
  {
    if (m_Operator[axis].Size() > 1 || m_Operator[axis][0] != 1.0)
    {
      operators.push_back(&m_Operator[axis]);
    }
  }
  const auto run = [this, &progress, &operators](auto filter) {
    progress->RegisterInternalFilter(filter, 1.0f / std::max<std::size_t>(operators.size(), 1));
    filter->GraftOutput(this->GetOutput());
    filter->Update();
  };
  if (operators.empty())
  {
    const auto cast = CastImageFilter<TInputImage, TOutputImage>::New();
    cast->SetInput(input);
    cast->InPlaceOff();
    run(cast);
    return;
  }
  if (operators.size() == 1)
  {
    const auto single = NeighborhoodOperatorImageFilter<TInputImage, TOutputImage, double>::New();
    single->SetOperator(*operators.front());
    single->SetInput(input);
    run(single);
    return;
  }
  const auto first = NeighborhoodOperatorImageFilter<TInputImage, RealImageType, double>::New();
  first->SetOperator(*operators.front());
  first->SetInput(input);
  first->ReleaseDataFlagOn();
  progress->RegisterInternalFilter(first, 1.0f / operators.size());

  using MiddleFilterType = NeighborhoodOperatorImageFilter<RealImageType, RealImageType, double>;
  std::vector<typename MiddleFilterType::Pointer> middle;
  const RealImageType *                           image = first->GetOutput();
  for (std::size_t i = 1; i + 1 < operators.size(); ++i)
  {
    middle.push_back(MiddleFilterType::New());
    middle.back()->SetOperator(*operators[i]);
    middle.back()->SetInput(image);
    middle.back()->ReleaseDataFlagOn();
    progress->RegisterInternalFilter(middle.back(), 1.0f / operators.size());
    image = middle.back()->GetOutput();
  }

  const auto last = NeighborhoodOperatorImageFilter<RealImageType, TOutputImage, double>::New();
  last->SetOperator(*operators.back());
  last->SetInput(image);
  run(last);
}

template <typename TInputImage, typename TOutputImage>
void
SeparableConvolutionImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  for (unsigned int axis = 0; axis < ImageDimension; ++axis)
  {
    os << indent << "Operator along axis " << axis << ':';
    for (const double coefficient : m_Operator[axis].GetBufferReference())
    {
      os << ' ' << coefficient;
    }
    os << std::endl;
  }
}
} // namespace itk

#endif
