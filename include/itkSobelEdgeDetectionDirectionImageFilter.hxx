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
#ifndef itkSobelEdgeDetectionDirectionImageFilter_hxx
#define itkSobelEdgeDetectionDirectionImageFilter_hxx

#include "itkConstNeighborhoodIterator.h"
#include "itkImageRegionIterator.h"
#include "itkNeighborhoodAlgorithm.h"
#include "itkNeighborhoodInnerProduct.h"
#include "itkSobelOperator.h"
#include "itkZeroFluxNeumannBoundaryCondition.h"
#include <cmath>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>::SetComputeDirection(bool computeDirection)
{
  if (computeDirection == this->GetComputeDirection())
  {
    return;
  }
  if (computeDirection)
  {
    this->SetNthOutput(1, this->MakeOutput(1));
  }
  else
  {
    this->RemoveOutput(1);
  }
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  Superclass::GenerateData();
  if (OutputImageType * const direction = this->GetDirectionOutput())
  {
    direction->SetBufferedRegion(direction->GetRequestedRegion());
    direction->Allocate();
    this->GetMultiThreader()->template ParallelizeImageRegion<TOutputImage::ImageDimension>(
      direction->GetRequestedRegion(), [this](const auto & region) { this->GenerateDirection(region); }, this);
  }
}

template <typename TInputImage, typename TOutputImage>
void
SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>::GenerateDirection(
  const typename OutputImageType::RegionType & region)
{
  using OperatorType = SobelOperator<OutputPixelType, TInputImage::ImageDimension>;
  const TInputImage * const input = this->GetInput();
  OperatorType              operators[2];
  for (unsigned int axis = 0; axis < 2; ++axis)
  {
    operators[axis].SetDirection(axis);
    operators[axis].CreateDirectional();
  }
  const auto radius = operators[0].GetRadius();

  const NeighborhoodInnerProduct<TInputImage, OutputPixelType, OutputPixelType> innerProduct;
  ZeroFluxNeumannBoundaryCondition<TInputImage>                                 boundaryCondition;
  NeighborhoodAlgorithm::ImageBoundaryFacesCalculator<TInputImage>              calculator;
  for (const auto & face : calculator(input, region, radius))
  {
    ConstNeighborhoodIterator<TInputImage> neighborhood(radius, input, face);
    ImageRegionIterator<TOutputImage>      direction(this->GetDirectionOutput(), face);
    neighborhood.OverrideBoundaryCondition(&boundaryCondition);
    for (neighborhood.GoToBegin(); !neighborhood.IsAtEnd(); ++neighborhood, ++direction)
    {
      const double x = innerProduct(neighborhood, operators[0]);
      const double y = innerProduct(neighborhood, operators[1]);
      direction.Set(static_cast<OutputPixelType>(std::atan2(y, x)));
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "ComputeDirection: " << (this->GetComputeDirection() ? "On" : "Off") << std::endl;
}
} // namespace itk

#endif
