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
#include "BenchmarkPixels.h"
#include "itkCudaClampImageFilter.h"
#include "itkCudaIntensityWindowingImageFilter.h"
#include "itkCudaMedianImageFilter.h"
#include "itkCudaShiftScaleImageFilter.h"
#include "itkCudaThresholdImageFilter.h"
#include "itkDeviceHostMemory.h"
#include "itkDeviceRuntime.h"
#include <functional>
#include <future>

namespace
{
using itk::device::Backend;
using itk::device::HostMemory;
using itk::device::Stream;

// Each way, of PCIe 5.0 x16.
constexpr double BytesPerSecond = 55e9;

constexpr std::size_t BytesOfCopy = std::size_t{ 1 } << 28;

/** Five filters over a volume as a file's reader leaves it, to a volume that the host reads. */
class Chain
{
public:
  using ImageType = itk::DeviceImage<std::int16_t, 3>;

  explicit Chain(std::size_t side)
    : m_Input(MakeImage<ImageType>(side))
  {}

  void
  Run() const
  {
    const auto clamp = Append<itk::CudaClampImageFilter<ImageType, ImageType>>(m_Input.GetPointer());
    const auto shift = Append<itk::CudaShiftScaleImageFilter<ImageType, ImageType>>(clamp->GetOutput());
    const auto median = Append<itk::CudaMedianImageFilter<ImageType, ImageType>>(shift->GetOutput());
    const auto window = Append<itk::CudaIntensityWindowingImageFilter<ImageType, ImageType>>(median->GetOutput());
    const auto threshold = Append<itk::CudaThresholdImageFilter<ImageType>>(window->GetOutput());
    clamp->InPlaceOff(); // The input is the caller's.
    clamp->SetBounds(-1000, 3000);
    shift->SetShift(1000);
    median->SetRadius(ImageType::SizeType{ { 1, 1, 0 } });
    window->SetWindowMinimum(0);
    window->SetWindowMaximum(2000);
    window->SetOutputMinimum(0);
    window->SetOutputMaximum(4095);
    threshold->ThresholdBelow(100);
    threshold->Update();
    const ImageType * const output = threshold->GetOutput();
    benchmark::DoNotOptimize(output->GetBufferPointer());
  }

private:
  template <typename TFilter>
  static typename TFilter::Pointer
  Append(const ImageType * input)
  {
    const auto filter = TFilter::New();
    filter->SetInput(input);
    filter->SetUseDevice(TFilter::UseDeviceEnum::Always);
    return filter;
  }

  ImageType::Pointer m_Input;
};

/** Seconds that so many threads take until each has called its function. */
double
TimeThreads(const std::vector<std::function<void()>> & functions)
{
  return TimeOnHost(1, [&] {
    std::vector<std::future<void>> threads;
    for (std::size_t i = 1; i < functions.size(); ++i)
    {
      threads.push_back(std::async(std::launch::async, functions[i]));
    }
    functions.front()();
    for (auto & thread : threads)
    {
      thread.get();
    }
  })[0];
}

/** Chains of a thread each, over images that are made anew for each, ten times. What is to be pinned is before the next, as
 * if a file were read meanwhile. */
double
MeasureChains(benchmark::State & state, std::size_t side, std::size_t numberOfThreads)
{
  HostMemory::WaitForPinning();
  HostMemory::Trim();
  std::vector<double> seconds;
  for (int time = 0; time < 10; ++time)
  {
    std::vector<Chain>                 chains;
    std::vector<std::function<void()>> functions;
    for (std::size_t i = 0; i < numberOfThreads; ++i)
    {
      chains.emplace_back(side);
    }
    for (const Chain & chain : chains)
    {
      functions.emplace_back([&chain] { chain.Run(); });
    }
    seconds.push_back(TimeThreads(functions));
    chains.clear();
    const double pinning = TimeOnHost(1, HostMemory::WaitForPinning)[0];
    if (time == 0)
    {
      state.counters["pinning_ms"] = pinning * 1e3;
    }
  }
  const double bytes = 2.0 * sizeof(std::int16_t) * static_cast<double>(GetNumberOfPixels(3, side) * numberOfThreads);
  state.counters["first_ms"] = seconds.front() * 1e3;
  state.counters["second_ms"] = seconds[1] * 1e3;
  state.counters["tenth_ms"] = seconds.back() * 1e3;
  state.counters["bus_ms"] = bytes / BytesPerSecond * 1e3;
  return Median({ seconds.begin() + 1, seconds.end() });
}

/** Update() of a median of plain images: what is uploaded and downloaded passes the kernel in strips. */
template <typename TPixel>
double
MeasureStrips(benchmark::State & state, std::size_t side)
{
  using ImageType = itk::Image<TPixel, 2>;
  const auto filter = itk::CudaMedianImageFilter<ImageType, ImageType>::New();
  filter->SetInput(MakeImage<ImageType>(side));
  filter->SetRadius(1);
  const double bytes = static_cast<double>(side * side * sizeof(TPixel));
  state.counters["first_ms"] = TimeOnHost(1, [&] { filter->Update(); })[0] * 1e3;
  state.counters["bus_ms"] = bytes / BytesPerSecond * 1e3;
  return Median(TimeOnHost(7, [&] { UpdateAgain(*filter); }));
}

/** Copies of pinned memory, up, down, or both ways at once. */
double
MeasureCopies(bool up, bool down)
{
  Backend & backend = itk::device::Runtime::GetBackend();
  void *    pinned[2]{};
  for (void *& memory : pinned)
  {
    if (backend.AllocatePinned(memory, BytesOfCopy) != Backend::Success)
    {
      itkGenericExceptionMacro(<< "There is no pinned memory.");
    }
  }
  const Stream              streams[]{ Stream(0), Stream(0) };
  const itk::device::Buffer buffers[]{ { BytesOfCopy, streams[0] }, { BytesOfCopy, streams[1] } };
  const auto                copy = [&] {
    if (up)
    {
      backend.Copy(
        buffers[0].GetData(), pinned[0], BytesOfCopy, Backend::Direction::HostToDevice, streams[0].GetHandle());
    }
    if (down)
    {
      backend.Copy(
        pinned[1], buffers[1].GetData(), BytesOfCopy, Backend::Direction::DeviceToHost, streams[1].GetHandle());
    }
    for (const Stream & stream : streams)
    {
      stream.Wait();
    }
  };
  const double seconds = MedianTimeOnHost(copy);
  for (void * const memory : pinned)
  {
    backend.FreePinned(memory, BytesOfCopy);
  }
  return seconds;
}

template <typename TPixel>
void
RegisterStrips(std::size_t side)
{
  Register<TPixel>(MakeName("Bus/Strips", 2, PixelName<TPixel>, "3x3", side),
                   side * side,
                   [=](benchmark::State & state) { return MeasureStrips<TPixel>(state, side); });
}

void
RegisterChains(std::size_t side, std::size_t numberOfThreads)
{
  Register<std::int16_t>(MakeName("Bus/Chain5", 3, "int16", "threads" + std::to_string(numberOfThreads), side),
                         numberOfThreads * GetNumberOfPixels(3, side),
                         [=](benchmark::State & state) { return MeasureChains(state, side, numberOfThreads); });
}

void
RegisterCopies(const std::string & name, bool up, bool down)
{
  Register("Bus/Pinned/" + name, BytesOfCopy, up && down ? 2 * BytesOfCopy : BytesOfCopy, [=](benchmark::State &) {
    return MeasureCopies(up, down);
  });
}

// The chain of 512 comes first, for the first chain of a process to be one.
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  RegisterChains(512, 1);
  for (const std::size_t threads : { 2, 4, 16 })
  {
    RegisterChains(256, threads);
  }
  RegisterStrips<std::uint8_t>(16384);
  RegisterStrips<float>(16384);
  RegisterCopies("up", true, false);
  RegisterCopies("down", false, true);
  RegisterCopies("both", true, true);
});
} // namespace
