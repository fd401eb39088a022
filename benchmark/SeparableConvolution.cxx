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
#include "BenchmarkLaunch.h"
#include "BenchmarkWindow.h"
#include "itkCudaSeparableConvolutionLaunch.h"
#include "itkGaussianOperator.h"

namespace
{
using itk::device::SeparableKernel;

template <typename TInput, std::size_t VDimension>
void
RegisterKernel(const std::string & name, std::size_t side, const SeparableKernel<VDimension> & kernel)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    name, side, [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchSeparableConvolution<TInput, VDimension>(input, output, NoOffset<VDimension>, kernel, stream);
    });
}

template <typename TInput, std::size_t VDimension>
void
RegisterWindow(const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  RegisterKernel<TInput, VDimension>(
    MakeName("SeparableConvolution", VDimension, PixelName<TInput>, MakeWindowName(radius), side),
    side,
    MakeSeparableKernel<VDimension>(radius));
}

template <typename TInput, unsigned int VDimension>
void
RegisterGaussian(int sigma, std::size_t side)
{
  SeparableKernel<VDimension>               kernel;
  itk::GaussianOperator<double, VDimension> gaussian;
  gaussian.SetVariance(sigma * sigma);
  gaussian.SetMaximumError(0.01);
  gaussian.SetMaximumKernelWidth(1000);
  gaussian.CreateDirectional();
  for (auto & coefficients : kernel.coefficients)
  {
    coefficients.assign(gaussian.Begin(), gaussian.End());
  }
  RegisterKernel<TInput, VDimension>(
    MakeName("Gaussian", VDimension, PixelName<TInput>, "sigma" + std::to_string(sigma), side), side, kernel);
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 3, 5, 7, 11, 15, 25, 31, 63 })
    {
      RegisterWindow<float, 2>({ side / 2, side / 2 }, 16384);
    }
    for (const std::size_t side : { 3, 5, 7, 11, 15 })
    {
      RegisterWindow<std::uint8_t, 2>({ side / 2, side / 2 }, 16384);
    }
    RegisterWindow<float, 2>({ 1, 2 }, 16384);
    RegisterWindow<float, 2>({ 12, 1 }, 16384);
    RegisterWindow<float, 2>({ 1, 15 }, 16384);
    for (const std::size_t radius : { 1, 2, 3, 4 })
    {
      RegisterWindow<float, 3>({ radius, radius, radius }, 512);
      RegisterWindow<std::int16_t, 3>({ radius, radius, radius }, 512);
    }
    for (const int sigma : { 2, 4, 6, 8, 12 })
    {
      RegisterGaussian<float, 2>(sigma, 16384);
    }
    RegisterGaussian<float, 3>(2, 512);
    RegisterGaussian<std::int16_t, 3>(2, 512);
    RegisterGaussian<float, 3>(4, 512);
  }
});
} // namespace
