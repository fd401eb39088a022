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
#include "PtxRows.h"

// Products of matrices that the lanes of a warp hold together.
namespace itk::DeviceTesting::ptx
{
namespace
{
/** D = A B + C for 16 x VDepth and VDepth x 8 bytes, as PTX's chapter on mma spreads them over the lanes: of a lane in group
 * g at place t, A's words have rows g, g + 8, g and so on, columns 4 t to 4 t + 3 of 16 and then of the next 16; B's words
 * have the same of rows in column g; and C and D have columns 2 t and 2 t + 1 of row g, and of row g + 8. */
template <typename TFirst, typename TSecond, int VDepth>
void
MultiplyBytes(Warp & warp, const Instruction & instruction)
{
  constexpr int words = VDepth / 16;
  if (warp.active != ~LaneMask{ 0 })
  {
    throw Fault("mma without all lanes");
  }
  int first[16][VDepth];
  int second[VDepth][8];
  for (int lane = 0; lane < Lanes; ++lane)
  {
    const int group = lane / 4;
    for (int column = 0; column < VDepth; ++column)
    {
      if (column % 16 / 4 != lane % 4)
      {
        continue;
      }
      const auto read = [&](int source) {
        return warp.GetRow<const std::uint32_t>(instruction.sources[source])[lane] >> 8 * (column % 4);
      };
      first[group][column] = static_cast<TFirst>(read(2 * (column / 16)));
      first[group + 8][column] = static_cast<TFirst>(read(2 * (column / 16) + 1));
      second[column][group] = static_cast<TSecond>(read(2 * words + column / 16));
    }
  }
  for (int lane = 0; lane < Lanes; ++lane)
  {
    for (int i = 0; i < 4; ++i)
    {
      const int row = lane / 4 + 8 * (i / 2);
      auto      sum = warp.GetRow<const std::uint32_t>(instruction.sources[3 * words + i])[lane];
      for (int k = 0; k < VDepth; ++k)
      {
        sum += static_cast<std::uint32_t>(first[row][k] * second[k][2 * (lane % 4) + i % 2]);
      }
      warp.GetRow<std::uint32_t>(instruction.elements[i])[lane] = sum;
    }
  }
}

template <typename TFirst, typename TSecond>
Handler
FindDepth(const Opcode & opcode)
{
  if (opcode.Has("m16n8k16"))
  {
    return &MultiplyBytes<TFirst, TSecond, 16>;
  }
  return &MultiplyBytes<TFirst, TSecond, 32>;
}
} // namespace

Handler
FindMatrixProduct(const Opcode & opcode)
{
  if (opcode.types.size() != 4 || !(opcode.Has("m16n8k16") || opcode.Has("m16n8k32")) || opcode.Has("satfinite"))
  {
    throw Fault("a product of this kind");
  }
  const auto first = opcode.types[1];
  const auto second = opcode.types[2];
  if ((first != Type::U8 && first != Type::S8) || (second != Type::U8 && second != Type::S8))
  {
    throw Fault("a product of this kind");
  }
  return first == Type::U8 ? (second == Type::U8 ? FindDepth<std::uint8_t, std::uint8_t>(opcode)
                                                 : FindDepth<std::uint8_t, std::int8_t>(opcode))
                           : (second == Type::U8 ? FindDepth<std::int8_t, std::uint8_t>(opcode)
                                                 : FindDepth<std::int8_t, std::int8_t>(opcode));
}
} // namespace itk::DeviceTesting::ptx
