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
#ifndef itkCDFWaveletTransformImageFilter_hxx
#define itkCDFWaveletTransformImageFilter_hxx

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CDFWaveletTransformImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  if (IsReversible && m_Wavelet != WaveletEnum::CDF53)
  {
    itkExceptionMacro(<< "Integers are transformed by CDF53 alone, but Wavelet is " << m_Wavelet << '.');
  }
}

template <typename TInputImage, typename TOutputImage>
void
CDFWaveletTransformImageFilter<TInputImage, TOutputImage>::VerifyInputInformation() ITKv5_CONST
{
  Superclass::VerifyInputInformation();
  const unsigned int most = this->GetMaximumNumberOfLevels();
  if (m_NumberOfLevels > most)
  {
    itkExceptionMacro(<< "NumberOfLevels is " << m_NumberOfLevels << ", but an image of "
                      << this->GetInput()->GetLargestPossibleRegion().GetSize() << " has " << most << " at most.");
  }
}

template <typename TInputImage, typename TOutputImage>
unsigned int
CDFWaveletTransformImageFilter<TInputImage, TOutputImage>::GetMaximumNumberOfLevels() const
{
  const auto shape = this->template MakeView<const char>(nullptr, this->GetInput()->GetLargestPossibleRegion());
  return device::GetNumberOfCDFWaveletLevels(shape.size);
}

template <typename TInputImage, typename TOutputImage>
void
CDFWaveletTransformImageFilter<TInputImage, TOutputImage>::TransformPixels(const ViewType &               pixels,
                                                                           const device::ParallelRunner & run)
{
  const unsigned int levels = m_NumberOfLevels > 0 ? m_NumberOfLevels : this->GetMaximumNumberOfLevels();
  if (m_Direction == DirectionEnum::Forward)
  {
    device::ForwardCDFWaveletTransform(pixels, m_Wavelet, levels, run);
  }
  else
  {
    device::InverseCDFWaveletTransform(pixels, m_Wavelet, levels, run);
  }
}

template <typename TInputImage, typename TOutputImage>
void
CDFWaveletTransformImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Wavelet: " << m_Wavelet << std::endl;
  os << indent << "Direction: " << m_Direction << std::endl;
  os << indent << "NumberOfLevels: " << m_NumberOfLevels << std::endl;
}
} // namespace itk

#endif
