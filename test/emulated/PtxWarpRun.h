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
#ifndef PtxWarpRun_h
#define PtxWarpRun_h

#include "PtxWarp.h"

namespace itk::DeviceTesting::ptx
{
/** What a warp calls when it has to wait for other warps; these run meanwhile. */
class Scheduler
{
public:
  virtual ~Scheduler() = default;

  /** Threads that were at a barrier, and how many of them had voted. */
  struct Votes
  {
    std::uint32_t threads;
    std::uint32_t votes;
  };

  /** Waits at a barrier of the block, of so many threads; 0: all that have not exited. */
  virtual Votes
  WaitAtBarrier(int barrier, std::uint32_t threads, LaneMask votes) = 0;

  virtual void
  WaitForCluster() = 0;

  /** Lets others run that may be waited for. */
  virtual void
  Pause() = 0;
};

/** Runs a kernel in the lanes of `warp.left`.
 * \exception Fault */
void
RunWarp(Warp & warp, Scheduler & scheduler);
} // namespace itk::DeviceTesting::ptx

#endif
