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
#ifndef itkCudaConvolutionMethodsTesting_h
#define itkCudaConvolutionMethodsTesting_h

#include "itkCudaConvolutionForTesting.h"
#include <algorithm>
#include <cmath>

namespace itk::DeviceTesting
{
using KernelImage = Image<float, 2>;

inline KernelImage::Pointer
MakeKernel(const Size<2> & size, const std::vector<float> & values)
{
  const auto kernel = KernelImage::New();
  kernel->SetRegions(size);
  kernel->Allocate();
  std::copy(values.begin(), values.end(), kernel->GetBufferPointer());
  return kernel;
}

/** value(i) for i from the middle on to both sides, divided by the sum of magnitudes. */
template <typename TValue>
std::vector<double>
MakeFactor(SizeValueType length, const TValue & value)
{
  std::vector<double> factor(length);
  double              sum = 0.0;
  for (SizeValueType i = 0; i < length; ++i)
  {
    factor[i] = value(static_cast<int>(i) - static_cast<int>(length / 2));
    sum += std::abs(factor[i]);
  }
  std::for_each(factor.begin(), factor.end(), [sum](double & coefficient) { coefficient /= sum; });
  return factor;
}

template <typename TFilter>
typename TFilter::Pointer
MakeFilter(const typename TFilter::InputImageType *  image,
           const typename TFilter::KernelImageType * kernel,
           ConvolutionMethod                         method)
{
  const auto filter = TFilter::New();
  filter->SetUseDevice(DeviceImageFilterEnums::UseDevice::Always);
  filter->SetInput(image);
  filter->SetKernelImage(kernel);
  filter->SetMethod(method);
  return filter;
}

/** Direct, and FFT where there is cuFFT. */
inline std::vector<ConvolutionMethod>
GetMethods()
{
  if (device::GetFFTUnavailableReason().empty())
  {
    return { ConvolutionMethod::Direct, ConvolutionMethod::FFT };
  }
  return { ConvolutionMethod::Direct };
}
} // namespace itk::DeviceTesting

#endif
