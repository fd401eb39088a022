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
#include "itkCudaMeanLaunch.h"

namespace
{
template <typename TPixel, std::size_t VDimension>
void
RegisterBox(const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName("Mean", VDimension, PixelName<TPixel>, MakeWindowName(radius), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      std::size_t radii[VDimension];
      std::copy(radius.begin(), radius.end(), radii);
      itk::device::LaunchMean<TPixel, TPixel, VDimension>(input, output, NoOffset<VDimension>, radii, stream);
    });
}

template <typename TPixel, std::size_t VDimension>
void
RegisterWindow(std::size_t windowSide, std::size_t side)
{
  RegisterBox<TPixel>(MakeCube<VDimension>(windowSide / 2), side);
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 3, 5, 7, 11, 21, 51, 101, 201 })
    {
      RegisterWindow<std::uint8_t, 2>(side, 16384);
      RegisterWindow<std::uint16_t, 2>(side, 16384);
      RegisterWindow<float, 2>(side, 16384);
    }
    for (const std::size_t side : { 3, 21 })
    {
      RegisterWindow<std::int16_t, 2>(side, 16384);
      RegisterWindow<std::uint8_t, 3>(side, 512);
      RegisterWindow<std::uint16_t, 3>(side, 512);
      RegisterWindow<float, 3>(side, 512);
    }
    for (const std::size_t side : { 5, 7, 9, 11 })
    {
      RegisterWindow<float, 3>(side, 512);
    }
    for (const std::size_t radius : { 1, 2, 3, 4, 5 })
    {
      RegisterBox<float, 3>({ radius, radius, radius == 2 ? 1ul : 2ul }, 512);
    }
  }
});
} // namespace
