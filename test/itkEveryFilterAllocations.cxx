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
#include "itkHostAllocations.h"
#include <cstdlib>
#include <new>

namespace
{
thread_local unsigned int allocationsUntilFailure = 0;
thread_local bool         hasFailed = false;

void *
Allocate(std::size_t bytes)
{
  if (allocationsUntilFailure > 0 && --allocationsUntilFailure == 0)
  {
    hasFailed = true;
    throw std::bad_alloc();
  }
  void * const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr)
  {
    throw std::bad_alloc();
  }
  return memory;
}
} // namespace

void *
operator new(std::size_t bytes)
{
  return Allocate(bytes);
}
void *
operator new[](std::size_t bytes)
{
  return Allocate(bytes);
}
// As the standard library's, but AddressSanitizer has one of its own, of memory that is not for free().
void *
operator new(std::size_t bytes, const std::nothrow_t &) noexcept
{
  try
  {
    return Allocate(bytes);
  }
  catch (const std::bad_alloc &)
  {
    return nullptr;
  }
}
void
operator delete(void * memory) noexcept
{
  std::free(memory);
}
void
operator delete[](void * memory) noexcept
{
  std::free(memory);
}
void
operator delete(void * memory, std::size_t) noexcept
{
  std::free(memory);
}
void
operator delete[](void * memory, std::size_t) noexcept
{
  std::free(memory);
}

namespace itk::DeviceTesting
{
FailingHostAllocation::FailingHostAllocation(unsigned int number)
{
  hasFailed = false;
  allocationsUntilFailure = number;
}

FailingHostAllocation::~FailingHostAllocation() { Stop(); }

void
FailingHostAllocation::Stop()
{
  allocationsUntilFailure = 0;
}

bool
FailingHostAllocation::HasFailed() const
{
  return hasFailed;
}
} // namespace itk::DeviceTesting
