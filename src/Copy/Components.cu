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
#include "Kernels/Pointwise.cuh"
#include "itkCudaComponentsLaunch.h"

namespace itk::device
{
namespace
{
constexpr int ComponentsThreads = 256;

template <typename TComponent>
struct ComponentsInputs
{
  PointwiseInput<TComponent> images[3];
};

/** Writes VCount components that follow one another a thread, of a row that has `length`: value(component, row, slice). */
template <int VCount, typename TComponent, typename TValue>
__device__ void
WriteComponents(TComponent * output, std::size_t length, std::size_t rows, std::size_t slices, const TValue & value)
{
  const std::size_t first = (blockIdx.x * std::size_t{ ComponentsThreads } + threadIdx.x) * VCount;
  if (first >= length)
  {
    return;
  }
  for (std::size_t slice = blockIdx.z; slice < slices; slice += gridDim.z)
  {
    for (std::size_t row = blockIdx.y; row < rows; row += gridDim.y)
    {
      TComponent values[VCount];
#pragma unroll
      for (int i = 0; i < VCount; ++i)
      {
        values[i] = value(first + i, row, slice);
      }
      kernels::StoreVector(output + (slice * rows + row) * length + first, values);
    }
  }
}

template <int VComponents, int VCount, typename TComponent>
__global__ void
__launch_bounds__(ComponentsThreads) ComposeKernel(ComponentsInputs<TComponent> inputs,
                                                   TComponent *                 output,
                                                   std::size_t                  length,
                                                   std::size_t                  rows,
                                                   std::size_t                  slices)
{
  WriteComponents<VCount>(output, length, rows, slices, [&](std::size_t at, std::size_t row, std::size_t slice) {
    const std::size_t x = at / VComponents;
    TComponent        result{};
#pragma unroll
    for (int i = 0; i < VComponents; ++i)
    {
      const auto & image = inputs.images[i];
      if (at - x * VComponents == i)
      {
        result = image.pixels[x + row * image.stride[1] + slice * image.stride[2]];
      }
    }
    return result;
  });
}

template <int VComponents, int VCount, typename TComponent>
__global__ void
__launch_bounds__(ComponentsThreads) SelectComponentKernel(PointwiseInput<TComponent> input,
                                                           TComponent *               output,
                                                           std::size_t                length,
                                                           std::size_t                rows,
                                                           std::size_t                slices)
{
  WriteComponents<VCount>(output, length, rows, slices, [&](std::size_t at, std::size_t row, std::size_t slice) {
    return input.pixels[at * VComponents + row * input.stride[1] + slice * input.stride[2]];
  });
}

/** Calls launch(VComponents, VCount): as many components at once as 4 bytes hold, where rows are made of 4 bytes. */
template <typename TComponent, typename TLaunch>
void
ChooseComponents(const TComponent * output, std::size_t length, int components, const TLaunch & launch)
{
  constexpr int several = 4 / sizeof(TComponent);
  const bool    isAligned = length % several == 0 && reinterpret_cast<std::uintptr_t>(output) % 4 == 0;
  const auto    choose = [&](auto number) {
    if (isAligned)
    {
      launch(number, std::integral_constant<int, several>());
    }
    else
    {
      launch(number, std::integral_constant<int, 1>());
    }
  };
  if (components == 2)
  {
    choose(std::integral_constant<int, 2>());
  }
  else
  {
    choose(std::integral_constant<int, 3>());
  }
}

kernels::Grid
MakeComponentsGrid(std::size_t length, int count, const std::size_t (&size)[3])
{
  const std::size_t width = std::size_t{ ComponentsThreads } * count;
  const dim3        blocks(static_cast<unsigned int>(kernels::DivideUp<std::size_t>(length, width)),
                    static_cast<unsigned int>(std::min<std::size_t>(size[1], kernels::MostLayers)),
                    static_cast<unsigned int>(std::min<std::size_t>(size[2], kernels::MostLayers)));
  return { blocks, dim3(ComponentsThreads) };
}
} // namespace

/** Bound by the accesses to components, one of each thread at a time. */
template <typename TComponent>
void
LaunchCompose(const PointwiseInput<TComponent> (&inputs)[3],
              TComponent * output,
              const std::size_t (&size)[3],
              int            components,
              const Stream & stream)
{
  const std::size_t length = size[0] * components;
  ChooseComponents(output, length, components, [&](auto number, auto count) {
    kernels::Launch("ComposeKernel",
                    ComposeKernel<decltype(number)::value, decltype(count)::value, TComponent>,
                    MakeComponentsGrid(length, count, size),
                    stream,
                    ComponentsInputs<TComponent>{ { inputs[0], inputs[1], inputs[2] } },
                    output,
                    length,
                    size[1],
                    size[2]);
  });
}

/** Likewise. */
template <typename TComponent>
void
LaunchSelectComponent(const PointwiseInput<TComponent> & input,
                      TComponent *                       output,
                      const std::size_t (&size)[3],
                      int            components,
                      const Stream & stream)
{
  ChooseComponents(output, size[0], components, [&](auto number, auto count) {
    kernels::Launch("SelectComponentKernel",
                    SelectComponentKernel<decltype(number)::value, decltype(count)::value, TComponent>,
                    MakeComponentsGrid(size[0], count, size),
                    stream,
                    input,
                    output,
                    size[0],
                    size[1],
                    size[2]);
  });
}

#define ITK_INSTANTIATE(type)                                                                                          \
  template void LaunchCompose(const PointwiseInput<type>(&)[3], type *, const std::size_t(&)[3], int, const Stream &); \
  template void LaunchSelectComponent(                                                                                 \
    const PointwiseInput<type> &, type *, const std::size_t(&)[3], int, const Stream &);
ITK_INSTANTIATE(std::uint8_t)
ITK_INSTANTIATE(std::uint16_t)
ITK_INSTANTIATE(std::uint32_t)
} // namespace itk::device
