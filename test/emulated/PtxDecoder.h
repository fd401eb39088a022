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
#ifndef PtxDecoder_h
#define PtxDecoder_h

#include "PtxHandlers.h"
#include "PtxNames.h"

namespace itk::DeviceTesting::ptx
{
/** Makes the instructions of a function's body. */
class Decoder
{
public:
  explicit Decoder(Function & function)
    : m_Function(function)
    , m_Names(function)
  {}

  void
  Run();

private:
  using Strings = std::vector<std::string>;
  using Kind = Instruction::Kind;

  void
  ReadStatement(const std::string & text);
  void
  ReadInstruction(std::string text);
  void
  ReadGuard(std::string & text, Instruction & instruction);
  bool
  ReadFlow(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadCall(const Strings & operands, Instruction & instruction);
  void
  ReadBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadTogether(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadMatrixProduct(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadMemory(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadAsyncCopy(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadCopyWithBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadMemoryBarrier(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadMove(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadOthers(const Opcode & opcode, const Strings & operands, Instruction & instruction);
  void
  ReadDestinations(const std::string & text, Instruction & instruction);
  std::vector<LaneVariable>
  ReadLaneVariables(const std::string & list) const;

  /** "{%r1, %r2}" or "(param0)", or a single one. */
  static Strings
  ReadList(const std::string & text);

  Function &                           m_Function;
  Names                                m_Names;
  std::map<std::string, std::uint32_t> m_Labels;
  std::map<std::string, Strings>       m_Tables;
  std::map<std::size_t, std::string>   m_Branches; // of instructions, to labels or tables
  std::string                          m_LastLabel;
};
} // namespace itk::DeviceTesting::ptx

#endif
