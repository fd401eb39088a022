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
#ifndef PtxProgram_h
#define PtxProgram_h

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

/** \file
 * Programs in PTX, NVIDIA's intermediate language of kernels, as they are run on the host: see PtxRun.h. Names and semantics
 * are those of NVIDIA's "Parallel Thread Execution ISA", version 9.0. */
namespace itk::DeviceTesting::ptx
{
constexpr int Lanes = 32;

/** A bit for each lane of a warp. */
using LaneMask = std::uint32_t;

/** What is wrong with a program, or went wrong when it ran. */
struct Fault : std::runtime_error
{
  using runtime_error::runtime_error;
};

enum class Type
{
  Pred,
  B8,
  U8,
  S8,
  B16,
  U16,
  S16,
  U16x2,
  S16x2,
  B32,
  U32,
  S32,
  F32,
  B64,
  U64,
  S64,
  F64,
  B128
};

/** The type of that name, with or without its dot; false if there is none. */
bool
FindType(const std::string & name, Type & type);

/** Of a value in a register or in memory; a predicate is a LaneMask for all lanes. */
std::size_t
GetSizeInBytes(Type type);

/** Where a register's values are: one for each lane, one behind the other. */
struct Operand
{
  enum Place : std::uint8_t
  {
    InFrame,
    InConstants,
    InSpecialRegisters,
    Nowhere
  };

  std::uint32_t offset{ 0 };
  Place         place{ Nowhere };
  std::uint8_t  bytes{ 0 }; // of a value
};

enum class Space : std::uint8_t
{
  Generic,
  Global,
  Shared,
  Parameters,
  Frame
};

/** A variable of a function of which each lane has its own, one behind the other in the frame. */
struct LaneVariable
{
  std::uint32_t offset{ 0 };
  std::uint32_t bytes{ 0 };
};

struct Address
{
  Space        space{ Space::Generic };
  Operand      base;
  LaneVariable variable; // in the frame
  std::int64_t offset{ 0 };
};

struct Function;
struct Instruction;
class Warp;
using Handler = void (*)(Warp &, const Instruction &);

struct Instruction
{
  enum class Kind : std::uint8_t
  {
    Plain,
    Branch,
    BranchTable,
    Exit,
    Return,
    Call,
    Barrier,
    ClusterBarrier,
    MemoryWait, // whether a phase of a barrier in shared memory has ended
    Together,   // lanes of a mask, its last source, do it together
    Trap
  };

  /** Options of a barrier that reduces predicates. */
  enum : int
  {
    CountVotes = 1,
    AllVotes,
    AnyVote
  };

  Kind                       kind{ Kind::Plain };
  Handler                    run{ nullptr };
  bool                       isGuarded{ false };
  bool                       isGuardNegated{ false };
  bool                       isLastSourceNegated{ false };
  bool                       isWarpBarrier{ false };
  Operand                    guard;
  Operand                    destination;
  Operand                    secondDestination;
  std::vector<Operand>       sources;
  std::vector<Operand>       elements; // what is loaded, stored, packed or unpacked
  Address                    address;
  Address                    from;    // of an asynchronous copy
  Address                    barrier; // likewise
  Type                       type{ Type::B32 };
  int                        option{ 0 }; // what else the handler has to know
  std::vector<std::uint32_t> targets;     // of a branch
  Function *                 callee{ nullptr };
  std::string                calleesName;
  std::vector<LaneVariable>  arguments;
  std::vector<LaneVariable>  results;
};

struct Parameter
{
  std::string   name;
  std::uint32_t offset{ 0 };
  std::uint32_t bytes{ 0 };
};

struct Module;
struct Function
{
  std::string            name;
  Module *               module{ nullptr };
  bool                   isEntry{ false };
  int                    mostThreads{ 0 }; // 0: not said
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;
  std::uint32_t          bytesOfParameters{ 0 };
  std::size_t            begin{ 0 }; // of its body in the module's text
  std::size_t            end{ 0 };

  // What Decode() makes of the body.
  std::vector<Instruction>   code;
  std::vector<unsigned char> constants;
  std::vector<LaneVariable>  parametersInFrame;
  std::vector<LaneVariable>  resultsInFrame;
  std::uint32_t              bytesOfFrame{ 0 };
  std::uint32_t              bytesOfShared{ 0 };
};

/** Of a module, in global, constant or shared memory. */
struct Variable
{
  bool                       isShared{ false };
  bool                       isDynamic{ false }; // shared memory whose size the launch says
  std::uint32_t              bytes{ 0 };
  std::uint32_t              alignment{ 1 };
  std::uint32_t              offset{ 0 };
  std::vector<unsigned char> memory;
};

struct Module
{
  std::string                               text;
  std::unordered_map<std::string, Function> functions;
  std::unordered_map<std::string, Variable> variables;
};

/** Where dynamic shared memory begins, of the addresses of shared memory. */
constexpr std::uint64_t DynamicShared = std::uint64_t{ 1 } << 30;

/** \exception Fault */
std::unique_ptr<Module>
Parse(std::string text);

/** Makes `function.code`, if that is not made yet.
 * \exception Fault an instruction is not known */
void
Decode(Function & function);
} // namespace itk::DeviceTesting::ptx

#endif
