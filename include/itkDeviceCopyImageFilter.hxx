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
#ifndef itkDeviceCopyImageFilter_hxx
#define itkDeviceCopyImageFilter_hxx

namespace itk
{
template <typename TParentFilter, typename TInputImage, typename TOutputImage>
void
DeviceCopyImageFilter<TParentFilter, TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const TInputImage * const input = this->GetInput();
    TOutputImage * const      output = this->GetOutput();
    const auto                whole = output->GetLargestPossibleRegion();
    const auto                inputView = this->ViewInput(input, stream);
    const auto                outputView = this->ViewOutput(output, stream);
    if (static_cast<const PixelType *>(outputView.data) == inputView.data)
    {
      // In place, where nothing is to be moved; the output has taken the input's geometry, too.
      output->SetLargestPossibleRegion(whole);
      return;
    }
    MapType map;
    this->MakeMap(map);
    device::LaunchCopy(this->MakeTask(input, inputView, outputView, output->GetBufferedRegion(), map), stream);
  }
}

template <typename TParentFilter, typename TInputImage, typename TOutputImage>
template <unsigned int VDimension>
device::CopyTask
DeviceCopyImageFilter<TParentFilter, TInputImage, TOutputImage>::MakeTask(
  const ImageBase<VDimension> *                          image,
  const device::ImageView<const PixelType, VDimension> & input,
  const device::ImageView<PixelType, OutputDimension> &  output,
  const ImageRegion<OutputDimension> &                   region,
  const DeviceCopyMap<VDimension, OutputDimension> &     map) const
{
  const auto       buffered = image->GetBufferedRegion();
  const auto       whole = image->GetLargestPossibleRegion();
  device::CopyTask task;
  task.input = input.data;
  task.inputPixels = static_cast<std::ptrdiff_t>(buffered.GetNumberOfPixels());
  task.pixelSize = sizeof(PixelType);
  const PixelType beyond = this->GetBeyond();
  std::memcpy(task.constant, &beyond, sizeof(beyond));

  bool isFixed[VDimension];
  std::fill_n(isFixed, VDimension, true);
  const auto stride = [&input](unsigned int axis) { return static_cast<std::ptrdiff_t>(input.stride[axis]); };

  PixelType * target = output.data;
  for (unsigned int j = 0; j < OutputDimension; ++j)
  {
    const auto & [inputAxis, step, offset] = map.axes[j];
    device::CopyAxis & axis = task.axes[j];
    const auto         begin = step * region.GetIndex(j) + offset;
    axis.size = static_cast<std::ptrdiff_t>(region.GetSize(j));
    axis.outputStride = static_cast<std::ptrdiff_t>(output.stride[j]);
    target += (region.GetIndex(j) - this->GetOutput()->GetBufferedRegion().GetIndex(j)) * axis.outputStride;
    if (inputAxis >= VDimension)
    {
      continue;
    }
    axis.inputStride = step * stride(inputAxis);
    axis.border = map.border;
    isFixed[inputAxis] = false;
    auto first = begin;
    if (map.border != device::CopyBorder::None)
    {
      first = whole.GetIndex(inputAxis);
      axis.begin = begin - first;
      axis.inputSize = static_cast<std::ptrdiff_t>(whole.GetSize(inputAxis));
    }
    task.inputOffset += (first - buffered.GetIndex(inputAxis)) * stride(inputAxis);
  }
  task.output = target;
  for (unsigned int k = 0; k < VDimension; ++k)
  {
    task.inputOffset += isFixed[k] ? (map.fixedIndex[k] - buffered.GetIndex(k)) * stride(k) : 0;
  }
  return task;
}
} // namespace itk

#endif
