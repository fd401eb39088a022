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
#ifndef itkDevicePointwiseImageFilter_hxx
#define itkDevicePointwiseImageFilter_hxx

namespace itk
{
template <typename TParentFilter,
          template <typename, typename...> class THasKernel,
          typename TOutputImage,
          typename... TInputImages>
template <typename TImage>
device::PointwiseInput<typename TImage::PixelType>
DevicePointwiseImageFilter<TParentFilter, THasKernel, TOutputImage, TInputImages...>::ViewNthInput(
  unsigned int           index,
  const device::Stream & stream)
{
  using PixelType = typename TImage::PixelType;
  const DataObject * const input = this->ProcessObject::GetInput(index);
  if (const auto * const image = dynamic_cast<const TImage *>(input))
  {
    return this->ViewRegion(image, this->GetOutput()->GetRequestedRegion(), stream);
  }
  const auto * const constant = dynamic_cast<const SimpleDataObjectDecorator<PixelType> *>(input);
  if (constant == nullptr)
  {
    itkExceptionMacro(<< "Input " << index << " is neither an image of the filter's type nor a constant.");
  }
  device::PointwiseInput<PixelType> result;
  result.constant = constant->Get();
  return result;
}

template <typename TParentFilter,
          template <typename, typename...> class THasKernel,
          typename TOutputImage,
          typename... TInputImages>
auto
DevicePointwiseImageFilter<TParentFilter, THasKernel, TOutputImage, TInputImages...>::ViewImages(
  const device::Stream & stream) -> ImagesType
{
  ImagesType   images;
  unsigned int index = 0;
  std::apply([&](auto &... input) { ((input = this->ViewNthInput<TInputImages>(index++, stream)), ...); },
             images.inputs);
  images.output = this->ViewWholeOutput(this->GetOutput(), stream);
  return images;
}

template <typename TParentFilter,
          template <typename, typename...> class THasKernel,
          typename TOutputImage,
          typename... TInputImages>
void
DevicePointwiseImageFilter<TParentFilter, THasKernel, TOutputImage, TInputImages...>::EnqueueOnDevice(
  const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    this->BeforeThreadedGenerateData();
    this->Launch(this->ViewImages(stream), stream);
  }
}
} // namespace itk

#endif
