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
#include "itkCudaSmoothingRecursiveGaussianLaunch.h"
#include "itkDeviceSupports.h"

namespace
{
using itk::device::Stream;

/** Register counts the bytes of two images of its type, so it is given the wider one, which the output has. */
template <typename TInput, unsigned int VDimension>
void
RegisterSigma(int sigma, std::size_t side)
{
  const std::string name = "RecursiveGaussian/" + std::to_string(VDimension) + "D/" + PixelName<TInput> + "/sigma" +
                           std::to_string(sigma) + '/' + std::to_string(side);
  std::size_t pixels = 1;
  std::size_t size[VDimension];
  double      sigmas[VDimension];
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    pixels *= side;
    size[axis] = side;
    sigmas[axis] = sigma;
  }
  Register<float>(name, pixels, [=](benchmark::State &) {
    const Stream       stream = Stream::OfThisThread(0);
    ImagePairs<TInput> inputs(pixels, stream);
    ImagePairs<float>  outputs(pixels, stream);
    return MedianTime([&](int passes) {
      return TimeOnDevice(passes, stream, [&] {
        inputs.Next();
        outputs.Next();
        const auto input = itk::device::MakeImageView<const TInput, VDimension>(inputs.GetInput(), size);
        const auto output = itk::device::MakeImageView<float, VDimension>(outputs.GetOutput(), size);
        itk::device::LaunchSmoothingRecursiveGaussian<TInput, float, VDimension>(input, output, sigmas, stream);
      });
    });
  });
}
} // namespace

void
RegisterRecursiveGaussian()
{
  if constexpr (itk::device::HasCuda)
  {
    for (const int sigma : { 1, 20, 100 })
    {
      RegisterSigma<float, 2>(sigma, 16384);
    }
    RegisterSigma<std::uint8_t, 2>(20, 16384);
    RegisterSigma<std::uint16_t, 2>(20, 16384);
    RegisterSigma<float, 2>(20, 16383);
    RegisterSigma<float, 2>(20, 4096);
    RegisterSigma<float, 3>(20, 512);
    RegisterSigma<std::int16_t, 3>(20, 512);
    RegisterSigma<float, 3>(20, 1024);
  }
}
