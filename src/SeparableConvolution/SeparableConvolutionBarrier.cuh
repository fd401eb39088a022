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
#ifndef SeparableConvolutionBarrier_cuh
#define SeparableConvolutionBarrier_cuh

#include <cstdint>
#include <cuda_runtime.h>

/** \file
 * Barriers in shared memory, which Hopper and later devices have: threads arrive at them without waiting, and so do copies. */
namespace itk::device::separable
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
inline constexpr bool HasMemoryBarriers = false;
#else
inline constexpr bool HasMemoryBarriers = true;
#endif

/** In shared memory. A phase of it ends when as many have arrived as it was begun for, and all bytes that they expect. What a
 * thread does before it waits needs nothing of the others, who do not wait for it meanwhile; it waits before it arrives again.
 * On devices without such barriers there is none of this to call. */
class MemoryBarrier
{
public:
  /** By one thread; a __syncthreads() must follow. */
  __device__ __forceinline__ void
  Begin(unsigned int arrivals)
  {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(this->GetAddress()), "r"(arrivals) : "memory");
    // Copies must find it so, too.
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
  }

  __device__ __forceinline__ void
  Arrive()
  {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(this->GetAddress()) : "memory");
  }

  /** Arrives, and starts a copy whose bytes are expected besides: whole 16 of them, aligned in both memories. */
  __device__ __forceinline__ void
  ArriveAndCopy(unsigned int target, const void * source, unsigned int bytes)
  {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(this->GetAddress()), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :
                 : "r"(target), "l"(source), "r"(bytes), "r"(this->GetAddress())
                 : "memory");
  }

  /** Has the thread arrive when its copies by __pipeline_memcpy_async() so far have ended. */
  __device__ __forceinline__ void
  ArriveAfterCopies()
  {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" : : "r"(this->GetAddress()) : "memory");
  }

  /** Returns when a phase has ended, of which the first is 0. */
  __device__ __forceinline__ void
  Wait(unsigned int phase)
  {
    std::uint32_t hasEnded;
    do
    {
      asm volatile("{\n"
                   "  .reg .pred ended;\n"
                   "  mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
                   "  selp.u32 %0, 1, 0, ended;\n"
                   "}"
                   : "=r"(hasEnded)
                   : "r"(this->GetAddress()), "r"(phase & 1)
                   : "memory");
    } while (hasEnded == 0);
  }

private:
  __device__ __forceinline__ unsigned int
  GetAddress()
  {
    return static_cast<unsigned int>(__cvta_generic_to_shared(&m_State));
  }

  std::uint64_t m_State;
};

} // namespace itk::device::separable

#endif
