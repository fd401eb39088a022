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
#ifndef PtxHandlers_h
#define PtxHandlers_h

#include "PtxProgram.h"

namespace itk::DeviceTesting::ptx
{
/** "setp.lt.and.s32": a name and its modifiers, of which some are types. */
struct Opcode
{
  explicit Opcode(const std::string & text);

  bool
  Has(const char * modifier) const;

  /** \exception Fault there is a modifier whose meaning is not known */
  void
  CheckModifiers() const;

  /** Whether a modifier begins so: "shared::cta" begins with "shared". */
  bool
  HasPrefix(const char * prefix) const;

  /** The last one, of the sources if the instruction converts. */
  Type
  GetType() const
  {
    return types.empty() ? Type::B32 : types.back();
  }

  std::string              name;
  std::vector<std::string> modifiers;
  std::vector<Type>        types;
};

// What runs an instruction whose operands have been read. Some leave it a note, its option.
// Exception: Fault, no handler is known.

/** Arithmetic of integers, and of pairs of them. */
Handler
FindIntegerHandler(const Opcode & opcode, const Instruction & instruction);

Handler
FindFloatHandler(const Opcode & opcode, const Instruction & instruction);

/** cvt */
Handler
FindConversion(const Opcode & opcode, Instruction & instruction);

/** mov, selp, setp, and what is of predicates and bits: prmt, lop3, shf. */
Handler
FindMove(const Opcode & opcode, Instruction & instruction);

/** ld, st, atom, red, cp.async without barriers */
Handler
FindMemoryHandler(const Opcode & opcode, Instruction & instruction);

/** mbarrier, and the kinds of cp.async that arrive at one */
Handler
FindMemoryBarrierHandler(const Opcode & opcode);

/** cvta, isspacep, mapa */
Handler
FindAddressHandler(const Opcode & opcode, Instruction & instruction);

/** shfl, vote, match, redux, elect, bar.warp.sync */
Handler
FindTogether(const Opcode & opcode);

/** mma of bytes */
Handler
FindMatrixProduct(const Opcode & opcode);
} // namespace itk::DeviceTesting::ptx

#endif
