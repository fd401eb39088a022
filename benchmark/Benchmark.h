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

#include "itkDeviceBuffer.h"
#include "itkDeviceEvent.h"
#include "itkDeviceTransfer.h"
#include "itkMacro.h"
#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

// One function a file; each registers its benchmarks.
void
RegisterCopy();
void
RegisterConvolution();
void
RegisterMedian();
void
RegisterMean();
void
RegisterGradient();
void
RegisterSeparableConvolution();
void
RegisterRegionSums();
void
RegisterRegionSnake();
void
RegisterCanny();
void
RegisterZeroCrossing();
void
RegisterRecursiveGaussian();
void
RegisterUpdate();
void
RegisterChain();
void
RegisterMedianCPU();
void
RegisterIsolineDenoising();
void
RegisterIsolineDenoisingCPU();
void
RegisterCannyCPU();
void
RegisterRegionSnakeCPU();

template <typename TPixel>
inline constexpr const char * PixelName = "";
template <>
inline constexpr const char * PixelName<std::uint8_t> = "uint8";
template <>
inline constexpr const char * PixelName<std::int16_t> = "int16";
template <>
inline constexpr const char * PixelName<std::uint16_t> = "uint16";
template <>
inline constexpr const char * PixelName<float> = "float";

/** "Prefix/2D/uint8/3x3/16384" */
template <typename TPixel, std::size_t VDimension>
std::string
MakeName(const std::string & prefix, const std::array<std::size_t, VDimension> & radius, std::size_t side)
{
  std::string name = prefix + '/' + std::to_string(VDimension) + "D/" + PixelName<TPixel> + '/';
  for (std::size_t axis = 0; axis < VDimension; ++axis)
  {
    name += (axis > 0 ? "x" : "") + std::to_string(2 * radius[axis] + 1);
  }
  return name + '/' + std::to_string(side);
}

/** `measure(state)` returns the seconds that one pass over `pixels` pixels takes, which moves `bytes`: it repeats it
 * itself. */
template <typename TMeasure>
void
RegisterBytes(const std::string & name, std::size_t pixels, std::size_t bytes, const TMeasure & measure)
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
  RegisterBytes(name, pixels, 2 * pixels * sizeof(TPixel), measure);
}

inline double
Median(std::vector<double> values)
{
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/** Median of what `measure(n)` returns: the seconds of each of n passes. A third of a second in all, after one pass to
 * warm up, unless a single pass takes longer than half a second. */
template <typename TMeasure>
double
MedianTime(const TMeasure & measure)
{
  const double first = Median(measure(1));
  return first > 0.5 ? first : Median(measure(std::clamp(static_cast<int>(0.3 / first), 3, 15)));
}

/** Times what `enqueue()` puts on `stream`, by CUDA events. The host does not wait between passes, so that its own work
 * is not measured. */
template <typename TEnqueue>
std::vector<double>
TimeOnDevice(int passes, const itk::device::Stream & stream, const TEnqueue & enqueue)
{
  using itk::device::Event;
  std::vector<Event> begins;
  std::vector<Event> ends;
  for (int pass = 0; pass < passes; ++pass)
  {
    begins.push_back(Event::Record(stream, Event::Timing::On));
    enqueue();
    ends.push_back(Event::Record(stream, Event::Timing::On));
  }
  std::vector<double> seconds;
  for (int pass = 0; pass < passes; ++pass)
  {
    seconds.push_back(Event::GetElapsedMilliseconds(begins[pass], ends[pass]) * 1e-3);
  }
  return seconds;
}

/** Times `function()` by the wall clock. */
template <typename TFunction>
std::vector<double>
TimeOnHost(int passes, const TFunction & function)
{
  std::vector<double> seconds;
  for (int pass = 0; pass < passes; ++pass)
  {
    const auto begin = std::chrono::steady_clock::now();
    function();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return seconds;
}

/** Random pixels: any bits for integers, 24 random bits for floats. */
template <typename TPixel>
const std::vector<TPixel> &
GetRandomPixels()
{
  static const std::vector<TPixel> pixels = [] {
    std::mt19937        generator(1);
    std::vector<TPixel> values(std::size_t{ 1 } << 24);
    std::generate(values.begin(), values.end(), [&] { return static_cast<TPixel>(generator() >> 8); });
    return values;
  }();
  return pixels;
}

/** Inputs of random pixels, or of given ones over and over, and outputs on the device, to be used in turn: together more
 * than an L2 cache holds. */
template <typename TPixel>
class ImagePairs
{
public:
  ImagePairs(std::size_t                 pixels,
             const itk::device::Stream & stream,
             const std::vector<TPixel> & source = GetRandomPixels<TPixel>())
  {
    const std::size_t bytes = pixels * sizeof(TPixel);
    const std::size_t count = std::max<std::size_t>(2, (std::size_t{ 512 } << 20) / (2 * bytes));
    for (std::size_t i = 0; i < count; ++i)
    {
      m_Inputs.emplace_back(bytes, stream);
      m_Outputs.emplace_back(bytes, stream);
      for (std::size_t done = 0; done < pixels; done += source.size())
      {
        const std::size_t part = std::min(source.size(), pixels - done);
        itk::device::Upload(m_Inputs[i].As<TPixel>() + done, source.data(), part * sizeof(TPixel), stream);
      }
    }
    stream.Wait();
  }

  void
  Next()
  {
    m_Current = (m_Current + 1) % m_Inputs.size();
  }

  const TPixel *
  GetInput() const
  {
    return m_Inputs[m_Current].As<TPixel>();
  }

  TPixel *
  GetOutput() const
  {
    return m_Outputs[m_Current].As<TPixel>();
  }

private:
  std::vector<itk::device::Buffer> m_Inputs;
  std::vector<itk::device::Buffer> m_Outputs;
  std::size_t                      m_Current{ 0 };
};

#endif
