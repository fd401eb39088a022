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
#ifndef MedianLargeTile_cuh
#define MedianLargeTile_cuh

#include <cstdint>
#include <cuda_runtime.h>

namespace itk::device::medianlarge
{
/** A tile: the outputs of a block, and the pixels of the input that their windows cover. */
struct LargeMedianTile
{
  std::uint32_t outputSize[3];
  std::uint32_t size[3];   // outputSize + 2 radius
  std::uint32_t window[3]; // 2 radius + 1
  std::uint32_t count;     // pixels of size
  std::uint32_t threads;   // outputSize[0] * outputSize[2] times a divisor of outputSize[1]
  std::uint32_t blocks[3];
};

/** A tile's pixel in 16 bits: its coordinates, each in a field of its own with `VGuard` free bits on top. */
template <std::uint32_t VBitsX, std::uint32_t VBitsY, std::uint32_t VBitsZ, std::uint32_t VGuard>
struct TilePosition
{
  static constexpr std::uint32_t ShiftY = VBitsX + VGuard;
  static constexpr std::uint32_t ShiftZ = ShiftY + VBitsY + VGuard;

  static bool
  Fits(const LargeMedianTile & tile)
  {
    return tile.size[0] <= 1u << VBitsX && tile.size[1] <= 1u << VBitsY && tile.size[2] <= 1u << VBitsZ;
  }

  static __device__ __forceinline__ std::uint32_t
                                    Pack(std::uint32_t x, std::uint32_t y, std::uint32_t z)
  {
    return x | y << ShiftY | z << ShiftZ;
  }

  static __device__ __forceinline__ std::uint32_t
                                    GetIndex(const LargeMedianTile & tile, std::uint32_t position)
  {
    const std::uint32_t x = position & ((1u << VBitsX) - 1);
    const std::uint32_t y = position >> ShiftY & ((1u << VBitsY) - 1);
    const std::uint32_t z = VBitsZ == 0 ? 0 : position >> ShiftZ;
    return (z * tile.size[1] + y) * tile.size[0] + x;
  }
};

template <std::uint32_t VBitsX, std::uint32_t VBitsY, std::uint32_t VBitsZ>
struct GuardedPosition : TilePosition<VBitsX, VBitsY, VBitsZ, 1>
{
  using Base = TilePosition<VBitsX, VBitsY, VBitsZ, 1>;

  /** Tells for two positions at a time whether they are in a window: one addition compares all their coordinates with
   * the window's first pixel, one subtraction with its last. Both carry into the free bits and no further. */
  class WindowTest
  {
  public:
    __device__ __forceinline__
    WindowTest(std::uint32_t x, std::uint32_t y, std::uint32_t z, const LargeMedianTile & tile)
      : m_From((Guards - Base::Pack(x, y, z)) * 0x10001u)
      , m_To((Guards + Base::Pack(x + tile.window[0] - 1, y + tile.window[1] - 1, z + tile.window[2] - 1)) * 0x10001u)
    {}

    __device__ __forceinline__ void
    AdvanceY()
    {
      m_From -= (1u << Base::ShiftY) * 0x10001u;
      m_To += (1u << Base::ShiftY) * 0x10001u;
    }

    /** Which of a group's eight pixels are in the window: bits 12 to 15 and 28 to 31. */
    __device__ __forceinline__ std::uint32_t
                               GetMembers(const uint4 & group) const
    {
      std::uint32_t inside = Compare(group.x) >> 3 | Compare(group.y) >> 2 | Compare(group.z) >> 1 | Compare(group.w);
      if constexpr (VBitsZ == 0)
      {
        inside &= inside << (VBitsY + 1);
      }
      else
      {
        inside &= inside << (VBitsZ + 1) & inside << (VBitsY + VBitsZ + 2);
      }
      return inside & 0xf000f000u;
    }

  private:
    static constexpr std::uint32_t Guards =
      1u << VBitsX | 1u << (Base::ShiftY + VBitsY) | (VBitsZ == 0 ? 0u : 1u << (Base::ShiftZ + VBitsZ));

    __device__ __forceinline__ std::uint32_t
                               Compare(std::uint32_t positions) const
    {
      return (positions + m_From) & (m_To - positions) & Guards * 0x10001u;
    }

    std::uint32_t m_From;
    std::uint32_t m_To;
  };
};

/** Positions of larger tiles, without free bits: coordinates are compared one by one. */
template <std::uint32_t VBitsX, std::uint32_t VBitsY, std::uint32_t VBitsZ>
struct DensePosition : TilePosition<VBitsX, VBitsY, VBitsZ, 0>
{
  using Base = TilePosition<VBitsX, VBitsY, VBitsZ, 0>;

  class WindowTest
  {
  public:
    __device__ __forceinline__
    WindowTest(std::uint32_t x, std::uint32_t y, std::uint32_t z, const LargeMedianTile & tile)
      : m_From{ AtLeast(x), AtLeast(y), AtLeast(z) }
      , m_To{ AtMost(x + tile.window[0] - 1), AtMost(y + tile.window[1] - 1), AtMost(z + tile.window[2] - 1) }
    {}

    __device__ __forceinline__ void
    AdvanceY()
    {
      m_From[1] -= 0x10001u;
      m_To[1] += 0x10001u;
    }

    __device__ __forceinline__ std::uint32_t
                               GetMembers(const uint4 & group) const
    {
      return (Compare(group.x) >> 3 | Compare(group.y) >> 2 | Compare(group.z) >> 1 | Compare(group.w)) & 0xf000f000u;
    }

  private:
    static __device__ __forceinline__ std::uint32_t
                                      AtLeast(std::uint32_t value)
    {
      return (0x8000u - value) * 0x10001u;
    }
    static __device__ __forceinline__ std::uint32_t
                                      AtMost(std::uint32_t value)
    {
      return (0x8000u + value) * 0x10001u;
    }

    __device__ __forceinline__ std::uint32_t
                               Compare(std::uint32_t positions) const
    {
      const std::uint32_t x = positions & ((1u << VBitsX) - 1) * 0x10001u;
      const std::uint32_t y = positions >> Base::ShiftY & ((1u << VBitsY) - 1) * 0x10001u;
      std::uint32_t       inside = (x + m_From[0]) & (m_To[0] - x) & (y + m_From[1]) & (m_To[1] - y);
      if constexpr (VBitsZ != 0)
      {
        const std::uint32_t z = positions >> Base::ShiftZ & ((1u << VBitsZ) - 1) * 0x10001u;
        inside &= (z + m_From[2]) & (m_To[2] - z);
      }
      return inside & 0x80008000u;
    }

    std::uint32_t m_From[3];
    std::uint32_t m_To[3];
  };
};

} // namespace itk::device::medianlarge

#endif
