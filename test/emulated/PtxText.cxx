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
#include "PtxText.h"
#include <algorithm>
#include <cctype>
#include <map>

namespace itk::DeviceTesting::ptx
{
bool
FindType(const std::string & name, Type & type)
{
  static const std::map<std::string, Type> types{
    { "pred", Type::Pred },   { "b8", Type::B8 },    { "u8", Type::U8 },   { "s8", Type::S8 },
    { "b16", Type::B16 },     { "u16", Type::U16 },  { "s16", Type::S16 }, { "u16x2", Type::U16x2 },
    { "s16x2", Type::S16x2 }, { "b32", Type::B32 },  { "u32", Type::U32 }, { "s32", Type::S32 },
    { "f32", Type::F32 },     { "b64", Type::B64 },  { "u64", Type::U64 }, { "s64", Type::S64 },
    { "f64", Type::F64 },     { "b128", Type::B128 }
  };
  const auto found = types.find(name[0] == '.' ? name.substr(1) : name);
  if (found == types.end())
  {
    return false;
  }
  type = found->second;
  return true;
}

std::size_t
GetSizeInBytes(Type type)
{
  switch (type)
  {
    case Type::B8:
    case Type::U8:
    case Type::S8:
      return 1;
    case Type::B16:
    case Type::U16:
    case Type::S16:
      return 2;
    case Type::B64:
    case Type::U64:
    case Type::S64:
    case Type::F64:
      return 8;
    case Type::B128:
      return 16;
    default:
      return 4;
  }
}

std::string
Trim(const std::string & text)
{
  constexpr auto blanks = " \t\n\r";
  const auto     begin = text.find_first_not_of(blanks);
  return begin == std::string::npos ? std::string() : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::vector<std::string>
SplitAtBlanks(const std::string & text)
{
  std::vector<std::string> words;
  std::string              word;
  for (const char c : text + ' ')
  {
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
    {
      word += c;
    }
    else if (!word.empty())
    {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

std::vector<std::string>
SplitAtCommas(const std::string & text)
{
  std::vector<std::string> parts;
  std::string              part;
  int                      depth = 0;
  for (const char c : text + ',')
  {
    depth += c == '{' || c == '[' || c == '(' ? 1 : c == '}' || c == ']' || c == ')' ? -1 : 0;
    if (c != ',' || depth > 0)
    {
      part += c;
    }
    else if (!Trim(part).empty())
    {
      parts.push_back(Trim(std::exchange(part, {})));
    }
  }
  return parts;
}

Declaration
ReadDeclaration(const std::string & text)
{
  Declaration declaration;
  std::string name;
  const auto  words = SplitAtBlanks(text);
  for (std::size_t i = 0; i < words.size(); ++i)
  {
    if (words[i] == ".align")
    {
      declaration.alignment = static_cast<std::uint32_t>(std::stoul(words.at(++i)));
    }
    else if (words[i][0] != '.')
    {
      name += words[i];
    }
    else
    {
      FindType(words[i], declaration.type);
    }
  }
  const auto size = static_cast<std::uint32_t>(GetSizeInBytes(declaration.type));
  const auto bracket = name.find('[');
  declaration.name = name.substr(0, bracket);
  declaration.alignment = std::max(declaration.alignment, size);
  declaration.bytes = size;
  if (bracket != std::string::npos)
  {
    const auto number = name.substr(bracket + 1, name.find(']') - bracket - 1);
    declaration.bytes = number.empty() ? 0 : size * static_cast<std::uint32_t>(std::stoul(number));
  }
  return declaration;
}

std::uint32_t
AlignUp(std::uint32_t value, std::uint32_t alignment)
{
  return (value + alignment - 1) / alignment * alignment;
}

std::uint64_t
ReadNumber(const std::string & text)
{
  if (text.size() > 2 && text[0] == '0' && (std::tolower(text[1]) == 'f' || std::tolower(text[1]) == 'd'))
  {
    return std::stoull(text.substr(2), nullptr, 16);
  }
  return text[0] == '-' ? static_cast<std::uint64_t>(std::stoll(text, nullptr, 0)) : std::stoull(text, nullptr, 0);
}
} // namespace itk::DeviceTesting::ptx
