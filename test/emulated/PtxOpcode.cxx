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
#include "PtxHandlers.h"
#include <algorithm>
#include <set>

namespace itk::DeviceTesting::ptx
{
Opcode::Opcode(const std::string & text)
{
  std::size_t begin = 0;
  while (begin <= text.size())
  {
    const auto dot = std::min(text.find('.', begin), text.size());
    modifiers.push_back(text.substr(begin, dot - begin));
    begin = dot + 1;
  }
  name = modifiers.front();
  modifiers.erase(modifiers.begin());
  for (const auto & modifier : modifiers)
  {
    Type type{};
    if (FindType(modifier, type))
    {
      types.push_back(type);
    }
  }
}

bool
Opcode::Has(const char * modifier) const
{
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

void
Opcode::CheckModifiers() const
{
  // Those that handlers ask for, and those that change nothing here.
  static const std::set<std::string> known{ "add",
                                            "all",
                                            "and",
                                            "any",
                                            "approx",
                                            "ballot",
                                            "bfly",
                                            "cas",
                                            "dec",
                                            "down",
                                            "eq",
                                            "equ",
                                            "exch",
                                            "ftz",
                                            "ge",
                                            "geu",
                                            "global",
                                            "gt",
                                            "gtu",
                                            "hi",
                                            "hs",
                                            "idx",
                                            "inc",
                                            "l",
                                            "le",
                                            "leu",
                                            "lo",
                                            "local",
                                            "ls",
                                            "lt",
                                            "ltu",
                                            "m16n8k16",
                                            "m16n8k32",
                                            "max",
                                            "min",
                                            "nan",
                                            "ne",
                                            "neu",
                                            "num",
                                            "or",
                                            "param",
                                            "popc",
                                            "r",
                                            "red",
                                            "relu",
                                            "rm",
                                            "rmi",
                                            "rn",
                                            "rni",
                                            "row",
                                            "rp",
                                            "rpi",
                                            "rz",
                                            "rzi",
                                            "sat",
                                            "shared",
                                            "shiftamt",
                                            "to",
                                            "uni",
                                            "up",
                                            "v2",
                                            "v4",
                                            "wide",
                                            "wrap",
                                            "clamp",
                                            "xor",
                                            "async",
                                            "ca",
                                            "cg",
                                            "cs",
                                            "commit_group",
                                            "wait_all",
                                            "wait_group",
                                            "sync",
                                            "warp",
                                            "cluster",
                                            "col",
                                            "arrive",
                                            "wait",
                                            "aligned",
                                            "release",
                                            "acquire",
                                            "acq_rel",
                                            "relaxed",
                                            "volatile",
                                            "weak",
                                            "gpu",
                                            "cta",
                                            "sys",
                                            "gl",
                                            "nc",
                                            "const",
                                            "wb",
                                            "wt",
                                            "cv",
                                            "lu",
                                            "NaN",
                                            "L1",
                                            "L2",
                                            "L1::no_allocate",
                                            "L2::128B",
                                            "bulk",
                                            "expect_tx",
                                            "init",
                                            "mbarrier",
                                            "mbarrier::complete_tx::bytes",
                                            "noinc",
                                            "parity",
                                            "proxy",
                                            "shared::cluster",
                                            "try_wait",
                                            "launch_dependents" };
  for (const auto & modifier : modifiers)
  {
    Type type{};
    if (!FindType(modifier, type) && known.count(modifier) == 0 && modifier.find("::cta") == std::string::npos)
    {
      throw Fault("modifier " + modifier);
    }
  }
}

bool
Opcode::HasPrefix(const char * prefix) const
{
  return std::any_of(
    modifiers.begin(), modifiers.end(), [&](const std::string & one) { return one.rfind(prefix, 0) == 0; });
}
} // namespace itk::DeviceTesting::ptx
