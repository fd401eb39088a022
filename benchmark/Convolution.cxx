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

/** Makes the coefficients those of a Gaussian, whose standard deviation is a third of the side. */
template <unsigned int VDimension>
void
SetGaussian(itk::device::ConvolutionKernel<VDimension> & kernel)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < kernel.coefficients.size(); ++i)
  {
    double      exponent = 0.0;
    std::size_t rest = i;
    for (const std::size_t side : kernel.size)
    {
      const double x = (static_cast<double>(rest % side) - static_cast<double>(side / 2)) / static_cast<double>(side);
      exponent -= 4.5 * x * x;
      rest /= side;
    }
    kernel.coefficients[i] = std::exp(exponent);
    sum += kernel.coefficients[i];
  }
  for (double & coefficient : kernel.coefficients)
  {
    coefficient /= sum;
  }
}

enum class Kind
{
  Random,
  Box,
  Gaussian
};

template <typename TPixel, std::size_t VDimension>
void
RegisterKernel(const std::string &                         prefix,
               Method                                      method,
               const std::array<std::size_t, VDimension> & radius,
               std::size_t                                 side,
               Kind                                        kind = Kind::Random)
{
  auto kernel = MakeKernel<VDimension>(radius, kind == Kind::Box);
  if (kind == Kind::Gaussian)
  {
    SetGaussian(kernel);
  }
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
      RegisterKernel<float, 2>("ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Box);
      RegisterKernel<std::uint8_t, 2>(
        "ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Box);
      RegisterKernel<std::uint16_t, 2>(
        "ConvolutionOfRank1", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Box);
      RegisterKernel<float, 2>(
        "ConvolutionOfGaussian", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Gaussian);
      RegisterKernel<std::uint8_t, 2>(
        "ConvolutionOfGaussian", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Gaussian);
      RegisterKernel<std::uint16_t, 2>(
        "ConvolutionOfGaussian", Method::Automatic, { side / 2, side / 2 }, 16384, Kind::Gaussian);
    }
    for (const std::size_t side : { 3, 5, 7, 11, 15 })
    {
      const std::array<std::size_t, 3> radius{ side / 2, side / 2, side / 2 };
      RegisterKernel<float, 3>("ConvolutionOfGaussian", Method::Automatic, radius, 512, Kind::Gaussian);
      RegisterKernel<std::uint8_t, 3>("ConvolutionOfGaussian", Method::Automatic, radius, 512, Kind::Gaussian);
      RegisterKernel<std::uint16_t, 3>("ConvolutionOfGaussian", Method::Automatic, radius, 512, Kind::Gaussian);
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
      RegisterKernel<std::uint8_t, 3>("DirectConvolution", Method::Direct, { side / 2, side / 2, side / 2 }, 512);
      RegisterKernel<std::int16_t, 3>("DirectConvolution", Method::Direct, { side / 2, side / 2, side / 2 }, 512);
    }
    RegisterKernel<float, 3>("DirectConvolution", Method::Direct, { 2, 2, 1 }, 512);
    RegisterKernel<std::int16_t, 3>("DirectConvolution", Method::Direct, { 2, 2, 1 }, 512);
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
