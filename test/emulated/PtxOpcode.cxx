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

bool
Opcode::HasPrefix(const char * prefix) const
{
  return std::any_of(
    modifiers.begin(), modifiers.end(), [&](const std::string & one) { return one.rfind(prefix, 0) == 0; });
}
} // namespace itk::DeviceTesting::ptx
