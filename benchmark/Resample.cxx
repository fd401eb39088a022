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
#include "itkCudaBSplineDecompositionLaunch.h"
#include "itkCudaResampleLaunch.h"
#include "itkCudaWarpLaunch.h"
#include <cmath>

namespace
{
using itk::device::ResampleInterpolation;

constexpr double Degree = 3.14159265358979323846 / 180;

/** The lines of a cube of `side` pixels, turned by an angle about the middle, and about the diagonal in 3D, and made larger
 * by a tenth. */
template <std::size_t VDimension>
itk::device::ResampleLines<VDimension>
MakeTurnedLines(double angle, std::size_t side)
{
  itk::device::ResampleLines<VDimension> lines{};
  auto &                                 step = lines.map.steps[0];
  const double                           c = std::cos(angle) * 0.9;
  const double                           s = std::sin(angle) * 0.9;
  for (std::size_t row = 0; row < VDimension; ++row)
  {
    lines.map.matrix[row][row] = 1.0;
    step.center[row] = step.offset[row] = side * 0.5 + 0.1;
    for (std::size_t column = 0; column < VDimension; ++column)
    {
      if constexpr (VDimension == 2)
      {
        step.matrix[row][column] = row == column ? c : row < column ? -s : s;
      }
      else
      {
        const double cross = row == column ? 0.0 : (column + VDimension - row) % 3 == 1 ? -1.0 : 1.0;
        step.matrix[row][column] = (row == column ? c : 0.0) + (0.9 - c) / 3.0 + s * cross / std::sqrt(3.0);
      }
    }
  }
  lines.map.numberOfSteps = 1;
  lines.wholeSize = static_cast<std::ptrdiff_t>(side);
  return lines;
}

template <typename TPixel, std::size_t VDimension>
void
RegisterTurned(const std::string & name, ResampleInterpolation interpolation, int degrees, std::size_t side)
{
  const auto lines = MakeTurnedLines<VDimension>(degrees * Degree, side);
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName("Resample", VDimension, PixelName<TPixel>, name + std::to_string(degrees), side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchResample<TPixel, TPixel, VDimension>(
        input, output, lines, interpolation, false, TPixel{ 0 }, stream);
    });
}

/** A CT of 0.7 x 0.7 x 1.5 mm made isotropic, of 1 mm. */
double
MeasureCT()
{
  const std::size_t       size[3]{ 512, 512, 300 };
  const std::size_t       newSize[3]{ 358, 358, 450 };
  constexpr double        spacing[3]{ 0.7, 0.7, 1.5 };
  constexpr std::size_t   pixels = 512 * 512 * 300;
  const auto              stream = Stream::OfThisThread(0);
  ImageRing<std::int16_t> inputs(pixels, 2, stream);
  ImageRing<std::int16_t> outputs(newSize[0] * newSize[1] * newSize[2], 2, stream);
  inputs.Fill(pixels, GetRandomPixels<std::int16_t>(), 0, stream);
  itk::device::ResampleLines<3> lines{};
  for (int axis = 0; axis < 3; ++axis)
  {
    lines.map.matrix[axis][axis] = 1.0;
    lines.map.steps[0].matrix[axis][axis] = 1.0 / spacing[axis];
  }
  lines.map.numberOfSteps = 1;
  lines.wholeSize = static_cast<std::ptrdiff_t>(newSize[0]);
  std::size_t turn = 0;
  return MedianTimeOnDevice(stream, [&] {
    ++turn;
    itk::device::LaunchResample<std::int16_t, std::int16_t, 3>(
      itk::device::MakeImageView<const std::int16_t, 3>(inputs.Get(turn), size),
      itk::device::MakeImageView<std::int16_t, 3>(outputs.Get(turn), newSize),
      lines,
      ResampleInterpolation::Linear,
      false,
      0,
      stream);
  });
}

/** A volume of floats moved by up to 4 pixels, by a field on its grid. */
double
MeasureWarp(std::size_t side)
{
  using DisplacementType = itk::device::Displacement<float, 3>;
  const std::size_t  size[3]{ side, side, side };
  const std::size_t  pixels = GetNumberOfPixels(3, side);
  const auto         stream = Stream::OfThisThread(0);
  std::mt19937       generator(1);
  std::vector<float> displacements(std::size_t{ 1 } << 20);
  std::generate(
    displacements.begin(), displacements.end(), [&] { return static_cast<float>(generator() * 0x1p-29 - 4); });
  ImageRing<float> inputs(pixels, 2, stream);
  ImageRing<float> fields(3 * pixels, 1, stream);
  ImageRing<float> outputs(pixels, 2, stream);
  inputs.Fill(pixels, GetRandomPixels<float>(), 0, stream);
  fields.Fill(3 * pixels, displacements, 0, stream);
  itk::device::WarpGrids<3> grids{};
  for (int axis = 0; axis < 3; ++axis)
  {
    grids.output.matrix[axis][axis] = grids.pointToInput.matrix[axis][axis] = 1.0;
  }
  grids.fieldIsOnOutputsGrid = true;
  std::size_t turn = 0;
  return MedianTimeOnDevice(stream, [&] {
    ++turn;
    itk::device::LaunchWarp<float, float, 3>(
      itk::device::MakeImageView<const float, 3>(inputs.Get(turn), size),
      itk::device::MakeImageView<const DisplacementType, 3>(reinterpret_cast<DisplacementType *>(fields.Get(0)), size),
      itk::device::MakeImageView<float, 3>(outputs.Get(turn), size),
      grids,
      0.0f,
      stream);
  });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const int degrees : { 0, 10, 30, 90 })
    {
      RegisterTurned<float, 2>("linear", ResampleInterpolation::Linear, degrees, 16384);
      RegisterTurned<float, 2>("nearest", ResampleInterpolation::NearestNeighbor, degrees, 16384);
      RegisterTurned<float, 3>("linear", ResampleInterpolation::Linear, degrees, 512);
      RegisterTurned<float, 3>("nearest", ResampleInterpolation::NearestNeighbor, degrees, 512);
    }
    RegisterTurned<float, 3>("bspline", ResampleInterpolation::CubicBSpline, 10, 512);
    RegisterLaunch<3, Inputs<float>, Outputs<double>>(
      MakeName("BSplineDecomposition", 3, "float-double", "", 512),
      512,
      [](const auto & input, const auto & output, const Stream & stream) {
        itk::device::LaunchBSplineDecomposition<float, double, 3>(input, output, stream);
      });
    RegisterTurned<std::uint8_t, 2>("linear", ResampleInterpolation::Linear, 10, 16384);
    RegisterTurned<std::int16_t, 3>("linear", ResampleInterpolation::Linear, 10, 512);
    Register("Warp/3D/float-float/512",
             GetNumberOfPixels(3, 512),
             GetNumberOfPixels(3, 512) * 5 * sizeof(float),
             [](benchmark::State &) { return MeasureWarp(512); });
    constexpr std::size_t pixels = 358 * 358 * 450;
    Register("Resample/3D/int16/CT/512",
             pixels,
             sizeof(std::int16_t) * (pixels + 512 * 512 * 300),
             [](benchmark::State &) { return MeasureCT(); });
  }
});
} // namespace
