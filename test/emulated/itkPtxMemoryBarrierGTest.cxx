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
#include "itkPtxTesting.h"
#include <gtest/gtest.h>

namespace
{
using itk::DeviceTesting::ptx::Count;
using itk::DeviceTesting::ptx::GetFault;
using itk::DeviceTesting::ptx::PtxKernel;

/** Thread 0 begins a barrier for so many arrivals; %r5 is the thread's own place in 512 bytes. */
std::string
BeginBarrier(int arrivals)
{
  return R"(
  .shared .align 16 .b8 values[512];
  .shared .align 8 .b8 barrier[8];
  shl.b32 %r3, %r10, 2;
  mov.u32 %r4, values;
  mov.u32 %r6, barrier;
  add.s32 %r5, %r4, %r3;
  setp.eq.u32 %p1, %r10, 0;
  @%p1 mbarrier.init.shared::cta.b64 [%r6], )" +
         std::to_string(arrivals) + R"(;
  fence.proxy.async.shared::cta;
  bar.sync 0;
)";
}

const std::string Arrive = "mbarrier.arrive.shared::cta.b64 _, [%r6];";

std::string
WaitFor(int parity)
{
  const auto label = "$Wait" + std::to_string(parity);
  return label + ": mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r6], " + std::to_string(parity) + "; @!%p3 bra " +
         label + ";";
}

TEST(PtxRun, HasWarpsWaitAtBarriersInMemory)
{
  // Lane 0 of each of four warps arrives, twice. Each thread takes what the last one of another warp has left.
  const std::string exchange = R"(
  bar.warp.sync 0xffffffff;
  @%p2 )" + Arrive;
  PtxKernel         kernel(BeginBarrier(4) + R"(
  and.b32 %r7, %r10, 31;
  setp.eq.u32 %p2, %r7, 0;
  xor.b32 %r7, %r3, 508;
  add.s32 %r7, %r4, %r7;
  st.shared.u32 [%r5], %r1;
)" + exchange + WaitFor(0) +
                   "ld.shared.u32 %r2, [%r7];" + exchange + WaitFor(1) + "st.shared.u32 [%r5], 0;");
  const auto        results = kernel.Run(Count(128));
  for (std::uint32_t i = 0; i < 128; ++i)
  {
    EXPECT_EQ(results[i], 127 - i);
  }
}

TEST(PtxRun, WaitsForAPhaseThatHasEnded)
{
  EXPECT_EQ(PtxKernel(BeginBarrier(1) + "mov.u32 %r2, 7;" + Arrive + WaitFor(0)).RunOne(1u), 7u);
  // None had to end before the first.
  EXPECT_EQ(PtxKernel(BeginBarrier(1) + "mov.u32 %r2, 7;" + WaitFor(1)).RunOne(1u), 7u);
  EXPECT_EQ(PtxKernel(BeginBarrier(2) + Arrive +
                      "mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r6], 0; selp.u32 %r2, 1, 0, %p3;")
              .RunOne(1u),
            0u);
}

TEST(PtxRun, CopiesInBulkAsLateAsItMay)
{
  const std::string copy = BeginBarrier(1) + R"(
  @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r6], 128;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd3], 128, [%r6];
  bar.sync 0;
)";
  const std::string read = "ld.shared.u32 %r2, [%r5];";
  const auto        values = Count(32);
  EXPECT_EQ(PtxKernel(copy + WaitFor(0) + read).Run(values), values);
  EXPECT_EQ(PtxKernel(copy + read).Run(values), std::vector<std::uint32_t>(32, 0xa5a5a5a5));
}

TEST(PtxRun, ArrivesAfterCopies)
{
  const std::string copy = BeginBarrier(64) + R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;
  cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r6];
  xor.b32 %r7, %r3, 252;
  add.s32 %r7, %r4, %r7;
)";
  const std::string read = "ld.shared.u32 %r2, [%r7];";
  const auto        results = PtxKernel(copy + WaitFor(0) + read).Run(Count(64));
  for (std::uint32_t i = 0; i < 64; ++i)
  {
    EXPECT_EQ(results[i], 63 - i);
  }
}

TEST(PtxRun, TellsWhatBarriersInMemoryMayNot)
{
  const std::string bulk = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";
  EXPECT_NE(GetFault(PtxKernel(BeginBarrier(1) + bulk + "[%r4], [%rd3], 8, [%r6];"), 1).find("a copy of 8 bytes"),
            std::string::npos);
  EXPECT_NE(GetFault(PtxKernel(BeginBarrier(1) + bulk + "[%r4], [%rd3+4], 16, [%r6];"), 8).find("misaligned"),
            std::string::npos);
  EXPECT_NE(
    GetFault(PtxKernel(BeginBarrier(1) + bulk + "[%r4], [%rd3], 64, [%r6];"), 8).find("beyond what is allocated"),
    std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("cp.async.bulk.commit_group;"), 1).find("a copy of this kind"), std::string::npos);
  for (const char * const arrival :
       { "mbarrier.arrive.shared::cta.b64 _, [%r6], 2;", "cp.async.mbarrier.arrive.shared::cta.b64 [%r6];" })
  {
    EXPECT_NE(GetFault(PtxKernel(BeginBarrier(2) + arrival), 1).find("an arrival of this kind"), std::string::npos);
  }
}
} // namespace
