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
#ifndef itkImageTransformFilter_hxx
#define itkImageTransformFilter_hxx

#include "itkImageAlgorithm.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
ImageTransformFilter<TInputImage, TOutputImage>::GenerateData()
{
  this->AllocateOutputs();
  this->Advance(0.0f);
  TOutputImage * const output = this->GetOutput();
  ImageAlgorithm::Copy(this->GetInput(), output, output->GetRequestedRegion(), output->GetRequestedRegion());
  this->TransformPixels(this->MakeView(output->GetBufferPointer(), output->GetBufferedRegion()),
                        this->MakeParallelRunner());
  this->Advance(1.0f);
}
} // namespace itk

#endif
