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
#include "PtxBinary.h"
#include "PtxProgram.h"
#include <cstring>
#include <zstd.h>

namespace itk::DeviceTesting::ptx
{
namespace
{
template <typename T>
T
ReadAt(const unsigned char * data, std::size_t offset)
{
  T value{};
  std::memcpy(&value, data + offset, sizeof(value));
  return value;
}

std::string
ReadEntry(const unsigned char * entry)
{
  constexpr std::uint64_t isCompressedByLZ4 = 0x2000;
  constexpr std::uint64_t isCompressedByZstd = 0x8000;
  const auto *            text = reinterpret_cast<const char *>(entry) + ReadAt<std::uint32_t>(entry, 4);
  const auto              flags = ReadAt<std::uint64_t>(entry, 40);
  if ((flags & isCompressedByLZ4) != 0)
  {
    throw Fault("PTX is compressed by LZ4: compile with --compress-mode=size");
  }
  if ((flags & isCompressedByZstd) == 0)
  {
    return { text, ReadAt<std::uint64_t>(entry, 8) };
  }
  std::string whole(ReadAt<std::uint64_t>(entry, 56), ' ');
  const auto  bytes = ZSTD_decompress(whole.data(), whole.size(), text, ReadAt<std::uint32_t>(entry, 16));
  if (ZSTD_isError(bytes) != 0)
  {
    throw Fault(ZSTD_getErrorName(bytes));
  }
  return whole;
}
} // namespace

std::vector<std::string>
ReadBinary(const void * registered)
{
  struct Registered
  {
    int                   magic;
    int                   version;
    const unsigned char * binary;
  };
  constexpr std::uint16_t  ptx = 1;
  const auto *             binary = static_cast<const Registered *>(registered)->binary;
  const std::size_t        begin = ReadAt<std::uint16_t>(binary, 6);
  const std::size_t        end = begin + ReadAt<std::uint64_t>(binary, 8);
  std::vector<std::string> texts;
  for (std::size_t at = begin; at < end;)
  {
    const auto * const entry = binary + at;
    if (ReadAt<std::uint16_t>(entry, 0) == ptx)
    {
      texts.push_back(ReadEntry(entry));
    }
    at += ReadAt<std::uint32_t>(entry, 4) + ReadAt<std::uint64_t>(entry, 8);
  }
  return texts;
}
} // namespace itk::DeviceTesting::ptx
