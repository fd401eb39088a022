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
#ifndef Instantiate_h
#define Instantiate_h

#include <cstdint>

// What launchers are instantiated for, at the foot of their .cu. M is a macro for one launcher, with the semicolon behind it.

// Neighbourhood filters: what Supports in itkDeviceSupports.h says.

/** M(pixel) */
#define ITK_FOR_EACH_PIXEL(M) M(std::uint8_t) M(std::int16_t) M(std::uint16_t) M(float)

/** M(..., 2) and M(..., 3) */
#define ITK_FOR_EACH_DIMENSION(M, ...) M(__VA_ARGS__, 2) M(__VA_ARGS__, 3)

/** M(pixel, dimension) */
#define ITK_FOR_EACH_IMAGE(M)              \
  ITK_FOR_EACH_DIMENSION(M, std::uint8_t)  \
  ITK_FOR_EACH_DIMENSION(M, std::int16_t)  \
  ITK_FOR_EACH_DIMENSION(M, std::uint16_t) \
  ITK_FOR_EACH_DIMENSION(M, float)

/** M(input, output, dimension): integers to their own type and to float. */
#define ITK_FOR_EACH_IMAGE_OF_INTEGER(M, pixel) \
  ITK_FOR_EACH_DIMENSION(M, pixel, pixel)       \
  ITK_FOR_EACH_DIMENSION(M, pixel, float)

/** M(input, output, dimension): to the input's type and to float. */
#define ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(M)  \
  ITK_FOR_EACH_IMAGE_OF_INTEGER(M, std::uint8_t)  \
  ITK_FOR_EACH_IMAGE_OF_INTEGER(M, std::int16_t)  \
  ITK_FOR_EACH_IMAGE_OF_INTEGER(M, std::uint16_t) \
  ITK_FOR_EACH_DIMENSION(M, float, float)

// Pointwise filters: what IsPointwisePixel and its like in itkDeviceSupports.h say.

// clang-format off
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
// clang-format on

#endif
