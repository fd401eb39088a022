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
#ifndef itkDeviceHistogramThresholdImageFilter_h
#define itkDeviceHistogramThresholdImageFilter_h

#include "itkCudaBinaryThresholdImageFilter.h"
#include "itkCudaMaskImageFilter.h"
#include "itkDevicePixelCounter.h"

namespace itk
{
/** \class DeviceHistogramThresholdImageFilter
 * \brief Base of filters over a HistogramThresholdImageFilter: the device counts, the parent's calculator finds the
 * threshold, the device applies it.
 *
 * The histogram has the parent's bins and frequencies, so threshold and pixels are the parent's. It is that of the whole
 * input whatever is requested. Update() waits for the histogram, but not for the output. Of images with NaNs or infinite
 * pixels the parent's histogram depends on their order; here NaNs are passed over in the search for the range.
 *
 * On the device: inputs of uint8, int16, uint16, int32, uint32 and float, to the same type, to float and to uint8, with a
 * mask of uint8 or none, and up to 8190 bins; 2D and 3D. Others run the parent.
 *
 * \sa DevicePointwiseImageFilter HistogramThresholdImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceHistogramThresholdImageFilter
  : public DevicePointwiseImageFilter<TParentFilter,
                                      device::HasUsualPair,
                                      typename TParentFilter::OutputImageType,
                                      typename TParentFilter::InputImageType>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceHistogramThresholdImageFilter);

  using Self = DeviceHistogramThresholdImageFilter;
  using Superclass = DevicePointwiseImageFilter<TParentFilter,
                                                device::HasUsualPair,
                                                typename TParentFilter::OutputImageType,
                                                typename TParentFilter::InputImageType>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceHistogramThresholdImageFilter);

  using typename TParentFilter::HistogramType;
  using typename TParentFilter::InputImageType;
  using typename TParentFilter::InputPixelType;
  using typename TParentFilter::MaskImageType;
  using typename TParentFilter::OutputImageType;
  using typename TParentFilter::OutputPixelType;
  using typename Superclass::ImagesType;

  /** Of the last Update(). */
  InputPixelType
  GetThreshold() const override
  {
    return this->GetRanOnDevice() ? m_Threshold : Superclass::GetThreshold();
  }

protected:
  DeviceHistogramThresholdImageFilter() = default;
  ~DeviceHistogramThresholdImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return Superclass::HasKernel() && (IsKnownMask || this->GetMaskImage() == nullptr) &&
           this->GetNumberOfHistogramBins() <= device::PixelCounter<std::uint8_t>::MaximumNumberOfBins;
  }

  /** Gives the calculator its parameters. */
  virtual void
  SetUpCalculator()
  {}

  /** Throws if the calculator is none for a histogram. */
  virtual void
  CheckHistogram(const HistogramType &) const
  {}

  void
  GenerateInputRequestedRegion() override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  /** Applies the threshold. */
  void
  Launch(const ImagesType & images, const device::Stream & stream) override;

private:
  using PointwiseBase = Superclass;
  using CounterType = device::PixelCounter<InputPixelType>;
  static constexpr unsigned int Dimension = InputImageType::ImageDimension;
  static constexpr bool         IsKnownMask =
    std::is_same_v<typename MaskImageType::PixelType, std::uint8_t> && MaskImageType::ImageDimension == Dimension;

  /** Without frequencies. */
  typename HistogramType::Pointer
  MakeHistogram(const CounterType & counter) const;

  InputPixelType m_Threshold{};
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceHistogramThresholdImageFilter.hxx"
#endif

#endif
