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
#ifndef itkPtxTesting_h
#define itkPtxTesting_h

#include "PtxRun.h"
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace itk::DeviceTesting::ptx
{
/** A kernel of one block and two parameters: %rd1 is where thread i reads a value, as 32 bits in %r1, and %rd2 where it
 * writes %r2. */
class PtxKernel
{
public:
  explicit PtxKernel(const std::string & body, const std::string & variables = "")
    : m_Module(Parse(".version 9.0\n.target sm_90\n.address_size 64\n" + variables + R"(
.visible .entry Kernel(.param .u64 Kernel_param_0, .param .u64 Kernel_param_1)
{
  .reg .pred %p<9>;
  .reg .b16 %rs<9>;
  .reg .b32 %r<20>;
  .reg .f32 %f<9>;
  .reg .f64 %fd<9>;
  .reg .b64 %rd<20>;
  ld.param.u64 %rd3, [Kernel_param_0];
  ld.param.u64 %rd4, [Kernel_param_1];
  cvta.to.global.u64 %rd3, %rd3;
  cvta.to.global.u64 %rd4, %rd4;
  mov.u32 %r10, %tid.x;
  mul.wide.u32 %rd5, %r10, 4;
  add.s64 %rd1, %rd3, %rd5;
  add.s64 %rd2, %rd4, %rd5;
  ld.global.u32 %r1, [%rd1];
)" + body + R"(
  st.global.u32 [%rd2], %r2;
  ret;
}
)"))
  {}

  /** What the threads write. */
  std::vector<std::uint32_t>
  Run(const std::vector<std::uint32_t> & values)
  {
    std::vector<std::uint32_t> results(values.size());
    const auto                 bytes = values.size() * sizeof(values[0]);
    const void * const         pointers[]{ values.data(), results.data() };
    Launch                     launch;
    launch.function = &m_Module->functions.at("Kernel");
    launch.threads[0] = static_cast<std::uint32_t>(values.size());
    launch.parameters.resize(sizeof(pointers));
    std::memcpy(launch.parameters.data(), pointers, sizeof(pointers));
    for (const void * const pointer : pointers)
    {
      AddMemory(pointer, bytes);
    }
    const auto remove = [&] {
      for (const void * const pointer : pointers)
      {
        RemoveMemory(pointer);
      }
    };
    try
    {
      ptx::Run(launch);
    }
    catch (...)
    {
      remove();
      throw;
    }
    remove();
    return results;
  }

  std::uint32_t
  RunOne(std::uint32_t value)
  {
    return this->Run({ value })[0];
  }

  float
  RunOne(float value)
  {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    bits = this->RunOne(bits);
    std::memcpy(&value, &bits, sizeof(bits));
    return value;
  }

private:
  std::unique_ptr<Module> m_Module;
};

inline std::vector<std::uint32_t>
Count(std::size_t number)
{
  std::vector<std::uint32_t> values(number);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

/** The fault that a kernel ends with. */
inline std::string
GetFault(PtxKernel kernel, std::size_t threads)
{
  try
  {
    kernel.Run(Count(threads));
  }
  catch (const Fault & fault)
  {
    return fault.what();
  }
  return "none";
}
} // namespace itk::DeviceTesting::ptx

#endif
