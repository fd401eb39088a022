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
#include "itkCudaRecursiveGaussianLaunch.h"

namespace
{
template <typename TInput, std::size_t VDimension>
void
RegisterDerivatives(const std::string & prefix, int order, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName(prefix, VDimension, PixelName<TInput>, "sigma4", side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::GaussianDerivatives<VDimension> parameters{};
      std::fill_n(parameters.sigma, VDimension, 4);
      std::fill_n(parameters.scale, VDimension, 1);
      parameters.order = order;
      itk::device::LaunchGaussianDerivatives<TInput, VDimension>(input, output, parameters, stream);
    });
}

template <typename TInput, std::size_t VDimension>
void
RegisterAxis(unsigned int axis, int order, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName("RecursiveGaussianOfAxis" + std::to_string(axis),
             VDimension,
             PixelName<TInput>,
             "order" + std::to_string(order),
             side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchRecursiveGaussian<TInput, VDimension>(input, output, { axis, 4, order, 1 }, stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterDerivatives<float, 2>("GradientMagnitudeRecursiveGaussian", 1, 16384);
    RegisterDerivatives<std::uint8_t, 2>("GradientMagnitudeRecursiveGaussian", 1, 16384);
    RegisterDerivatives<float, 3>("GradientMagnitudeRecursiveGaussian", 1, 512);
    RegisterDerivatives<float, 2>("LaplacianRecursiveGaussian", 2, 16384);
    RegisterDerivatives<float, 3>("LaplacianRecursiveGaussian", 2, 512);
    RegisterAxis<float, 2>(0, 1, 16384);
    RegisterAxis<std::uint8_t, 2>(0, 2, 16384);
    RegisterAxis<float, 3>(2, 1, 512);
  }
});
} // namespace
