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
#include <cstring>

// The functions and variables of a module; what is in a function's body Decode() finds out when it is first run.
namespace itk::DeviceTesting::ptx
{
namespace
{
std::string
StripComments(const std::string & text)
{
  std::string stripped;
  stripped.reserve(text.size());
  for (std::size_t i = 0; i < text.size() && text[i] != '\0'; ++i)
  {
    if (text.compare(i, 2, "//") == 0)
    {
      i = std::min(text.find('\n', i), text.size()) - 1;
    }
    else if (text.compare(i, 2, "/*") == 0)
    {
      i = text.find("*/", i) + 1;
    }
    else
    {
      stripped += text[i];
    }
  }
  return stripped;
}

bool
Contains(const std::vector<std::string> & words, const char * word)
{
  return std::find(words.begin(), words.end(), word) != words.end();
}

/** Reads a variable, with its first values if there are some, or passes over the declaration of a function. */
void
ReadVariable(Module & module, const std::string & statement)
{
  const auto equal = statement.find('=');
  const auto head = statement.substr(0, equal);
  const auto words = SplitAtBlanks(head);
  const bool isShared = Contains(words, ".shared");
  if (!isShared && !Contains(words, ".global") && !Contains(words, ".const"))
  {
    return;
  }
  const auto declaration = ReadDeclaration(head);
  Variable & variable = module.variables[declaration.name];
  variable.isShared = isShared;
  variable.isDynamic = isShared && declaration.bytes == 0;
  variable.bytes = declaration.bytes;
  variable.alignment = declaration.alignment;
  if (isShared)
  {
    return;
  }
  variable.memory.resize(declaration.bytes);
  if (equal != std::string::npos)
  {
    auto values = statement.substr(equal + 1);
    std::replace(values.begin(), values.end(), '{', ' ');
    std::replace(values.begin(), values.end(), '}', ' ');
    const std::size_t size = GetSizeInBytes(declaration.type);
    std::size_t       place = 0;
    for (const auto & value : SplitAtCommas(values))
    {
      const std::uint64_t bits = ReadNumber(value);
      std::memcpy(variable.memory.data() + place, &bits, size);
      place += size;
    }
  }
}

std::vector<Parameter>
ReadParameters(const std::string & list, std::uint32_t & bytes)
{
  std::vector<Parameter> parameters;
  bytes = 0;
  for (const auto & text : SplitAtCommas(list))
  {
    const auto declaration = ReadDeclaration(text);
    bytes = AlignUp(bytes, declaration.alignment);
    parameters.push_back({ declaration.name, bytes, declaration.bytes });
    bytes += declaration.bytes;
  }
  return parameters;
}

/** `head` is ".visible .entry name(parameters) .maxntid 128, 1, 1" or ".func (result) name(parameters)". */
Function
ReadHead(const std::string & head)
{
  Function          function;
  const std::string entry = ".entry";
  const auto        atEntry = head.find(entry);
  function.isEntry = atEntry != std::string::npos;
  auto       rest = Trim(function.isEntry ? head.substr(atEntry + entry.size()) : head.substr(head.find(".func") + 5));
  const auto takeList = [&rest] {
    const auto close = rest.find(')');
    const auto list = rest.substr(1, close - 1);
    rest = Trim(rest.substr(close + 1));
    return list;
  };
  std::uint32_t bytesOfResults = 0;
  if (rest[0] == '(')
  {
    function.results = ReadParameters(takeList(), bytesOfResults);
  }
  const auto end = std::min(rest.find_first_of("( \t\n"), rest.size());
  function.name = rest.substr(0, end);
  rest = Trim(rest.substr(end));
  if (!rest.empty() && rest[0] == '(')
  {
    function.parameters = ReadParameters(takeList(), function.bytesOfParameters);
  }
  const auto words = SplitAtBlanks(rest);
  const auto most = std::find(words.begin(), words.end(), ".maxntid");
  if (most != words.end() && most + 1 != words.end())
  {
    function.mostThreads = std::stoi(*(most + 1));
  }
  return function;
}

std::size_t
FindClosingBrace(const std::string & text, std::size_t opening)
{
  int depth = 0;
  for (std::size_t i = opening; i < text.size(); ++i)
  {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0)
    {
      return i;
    }
  }
  throw Fault("PTX with a brace that is not closed");
}
} // namespace

std::unique_ptr<Module>
Parse(std::string text)
{
  auto module = std::make_unique<Module>();
  module->text = StripComments(text);
  const std::string & stripped = module->text;
  for (std::size_t i = 0; (i = stripped.find_first_not_of(" \t\r\n", i)) != std::string::npos;)
  {
    const auto startsWith = [&](const char * word) { return stripped.compare(i, std::strlen(word), word) == 0; };
    if (startsWith(".version") || startsWith(".target") || startsWith(".address_size") || startsWith(".file"))
    {
      i = stripped.find('\n', i);
      continue;
    }
    const auto end = stripped.find_first_of(";{", i);
    if (end == std::string::npos)
    {
      throw Fault("PTX that ends within a statement");
    }
    const auto head = stripped.substr(i, end - i);
    if (stripped[end] == ';' || head.find('=') != std::string::npos)
    {
      const auto semicolon = stripped.find(';', i);
      ReadVariable(*module, stripped.substr(i, semicolon - i));
      i = semicolon + 1;
      continue;
    }
    const auto closing = FindClosingBrace(stripped, end);
    if (!startsWith(".section"))
    {
      Function function = ReadHead(head);
      function.module = module.get();
      function.begin = end + 1;
      function.end = closing;
      module->functions.emplace(function.name, function);
    }
    i = closing + 1;
  }
  return module;
}
} // namespace itk::DeviceTesting::ptx
