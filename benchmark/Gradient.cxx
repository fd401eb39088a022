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
#include "itkCudaGradientMagnitudeLaunch.h"
#include "itkCudaSobelLaunch.h"

namespace
{
template <typename TInput, std::size_t VDimension>
void
RegisterSobel(std::size_t side)
{
  const std::string types = MakeTypesName(Inputs<TInput>{}, Outputs<float>{});
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float>>(
    MakeName("Sobel", VDimension, types, "", side),
    side,
    [](const auto & input, const auto & magnitude, const Stream & stream) {
      const itk::device::ImageView<float, VDimension> noDirection{};
      itk::device::LaunchSobel<TInput, VDimension>(input, magnitude, noDirection, NoOffset<VDimension>, stream);
    });
  RegisterLaunch<VDimension, Inputs<TInput>, Outputs<float, float>>(
    MakeName("SobelAndDirection", VDimension, types, "", side),
    side,
    [](const auto & input, const auto & magnitude, const auto & direction, const Stream & stream) {
      itk::device::LaunchSobel<TInput, VDimension>(input, magnitude, direction, NoOffset<VDimension>, stream);
    });
}

template <typename TInput, typename TOutput, std::size_t VDimension>
void
RegisterGradientMagnitude(std::size_t side)
{
  using In = Inputs<TInput>;
  using Out = Outputs<TOutput>;
  RegisterLaunch<VDimension, In, Out>(MakeName("GradientMagnitude", VDimension, MakeTypesName(In{}, Out{}), "", side),
                                      side,
                                      [](const auto & input, const auto & output, const Stream & stream) {
                                        double scale[VDimension];
                                        std::fill_n(scale, VDimension, 1.0);
                                        itk::device::LaunchGradientMagnitude<TInput, TOutput, VDimension>(
                                          input, output, NoOffset<VDimension>, scale, stream);
                                      });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    RegisterSobel<float, 2>(16384);
    RegisterSobel<std::uint8_t, 2>(16384);
    RegisterSobel<std::uint16_t, 2>(16384);
    RegisterSobel<float, 3>(512);
    RegisterSobel<std::int16_t, 3>(512);
    RegisterGradientMagnitude<float, float, 2>(16384);
    RegisterGradientMagnitude<std::uint8_t, float, 2>(16384);
    RegisterGradientMagnitude<std::uint8_t, std::uint8_t, 2>(16384);
    RegisterGradientMagnitude<std::uint16_t, std::uint16_t, 2>(16384);
    RegisterGradientMagnitude<float, float, 3>(512);
    RegisterGradientMagnitude<std::int16_t, float, 3>(512);
  }
});
} // namespace
