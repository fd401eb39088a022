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
#ifndef PtxText_h
#define PtxText_h

#include "PtxProgram.h"

// Parts of the text of a program.
namespace itk::DeviceTesting::ptx
{
std::string
Trim(const std::string & text);

std::vector<std::string>
SplitAtBlanks(const std::string & text);

/** Splits at commas that are in no brackets. */
std::vector<std::string>
SplitAtCommas(const std::string & text);

/** What a name, with an offset or without, is declared as: ".align 8 .b8 name[64]". */
struct Declaration
{
  std::string   name;
  Type          type{ Type::B8 };
  std::uint32_t bytes{ 0 };
  std::uint32_t alignment{ 1 };
};

/** Reads what follows the name of a space: alignment, type, and the name with how many there are. */
Declaration
ReadDeclaration(const std::string & text);

std::uint32_t
AlignUp(std::uint32_t value, std::uint32_t alignment);

/** The bits of a number, as PTX writes it: 12, -1, 0x1f, 0f3F800000, 0d3FF0000000000000. */
std::uint64_t
ReadNumber(const std::string & text);
} // namespace itk::DeviceTesting::ptx

#endif
