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
#ifndef itkCudaCannyEdgeDetectionHostFilter_hxx
#define itkCudaCannyEdgeDetectionHostFilter_hxx

#include "itkProgressAccumulator.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>::CudaCannyEdgeDetectionHostFilter()
{
  m_Variance.Fill(0.0);
  m_MaximumError.Fill(0.01);
}

template <typename TInputImage, typename TOutputImage>
void
CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>::SetVariance(typename ArrayType::ValueType variance)
{
  ArrayType variances;
  variances.Fill(variance);
  this->SetVariance(variances);
}

template <typename TInputImage, typename TOutputImage>
void
CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>::SetMaximumError(typename ArrayType::ValueType maximumError)
{
  ArrayType maximumErrors;
  maximumErrors.Fill(maximumError);
  this->SetMaximumError(maximumErrors);
}

template <typename TInputImage, typename TOutputImage>
void
CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>::GenerateData()
{
  const auto input = TInputImage::New();
  input->Graft(const_cast<TInputImage *>(this->GetInput()));

  const auto canny = HostFilterType::New();
  const auto progress = ProgressAccumulator::New();
  progress->SetMiniPipelineFilter(this);
  progress->RegisterInternalFilter(canny, 1.0f);
  canny->SetNumberOfWorkUnits(this->GetNumberOfWorkUnits());
  canny->SetInput(input);
  canny->SetVariance(m_Variance);
  canny->SetMaximumError(m_MaximumError);
  canny->SetUpperThreshold(m_UpperThreshold);
  canny->SetLowerThreshold(m_LowerThreshold);
  canny->GraftOutput(this->GetOutput());
  canny->Update();
  this->GraftOutput(canny->GetOutput());
}

template <typename TInputImage, typename TOutputImage>
void
CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  using PrintType = typename NumericTraits<OutputImagePixelType>::PrintType;
  Superclass::PrintSelf(os, indent);
  os << indent << "Variance: " << m_Variance << std::endl;
  os << indent << "MaximumError: " << m_MaximumError << std::endl;
  os << indent << "UpperThreshold: " << static_cast<PrintType>(m_UpperThreshold) << std::endl;
  os << indent << "LowerThreshold: " << static_cast<PrintType>(m_LowerThreshold) << std::endl;
}
} // namespace itk

#endif
