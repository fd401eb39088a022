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
#include "itkCudaConvolutionLaunch.h"
#include <cmath>

namespace
{
using itk::device::ConvolutionBorder;
using Method = itk::CudaConvolutionImageFilterEnums::Method;

/** The product of a Gaussian along each axis, whose standard deviation is a third of the side. */
itk::device::ConvolutionKernel<2>
MakeGaussian(std::size_t radius)
{
  const std::size_t                 side = 2 * radius + 1;
  itk::device::ConvolutionKernel<2> kernel{ { side, side }, {} };
  double                            sum = 0.0;
  for (std::size_t i = 0; i < side * side; ++i)
  {
    const double x = static_cast<double>(i % side) - static_cast<double>(radius);
    const double y = static_cast<double>(i / side) - static_cast<double>(radius);
    kernel.coefficients.push_back(std::exp(-4.5 * (x * x + y * y) / static_cast<double>(side * side)));
    sum += kernel.coefficients.back();
  }
  for (double & coefficient : kernel.coefficients)
  {
    coefficient /= sum;
  }
  return kernel;
}

template <typename TPixel, std::size_t VDimension>
void
RegisterKernel(const std::string &                                prefix,
               Method                                             method,
               const std::array<std::size_t, VDimension> &        radius,
               std::size_t                                        side,
               const itk::device::ConvolutionKernel<VDimension> & kernel)
{
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName(prefix, VDimension, PixelName<TPixel>, MakeWindowName(radius), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      const auto used = itk::device::LaunchConvolution<TPixel, TPixel, VDimension>(
        input, output, NoOffset<VDimension>, kernel, ConvolutionBorder::ZeroFluxNeumann, TPixel{}, method, stream);
      if (used == Method::Automatic)
      {
        itkGenericExceptionMacro(<< itk::device::GetFFTUnavailableReason());
      }
    });
}

template <typename TPixel, std::size_t VDimension>
void
RegisterKernel(const std::string &                         prefix,
               Method                                      method,
               const std::array<std::size_t, VDimension> & radius,
               std::size_t                                 side,
               bool                                        isSeparable = false)
{
  RegisterKernel<TPixel, VDimension>(prefix, method, radius, side, MakeKernel<VDimension>(radius, isSeparable));
}

template <typename TPixel>
void
RegisterGaussian(std::size_t side)
{
  const std::size_t radius = side / 2;
  RegisterKernel<TPixel, 2>(
    "ConvolutionOfGaussian", Method::Automatic, { radius, radius }, 16384, MakeGaussian(radius));
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 25, 31, 63 })
    {
      RegisterKernel<float, 2>("DirectConvolution", Method::Direct, { side / 2, side / 2 }, 16384);
    }
    for (const std::size_t side : { 3, 5, 7, 9, 11, 13, 15, 17, 21, 31 })
    {
      RegisterKernel<std::uint8_t, 2>("DirectConvolution", Method::Direct, { side / 2, side / 2 }, 16384);
    }
    for (const std::size_t side : { 3, 5, 7, 9, 15, 17, 31 })
    {
      RegisterKernel<std::uint16_t, 2>("DirectConvolution", Method::Direct, { side / 2, side / 2 }, 16384);
    }
    RegisterKernel<std::int16_t, 2>("DirectConvolution", Method::Direct, { 7, 7 }, 16384);
    for (const std::size_t side : { 15, 21, 31, 63 })
    {
      RegisterKernel<float, 2>("FFTConvolution", Method::FFT, { side / 2, side / 2 }, 16384);
    }
    RegisterKernel<std::uint8_t, 2>("FFTConvolution", Method::FFT, { 15, 15 }, 16384);
    // Where the one is as fast as the other depends on the image, too.
    for (const std::size_t side : { 512, 1024, 2048, 4096 })
    {
      for (const std::size_t radius : { 8, 15 })
      {
        RegisterKernel<float, 2>("DirectConvolution", Method::Direct, { radius, radius }, side);
        RegisterKernel<float, 2>("FFTConvolution", Method::FFT, { radius, radius }, side);
      }
    }
    for (const std::size_t side : { 3, 5, 7, 11, 15 })
    {
      RegisterKernel<float, 2>("ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, true);
      RegisterKernel<std::uint8_t, 2>("ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, true);
      RegisterKernel<std::uint16_t, 2>("ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, true);
      RegisterGaussian<float>(side);
      RegisterGaussian<std::uint8_t>(side);
      RegisterGaussian<std::uint16_t>(side);
    }
    for (const std::array<std::size_t, 2> & radius :
         std::initializer_list<std::array<std::size_t, 2>>{ { 4, 1 }, { 1, 4 }, { 7, 1 }, { 15, 7 }, { 7, 15 } })
    {
      RegisterKernel<float, 2>("DirectConvolution", Method::Direct, radius, 16384);
      RegisterKernel<std::uint8_t, 2>("DirectConvolution", Method::Direct, radius, 16384);
      RegisterKernel<std::uint16_t, 2>("DirectConvolution", Method::Direct, radius, 16384);
    }
    for (const std::size_t side : { 3, 5, 7, 9 })
    {
      RegisterKernel<std::int16_t, 3>("DirectConvolution", Method::Direct, { side / 2, side / 2, side / 2 }, 512);
    }
    RegisterKernel<float, 3>("DirectConvolution", Method::Direct, { 2, 2, 1 }, 512);
    for (const std::size_t side : { 3, 5, 7, 9, 11 })
    {
      const std::size_t radius = side / 2;
      RegisterKernel<float, 3>("DirectConvolution", Method::Direct, { radius, radius, radius }, 512);
    }
    for (const std::size_t side : { 7, 9, 15, 31 })
    {
      const std::size_t radius = side / 2;
      RegisterKernel<float, 3>("FFTConvolution", Method::FFT, { radius, radius, radius }, 512);
    }
  }
});
} // namespace
