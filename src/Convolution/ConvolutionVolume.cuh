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
#ifndef ConvolutionVolume_cuh
#define ConvolutionVolume_cuh

#include "ConvolutionLayers.cuh"
#include "ConvolutionRounding.cuh"
#include "ConvolutionRowsOfBlock.cuh"
#include "ConvolutionVolume.h"
#include "ConvolutionWriter.cuh"
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace itk::device::convolution
{
/** How ConvolutionVolumeKernel works for VDepth layers of VSize x VSize coefficients. */
template <typename TPixel, int VSize, int VDepth>
struct VolumeSettings
{
  static constexpr int Radius = VSize / 2;
  static constexpr int Warps = 8;
  static constexpr int Threads = 32 * Warps;
  // Outputs of a thread: as many as there are registers for their sums, of VDepth layers.
  static constexpr int Columns = QuadOfRow;
  static constexpr int Rows = VDepth == 3 ? 3 : 2;
  static constexpr int Width = 32 * Columns;
  static constexpr int Height = Warps * Rows;
  static constexpr int InputRows = Height + VSize - 1;
  // Pixels before a thread's windows in the quads that it reads: where the image's first pixel is aligned, so are its windows.
  static constexpr int Shift = (QuadOfRow - Radius % QuadOfRow) % QuadOfRow;
  static constexpr int Quads = (Shift + Columns + VSize - 1 + QuadOfRow - 1) / QuadOfRow;
  // Whole vectors, the first of which may have a quad before those.
  static constexpr int InputWidth =
    (Width + Quads * QuadOfRow + VectorOfRow<TPixel> - 1) / VectorOfRow<TPixel> * VectorOfRow<TPixel>;
  // Of a multiprocessor: for as many there are registers.
  static constexpr int Blocks = 2;
};

template <int VSize, int VDepth>
struct VolumeKernel
{
  Rounding     rounding;
  RowAlignment alignment;
  // What sums begin with, as pixels have OffsetOfPixel added.
  double start;
  // In the middle, with zeros around.
  double coefficient[VDepth][VSize][VSize];
};

/** What makes a double of a pixel by its bits. */
template <typename TPixel>
constexpr double OffsetOfPixel = 0x1p20 + (std::is_signed_v<TPixel> ? 0x8000 : 0);

/** The first or the second of two pixels plus OffsetOfPixel: its bits are the last ones of a high word. */
__device__ __forceinline__ double
MakeDouble(std::uint32_t pair, int i)
{
  return __hiloint2double(__byte_perm(pair, 0x41300000, i == 0 ? 0x7610 : 0x7632), 0);
}

/** The doubles of a thread's windows, which begin in the row `pixels`. */
template <typename TSettings, typename TPixel, int VValues>
__device__ __forceinline__ void
ReadWindow(const TPixel * pixels, double (&value)[VValues])
{
  constexpr std::uint32_t sign = std::is_signed_v<TPixel> ? 0x80008000 : 0;
  std::uint32_t           pairs[2 * TSettings::Quads];
#pragma unroll
  for (int i = 0; i < TSettings::Quads; ++i)
  {
    const uint2 quad = *reinterpret_cast<const uint2 *>(pixels + i * QuadOfRow);
    pairs[2 * i] = quad.x ^ sign;
    pairs[2 * i + 1] = quad.y ^ sign;
  }
#pragma unroll
  for (int i = 0; i < VValues; ++i)
  {
    value[i] = MakeDouble(pairs[(TSettings::Shift + i) / 2], (TSettings::Shift + i) % 2);
  }
}

/** A block walks through the layers of a few rows of a strip, the next of which is read into shared memory while one is added to
 * the sums of all outputs that it is part of: those of VDepth layers, the first of which is finished by it. A warp makes Rows rows,
 * and a thread as many columns as a quad has. This is a FIR filter in transposed form. */
template <typename TPixel, int VSize, int VDepth>
__global__ void __launch_bounds__((VolumeSettings<TPixel, VSize, VDepth>::Threads),
                                  (VolumeSettings<TPixel, VSize, VDepth>::Blocks))
  ConvolutionVolumeKernel(const __grid_constant__ Task<TPixel, TPixel> task,
                          const kernels::Division                      division,
                          const __grid_constant__ VolumeKernel<VSize, VDepth> kernel)
{
  using Settings = VolumeSettings<TPixel, VSize, VDepth>;
  constexpr int                 rows = Settings::Rows;
  constexpr int                 columns = Settings::Columns;
  constexpr int                 sizeOfBuffer = Settings::InputRows * Settings::InputWidth;
  __shared__ alignas(16) TPixel memory[2 * sizeOfBuffer];
  __shared__ Doubts             doubts[Settings::Warps];
  static_assert(rows <= Doubts::Rows);

  const auto           block = kernels::GetBlockPosition(division);
  const int            warp = threadIdx.x / 32;
  const int            lane = threadIdx.x % 32;
  const int            x = static_cast<int>(block.strip) * Settings::Width;
  const int            y = static_cast<int>(block.layer) * Settings::Height;
  const int            firstRow = y + warp * rows;
  const std::ptrdiff_t z = block.segment * division.segmentLength;
  const int layers = static_cast<int>(min(task.outputSize[2] - z, static_cast<std::ptrdiff_t>(division.segmentLength)));

  // To the writer the rows of the next layer follow those of this one.
  Writer<TPixel, TPixel, columns> writer(task, doubts[warp], x, firstRow, z, 0, static_cast<int>(task.outputSize[0]));
  const auto                      compute = [&](int outputX, int outputRow) {
    const int row = outputRow - firstRow;
    ComputeOutputByRows<VSize>(task, outputX, firstRow + row % rows, z + row / rows);
  };
  const RowsOfBlock<Settings::Threads, Settings::InputWidth, TPixel> input(
    task, kernel.alignment, x + static_cast<int>(task.offset[0]) - Settings::Radius - kernel.alignment.shift);
  // The last layer that the output of that number depends on.
  const auto read = [&](int layer, int buffer) {
    input.Read(kernels::MapIndex(task.border, z + layer + task.offset[2] + VDepth / 2, task.inputSize[2]),
               y + static_cast<int>(task.offset[1]) - Settings::Radius,
               Settings::InputRows,
               0,
               Settings::InputRows,
               memory + buffer * sizeOfBuffer);
    __pipeline_commit();
  };
  const TPixel * const pixels = memory + warp * rows * Settings::InputWidth + kernel.alignment.lead + lane * QuadOfRow;
  double               sums[VDepth - 1][rows][columns]{};
  const auto           addLayer = [&](int layer, int buffer) {
    double result[rows][columns];
#pragma unroll
    for (int j = 0; j < rows + VSize - 1; ++j)
    {
      double value[columns + VSize - 1];
      ReadWindow<Settings>(pixels + buffer * sizeOfBuffer + j * Settings::InputWidth, value);
#pragma unroll
      for (int row = 0; row < rows; ++row)
      {
        const int t = j - row;
        if (t < 0 || t >= VSize)
        {
          continue;
        }
#pragma unroll
        for (int k = 0; k < VDepth; ++k)
        {
          auto & sum = k == 0 ? result[row] : sums[k - 1][row];
#pragma unroll
          for (int l = 0; l < VSize; ++l)
          {
#pragma unroll
            for (int i = 0; i < columns; ++i)
            {
              // The first product shifts the sums.
              const double before = t > 0 || l > 0 ? sum[i] : k < VDepth - 1 ? sums[k][row][i] : kernel.start;
              sum[i] = fma(kernel.coefficient[VDepth - 1 - k][t][l], value[i + l], before);
            }
          }
        }
      }
    }
    if (layer < 0)
    {
      return;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i, writer.NextRow())
    {
      if (firstRow + i < task.outputSize[1])
      {
        WriteSums(result[i], kernel.rounding, writer);
      }
    }
    writer.Skip(task.outputStride[2] - rows * task.outputStride[1]);
  };
  int layer = 1 - VDepth;
  int buffer = 0;
  read(layer, buffer);
  __pipeline_wait_prior(0);
  __syncthreads();
  do
  {
    // What is in doubt is computed outside of this loop, which needs the registers; by all warps at the same time, as all wait for
    // one that does.
    for (bool mustResolve = false; layer < layers && !mustResolve; ++layer, buffer ^= 1)
    {
      if (layer + 1 < layers)
      {
        read(layer + 1, buffer ^ 1);
      }
      addLayer(layer, buffer);
      __pipeline_wait_prior(0);
      // Nobody reads what is in this buffer any more.
      mustResolve = __syncthreads_or(writer.MustResolve(rows));
    }
    writer.Resolve(layer == layers, compute);
  } while (layer < layers);
}

/** What the sums of coefficients, rounded in any order, and the parent's may differ by: twice as much. */
template <typename TPixel>
double
FindDistanceOfVolume(const Coefficients & coefficients)
{
  constexpr double largest = OffsetOfPixel<TPixel> + 0x10000;
  if (coefficients.GiveExactSums(largest, std::numeric_limits<double>::digits))
  {
    return 0.0;
  }
  // That a term passes, what sums begin with and the parent's among them.
  const double roundings = 2.0 * static_cast<double>(coefficients.values.size() + 2);
  return 2.0 * largest * roundings * std::ldexp(1.0, -53) * coefficients.GetSumOfMagnitudes();
}

template <int VSize, int VDepth, typename TPixel>
VolumeKernel<VSize, VDepth>
MakeVolumeKernel(const Task<TPixel, TPixel> & task, const Coefficients & coefficients)
{
  using Settings = VolumeSettings<TPixel, VSize, VDepth>;
  VolumeKernel<VSize, VDepth> kernel{ Rounding(FindDistanceOfVolume<TPixel>(coefficients),
                                               std::is_unsigned_v<TPixel> && coefficients.AreNotNegative()),
                                      FindRowAlignment(task, Settings::Radius),
                                      0.0,
                                      {} };
  if (kernel.alignment.shift % QuadOfRow != Settings::Shift)
  {
    kernel.alignment = { Settings::Shift, 0, false, false };
  }
  const auto squares = coefficients.PutIntoSquares(VSize, VDepth);
  std::copy(squares.values.begin(), squares.values.end(), &kernel.coefficient[0][0][0]);
  for (const double coefficient : coefficients.values)
  {
    kernel.start -= OffsetOfPixel<TPixel> * coefficient;
  }
  return kernel;
}

template <int VSize, int VDepth, typename TPixel>
void
LaunchVolumeInDouble(const Task<TPixel, TPixel> & task, const Coefficients & coefficients, const Stream & stream)
{
  using Settings = VolumeSettings<TPixel, VSize, VDepth>;
  const auto kernel = ConvolutionVolumeKernel<TPixel, VSize, VDepth>;
  // Doubts have 11 bits for a row.
  constexpr std::ptrdiff_t longest = 2048 / Settings::Rows;
  const std::ptrdiff_t     tiles = kernels::DivideUp(task.outputSize[1], Settings::Height);
  const std::ptrdiff_t     strips = kernels::DivideUp(task.outputSize[0], Settings::Width);
  const auto               division = DivideLayers(task.outputSize[2],
                                     strips,
                                     tiles,
                                     VDepth,
                                     longest,
                                     kernels::CountResidentBlocks(kernel, Settings::Threads, 0, stream));
  kernels::Launch("ConvolutionVolumeKernel",
                  kernel,
                  { std::ptrdiff_t{ division.strips } * division.segments * tiles, Settings::Threads },
                  stream,
                  task,
                  division,
                  MakeVolumeKernel<VSize, VDepth>(task, coefficients));
}

template <typename TPixel>
bool
CanSumVolumeInDouble(const Task<TPixel, TPixel> & task, const Coefficients & coefficients)
{
  return *std::max_element(task.radius, task.radius + 3) <= 2 &&
         FindDistanceOfVolume<TPixel>(coefficients) <= Rounding::MostDistance;
}

template <typename TPixel>
void
LaunchVolumeInDouble(const Task<TPixel, TPixel> & task, const Coefficients & coefficients, const Stream & stream)
{
  WithSquaresAround(task.radius, [&](auto size, auto depth) {
    LaunchVolumeInDouble<size.value, depth.value>(task, coefficients, stream);
  });
}
} // namespace itk::device::convolution

#define ITK_INSTANTIATE_VOLUME(pixel)                                                            \
  namespace itk::device::convolution                                                             \
  {                                                                                              \
  template bool                                                                                  \
  CanSumVolumeInDouble<pixel>(const Task<pixel, pixel> &, const Coefficients &);                 \
  template void                                                                                  \
  LaunchVolumeInDouble<pixel>(const Task<pixel, pixel> &, const Coefficients &, const Stream &); \
  }                                                                                              \
  static_assert(true, "")

#endif
