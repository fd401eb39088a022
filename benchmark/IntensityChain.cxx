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
#include "BenchmarkChain.h"
#include "BenchmarkPixels.h"
#include "itkCudaBinaryThresholdImageFilter.h"
#include "itkCudaCastImageFilter.h"
#include "itkCudaDiscreteGaussianImageFilter.h"
#include "itkCudaMaskImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaRescaleIntensityImageFilter.h"
#include "itkCudaShiftScaleImageFilter.h"
#include "itkCudaSubtractImageFilter.h"

namespace
{
using InputType = itk::DeviceImage<std::int16_t, 3>;
using ImageType = itk::DeviceImage<float, 3>;
using LabelType = itk::DeviceImage<std::uint8_t, 3>;

constexpr std::size_t Side = 512;
constexpr std::size_t Pixels = Side * Side * Side;

template <typename TFilter, typename TImage>
typename TFilter::Pointer
Append(TImage * input)
{
  const auto filter = TFilter::New();
  filter->SetInput(input);
  filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
  filter->GetOutput()->ReleaseDataFlagOn();
  return filter;
}

double
Measure(benchmark::State & state)
{
  const auto input = MakeImage<InputType>(Side);
  const auto cast = Append<itk::CudaCastImageFilter<InputType, ImageType>>(input.GetPointer());
  const auto rescale = Append<itk::CudaRescaleIntensityImageFilter<ImageType, ImageType>>(cast->GetOutput());
  const auto median = Append<itk::CudaMedianImageFilter<ImageType, ImageType>>(rescale->GetOutput());
  const auto subtract = Append<itk::CudaSubtractImageFilter<ImageType, ImageType, ImageType>>(median->GetOutput());
  const auto shift = Append<itk::CudaShiftScaleImageFilter<ImageType, ImageType>>(subtract->GetOutput());
  const auto gaussian = Append<itk::CudaDiscreteGaussianImageFilter<ImageType, ImageType>>(shift->GetOutput());
  const auto threshold = Append<itk::CudaBinaryThresholdImageFilter<ImageType, LabelType>>(gaussian->GetOutput());
  const auto mask = Append<itk::CudaMaskImageFilter<ImageType, LabelType, ImageType>>(gaussian->GetOutput());
  rescale->SetOutputMinimum(0);
  rescale->SetOutputMaximum(255);
  rescale->InPlaceOn();
  median->SetRadius(1);
  subtract->SetConstant2(10);
  subtract->InPlaceOn();
  shift->SetScale(2);
  gaussian->SetVariance(1);
  threshold->SetLowerThreshold(200);
  mask->SetMaskImage(threshold->GetOutput());
  // The mask reads it after the threshold, and the host reads the mask's.
  gaussian->GetOutput()->ReleaseDataFlagOff();
  mask->GetOutput()->ReleaseDataFlagOff();

  const auto stream = itk::device::Stream::OfThisThread(0);
  return MeasureChain(state, input.GetPointer(), mask.GetPointer(), [&] {
    input->GetPixelContainer()->GetDevicePointer(stream);
    cast->Modified();
    mask->Update();
  });
}

/** Eight everyday filters over a volume on the host, beside the transfers and kernels that they consist of. */
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  Register("Chain8/3D/int16-float/512", Pixels, Pixels * (sizeof(std::int16_t) + sizeof(float)), Measure);
});
} // namespace
