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
#include "Device/itkDeviceFFTPlan.h"
#include "DiscreteCosineTransform/DiscreteCosineSpectrum.cuh"
#include "Kernels/Grid.cuh"
#include "itkCudaDiscreteCosineTransformLaunch.h"
#include <array>
#include <cstdint>
#include <cub/block/block_reduce.cuh>

namespace itk::device
{
namespace
{
using namespace cosine;
using kernels::DivideUp;

constexpr int ThreadsOfBlock = 128;

/** Where element n of a line goes: those of even index first, then those of odd index in falling order. */
__device__ int
GetReorderedIndex(int n, int size)
{
  return n % 2 == 0 ? n / 2 : size - 1 - n / 2;
}

/** Between pixels and the reordered ones, four at a time where they are aligned. */
template <bool VBack, bool VVector>
__global__ void
__launch_bounds__(ThreadsOfBlock) ReorderKernel(Shape shape, int blocksOfRow, const float * from, float * to)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int x = (static_cast<int>(blockIdx.x) % blocksOfRow * ThreadsOfBlock + static_cast<int>(threadIdx.x)) * 4;
  const int width = shape.size[0];
  const std::size_t image = static_cast<std::size_t>(row) * width;
  const std::size_t reordered = shape.GetRow(GetReorderedIndex(row % shape.size[1], shape.size[1]),
                                             GetReorderedIndex(row / shape.size[1], shape.size[2])) *
                                2 * shape.pitch;
  if (x >= width)
  {
    return;
  }
  if (!VBack && x + 4 >= width)
  {
    // Which cuFFT reads, though it makes nothing of it.
    for (int i = width; i < 2 * shape.pitch; ++i)
    {
      to[reordered + i] = 0;
    }
  }
  if constexpr (VVector)
  {
    const std::size_t even = reordered + x / 2;
    const std::size_t odd = reordered + width - 2 - x / 2;
    if constexpr (VBack)
    {
      const auto evens = *reinterpret_cast<const float2 *>(from + even);
      const auto odds = *reinterpret_cast<const float2 *>(from + odd);
      *reinterpret_cast<float4 *>(to + image + x) = make_float4(evens.x, odds.y, evens.y, odds.x);
    }
    else
    {
      const auto pixels = *reinterpret_cast<const float4 *>(from + image + x);
      *reinterpret_cast<float2 *>(to + even) = make_float2(pixels.x, pixels.z);
      *reinterpret_cast<float2 *>(to + odd) = make_float2(pixels.w, pixels.y);
    }
  }
  else
  {
    for (int i = x; i < min(x + 4, width); ++i)
    {
      const std::size_t place = reordered + GetReorderedIndex(i, width);
      if constexpr (VBack)
      {
        to[image + i] = from[place];
      }
      else
      {
        to[place] = from[image + i];
      }
    }
  }
}

/** From the spectrum to coefficients, or back. */
template <bool VBack, int VAxes>
__global__ void
__launch_bounds__(ThreadsOfBlock) RotateKernel(Shape shape, int blocksOfRow, const float * from, float * to)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int kx = static_cast<int>(blockIdx.x) % blocksOfRow * ThreadsOfBlock + static_cast<int>(threadIdx.x);
  const int rows = shape.size[1] / 2 + 1;
  if (kx > shape.size[0] / 2)
  {
    return;
  }
  Frequencies<VAxes> frequencies(shape, kx, row % rows, row / rows);
  if constexpr (VBack)
  {
    frequencies.LoadCoefficients(from);
    frequencies.Inverse();
    frequencies.StoreSpectrum(reinterpret_cast<float2 *>(to));
  }
  else
  {
    frequencies.LoadSpectrum(reinterpret_cast<const float2 *>(from));
    frequencies.Forward();
    frequencies.StoreCoefficients(to);
  }
}

/** Removes small coefficients of a spectrum, or finds the largest. */
template <bool VFindsLargest, int VAxes>
__global__ void
__launch_bounds__(ThreadsOfBlock)
  ThresholdKernel(Shape shape, int blocksOfRow, float2 * spectrum, float threshold, unsigned int * largest)
{
  const int row = static_cast<int>(blockIdx.x) / blocksOfRow;
  const int thread = static_cast<int>(blockIdx.x) % blocksOfRow * ThreadsOfBlock + static_cast<int>(threadIdx.x);
  const int last = shape.size[0] / 2;
  const int rows = shape.size[1] / 2 + 1;
  if (!VFindsLargest && thread > last)
  {
    return;
  }
  // Threads beyond a row, which the reduction needs, take its last frequency once more.
  Frequencies<VAxes> frequencies(shape, VFindsLargest ? min(thread, last) : thread, row % rows, row / rows);
  frequencies.LoadSpectrum(spectrum);
  frequencies.Forward();
  float most = 0;
  frequencies.ForEachCoefficient([&](float & coefficient, bool exists) {
    most = exists ? fmaxf(most, fabsf(coefficient)) : most;
    coefficient = exists && !(fabsf(coefficient) < threshold) ? coefficient : 0.0f;
  });
  if constexpr (VFindsLargest)
  {
    using Reduce = cub::BlockReduce<float, ThreadsOfBlock>;
    __shared__ typename Reduce::TempStorage storage;
    most = Reduce(storage).Reduce(most, [](float a, float b) { return fmaxf(a, b); });
    if (threadIdx.x == 0)
    {
      // The bits of floats that are not negative have their order.
      atomicMax(largest, __float_as_uint(most));
    }
  }
  else
  {
    frequencies.Inverse();
    frequencies.StoreSpectrum(spectrum);
  }
}

/** The steps of the transform of an image. */
class CosineTransform
{
public:
  CosineTransform(const std::size_t (&size)[3], const Stream & stream)
    : m_Stream(stream)
  {
    for (const std::size_t side : size)
    {
      if (side > 1)
      {
        m_Shape.size[m_Axes++] = static_cast<int>(side);
      }
    }
    m_Shape.pitch = m_Shape.size[0] / 2 + 1;
  }

  void
  Run(const float * input, float * output, FFTPlan::Direction direction) const
  {
    if (m_Axes == 0)
    {
      Check(cudaMemcpyAsync(output, input, sizeof(float), cudaMemcpyDeviceToDevice, m_Stream.GetHandle()),
            "cudaMemcpyAsync");
      return;
    }
    const Buffer  boxes(m_Shape.GetRow(0, m_Shape.size[2]) * m_Shape.pitch * sizeof(float2), m_Stream);
    auto * const  box = boxes.template As<float>();
    const FFTPlan plan({ m_Shape.size[0], m_Shape.size[1], m_Shape.size[2] }, 1, direction, m_Stream);
    if (direction == FFTPlan::Direction::Forward)
    {
      this->Reorder<false>(input, box);
      plan.Execute(box);
      this->Rotate<false>(box, output);
    }
    else
    {
      this->Rotate<true>(input, box);
      plan.Execute(box);
      this->Reorder<true>(box, output);
    }
  }

  std::array<int, 3>
  GetLength() const
  {
    return { m_Shape.size[0], m_Shape.size[1], m_Shape.size[2] };
  }

  Buffer
  AllocateBox() const
  {
    return Buffer(m_Shape.GetRow(0, m_Shape.size[2]) * m_Shape.pitch * sizeof(float2), m_Stream);
  }

  template <bool VFindsLargest>
  void
  Threshold(float * box, float threshold, unsigned int * largest) const
  {
    this->Launch("DiscreteCosineTransform ThresholdKernel",
                 m_Axes == 1   ? ThresholdKernel<VFindsLargest, 1>
                 : m_Axes == 2 ? ThresholdKernel<VFindsLargest, 2>
                               : ThresholdKernel<VFindsLargest, 3>,
                 m_Shape.size[0] / 2 + 1,
                 this->GetRowsOfFrequencies(),
                 reinterpret_cast<float2 *>(box),
                 threshold,
                 largest);
  }

  template <bool VBack>
  void
  Reorder(const float * from, float * to) const
  {
    const float * const pixels = VBack ? to : from;
    const bool isVector = m_Shape.size[0] % 4 == 0 && reinterpret_cast<std::uintptr_t>(pixels) % sizeof(float4) == 0;
    const auto rows = static_cast<std::ptrdiff_t>(m_Shape.GetRow(0, m_Shape.size[2]));
    this->Launch("DiscreteCosineTransform ReorderKernel",
                 isVector ? ReorderKernel<VBack, true> : ReorderKernel<VBack, false>,
                 DivideUp(m_Shape.size[0], 4),
                 rows,
                 from,
                 to);
  }

private:
  template <bool VBack>
  void
  Rotate(const float * from, float * to) const
  {
    this->Launch("DiscreteCosineTransform RotateKernel",
                 m_Axes == 1   ? RotateKernel<VBack, 1>
                 : m_Axes == 2 ? RotateKernel<VBack, 2>
                               : RotateKernel<VBack, 3>,
                 m_Shape.size[0] / 2 + 1,
                 this->GetRowsOfFrequencies(),
                 from,
                 to);
  }

  std::ptrdiff_t
  GetRowsOfFrequencies() const
  {
    return std::ptrdiff_t{ m_Shape.size[1] / 2 + 1 } * (m_Shape.size[2] / 2 + 1);
  }

  template <typename TKernel, typename... TArguments>
  void
  Launch(const char * name, TKernel kernel, int threadsOfRow, std::ptrdiff_t rows, TArguments... arguments) const
  {
    const int blocksOfRow = DivideUp(threadsOfRow, ThreadsOfBlock);
    kernels::Launch(
      name, kernel, kernels::Grid(blocksOfRow * rows, ThreadsOfBlock), m_Stream, m_Shape, blocksOfRow, arguments...);
  }

  Stream m_Stream;
  Shape  m_Shape{ { 1, 1, 1 }, 1 };
  int    m_Axes{ 0 };
};
} // namespace

void
LaunchForwardDiscreteCosineTransform(const ImageView<const float, 3> & input,
                                     const ImageView<float, 3> &       output,
                                     const Stream &                    stream)
{
  CosineTransform(input.size, stream).Run(input.data, output.data, FFTPlan::Direction::Forward);
}

void
LaunchInverseDiscreteCosineTransform(const ImageView<const float, 3> & input,
                                     const ImageView<float, 3> &       output,
                                     const Stream &                    stream)
{
  CosineTransform(input.size, stream).Run(input.data, output.data, FFTPlan::Direction::Inverse);
}

class DiscreteCosinePlan::Implementation
{
public:
  Implementation(const std::size_t (&size)[3], const Stream & stream)
    : m_Transform(size, stream)
    , m_Box(m_Transform.AllocateBox())
    , m_Forward(m_Transform.GetLength(), 1, FFTPlan::Direction::Forward, stream)
    , m_Inverse(m_Transform.GetLength(), 1, FFTPlan::Direction::Inverse, stream)
  {}

  void
  Run(const float * from, float * to, float threshold, unsigned int * largest) const
  {
    auto * const box = m_Box.As<float>();
    m_Transform.Reorder<false>(from, box);
    m_Forward.Execute(box);
    if (largest != nullptr)
    {
      m_Transform.Threshold<true>(box, threshold, largest);
      return;
    }
    m_Transform.Threshold<false>(box, threshold, nullptr);
    m_Inverse.Execute(box);
    m_Transform.Reorder<true>(box, to);
  }

private:
  CosineTransform m_Transform;
  Buffer          m_Box;
  FFTPlan         m_Forward;
  FFTPlan         m_Inverse;
};

DiscreteCosinePlan::DiscreteCosinePlan(const std::size_t (&size)[3], const Stream & stream)
  : m_Implementation(std::make_unique<Implementation>(size, stream))
{}

DiscreteCosinePlan::~DiscreteCosinePlan() = default;

void
LaunchDiscreteCosineThresholding(const DiscreteCosinePlan & plan,
                                 const float *              from,
                                 float *                    to,
                                 float                      threshold,
                                 unsigned int *             largest)
{
  plan.GetImplementation().Run(from, to, threshold, largest);
}
} // namespace itk::device
