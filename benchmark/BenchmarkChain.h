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
#ifndef BenchmarkChain_h
#define BenchmarkChain_h

#include "Benchmark.h"
#include "BenchmarkMemory.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceTransfer.h"

/** From pixels on the host through all filters to pixels on the host: one upload, one download. */
template <typename TImage, typename TFilter>
void
RunChain(TImage * input, TFilter * last)
{
  const auto before = itk::device::GetTransferCounts();
  input->Modified();
  last->Update();
  const auto * const output = last->GetOutput();
  benchmark::DoNotOptimize(output->GetBufferPointer());
  const auto after = itk::device::GetTransferCounts();
  if (after.uploads - before.uploads != 1 || after.downloads - before.downloads != 1)
  {
    itkGenericExceptionMacro(<< after.uploads - before.uploads << " uploads and " << after.downloads - before.downloads
                             << " downloads where one of each is enough");
  }
}

/** Seconds that a chain of filters takes from host to host, by the host's clock, where `enqueueKernels()` enqueues its
 * kernels alone on the thread's stream. The parts are counters, and the device memory that it takes in images of the
 * input's size. */
template <typename TImage, typename TFilter, typename TEnqueue>
double
MeasureChain(benchmark::State & state, TImage * input, TFilter * last, const TEnqueue & enqueueKernels)
{
  using OutputPixelType = typename TFilter::OutputImageType::PixelType;
  const auto        stream = itk::device::Stream::OfThisThread(0);
  const std::size_t pixels = input->GetBufferedRegion().GetNumberOfPixels();
  const std::size_t inputBytes = pixels * sizeof(typename TImage::PixelType);
  const std::size_t outputBytes = pixels * sizeof(OutputPixelType);
  stream.Wait();
  TakeHighestMemoryUse();
  const std::size_t before = GetMemoryUse();
  RunChain(input, last);
  state.counters["device_images"] =
    static_cast<double>(TakeHighestMemoryUse() - before) / static_cast<double>(inputBytes);

  const TImage * const         source = input;
  std::vector<OutputPixelType> target(pixels);
  const itk::device::Buffer    memory(std::max(inputBytes, outputBytes), stream);
  // In turn, so that all of them see the same state of the machine.
  std::vector<double> chains, uploads, kernels, downloads;
  for (int pass = -2; pass < 15; ++pass)
  {
    const double upload = TimeOnHost(1, [&] {
      itk::device::Upload(memory.GetData(), source->GetBufferPointer(), inputBytes, stream);
      stream.Wait();
    })[0];
    const double kernel = TimeOnDevice(1, stream, enqueueKernels)[0];
    const double download =
      TimeOnHost(1, [&] { itk::device::Download(target.data(), memory.GetData(), outputBytes, stream); })[0];
    const double chain = TimeOnHost(1, [&] { RunChain(input, last); })[0];
    if (pass >= 0)
    {
      uploads.push_back(upload);
      kernels.push_back(kernel);
      downloads.push_back(download);
      chains.push_back(chain);
    }
  }
  const double wall = Median(chains);
  state.counters["upload_ms"] = Median(uploads) * 1e3;
  state.counters["kernels_ms"] = Median(kernels) * 1e3;
  state.counters["download_ms"] = Median(downloads) * 1e3;
  state.counters["wall_over_parts"] = wall / (Median(uploads) + Median(kernels) + Median(downloads));
  return wall;
}

#endif
