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
#include "itkCudaImageFiltersConfigure.h"
#include "itkDeviceRuntime.h"
#include "itkMultiThreaderBase.h"
#include <iostream>
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
#  include <cuda_runtime_api.h>
#endif

namespace
{
struct Registration
{
  BenchmarkFile::Needs needs;
  void (*registerBenchmarks)();
};

/** Made when the first file asks for it, as files are initialised in no given order. */
std::vector<Registration> &
GetRegistrations()
{
  static std::vector<Registration> registrations;
  return registrations;
}

/** Leaves out what the library appends to a name: "/iterations:1/manual_time". */
template <typename TReporter>
class PlainNames : public TReporter
{
public:
  using TReporter::TReporter;

  void
  ReportRuns(const std::vector<benchmark::BenchmarkReporter::Run> & runs) override
  {
    auto plain = runs;
    for (auto & run : plain)
    {
      run.run_name.iterations.clear();
      run.run_name.repetitions.clear();
      run.run_name.time_type.clear();
    }
    TReporter::ReportRuns(plain);
  }
};

bool
HasArgument(int argc, char * argv[], const std::string & begin)
{
  return std::any_of(argv, argv + argc, [&](const std::string & argument) { return argument.rfind(begin, 0) == 0; });
}
} // namespace

BenchmarkFile::BenchmarkFile(Needs needs, void (*registerBenchmarks)())
{
  GetRegistrations().push_back({ needs, registerBenchmarks });
}

void
BenchmarkFile::RegisterAll(bool deviceWorks)
{
  for (const auto & registration : GetRegistrations())
  {
    if (deviceWorks || registration.needs == Needs::CPUAlone)
    {
      registration.registerBenchmarks();
    }
  }
}

int
main(int argc, char * argv[])
{
  const bool toFile = HasArgument(argc, argv, "--benchmark_out=");
  const bool asJson = HasArgument(argc, argv, "--benchmark_format=json");
  const bool lists = HasArgument(argc, argv, "--benchmark_list_tests");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
  {
    return EXIT_FAILURE;
  }

  const bool deviceWorks = itk::device::Runtime::IsAvailable();
  if (deviceWorks)
  {
    benchmark::AddCustomContext("gpu", itk::device::Runtime::GetDeviceName(0));
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
    benchmark::AddCustomContext(
      "cuda", std::to_string(CUDART_VERSION / 1000) + '.' + std::to_string(CUDART_VERSION % 1000 / 10));
#endif
  }
  else
  {
    std::cerr << "Only the CPU filters are measured: " << itk::device::Runtime::GetUnavailableReason() << '.'
              << std::endl;
  }
  benchmark::AddCustomContext("cpu_threads", std::to_string(itk::MultiThreaderBase::GetGlobalDefaultNumberOfThreads()));
  // All can be listed everywhere.
  BenchmarkFile::RegisterAll(deviceWorks || lists);

  PlainNames<benchmark::ConsoleReporter> console(benchmark::ConsoleReporter::OO_None);
  PlainNames<benchmark::JSONReporter>    json;
  PlainNames<benchmark::JSONReporter>    file;
  benchmark::BenchmarkReporter &         display = asJson ? static_cast<benchmark::BenchmarkReporter &>(json) : console;
  const auto numberRun = benchmark::RunSpecifiedBenchmarks(&display, toFile ? &file : nullptr);
  return numberRun > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
