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
#include "itkFaultPlan.h"
#include <cstdlib>

// What the library calls of cuFFT, which it finds in the program itself. Transforms do nothing.

namespace
{
using itk::DeviceTesting::FaultPlan;

const bool isNamed = [] { return setenv("ITK_CUDA_IMAGE_FILTERS_CUFFT", "", 1) == 0; }();

int
Count(const char * call)
{
  constexpr int internalError = 5;
  return FaultPlan::Get().Count(call) == FaultPlan::Success ? 0 : internalError;
}
} // namespace

extern "C"
{
  int
  cufftCreate(int * plan)
  {
    *plan = 1;
    return Count("cufftCreate");
  }
  int
  cufftDestroy(int)
  {
    return 0;
  }
  int
  cufftSetAutoAllocation(int, int)
  {
    return Count("cufftSetAutoAllocation");
  }
  int
  cufftMakePlanMany64(int,
                      int,
                      long long *,
                      long long *,
                      long long,
                      long long,
                      long long *,
                      long long,
                      long long,
                      int,
                      long long,
                      std::size_t * workInBytes)
  {
    *workInBytes = 4096;
    return Count("cufftMakePlanMany64");
  }
  int
  cufftSetStream(int, struct CUstream_st *)
  {
    return Count("cufftSetStream");
  }
  int
  cufftSetWorkArea(int, void *)
  {
    return Count("cufftSetWorkArea");
  }
  int
  cufftExecR2C(int, float *, void *)
  {
    return Count("cufftExecR2C");
  }
  int
  cufftExecC2R(int, void *, float *)
  {
    return Count("cufftExecC2R");
  }
}
