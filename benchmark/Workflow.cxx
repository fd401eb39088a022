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
#include "BenchmarkMemory.h"
#include "ClinicalChain.h"
#include "TorsoPhantom.h"
#include "itkDeviceTransfer.h"

namespace
{
constexpr itk::Size<3> Size{ { 512, 512, 300 } };
constexpr std::size_t  Voxels = 512 * 512 * 300;

/** From the volume in the host's memory to the label map there, by the host's clock. `device_ms` is that of the device's
 * work from the uploaded volume on, and what was moved between them is told in volumes. */
double
MeasureOnDevice(benchmark::State & state)
{
  using ChainType = ClinicalChain<FiltersOnDevice>;
  const auto volume = MakeTorsoPhantom<ChainType::ImageType>(Size);
  ChainType  chain(volume);
  chain.Measure();

  const auto stream = itk::device::Stream::OfThisThread(0);
  state.counters["device_ms"] = 1e3 * Median(TimeOnDevice(5, stream, [&] {
                                  chain.Restart();
                                  chain.Measure();
                                }));
  const auto   before = itk::device::GetTransferCounts();
  const auto   seconds = TimeOnHost(5, [&] {
    volume->Modified();
    volume->GetBufferPointer();
    chain.Measure();
    benchmark::DoNotOptimize(chain.GetLabels()->GetBufferPointer());
  });
  const auto   after = itk::device::GetTransferCounts();
  const double volumes = 5.0 * Voxels * sizeof(short);
  state.counters["volumes_up"] = static_cast<double>(after.bytesUploaded - before.bytesUploaded) / volumes;
  state.counters["volumes_down"] = static_cast<double>(after.bytesDownloaded - before.bytesDownloaded) / volumes;
  return Median(seconds);
}

/** ITK's filters, on all cores. */
double
MeasureITK(benchmark::State &)
{
  using ChainType = ClinicalChain<FiltersOfITK>;
  const auto volume = MakeTorsoPhantom<ChainType::ImageType>(Size);
  return TimeOnHost(1, [&] {
    ChainType chain(volume);
    benchmark::DoNotOptimize(chain.Measure());
  })[0];
}

const BenchmarkFile onDevice(BenchmarkFile::Needs::Device, [] {
  Register("Workflow/CT/512x512x300", Voxels, Voxels * (sizeof(short) + 1), MeasureOnDevice);
});
const BenchmarkFile onHost(BenchmarkFile::Needs::CPUAlone, [] {
  Register("WorkflowCPU/CT/512x512x300", Voxels, Voxels * (sizeof(short) + 1), MeasureITK);
});
} // namespace
