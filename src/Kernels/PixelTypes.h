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
#ifndef PixelTypes_h
#define PixelTypes_h

#include <cstdint>

// What the pointwise operations of src/Pointwise are instantiated for; the classes ask itkDeviceSupports.h for the same.

/** M(type) for each pixel type. */
#define ITK_FOR_EACH_INTEGER_TYPE(M) M(std::uint8_t) M(std::int16_t) M(std::uint16_t) M(std::int32_t) M(std::uint32_t)
#define ITK_FOR_EACH_PIXEL_TYPE(M) ITK_FOR_EACH_INTEGER_TYPE(M) M(float)

/** M(output, input): to the input's type, to float and to uint8. */
#define ITK_FOR_EACH_USUAL_PAIR(M)                              \
  M(std::uint8_t, std::uint8_t) M(float, std::uint8_t)          \
  M(std::int16_t, std::int16_t) M(float, std::int16_t)          \
  M(std::uint16_t, std::uint16_t) M(float, std::uint16_t)       \
  M(std::int32_t, std::int32_t) M(float, std::int32_t)          \
  M(std::uint32_t, std::uint32_t) M(float, std::uint32_t)       \
  M(float, float)                                               \
  M(std::uint8_t, std::int16_t) M(std::uint8_t, std::uint16_t)  \
  M(std::uint8_t, std::int32_t) M(std::uint8_t, std::uint32_t)  \
  M(std::uint8_t, float)

/** M(output, input): from every type to every type. */
#define ITK_FOR_EACH_OUTPUT(M, input)                                          \
  M(std::uint8_t, input) M(std::int16_t, input) M(std::uint16_t, input)        \
  M(std::int32_t, input) M(std::uint32_t, input) M(float, input)
#define ITK_FOR_EACH_PAIR(M)                                                   \
  ITK_FOR_EACH_OUTPUT(M, std::uint8_t) ITK_FOR_EACH_OUTPUT(M, std::int16_t)    \
  ITK_FOR_EACH_OUTPUT(M, std::uint16_t) ITK_FOR_EACH_OUTPUT(M, std::int32_t)   \
  ITK_FOR_EACH_OUTPUT(M, std::uint32_t) ITK_FOR_EACH_OUTPUT(M, float)

/** M(output, input, input): of one type to it and to float, and of two types, one of them float, to float. */
#define ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, type) \
  M(type, type, type) M(float, type, type) M(float, type, float) M(float, float, type)
#define ITK_FOR_EACH_USUAL_TRIPLE(M)                                                                       \
  ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, std::uint8_t) ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, std::int16_t)          \
  ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, std::uint16_t) ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, std::int32_t)         \
  ITK_FOR_EACH_TRIPLE_OF_INTEGER(M, std::uint32_t) M(float, float, float)

/** M(output, input, mask): output and input of one type; masks of that type, uint8 or uint16. */
#define ITK_FOR_EACH_MASKED(M)                                                                              \
  M(std::uint8_t, std::uint8_t, std::uint8_t) M(std::uint8_t, std::uint8_t, std::uint16_t)                  \
  M(std::int16_t, std::int16_t, std::uint8_t) M(std::int16_t, std::int16_t, std::uint16_t)                  \
  M(std::int16_t, std::int16_t, std::int16_t)                                                               \
  M(std::uint16_t, std::uint16_t, std::uint8_t) M(std::uint16_t, std::uint16_t, std::uint16_t)              \
  M(std::int32_t, std::int32_t, std::uint8_t) M(std::int32_t, std::int32_t, std::uint16_t)                  \
  M(std::int32_t, std::int32_t, std::int32_t)                                                               \
  M(std::uint32_t, std::uint32_t, std::uint8_t) M(std::uint32_t, std::uint32_t, std::uint16_t)              \
  M(std::uint32_t, std::uint32_t, std::uint32_t)                                                            \
  M(float, float, std::uint8_t) M(float, float, std::uint16_t) M(float, float, float)

#endif
