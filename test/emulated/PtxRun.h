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
#ifndef PtxRun_h
#define PtxRun_h

#include "PtxProgram.h"

/** \file
 * Runs kernels on the host, from their PTX: a block after the other, a warp up to where it waits for others, its lanes
 * together. What is not defined on a GPU is a fault where it can be told: an access that is misaligned, or beyond what is
 * allocated, lanes and warps that wait for each other, a shuffle from a lane that takes no part. Copies to shared memory that
 * are asynchronous are made as late as they may be, and before them is rubbish; uninitialised memory is rubbish, too.
 * Arithmetic is IEEE 754's, as that of a GPU is but for instructions named "approx", whose results here are the nearest. Races
 * between warps are not looked for. */
namespace itk::DeviceTesting::ptx
{
struct Launch
{
  Function *                 function{ nullptr };
  std::uint32_t              blocks[3]{ 1, 1, 1 };
  std::uint32_t              threads[3]{ 1, 1, 1 };
  std::uint32_t              blocksOfCluster{ 1 };
  std::size_t                bytesOfDynamicShared{ 0 };
  bool                       isCooperative{ false }; // blocks may wait for each other
  std::vector<unsigned char> parameters;
};

/** Returns when all is done.
 * \exception Fault */
void
Run(const Launch & launch);

/** Memory that kernels may access from now on. */
void
AddMemory(const void * data, std::size_t bytes);

void
RemoveMemory(const void * data);
} // namespace itk::DeviceTesting::ptx

#endif
