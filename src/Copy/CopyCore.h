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
#ifndef CopyCore_h
#define CopyCore_h

#include "itkCudaCopyLaunch.h"
#include "itkDeviceMacro.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace itk::device
{
/** Where pixel i of an axis comes from along the input, in its strides; -1 for the constant. */
ITK_HOST_DEVICE inline std::ptrdiff_t
GetPosition(const CopyAxis & axis, std::ptrdiff_t i)
{
  if (axis.border == CopyBorder::None)
  {
    return i;
  }
  std::ptrdiff_t       position = i + axis.begin;
  const std::ptrdiff_t size = axis.inputSize;
  if (position >= 0 && position < size)
  {
    return position;
  }
  switch (axis.border)
  {
    case CopyBorder::Nearest:
      return position < 0 ? 0 : size - 1;
    case CopyBorder::Periodic:
      position -= position < 0 ? -size : size;
      if (position < 0 || position >= size)
      {
        position %= size;
        position += position < 0 ? size : 0;
      }
      return position;
    case CopyBorder::Mirror:
      position = position < 0 ? -1 - position : 2 * size - 1 - position;
      if (position < 0 || position >= size)
      {
        position %= 2 * size;
        position += position < 0 ? 2 * size : 0;
        position = position < size ? position : 2 * size - 1 - position;
      }
      return position;
    default:
      return -1;
  }
}

/** From where to where an axis reads along the input; nothing if `first` is greater than `last`. */
inline void
GetReadPositions(const CopyAxis & axis, std::ptrdiff_t & first, std::ptrdiff_t & last)
{
  first = axis.inputSize;
  last = -1;
  const auto add = [&](std::ptrdiff_t i) {
    const std::ptrdiff_t position = GetPosition(axis, i);
    first = position < 0 ? first : std::min(first, position);
    last = std::max(last, position);
  };
  if (axis.border == CopyBorder::None)
  {
    first = 0;
    last = axis.size - 1;
    return;
  }
  // Between multiples of the input's length, the ends tell what is between.
  std::ptrdiff_t next = 0;
  for (std::ptrdiff_t i = 0; i < axis.size && last - first + 1 < axis.inputSize; i = next)
  {
    const std::ptrdiff_t remainder = (axis.begin + i) % axis.inputSize;
    next = std::min(i + (remainder < 0 ? -remainder : axis.inputSize - remainder), axis.size);
    add(i);
    add(next - 1);
  }
}

/** Whether all that is read is the input's. */
inline bool
ReadsItsInputAlone(const CopyTask & task)
{
  std::ptrdiff_t least = task.inputOffset;
  std::ptrdiff_t greatest = task.inputOffset;
  for (const CopyAxis & axis : task.axes)
  {
    std::ptrdiff_t first = 0;
    std::ptrdiff_t last = 0;
    GetReadPositions(axis, first, last);
    if (first > last)
    {
      return axis.border == CopyBorder::Constant;
    }
    least += std::min(first * axis.inputStride, last * axis.inputStride);
    greatest += std::max(first * axis.inputStride, last * axis.inputStride);
  }
  return least >= 0 && greatest < task.inputPixels;
}

/** The same copy in as few axes as it takes: pixels that are found without a border need none, axes of one pixel are put
 * last, and axes that go on where the one before ends are joined to it. */
inline CopyTask
Simplify(CopyTask task)
{
  bool hasHole = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    hasHole = hasHole && task.holeBegin[axis] < task.holeEnd[axis];
    CopyAxis &           a = task.axes[axis];
    const std::ptrdiff_t first = GetPosition(a, 0);
    const bool           isInside = a.begin >= 0 && a.begin + a.size <= a.inputSize;
    if (a.border != CopyBorder::None && first >= 0 && (isInside || a.size == 1))
    {
      task.inputOffset += first * a.inputStride;
      a.border = CopyBorder::None;
    }
  }
  if (hasHole)
  {
    return task;
  }
  const auto join = [&](int to, int from) {
    CopyAxis & a = task.axes[to];
    CopyAxis & b = task.axes[from];
    const bool isNone = a.border == CopyBorder::None && b.border == CopyBorder::None;
    if (isNone && b.size > 1 && a.size == 1 && (to > 0 || b.outputStride == 1))
    {
      a = b;
    }
    else if (isNone && b.size > 1 && b.outputStride == a.size * a.outputStride &&
             b.inputStride == a.size * a.inputStride)
    {
      a.size *= b.size;
    }
    else
    {
      return;
    }
    b = {};
    b.outputStride = a.size * a.outputStride;
  };
  join(1, 2);
  join(0, 1);
  join(1, 2);
  join(0, 1);
  return task;
}

/** The unsigned integer in whose place a pixel is copied. */
template <int VPixelSize>
struct CopyPixel
{
  using Type = std::
    conditional_t<VPixelSize == 1, std::uint8_t, std::conditional_t<VPixelSize == 2, std::uint16_t, std::uint32_t>>;
};

ITK_HOST_DEVICE inline std::uint32_t
ShiftPairRight(std::uint32_t low, std::uint32_t high, unsigned int bits)
{
#ifdef __CUDA_ARCH__
  return __funnelshift_r(low, high, bits);
#else
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(high) << 32 | low) >> bits);
#endif
}

/** Reads 16 bytes of memory at a multiple of 16, and the next 16 if they are wanted. */
ITK_HOST_DEVICE inline void
ReadVectors(const unsigned char * aligned, bool wantsNext, std::uint32_t (&words)[8])
{
  for (int i = 0; i < 2; ++i)
  {
    if (i == 0 || wantsNext)
    {
#ifdef __CUDA_ARCH__
      const uint4 vector = __ldg(reinterpret_cast<const uint4 *>(aligned) + i);
      words[4 * i] = vector.x;
      words[4 * i + 1] = vector.y;
      words[4 * i + 2] = vector.z;
      words[4 * i + 3] = vector.w;
#else
      std::memcpy(words + 4 * i, aligned + 16 * i, 16);
#endif
    }
  }
}

/** Makes the first 16 of 32 bytes those from `before` on; `before` is a multiple of the pixels' size. */
template <int VPixelSize>
ITK_HOST_DEVICE inline void
MoveToFront(std::uint32_t (&words)[8], unsigned int before)
{
  const bool eight = (before & 8) != 0;
  const bool four = (before & 4) != 0;
  for (int i = 0; i < 6; ++i)
  {
    words[i] = eight ? words[i + 2] : words[i];
  }
  for (int i = 0; i < 5; ++i)
  {
    words[i] = four ? words[i + 1] : words[i];
  }
  if constexpr (VPixelSize < 4)
  {
    for (int i = 0; i < 4; ++i)
    {
      words[i] = ShiftPairRight(words[i], words[i + 1], 8 * (before & 3));
    }
  }
}

/** Reverses the pixels of a word. */
template <int VPixelSize>
ITK_HOST_DEVICE inline std::uint32_t
ReverseWord(std::uint32_t word)
{
  if constexpr (VPixelSize == 4)
  {
    return word;
  }
  else
  {
#ifdef __CUDA_ARCH__
    return __byte_perm(word, 0, VPixelSize == 1 ? 0x0123 : 0x1032);
#else
    const std::uint32_t halves = word << 16 | word >> 16;
    return VPixelSize == 2 ? halves : (halves & 0x00ff00ff) << 8 | (halves >> 8 & 0x00ff00ff);
#endif
  }
}

} // namespace itk::device

#endif
