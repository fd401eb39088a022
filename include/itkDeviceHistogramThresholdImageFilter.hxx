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
#ifndef itkDeviceHistogramThresholdImageFilter_hxx
#define itkDeviceHistogramThresholdImageFilter_hxx

namespace itk
{
template <typename TParentFilter>
void
DeviceHistogramThresholdImageFilter<TParentFilter>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  const auto * const input = this->GetInput();
  auto * const       mask = const_cast<MaskImageType *>(this->GetMaskImage());
  if (input != nullptr && mask != nullptr)
  {
    // As the parent's histogram filter does, in its turn.
    mask->SetRequestedRegion(input->GetLargestPossibleRegion());
  }
}

template <typename TParentFilter>
auto
DeviceHistogramThresholdImageFilter<TParentFilter>::MakeHistogram(const CounterType & counter) const ->
  typename HistogramType::Pointer
{
  using MeasurementType = typename HistogramType::MeasurementType;
  typename HistogramType::MeasurementVectorType minimum(1);
  typename HistogramType::MeasurementVectorType maximum(1);
  typename HistogramType::SizeType              size(1);
  const auto                                    histogram = HistogramType::New();
  size.Fill(this->GetNumberOfHistogramBins());
  if (this->GetAutoMinimumMaximum())
  {
    // The margin of Statistics::ImageToHistogramFilter, with its MarginalScale of 100.
    minimum[0] = static_cast<MeasurementType>(counter.GetExtrema().minimum);
    maximum[0] = static_cast<MeasurementType>(counter.GetExtrema().maximum);
    const double margin = (maximum[0] - minimum[0]) / static_cast<MeasurementType>(size[0]) / 100.0;
    if (NumericTraits<MeasurementType>::max() - maximum[0] > margin)
    {
      maximum[0] += margin;
    }
    else
    {
      histogram->SetClipBinsAtEnds(false);
    }
  }
  else
  {
    minimum[0] = NumericTraits<InputPixelType>::NonpositiveMin() - 0.5;
    maximum[0] = NumericTraits<InputPixelType>::max() + 0.5;
  }
  histogram->SetMeasurementVectorSize(1);
  histogram->Initialize(size, minimum, maximum);
  return histogram;
}

template <typename TParentFilter>
void
DeviceHistogramThresholdImageFilter<TParentFilter>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (Superclass::KernelExists)
  {
    const auto * const    input = this->GetInput();
    device::HistogramMask mask;
    if constexpr (IsKnownMask)
    {
      if (const auto * const maskImage = this->GetMaskImage())
      {
        if (!maskImage->GetBufferedRegion().IsInside(input->GetBufferedRegion()))
        {
          itkExceptionMacro(<< "The mask does not cover the input, whose region is " << input->GetBufferedRegion());
        }
        mask.image = this->ViewRegion(maskImage, input->GetBufferedRegion(), stream);
        mask.value = this->GetMaskValue();
      }
    }
    std::size_t       size[3];
    const auto        pixels = this->ViewWholeInput(size, stream);
    const auto        images = this->ViewImages(stream);
    const CounterType counter(pixels, mask, size, stream);
    const auto        histogram = this->MakeHistogram(counter);
    counter.AddTo(*histogram);
    this->CheckHistogram(*histogram);

    auto * const calculator = this->GetModifiableCalculator();
    this->SetUpCalculator();
    calculator->SetInput(histogram);
    // An exception of an earlier Update() may have left it as if it were updating.
    calculator->ResetPipeline();
    calculator->Update();
    m_Threshold = calculator->GetThreshold();
    calculator->SetInput(nullptr);
    if (NumericTraits<InputPixelType>::NonpositiveMin() > m_Threshold)
    {
      itkExceptionMacro(<< "Lower threshold cannot be greater than upper threshold.");
    }
    this->Launch(images, stream);
  }
}

template <typename TParentFilter>
void
DeviceHistogramThresholdImageFilter<TParentFilter>::Launch(const ImagesType & images, const device::Stream & stream)
{
  if constexpr (Superclass::KernelExists)
  {
    device::LaunchBinaryThreshold(images,
                                  NumericTraits<InputPixelType>::NonpositiveMin(),
                                  m_Threshold,
                                  this->GetInsideValue(),
                                  this->GetOutsideValue(),
                                  stream);
    if constexpr (IsKnownMask)
    {
      const auto * const mask = this->GetMaskImage();
      if (mask != nullptr && this->GetMaskOutput())
      {
        const auto &                            output = images.output;
        device::PointwiseInput<OutputPixelType> thresholded;
        thresholded.pixels = output.pixels;
        std::copy_n(output.stride, 3, thresholded.stride);
        const auto masking = this->ViewRegion(mask, this->GetOutput()->GetRequestedRegion(), stream);
        device::LaunchMask(
          device::PointwiseImages<OutputPixelType, OutputPixelType, std::uint8_t>{ output, { thresholded, masking } },
          std::uint8_t{ 0 },
          OutputPixelType{ 0 },
          stream);
      }
    }
  }
}
} // namespace itk

#endif
