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
#ifndef itkWholeImageFilter_hxx
#define itkWholeImageFilter_hxx

#include <algorithm>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
WholeImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  for (const auto & name : this->GetInputNames())
  {
    if (DataObject * const input = this->ProcessObject::GetInput(name))
    {
      input->SetRequestedRegionToLargestPossibleRegion();
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
WholeImageFilter<TInputImage, TOutputImage>::EnlargeOutputRequestedRegion(DataObject * output)
{
  output->SetRequestedRegionToLargestPossibleRegion();
}

template <typename TInputImage, typename TOutputImage>
device::ParallelRunner
WholeImageFilter<TInputImage, TOutputImage>::MakeParallelRunner()
{
  return [this](std::size_t count, const std::function<void(std::size_t begin, std::size_t end)> & function) {
    const std::size_t parts = std::min<std::size_t>(count, 8 * this->GetNumberOfWorkUnits());
    this->GetMultiThreader()->SetNumberOfWorkUnits(this->GetNumberOfWorkUnits());
    this->GetMultiThreader()->ParallelizeArray(
      0, parts, [&](SizeValueType part) { function(part * count / parts, (part + 1) * count / parts); }, nullptr);
  };
}

template <typename TInputImage, typename TOutputImage>
template <typename TPixel>
device::ImageView<TPixel, 3>
WholeImageFilter<TInputImage, TOutputImage>::MakeView(TPixel * pixels, const typename TOutputImage::RegionType & region)
{
  std::size_t size[3] = { 1, 1, 1 };
  std::copy_n(region.GetSize().data(), ImageDimension, size);
  return device::MakeImageView<TPixel, 3>(pixels, size);
}

template <typename TInputImage, typename TOutputImage>
void
WholeImageFilter<TInputImage, TOutputImage>::Advance(float progress)
{
  this->UpdateProgress(progress);
  if (this->GetAbortGenerateData())
  {
    throw ProcessAborted(__FILE__, __LINE__);
  }
}
} // namespace itk

#endif
