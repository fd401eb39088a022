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
#ifndef itkCudaPolygonalRegionSnakeImageFilter_hxx
#define itkCudaPolygonalRegionSnakeImageFilter_hxx

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaPolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    this->BeginSegmentation();
    const auto input = this->ViewInput(this->GetInput(), stream);
    const auto output = this->ViewOutput(this->GetOutput(), stream);
    this->GetSegmentation().template SegmentOnDevice<InputPixelType>(input, output, stream, this->MakeObserver());
    this->UpdatePaths();
  }
}
} // namespace itk

#endif
