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
#include "itkCudaBinomialBlurLaunch.h"
#include "itkCudaDerivativeLaunch.h"

namespace
{
template <typename TInput, std::size_t VDimension>
void
RegisterDerivative(unsigned int axis, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName("Derivative", VDimension, PixelName<TInput>, "axis" + std::to_string(axis), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      const itk::device::DerivativeOfAxis derivative{ axis, 1, { -0.5, 0, 0.5 } };
      itk::device::LaunchDerivative<TInput, VDimension>(input, output, NoOffset<VDimension>, derivative, stream);
    });
}

template <typename TInput, std::size_t VDimension>
void
RegisterBinomialBlur(unsigned int repetitions, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName("BinomialBlur", VDimension, PixelName<TInput>, std::to_string(repetitions), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchBinomialBlur<TInput, VDimension>(input, output, NoOffset<VDimension>, repetitions, stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterDerivative<float, 2>(0, 16384);
    RegisterDerivative<float, 2>(1, 16384);
    RegisterDerivative<float, 3>(2, 512);
    RegisterBinomialBlur<float, 2>(1, 16384);
    RegisterBinomialBlur<float, 2>(3, 16384);
    RegisterBinomialBlur<float, 3>(1, 512);
  }
});
} // namespace
