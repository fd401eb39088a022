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
#ifndef PtxWarp_h
#define PtxWarp_h

#include "PtxProgram.h"
#include "PtxRun.h"
#include <bit>
#include <deque>

namespace itk::DeviceTesting::ptx
{
/** A copy to shared memory that is on its way. */
struct AsyncCopy
{
  void *       to;
  const void * from;
  std::size_t  bytes;
  std::size_t  bytesToRead; // the rest is zero
};

void
EndCopies(const std::vector<AsyncCopy> & copies);

/** What arrives at a barrier in shared memory when copies have ended: their bytes, or, if these are 0, a thread. */
struct LateArrival
{
  unsigned char *        barrier;
  std::vector<AsyncCopy> copies;
  std::uint32_t          bytes;
};

/** A block of threads, as its warps see it. */
struct Block
{
  std::uint32_t              index[3]{};
  std::vector<unsigned char> shared;
  std::vector<Block *> *     cluster{ nullptr };
  std::uint32_t              rankInCluster{ 0 };
  std::vector<LateArrival>   lateArrivals;
};

/** The state of a warp. Handlers read and write the registers of the lanes that are active. */
class Warp
{
public:
  template <typename T>
  T *
  GetRow(const Operand & operand) const
  {
    return reinterpret_cast<T *>(rows[operand.place] + operand.offset);
  }

  LaneMask
  GetPredicate(const Operand & operand) const
  {
    return *this->GetRow<LaneMask>(operand);
  }

  void
  SetPredicate(const Operand & operand, LaneMask value) const
  {
    auto & predicate = *this->GetRow<LaneMask>(operand);
    predicate = (predicate & ~active) | (value & active);
  }

  bool
  IsActive(int lane) const
  {
    return (active >> lane & 1) != 0;
  }

  template <typename TCall>
  void
  ForEachActiveLane(const TCall & call) const
  {
    for (LaneMask left = active; left != 0; left &= left - 1)
    {
      call(std::countr_zero(left));
    }
  }

  /** Where a lane's access of `bytes` goes.
   * \exception Fault it is misaligned, or of memory that a kernel may not access */
  unsigned char *
  FindMemory(const Address & address, int lane, std::size_t bytes);

  /** What shared memory has at an address of it. */
  unsigned char *
  FindShared(std::uint64_t address, std::size_t bytes) const;

  /** Memory that was accessed may have been given back. */
  void
  ForgetMemory()
  {
    m_MemoryEnd = m_MemoryBegin;
  }

  unsigned char * rows[3]{}; // by Operand::Place
  LaneMask        active{ 0 };
  LaneMask        left{ 0 }; // lanes that have not exited
  std::uint32_t   number{ 0 };
  Function *      function{ nullptr };
  const Launch *  launch{ nullptr };
  Block *         block{ nullptr };

  std::vector<unsigned char> specialRegisters;
  std::vector<unsigned char> frames;
  std::size_t                bytesOfFrames{ 0 };

  std::vector<AsyncCopy>             openCopies[Lanes];
  std::deque<std::vector<AsyncCopy>> committedCopies[Lanes];

private:
  [[noreturn]] void
  Fail(const char * why, std::uint64_t address, int lane, std::size_t bytes) const;

  std::uint64_t m_MemoryBegin{ 0 }; // of the last access
  std::uint64_t m_MemoryEnd{ 0 };
};
} // namespace itk::DeviceTesting::ptx

#endif
