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
#ifndef MedianCore_h
#define MedianCore_h

#include "itkDeviceMacro.h"
#include <cstdint>
#include <cstring>

namespace itk::device
{
/** \class MedianKey
 * \brief Order-preserving, reversible map from a pixel to an unsigned integer of the same width.
 *
 * Sorting keys as integers sorts pixels as numbers; for float it is the IEEE 754 total order: -NaN < -infinity <
 * ... < -0 < +0 < ... < +infinity < +NaN. A rank found on keys therefore is one pixel's exact bit pattern.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel>
struct MedianKey;

template <>
struct MedianKey<std::uint8_t>
{
  using Type = std::uint8_t;

  static ITK_HOST_DEVICE Type
  Encode(std::uint8_t pixel)
  {
    return pixel;
  }
  static ITK_HOST_DEVICE std::uint8_t
                         Decode(Type key)
  {
    return key;
  }
};

template <>
struct MedianKey<std::uint16_t>
{
  using Type = std::uint16_t;

  static ITK_HOST_DEVICE Type
  Encode(std::uint16_t pixel)
  {
    return pixel;
  }
  static ITK_HOST_DEVICE std::uint16_t
                         Decode(Type key)
  {
    return key;
  }
};

template <>
struct MedianKey<std::int16_t>
{
  using Type = std::uint16_t;

  static ITK_HOST_DEVICE Type
  Encode(std::int16_t pixel)
  {
    return static_cast<Type>(static_cast<std::uint16_t>(pixel) ^ 0x8000u);
  }
  static ITK_HOST_DEVICE std::int16_t
                         Decode(Type key)
  {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(key ^ 0x8000u));
  }
};

template <>
struct MedianKey<float>
{
  using Type = std::uint32_t;

  /** Sets the sign bit of positive numbers and inverts all bits of negative ones. */
  static ITK_HOST_DEVICE Type
  Encode(float pixel)
  {
    std::uint32_t bits;
    std::memcpy(&bits, &pixel, sizeof(bits));
    return bits ^ ((0u - (bits >> 31)) | 0x80000000u);
  }
  static ITK_HOST_DEVICE float
  Decode(Type key)
  {
    const std::uint32_t bits = key ^ (((key >> 31) - 1u) | 0x80000000u);
    float               pixel;
    std::memcpy(&pixel, &bits, sizeof(pixel));
    return pixel;
  }
};
} // namespace itk::device

#endif
