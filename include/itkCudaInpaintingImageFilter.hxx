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
#ifndef itkCudaInpaintingImageFilter_hxx
#define itkCudaInpaintingImageFilter_hxx

namespace itk
{
template <typename TInputImage, typename TOutputImage, typename TMaskImage>
bool
CudaInpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::HasKernel() const
{
  if constexpr (KernelExists)
  {
    return this->GetInput() == nullptr ||
           device::CudaInpainter::IsAvailable(this->GetSettings(), this->GetShape().size);
  }
  return false;
}

template <typename TInputImage, typename TOutputImage, typename TMaskImage>
void
CudaInpaintingImageFilter<TInputImage, TOutputImage, TMaskImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto                                            input = this->ViewInput(this->GetInput(), stream);
    const double                                          missingValue = this->GetMissingValue();
    device::CudaInpainter::template Source<ComponentType> source{
      reinterpret_cast<const ComponentType *>(input.data), nullptr, this->GetUseMissingValue() ? &missingValue : nullptr
    };
    if (this->GetMaskImage() != nullptr)
    {
      source.mask = this->ViewInput(this->GetMaskImage(), stream).data;
    }
    this->GetCartoonOutput()->ReleaseData();
    this->GetTextureOutput()->ReleaseData();

    device::CudaInpainter inpainter(this->GetSettings(), this->GetShape().size, Superclass::Channels, stream);
    const auto            known = inpainter.Read(source);
    if (known.notFinite)
    {
      this->RefusePixel(this->GetInput()->ComputeIndex(known.component / Superclass::Channels), known.value);
    }
    const bool isComplete = this->IterateIfNeeded(inpainter, known.count);
    const auto output = this->ViewOutput(this->GetOutput(), stream);
    inpainter.Write(
      source.pixels, reinterpret_cast<ComponentType *>(output.data), isComplete || !(this->GetNoiseLevel() > 0));
    if (this->GetTransform() == Superclass::TransformEnum::Morphological)
    {
      static_assert(sizeof(typename Superclass::PartPixelType) == Superclass::Channels * sizeof(float));
      unsigned int part = 0;
      for (auto * const partOutput : { this->GetCartoonOutput(), this->GetTextureOutput() })
      {
        inpainter.WritePart(part++, reinterpret_cast<float *>(this->ViewOutput(partOutput, stream).data));
      }
    }
  }
}
} // namespace itk

#endif
