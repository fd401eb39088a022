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
#ifndef Benchmark_h
#define Benchmark_h

#include "BenchmarkTiming.h"
#include "itkMacro.h"
#include <array>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <string>

/** One in each file: registers the file's benchmarks when main() asks for them. */
class BenchmarkFile
{
public:
  enum class Needs
  {
    Device,
    CPUAlone
  };

  BenchmarkFile(Needs needs, void (*registerBenchmarks)());

  /** Of all files; of those that need the CPU alone where no device works. */
  static void
  RegisterAll(bool deviceWorks);
};

template <typename TPixel>
inline constexpr const char * PixelName = "";
template <>
inline constexpr const char * PixelName<std::uint8_t> = "uint8";
template <>
inline constexpr const char * PixelName<std::int16_t> = "int16";
template <>
inline constexpr const char * PixelName<std::uint16_t> = "uint16";
template <>
inline constexpr const char * PixelName<std::int32_t> = "int32";
template <>
inline constexpr const char * PixelName<std::uint32_t> = "uint32";
template <>
inline constexpr const char * PixelName<float> = "float";

/** "Median/2D/uint8/3x3/16384"; some have no detail, such as the window. */
inline std::string
MakeName(const std::string & prefix,
         std::size_t         dimension,
         const std::string & types,
         const std::string & detail,
         std::size_t         side)
{
  return prefix + '/' + std::to_string(dimension) + "D/" + types + '/' + (detail.empty() ? "" : detail + '/') +
         std::to_string(side);
}

/** "3x3" */
template <std::size_t VDimension>
std::string
MakeWindowName(const std::array<std::size_t, VDimension> & radius)
{
  std::string name;
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    name += (axis > 0 ? "x" : "") + std::to_string(2 * radius[axis] + 1);
  }
  return name;
}

template <std::size_t VDimension>
std::array<std::size_t, VDimension>
MakeCube(std::size_t side)
{
  std::array<std::size_t, VDimension> cube;
  cube.fill(side);
  return cube;
}

inline std::size_t
GetNumberOfPixels(std::size_t dimension, std::size_t side)
{
  return dimension == 0 ? 1 : side * GetNumberOfPixels(dimension - 1, side);
}

/** `measure(state)` returns the seconds that one pass over `pixels` pixels takes, which moves `bytes`: it repeats it
 * itself. */
template <typename TMeasure>
void
Register(const std::string & name, std::size_t pixels, std::size_t bytes, const TMeasure & measure)
{
  const auto run = [=](benchmark::State & state) {
    for (auto _ : state)
    {
      try
      {
        state.SetIterationTime(measure(state));
      }
      catch (const itk::ExceptionObject & error)
      {
        state.SkipWithError(error.GetDescription());
      }
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(pixels));
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
}

/** Likewise for a filter that reads and writes one TPixel a pixel. */
template <typename TPixel, typename TMeasure>
void
Register(const std::string & name, std::size_t pixels, const TMeasure & measure)
{
  Register(name, pixels, 2 * pixels * sizeof(TPixel), measure);
}

#endif
