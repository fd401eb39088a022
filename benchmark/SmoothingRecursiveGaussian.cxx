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
#include "itkCudaSmoothingRecursiveGaussianLaunch.h"

namespace
{
template <typename TInput, std::size_t VDimension>
void
RegisterSigma(int sigma, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName("RecursiveGaussian", VDimension, PixelName<TInput>, "sigma" + std::to_string(sigma), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      double sigmas[VDimension];
      std::fill_n(sigmas, VDimension, sigma);
      itk::device::LaunchSmoothingRecursiveGaussian<TInput, float, VDimension>(input, output, sigmas, stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
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
});
} // namespace
