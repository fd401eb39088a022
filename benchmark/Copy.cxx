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
#include <map>
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
#  include "Device/itkDeviceCheck.h"
#  include <cuda_runtime_api.h>
#endif

namespace
{
void
CopyOnDevice([[maybe_unused]] void *         output,
             [[maybe_unused]] const void *   input,
             [[maybe_unused]] std::size_t    bytes,
             [[maybe_unused]] const Stream & stream)
{
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
  itk::device::Check(cudaMemcpyAsync(output, input, bytes, cudaMemcpyDeviceToDevice, stream.GetHandle()),
                     "cudaMemcpyAsync on the device");
#endif
}

template <typename TPixel>
double
MeasureCopy(std::size_t pixels)
{
  const auto        stream = Stream::OfThisThread(0);
  const std::size_t bytes = pixels * sizeof(TPixel);
  const std::size_t turns = GetNumberOfTurns(2 * bytes);
  ImageRing<TPixel> inputs(pixels, turns, stream);
  ImageRing<TPixel> outputs(pixels, turns, stream);
  inputs.Fill(pixels, GetRandomPixels<TPixel>(), 0, stream);
  std::size_t turn = 0;
  return MedianTimeOnDevice(stream, [&] {
    ++turn;
    CopyOnDevice(outputs.Get(turn), inputs.Get(turn), bytes, stream);
  });
}

template <typename TPixel>
void
RegisterPixelType(std::size_t side)
{
  const std::string name = std::string("Copy/") + PixelName<TPixel> + '/' + std::to_string(side);
  Register<TPixel>(name, side * side, [=](benchmark::State &) { return MeasureCopy<TPixel>(side * side); });
}

/** What a filter that reads and writes each pixel once cannot beat. */
const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  RegisterPixelType<std::uint8_t>(16384);
  RegisterPixelType<std::uint16_t>(16384);
  RegisterPixelType<float>(16384);
});
} // namespace

double
GetCopySpeed(std::size_t bytes)
{
  static std::map<std::size_t, double> speeds;
  const auto                           known = speeds.find(bytes);
  if (known != speeds.end())
  {
    return known->second;
  }
  const double speed = static_cast<double>(bytes) / MeasureCopy<std::uint8_t>(bytes / 2);
  return speeds.emplace(bytes, speed).first->second;
}
