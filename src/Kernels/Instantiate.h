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

// What launchers of neighbourhood filters are instantiated for, at the foot of their .cu: what Supports in
// itkDeviceSupports.h says. M is a macro for one launcher, with the semicolon behind it.

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

#endif
