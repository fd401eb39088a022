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
#include "Benchmark.h"
#include "itkCudaSeparableConvolutionLaunch.h"
#include "itkDeviceSupports.h"
#include "itkGaussianOperator.h"

namespace
{
using itk::device::SeparableKernel;
using itk::device::Stream;

/** Only the output is float: Register counts the bytes of two images of its type, so it is given the wider one. */
template <typename TInput, std::size_t VDimension>
void
RegisterKernel(const std::string & name, std::size_t side, const SeparableKernel<VDimension> & kernel)
{
  std::size_t pixels = 1;
  std::size_t size[VDimension];
  for (auto & length : size)
  {
    length = side;
    pixels *= side;
  }
  Register<float>(name, pixels, [=](benchmark::State &) {
    const Stream          stream = Stream::OfThisThread(0);
    ImagePairs<TInput>    inputs(pixels, stream);
    ImagePairs<float>     outputs(pixels, stream);
    constexpr std::size_t offset[VDimension]{};
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        inputs.Next();
        outputs.Next();
        const auto input = itk::device::MakeImageView<const TInput, VDimension>(inputs.GetInput(), size);
        const auto output = itk::device::MakeImageView<float, VDimension>(outputs.GetOutput(), size);
        itk::device::LaunchSeparableConvolution<TInput, VDimension>(input, output, offset, kernel, stream);
      });
    });
  });
}

/** A box, as the speed does not depend on the coefficients. */
template <typename TInput, std::size_t VDimension>
void
RegisterWindow(const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  SeparableKernel<VDimension> kernel;
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    const std::size_t length = 2 * radius[axis] + 1;
    kernel.coefficients[axis].assign(length, 1.0f / static_cast<float>(length));
  }
  RegisterKernel<TInput, VDimension>(MakeName<TInput>("SeparableConvolution", radius, side), side, kernel);
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
  const std::string name = "Gaussian/" + std::to_string(VDimension) + "D/" + PixelName<TInput> + "/sigma" +
                           std::to_string(sigma) + '/' + std::to_string(side);
  RegisterKernel<TInput, VDimension>(name, side, kernel);
}
} // namespace

void
RegisterSeparableConvolution()
{
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
    RegisterWindow<float, 3>({ 1, 1, 1 }, 512);
    RegisterWindow<std::int16_t, 3>({ 1, 1, 1 }, 512);
    for (const int sigma : { 2, 4, 6, 8, 12 })
    {
      RegisterGaussian<float, 2>(sigma, 16384);
    }
    RegisterGaussian<float, 3>(2, 512);
    RegisterGaussian<float, 3>(4, 512);
  }
}
