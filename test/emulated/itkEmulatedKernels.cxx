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
#include "PtxBinary.h"
#include "PtxRun.h"
#include "itkPretendedKernels.h"
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <mutex>

// Kernels are run on the host, from their PTX.
namespace itk::DeviceTesting::PretendedKernels
{
const char * const DeviceName = "Emulated device";

// With few, small images have more blocks than the device works on at once.
const int           NumberOfMultiprocessors = 4;
const unsigned char Fill = 0x7f;

namespace
{
// Tests are as small as under a sanitizer, unless they are told otherwise.
const bool isSmall = [] { return setenv("CUDAIMAGEFILTERS_SANITIZER", "1", 0) == 0; }();

struct Kernel
{
  const void *    binary{ nullptr };
  std::string     name;
  ptx::Function * function{ nullptr };
};

struct Kernels
{
  std::mutex                                                        mutex;
  std::map<const void *, Kernel>                                    kernels;
  std::map<const void *, std::vector<std::unique_ptr<ptx::Module>>> modules; // of a binary
};

Kernels &
GetKernels()
{
  static auto * const kernels = new Kernels;
  return *kernels;
}

ptx::Function &
FindFunction(const void * kernel)
{
  Kernels &                         all = GetKernels();
  const std::lock_guard<std::mutex> lock(all.mutex);
  Kernel &                          found = all.kernels.at(kernel);
  if (found.function == nullptr)
  {
    auto & modules = all.modules[found.binary];
    if (modules.empty())
    {
      for (auto & text : ptx::ReadBinary(found.binary))
      {
        modules.push_back(ptx::Parse(std::move(text)));
      }
    }
    for (const auto & module : modules)
    {
      const auto function = module->functions.find(found.name);
      found.function = function == module->functions.end() ? found.function : &function->second;
    }
    if (found.function == nullptr)
    {
      throw ptx::Fault("there is no PTX of " + found.name);
    }
  }
  return *found.function;
}

void
Check(const ptx::Launch & launch)
{
  constexpr std::uint32_t mostThreads = 1024;
  constexpr std::uint32_t mostLayers = 65535;
  const auto & [x, y, z] = launch.threads;
  const auto most = launch.function->mostThreads;
  if (x * y * z == 0 || x * y * z > mostThreads || (most != 0 && x * y * z > static_cast<std::uint32_t>(most)) ||
      launch.blocks[0] == 0 || launch.blocks[1] == 0 || launch.blocks[2] == 0 || launch.blocks[1] > mostLayers ||
      launch.blocks[2] > mostLayers || launch.blocks[0] % launch.blocksOfCluster != 0)
  {
    throw ptx::Fault("a grid that cannot be launched, of " + launch.function->name);
  }
}
} // namespace

void
Register(const void * kernel, const void * binary, const char * name)
{
  Kernels &                         all = GetKernels();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.kernels[kernel] = { binary, name };
}

std::function<void()>
MakeWork(const Launch & asked, device::PretendedBackend & backend)
{
  ptx::Launch launch;
  launch.function = &FindFunction(asked.kernel);
  const auto copy = [](std::uint32_t(&to)[3], const dim3 & from) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  copy(launch.blocks, asked.grid);
  copy(launch.threads, asked.block);
  launch.blocksOfCluster = asked.blocksOfCluster;
  launch.bytesOfDynamicShared = asked.bytesOfDynamicShared;
  launch.isCooperative = asked.isCooperative;
  launch.parameters.resize(launch.function->bytesOfParameters);
  for (std::size_t i = 0; i < launch.function->parameters.size(); ++i)
  {
    const auto & parameter = launch.function->parameters[i];
    std::memcpy(launch.parameters.data() + parameter.offset, asked.arguments[i], parameter.bytes);
  }
  return [launch, &backend] {
    try
    {
      Check(launch);
      ptx::Run(launch);
    }
    catch (const ptx::Fault & fault)
    {
      std::cerr << "A kernel fails: " << fault.what() << std::endl;
      // As on a GPU, a later call tells it.
      backend.FailNextCopy(cudaErrorLaunchFailure);
    }
  };
}

void
Allocated(const void * data, std::size_t bytes)
{
  ptx::AddMemory(data, bytes);
}

void
Freed(const void * data)
{
  ptx::RemoveMemory(data);
}
} // namespace itk::DeviceTesting::PretendedKernels
