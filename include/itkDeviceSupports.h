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
#ifndef itkDeviceSupports_h
#define itkDeviceSupports_h

#include "itkCudaImageFiltersConfigure.h"
#include <cstdint>
#include <type_traits>

namespace itk::device
{
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
inline constexpr bool HasCuda = true;
#else
inline constexpr bool HasCuda = false;
#endif

/** Whether this build holds neighbourhood kernels for the pixel type and dimension. */
template <typename TPixel, unsigned int VDimension>
inline constexpr bool Supports = HasCuda && (VDimension == 2 || VDimension == 3) &&
                                 (std::is_same_v<TPixel, std::uint8_t> || std::is_same_v<TPixel, std::int16_t> ||
                                  std::is_same_v<TPixel, std::uint16_t> || std::is_same_v<TPixel, float>);

/** Whether pointwise operations know the pixel type. */
template <typename TPixel>
inline constexpr bool IsPointwisePixel =
  std::is_same_v<TPixel, std::uint8_t> || std::is_same_v<TPixel, std::int16_t> ||
  std::is_same_v<TPixel, std::uint16_t> || std::is_same_v<TPixel, std::int32_t> ||
  std::is_same_v<TPixel, std::uint32_t> || std::is_same_v<TPixel, float>;

// For which pixel types this build holds a pointwise operation: what src/Kernels/Instantiate.h lists.

/** From every type to every type. */
template <typename TOutput, typename TInput>
struct HasEveryPair : std::bool_constant<IsPointwisePixel<TInput> && IsPointwisePixel<TOutput>>
{};

/** To the input's type, to float and to uint8. */
template <typename TOutput, typename TInput>
struct HasUsualPair
  : std::bool_constant<IsPointwisePixel<TInput> && (std::is_same_v<TOutput, TInput> || std::is_same_v<TOutput, float> ||
                                                    std::is_same_v<TOutput, std::uint8_t>)>
{};

/** All of one type. */
template <typename TOutput, typename... TInputs>
struct HasOneType : std::bool_constant<IsPointwisePixel<TOutput> && (std::is_same_v<TInputs, TOutput> && ...)>
{};

/** All of float. */
template <typename TOutput, typename... TInputs>
struct HasOneFloatType : std::bool_constant<HasOneType<TOutput, TInputs...>::value && std::is_same_v<TOutput, float>>
{};

/** All of one type, an integer. */
template <typename TOutput, typename... TInputs>
struct HasOneIntegerType : std::bool_constant<HasOneType<TOutput, TInputs...>::value && std::is_integral_v<TOutput>>
{};

/** Of one type to it and to float, and of two types, one of them float, to float. */
template <typename TOutput, typename TInput1, typename TInput2>
struct HasUsualTriple
  : std::bool_constant<
      IsPointwisePixel<TInput1> && IsPointwisePixel<TInput2> &&
      (std::is_same_v<TOutput, float> || (std::is_same_v<TOutput, TInput1> && std::is_same_v<TOutput, TInput2>)) &&
      (std::is_same_v<TInput1, TInput2> || std::is_same_v<TInput1, float> || std::is_same_v<TInput2, float>)>
{};

/** Output and input of one type; masks of that type, uint8 or uint16. */
template <typename TOutput, typename TInput, typename TMask>
struct HasMasked
  : std::bool_constant<IsPointwisePixel<TInput> && std::is_same_v<TOutput, TInput> &&
                       (std::is_same_v<TMask, TInput> || std::is_same_v<TMask, std::uint8_t> ||
                        std::is_same_v<TMask, std::uint16_t>)>
{};
} // namespace itk::device

#endif
