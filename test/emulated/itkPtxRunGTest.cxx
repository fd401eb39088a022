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
#include <cmath>
#include <gtest/gtest.h>

namespace
{
using itk::DeviceTesting::ptx::Count;
using itk::DeviceTesting::ptx::GetFault;
using itk::DeviceTesting::ptx::PtxKernel;

TEST(PtxRun, ComputesIntegers)
{
  EXPECT_EQ(PtxKernel("mad.lo.s32 %r2, %r1, 7, -3;").RunOne(5u), 32u);
  EXPECT_EQ(PtxKernel("mul.hi.u32 %r2, %r1, 16;").RunOne(0xf0000000u), 15u);
  EXPECT_EQ(PtxKernel("shr.s32 %r2, %r1, 40;").RunOne(0x80000000u), 0xffffffffu);
  EXPECT_EQ(PtxKernel("shl.b32 %r2, %r1, 32;").RunOne(1u), 0u);
  EXPECT_EQ(PtxKernel("bfe.s32 %r2, %r1, 4, 4;").RunOne(0x80u), 0xfffffff8u);
  EXPECT_EQ(PtxKernel("bfi.b32 %r2, 5, %r1, 8, 4;").RunOne(0xffffffffu), 0xfffff5ffu);
  EXPECT_EQ(PtxKernel("prmt.b32 %r2, %r1, 0x44332211, 0x4501;").RunOne(0xddccbbaau), 0x1122aabbu);
  EXPECT_EQ(PtxKernel("lop3.b32 %r2, %r1, 0x0f0f0f0f, 0x00ff00ff, 0x96;").RunOne(0x33333333u),
            0x33333333u ^ 0x0f0f0f0fu ^ 0x00ff00ffu);
  EXPECT_EQ(PtxKernel("min.s16x2 %r2, %r1, 0x00010001;").RunOne(0xffff0005u), 0xffff0001u);
  EXPECT_EQ(PtxKernel("add.u16x2 %r2, %r1, 0x00010001;").RunOne(0xffff0005u), 0x00000006u);
  EXPECT_EQ(PtxKernel("min.s16x2.relu %r2, %r1, 0x00010001;").RunOne(0xffff0005u), 0x00000001u);
  EXPECT_EQ(PtxKernel("dp4a.u32.u32 %r2, %r1, 0x01010102, 5;").RunOne(0x01020304u), 5u + 1 + 2 + 3 + 8);
  EXPECT_EQ(PtxKernel("dp2a.lo.u32.u32 %r2, %r1, 0x0302, 5;").RunOne(0x00010100u), 5u + 3 + 512);
  EXPECT_EQ(PtxKernel("bfind.u32 %r2, %r1;").RunOne(0x1234u), 12u);
  EXPECT_EQ(PtxKernel("bfind.shiftamt.s32 %r2, %r1;").RunOne(0xffffffffu), 0xffffffffu);
  EXPECT_EQ(PtxKernel("bfind.shiftamt.u32 %r2, %r1;").RunOne(0x1234u), 19u);
  EXPECT_EQ(PtxKernel("div.u32 %r2, %r1, 0;").RunOne(3u), 0xffffffffu);
}

TEST(PtxRun, ComputesFloats)
{
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; fma.rn.f32 %f2, %f1, %f1, 0fBF800000; mov.b32 %r2, %f2;").RunOne(1 + 0x1p-20f),
            std::fma(1 + 0x1p-20f, 1 + 0x1p-20f, -1.0f));
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; add.rz.f32 %f2, %f1, 0f33000000; mov.b32 %r2, %f2;").RunOne(-1.0f),
            std::nextafter(-1.0f, 0.0f));
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; mul.ftz.f32 %f2, %f1, 0f3F800000; mov.b32 %r2, %f2;").RunOne(0x1p-130f), 0.0f);
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; mul.f32 %f2, %f1, 0f3F800000; mov.b32 %r2, %f2;").RunOne(0x1p-130f),
            0x1p-130f);
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; min.f32 %f2, %f1, 0f40000000; mov.b32 %r2, %f2;").RunOne(std::nanf("")), 2.0f);
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; max.f32 %f2, %f1, 0f40000000; mov.b32 %r2, %f2;").RunOne(std::nanf("")), 2.0f);
  PtxKernel largest("mov.b32 %f1, %r1; max.NaN.f32 %f2, %f1, 0f40000000; mov.b32 %r2, %f2;");
  EXPECT_TRUE(std::isnan(largest.RunOne(std::nanf(""))));
  EXPECT_EQ(largest.RunOne(1.0f), 2.0f);
  EXPECT_EQ(PtxKernel("mov.b32 %f1, %r1; add.sat.f32 %f2, %f1, %f1; mov.b32 %r2, %f2;").RunOne(3.0f), 1.0f);
}

TEST(PtxRun, ConvertsAsAGPU)
{
  PtxKernel  truncate("mov.b32 %f1, %r1; cvt.rzi.s32.f32 %r2, %f1;");
  const auto run = [&](float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return static_cast<std::int32_t>(truncate.RunOne(bits));
  };
  EXPECT_EQ(run(-1.9f), -1);
  EXPECT_EQ(run(3e9f), 0x7fffffff);
  EXPECT_EQ(run(-3e9f), -0x7fffffff - 1);
  EXPECT_EQ(run(std::nanf("")), 0);
  EXPECT_EQ(PtxKernel("cvt.s32.s8 %r2, %r1;").RunOne(0x12f0u), 0xfffffff0u);
  EXPECT_EQ(PtxKernel("cvt.u16.u32 %rs1, %r1; cvt.s32.s16 %r2, %rs1;").RunOne(0x18000u), 0xffff8000u);
  EXPECT_EQ(PtxKernel("cvt.rn.f32.s32 %f1, %r1; mov.b32 %r2, %f1;").RunOne(0xffffffffu), 0xbf800000u);
  EXPECT_EQ(PtxKernel("cvt.rz.f32.u32 %f1, %r1; mov.b32 %r2, %f1;").RunOne(0xffffffffu), 0x4f7fffffu);
}

TEST(PtxRun, PartsLanesAndBringsThemTogether)
{
  // Odd threads count down, and all of a warp add up what they have.
  PtxKernel     kernel(R"(
  mov.u32 %r2, 0;
  and.b32 %r3, %r1, 1;
  setp.eq.s32 %p1, %r3, 0;
  @%p1 bra $Together;
$Loop:
  add.s32 %r2, %r2, %r1;
  sub.s32 %r1, %r1, 1;
  setp.ne.s32 %p2, %r1, 0;
  @%p2 bra $Loop;
$Together:
  redux.sync.add.s32 %r2, %r2, -1;
)");
  std::uint32_t expected = 0;
  for (std::uint32_t i = 1; i < 32; i += 2)
  {
    expected += i * (i + 1) / 2;
  }
  const auto results = kernel.Run(Count(32));
  EXPECT_EQ(results, std::vector<std::uint32_t>(32, expected));
}

TEST(PtxRun, ShufflesWithinSegments)
{
  const auto results = PtxKernel("shfl.sync.down.b32 %r2|%p1, %r1, 1, 0x181f, -1;").Run(Count(32));
  for (std::uint32_t lane = 0; lane < 32; ++lane)
  {
    EXPECT_EQ(results[lane], lane % 8 == 7 ? lane : lane + 1);
  }
}

TEST(PtxRun, ShufflesAmongTheLanesOfAMask)
{
  // Halves of a warp at once, and then a lane that has left.
  const auto results = PtxKernel(R"(
  and.b32 %r3, %r1, 16;
  shl.b32 %r4, 0xffff, %r3;
  shfl.sync.bfly.b32 %r2, %r1, 15, 31, %r4;
)")
                         .Run(Count(32));
  for (std::uint32_t lane = 0; lane < 32; ++lane)
  {
    EXPECT_EQ(results[lane], lane ^ 15);
  }
  const auto rubbish =
    PtxKernel("setp.lt.u32 %p1, %r1, 16; @!%p1 bra $End; shfl.sync.idx.b32 %r2, %r1, 20, 31, 0xffff;\n$End:")
      .Run(Count(32));
  EXPECT_EQ(rubbish[3], 0xa5a5a5a5);
}

TEST(PtxRun, VotesAtBarriers)
{
  EXPECT_EQ(PtxKernel("setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1;").Run(Count(64)),
            std::vector<std::uint32_t>(64, 40));
  EXPECT_EQ(
    PtxKernel("setp.lt.u32 %p1, %r1, 40; bar.red.or.pred %p2, 0, !%p1; selp.u32 %r2, 1, 0, %p2;").Run(Count(64)),
    std::vector<std::uint32_t>(64, 1));
  EXPECT_EQ(
    PtxKernel("setp.lt.u32 %p1, %r1, 40; bar.red.and.pred %p2, 0, %p1; selp.u32 %r2, 1, 0, %p2;").Run(Count(64)),
    std::vector<std::uint32_t>(64, 0));
}

TEST(PtxRun, HasWarpsWaitAtBarriers)
{
  // Each thread takes what the last one of another warp has left.
  PtxKernel  kernel(R"(
  .shared .align 4 .b8 values[512];
  shl.b32 %r3, %r10, 2;
  mov.u32 %r4, values;
  add.s32 %r5, %r4, %r3;
  st.shared.u32 [%r5], %r1;
  bar.sync 0;
  xor.b32 %r6, %r3, 508;
  add.s32 %r7, %r4, %r6;
  ld.shared.u32 %r2, [%r7];
)");
  const auto results = kernel.Run(Count(128));
  for (std::uint32_t i = 0; i < 128; ++i)
  {
    EXPECT_EQ(results[i], 127 - i);
  }
}

TEST(PtxRun, WrapsAddressesOfSharedMemory)
{
  PtxKernel kernel(R"(
  .shared .align 4 .b8 values[128];
  mov.u32 %r3, values;
  sub.s32 %r4, %r3, 64;
  st.shared.u32 [%r4+64], %r1;
  ld.shared.u32 %r2, [%r3];
)");
  EXPECT_EQ(kernel.RunOne(7u), 7u);
}

TEST(PtxRun, CopiesAsLateAsItMay)
{
  const std::string begin = R"(
  .shared .align 4 .b8 values[128];
  shl.b32 %r3, %r10, 2;
  mov.u32 %r4, values;
  add.s32 %r5, %r4, %r3;
  cp.async.ca.shared.global [%r5], [%rd1], 4;
  cp.async.commit_group;
)";
  const auto        values = Count(32);
  EXPECT_EQ(PtxKernel(begin + "cp.async.wait_group 0; ld.shared.u32 %r2, [%r5];").Run(values), values);
  EXPECT_EQ(PtxKernel(begin + "cp.async.wait_group 1; ld.shared.u32 %r2, [%r5];").Run(values),
            std::vector<std::uint32_t>(32, 0xa5a5a5a5));
}

TEST(PtxRun, CallsFunctions)
{
  const std::string square = R"(
.func (.param .b32 result) Square(.param .b32 Square_param_0)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [Square_param_0];
  mul.lo.s32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";
  PtxKernel         kernel(R"(
  mov.u32 %r2, 1;
  setp.gt.u32 %p1, %r1, 3;
  @%p1 bra $End;
  {
  .param .b32 param0;
  st.param.b32 [param0], %r1;
  .param .b32 retval0;
  call.uni (retval0), Square, (param0);
  ld.param.b32 %r2, [retval0];
  }
$End:
)",
                   square);
  EXPECT_EQ(kernel.Run(Count(6)), (std::vector<std::uint32_t>{ 0, 1, 4, 9, 1, 1 }));
}

TEST(PtxRun, HidesRegistersWithinAScope)
{
  PtxKernel kernel(R"(
  setp.gt.u32 %p1, %r1, 3;
  {
  .reg .pred %p1;
  setp.ge.u32 %p1, %r1, 0;
  }
  selp.u32 %r2, 7, 5, %p1;
)");
  EXPECT_EQ(kernel.Run(Count(6)), (std::vector<std::uint32_t>{ 5, 5, 5, 5, 7, 7 }));
}

TEST(PtxRun, HasNoCachesToPrefetchTo)
{
  EXPECT_EQ(PtxKernel("prefetch.global.L2 [%rd1+4096]; add.u32 %r2, %r1, 1;").Run(Count(3)),
            (std::vector<std::uint32_t>{ 1, 2, 3 }));
}

TEST(PtxRun, TellsWhatAGPUMayNot)
{
  EXPECT_NE(GetFault(PtxKernel("ld.global.u32 %r2, [%rd1+128];"), 32).find("beyond what is allocated"),
            std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("ld.global.u32 %r2, [%rd1+2];"), 2).find("misaligned"), std::string::npos);
  EXPECT_NE(GetFault(PtxKernel(".shared .b32 one; ld.shared.u32 %r2, [one+4];"), 1).find("beyond shared memory"),
            std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("setp.lt.u32 %p1, %r1, 32; @!%p1 bra $End; bar.sync 1;\n$End: bar.sync 2;"), 64)
              .find("wait at barriers for each other"),
            std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("trap;"), 1).find("a trap"), std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("add.frobnicated.s32 %r2, %r1, 1;"), 1).find("modifier"), std::string::npos);
  EXPECT_NE(GetFault(PtxKernel("frobnicate.b32 %r2, %r1;"), 1).find("is not understood"), std::string::npos);
}
} // namespace
