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
#ifndef itkPretendedKernels_h
#define itkPretendedKernels_h

#include "itkPretendedBackend.h"
#include <cuda_runtime_api.h>

namespace itk::DeviceTesting
{
/** That of the pretended runtime of CUDA, also where it is made to fail. */
device::PretendedBackend &
GetPretendedBackend();

/** What this runtime leaves open: how kernels are run. */
namespace PretendedKernels
{
extern const char * const DeviceName;
extern const int          NumberOfMultiprocessors;

/** Of which the bytes of memory are when it is allocated. */
extern const unsigned char Fill;

struct Launch
{
  const void * kernel;
  dim3         grid;
  dim3         block;
  std::size_t  bytesOfDynamicShared;
  void **      arguments;
  unsigned int blocksOfCluster{ 1 };
  bool         isCooperative{ false };
};

/** The compiler's registration of a kernel, which the binary has by that name. */
void
Register(const void * kernel, const void * binary, const char * name);

/** What a stream of the backend has to do for a launch, whose arguments are read now. */
std::function<void()>
MakeWork(const Launch & launch, device::PretendedBackend & backend);

void
Allocated(const void * data, std::size_t bytes);

void
Freed(const void * data);
} // namespace PretendedKernels
} // namespace itk::DeviceTesting

#endif
