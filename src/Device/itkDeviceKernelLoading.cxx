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
#include "itkDeviceKernelLoading.h"
#include "itkDeviceRuntime.h"
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>
#include <vector>

namespace itk::device
{
namespace
{
struct State
{
  int                       filters{ 0 }; // that are updated, one for the other
  bool                      isNoting{ false };
  std::vector<const void *> kernels;
  std::vector<std::thread>  threads;
};

State &
GetState()
{
  thread_local State state;
  return state;
}

void
LoadKernels(int device, const std::vector<const void *> & kernels)
{
  try
  {
    Backend & backend = Runtime::GetBackend();
    backend.SetDevice(device);
    for (const void * const kernel : kernels)
    {
      backend.LoadKernel(kernel);
    }
  }
  catch (const std::exception &)
  {
    // The launch of the kernel says what is wrong.
  }
}

struct PixelsRequired
{};
} // namespace

KernelLoading::Notes::Notes()
  : m_Stream(Stream::Borrow(nullptr, Runtime::GetCurrentDevice()))
{
  GetState().isNoting = true;
}

KernelLoading::Notes::~Notes() { GetState().isNoting = false; }

KernelLoading::KernelLoading() { ++GetState().filters; }

KernelLoading::~KernelLoading()
{
  State & state = GetState();
  if (--state.filters == 0)
  {
    for (auto & thread : state.threads)
    {
      thread.join();
    }
    state.threads.clear();
    state.kernels.clear();
  }
}

bool
KernelLoading::IsToNote(std::atomic<bool> & isNoted)
{
  static const bool isLazy = [] {
    const char * const mode = std::getenv("CUDA_MODULE_LOADING");
    return mode == nullptr || std::string_view(mode) != "EAGER";
  }();
  return isLazy && !isNoted.load(std::memory_order_relaxed) && !isNoted.exchange(true, std::memory_order_relaxed);
}

bool
KernelLoading::IsNoting()
{
  return GetState().isNoting;
}

void
KernelLoading::Note(const void * kernel)
{
  GetState().kernels.push_back(kernel);
}

void
KernelLoading::RequirePixels()
{
  if (IsNoting())
  {
    throw PixelsRequired();
  }
}

void
KernelLoading::Begin(int device)
{
  State & state = GetState();
  if (state.kernels.empty())
  {
    return;
  }
  try
  {
    state.threads.emplace_back(LoadKernels, device, std::move(state.kernels));
  }
  catch (const std::exception &)
  {
    // Without a thread they are loaded when they are launched.
  }
  state.kernels.clear();
}
} // namespace itk::device
