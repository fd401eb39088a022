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
#include "itkCudaBinaryMorphologyLaunch.h"
#include "itkCudaVotingBinaryLaunch.h"

using itk::device::BinaryOperation;
using itk::device::MorphologyOperation;

namespace
{
template <typename TPixel, std::size_t VDimension>
void
RegisterDilation(std::size_t radius, std::size_t side, bool isBall = false)
{
  const auto element = MakeElement(MakeCube<VDimension>(radius), isBall);
  const auto window = MakeWindowName(MakeCube<VDimension>(radius));
  const auto name =
    MakeName(isBall ? "GrayscaleDilateBall" : "GrayscaleDilate", VDimension, PixelName<TPixel>, window, side);
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    name, side, [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchGrayscaleMorphology<TPixel, VDimension>(
        input, output, NoOffset<VDimension>, element, MorphologyOperation::Dilate, {}, stream);
    });
}

void
RegisterBinary(const char * filter, BinaryOperation operation, std::size_t radius)
{
  constexpr std::size_t side = 512;
  const auto            element = MakeElement(MakeCube<3>(radius), true);
  const auto            name = MakeName(filter, 3, "uint8", MakeWindowName(MakeCube<3>(radius)), side);
  RegisterLaunch<3, Inputs<std::uint8_t>, Outputs<std::uint8_t>>(
    name, side, [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchBinaryMorphology<std::uint8_t, 3>(
        input, output, NoOffset<3>, element, operation, { 255, 0, false, true }, stream);
    });
}

template <std::size_t VDimension>
void
RegisterVote(std::size_t radius, std::size_t side)
{
  const auto window = MakeCube<VDimension>(radius);
  const auto name = MakeName("VotingBinary", VDimension, "uint8", MakeWindowName(window), side);
  RegisterLaunch<VDimension, Inputs<std::uint8_t>, Outputs<std::uint8_t>>(
    name, side, [=](const auto & input, const auto & output, const Stream & stream) {
      std::size_t radii[VDimension];
      std::fill_n(radii, VDimension, radius);
      itk::device::LaunchVotingBinary<std::uint8_t, VDimension>(
        input, output, NoOffset<VDimension>, radii, { 255, 0, 1, 1 }, stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t radius : { 1, 3, 10, 25 })
    {
      RegisterDilation<std::uint8_t, 2>(radius, 16384);
      RegisterDilation<std::uint16_t, 2>(radius, 16384);
      RegisterDilation<float, 2>(radius, 16384);
    }
    for (const std::size_t radius : { 1, 3 })
    {
      RegisterDilation<std::uint8_t, 3>(radius, 512);
      RegisterDilation<float, 3>(radius, 512);
    }
    RegisterDilation<float, 3>(5, 512, true);
    RegisterDilation<std::uint8_t, 3>(5, 512, true);
    for (const std::size_t radius : { 1, 5, 20, 50 })
    {
      RegisterBinary("BinaryErodeBall", BinaryOperation::Erode, radius);
      RegisterBinary("BinaryDilateBall", BinaryOperation::Dilate, radius);
    }
    RegisterBinary("BinaryOpeningBall", BinaryOperation::Opening, 5);
    for (const std::size_t radius : { 1, 3, 10, 25 })
    {
      RegisterVote<2>(radius, 16384);
    }
    for (const std::size_t radius : { 1, 3, 10 })
    {
      RegisterVote<3>(radius, 512);
    }
  }
});
} // namespace
