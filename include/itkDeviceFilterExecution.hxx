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
#ifndef itkDeviceFilterExecution_hxx
#define itkDeviceFilterExecution_hxx

#include "itkDeviceKernelLoading.h"
#include "itkDeviceStrips.h"
#include <algorithm>

namespace itk::device
{
template <typename TPixel, unsigned int VDimension>
typename DeviceImage<TPixel, VDimension>::PixelContainer::ConstPointer
FilterExecution::GetContainer(const Image<TPixel, VDimension> * image) const
{
  using DeviceImageType = DeviceImage<TPixel, VDimension>;
  using ContainerType = typename DeviceImageType::PixelContainer;

  const auto & requested = image->GetRequestedRegion();
  if (requested.GetNumberOfPixels() > 0 && !image->GetBufferedRegion().IsInside(requested))
  {
    this->Throw("An input's RequestedRegion is outside of its BufferedRegion: was it released?");
  }
  typename ContainerType::ConstPointer container;
  if (const auto * const deviceImage = dynamic_cast<const DeviceImageType *>(image))
  {
    container = deviceImage->GetPixelContainer();
  }
  else
  {
    // A plain image's pixels may change unseen, even in a container that it shares with a DeviceImage: upload anew.
    auto * const base = const_cast<Image<TPixel, VDimension> *>(image)->GetPixelContainer();
    if (const auto * const shared = dynamic_cast<const ContainerType *>(base))
    {
      shared->MakeHostCurrent();
    }
    const auto alias = ContainerType::New();
    alias->SetImportPointer(base->GetBufferPointer(), base->Size());
    container = alias;
  }
  if (container->Size() < image->GetBufferedRegion().GetNumberOfPixels())
  {
    this->Throw("An input holds fewer pixels than its BufferedRegion: was it never allocated?");
  }
  return container;
}

template <typename TPixel, unsigned int VDimension>
ImageView<const TPixel, VDimension>
FilterExecution::ViewInput(const Image<TPixel, VDimension> * image, const Stream & onStream)
{
  KernelLoading::RequirePixels();
  const auto           container = this->GetContainer(image);
  const TPixel * const pixels = container->GetDevicePointer(onStream);
  m_AfterEnqueue.push_back([container, onStream] { container->ReadOnDevice(onStream); });
  return MakeView(pixels, image->GetBufferedRegion());
}

template <typename TPixel, unsigned int VDimension>
ImageView<TPixel, VDimension>
FilterExecution::ViewOutput(Image<TPixel, VDimension> * image, const Stream & onStream, bool inPlace)
{
  using DeviceImageType = DeviceImage<TPixel, VDimension>;
  using ContainerType = typename DeviceImageType::PixelContainer;

  KernelLoading::RequirePixels();
  m_WritesFirstInput = m_WritesFirstInput || inPlace;
  image->SetBufferedRegion(image->GetRequestedRegion());
  const SizeValueType             numberOfPixels = image->GetBufferedRegion().GetNumberOfPixels();
  typename ContainerType::Pointer container;
  TPixel *                        pixels = nullptr;
  if (auto * const deviceImage = dynamic_cast<DeviceImageType *>(image))
  {
    container = deviceImage->GetPixelContainer();
    pixels =
      inPlace ? container->GetDevicePointerForWriting(onStream) : container->AllocateOnDevice(numberOfPixels, onStream);
    m_AfterEnqueue.push_back([container, onStream] { container->WrittenOnDevice(onStream); });
  }
  else
  {
    if (!inPlace)
    {
      image->Allocate();
    }
    container = ContainerType::New();
    container->SetImportPointer(image->GetBufferPointer(), numberOfPixels);
    pixels = container->AllocateOnDevice(numberOfPixels, onStream);
    m_AfterEnqueue.push_back([container, onStream] {
      container->WrittenOnDevice(onStream);
      container->MakeHostCurrent();
    });
  }
  return MakeView(pixels, image->GetBufferedRegion());
}

template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension, typename TLaunch>
bool
FilterExecution::ComputeInStrips(const Image<TInputPixel, VDimension> * input,
                                 Image<TOutputPixel, VDimension> *      output,
                                 const Size<VDimension> &               reach,
                                 const Stream &                         onStream,
                                 const TLaunch &                        launch)
{
  const auto region = output->GetRequestedRegion();
  const auto buffered = input->GetBufferedRegion();
  if (stream || region.GetNumberOfPixels() * sizeof(TOutputPixel) < StripImages::SmallestOutput ||
      dynamic_cast<const DeviceResident *>(input) != nullptr || dynamic_cast<DeviceResident *>(output) != nullptr)
  {
    return false;
  }
  // The last axis along which there is more than a pixel.
  unsigned int axis = VDimension - 1;
  while (axis > 0 && region.GetSize(axis) == 1 && buffered.GetSize(axis) == 1)
  {
    --axis;
  }

  const auto container = this->GetContainer(input);
  output->SetBufferedRegion(region);
  output->Allocate();
  std::size_t offset[VDimension];
  for (unsigned int along = 0; along < VDimension; ++along)
  {
    offset[along] = region.GetIndex(along) - buffered.GetIndex(along);
  }
  const StripImages images{ container->GetBufferPointer(),
                            output->GetBufferPointer(),
                            buffered.GetSize(axis),
                            region.GetSize(axis),
                            buffered.GetNumberOfPixels() / buffered.GetSize(axis) * sizeof(TInputPixel),
                            region.GetNumberOfPixels() / region.GetSize(axis) * sizeof(TOutputPixel),
                            offset[axis],
                            reach[axis] };
  return device::ComputeInStrips(
    images, onStream.GetDevice(), m_Filter, [&](const Strip & strip, const Stream & onStripsStream) {
      auto inputRegion = buffered;
      auto outputRegion = region;
      inputRegion.SetSize(axis, strip.inputRows);
      outputRegion.SetSize(axis, strip.outputRows);
      std::size_t offsetInStrip[VDimension];
      std::copy_n(offset, VDimension, offsetInStrip);
      offsetInStrip[axis] += strip.firstOutputRow - strip.firstInputRow;
      launch(MakeView(static_cast<const TInputPixel *>(strip.input), inputRegion),
             MakeView(static_cast<TOutputPixel *>(strip.output), outputRegion),
             offsetInStrip,
             onStripsStream);
    });
}

#define itkDeviceFilterExecutionViews(linkage, pixel, dimension)                                                 \
  linkage template ImageView<const pixel, dimension> FilterExecution::ViewInput(const Image<pixel, dimension> *, \
                                                                                const Stream &);                 \
  linkage template ImageView<pixel, dimension>       FilterExecution::ViewOutput(                                \
    Image<pixel, dimension> *, const Stream &, bool)
#define itkDeviceFilterExecutionViewsOf(linkage, pixel) \
  itkDeviceFilterExecutionViews(linkage, pixel, 2);     \
  itkDeviceFilterExecutionViews(linkage, pixel, 3)
// The library has those of the pixel types that its kernels have.
#define itkDeviceFilterExecutionInstances(linkage)    \
  itkDeviceFilterExecutionViewsOf(linkage, uint8_t);  \
  itkDeviceFilterExecutionViewsOf(linkage, int16_t);  \
  itkDeviceFilterExecutionViewsOf(linkage, uint16_t); \
  itkDeviceFilterExecutionViewsOf(linkage, int32_t);  \
  itkDeviceFilterExecutionViewsOf(linkage, uint32_t); \
  itkDeviceFilterExecutionViewsOf(linkage, float)

itkDeviceFilterExecutionInstances(extern);
} // namespace itk::device

#endif
