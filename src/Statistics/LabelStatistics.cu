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
#include "Kernels/Instantiate.h"
#include "Kernels/Instantiate.h"
#include "Kernels/Reduce.cuh"
#include "Statistics/LabelTable.cuh"
#include "itkCudaLabelStatisticsLaunch.h"
#include "itkDeviceTransfer.h"

namespace itk::device
{
namespace
{
using kernels::PointwiseThreads;

/** The greatest finite magnitude. */
struct FiniteMagnitude
{
  float magnitude;

  __device__ static FiniteMagnitude
  Begin()
  {
    return { 0.0f };
  }

  __device__ void
  Add(float pixel)
  {
    const float own = fabsf(pixel);
    magnitude = own > magnitude && own <= kernels::Largest<float> ? own : magnitude;
  }

  template <int VWidth>
  __device__ void
  AddVector(const float (&pixels)[VWidth])
  {
#pragma unroll
    for (const float pixel : pixels)
    {
      this->Add(pixel);
    }
  }

  __device__ void
  Merge(const FiniteMagnitude & other)
  {
    magnitude = fmaxf(magnitude, other.magnitude);
  }
};

struct StoreMagnitude
{
  float * result;

  __device__ void
  operator()(const FiniteMagnitude & total) const
  {
    *result = total.magnitude;
  }
};

/** The greatest finite magnitude of floats; of integers none is needed. Waits. */
template <typename TPixel>
double
FindMagnitude([[maybe_unused]] const PointwiseInput<TPixel> & image,
              [[maybe_unused]] const std::size_t (&size)[3],
              [[maybe_unused]] const Stream & stream)
{
  float magnitude = 0.0f;
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    const Buffer result(sizeof(float), stream);
    kernels::Reduce<FiniteMagnitude>(image, size, StoreMagnitude{ result.As<float>() }, stream);
    Download(&magnitude, result.GetData(), sizeof(magnitude), stream);
  }
  return magnitude;
}

/** The cells of a block: labels that find no place go to the table at once. */
struct SharedCells
{
  static constexpr int Number = 384;

  std::uint32_t places[Number]; // 1 more than the place in the table, or 0
  LabelCell     cells[Number];
};
static_assert(sizeof(SharedCells) <= 48 * 1024);

template <typename TPixel>
__device__ void
AddToBlock(SharedCells & shared, const LabelTable & table, std::uint32_t label, const LabelCell & added)
{
  const long long place = table.Find(label);
  if (place < 0)
  {
    return;
  }
  const auto mark = static_cast<std::uint32_t>(place) + 1;
  auto       own = static_cast<std::uint32_t>(place) % SharedCells::Number;
  for (int probe = 0; probe < 4; ++probe)
  {
    std::uint32_t found = *static_cast<volatile std::uint32_t *>(shared.places + own);
    if (found == 0)
    {
      found = atomicCAS(shared.places + own, 0u, mark);
      found = found == 0 ? mark : found;
    }
    if (found == mark)
    {
      AddCell<TPixel, true>(shared.cells[own], added);
      return;
    }
    own = own + 1 == SharedCells::Number ? 0 : own + 1;
  }
  AddCell<TPixel, false>(table.cells[place], added);
}

__global__ void
__launch_bounds__(PointwiseThreads) ClearLabelTable(LabelTable table)
{
  for (std::uint64_t i = blockIdx.x * PointwiseThreads + threadIdx.x; i <= table.mask;
       i += std::uint64_t{ gridDim.x } * PointwiseThreads)
  {
    table.cells[i].Clear();
    if (table.keys != nullptr)
    {
      table.keys[i] = 0;
    }
  }
}

/** What a thread reads of a row before it goes on to another. */
constexpr std::size_t Segment = 16;

struct LabelImageSize
{
  std::size_t size[3];
  std::size_t segmentsOfRow;
};

/** A thread adds up runs of one label in a segment of a row; blocks gather them in shared memory. */
template <typename TPixel, typename TLabel>
__global__ void
__launch_bounds__(PointwiseThreads) LabelStatisticsKernel(LabelImageSize         size,
                                                          PointwiseInput<TPixel> image,
                                                          PointwiseInput<TLabel> labels,
                                                          LabelUnits             units,
                                                          LabelUnits             inverse,
                                                          LabelTable             table)
{
  extern __shared__ unsigned long long memory[];
  auto &                               shared = *reinterpret_cast<SharedCells *>(memory);
  for (int i = threadIdx.x; i < SharedCells::Number; i += PointwiseThreads)
  {
    shared.places[i] = 0;
    shared.cells[i].Clear();
  }
  __syncthreads();

  const std::size_t segments = size.segmentsOfRow * size.size[1] * size.size[2];
  for (std::size_t segment = std::size_t{ blockIdx.x } * PointwiseThreads + threadIdx.x; segment < segments;
       segment += std::size_t{ gridDim.x } * PointwiseThreads)
  {
    // A division of 64 bits takes as long as several pixels.
    const bool        isSmall = segments < 0xffffffff;
    const std::size_t line = isSmall
                               ? static_cast<std::uint32_t>(segment) / static_cast<std::uint32_t>(size.segmentsOfRow)
                               : segment / size.segmentsOfRow;
    const std::size_t slice =
      isSmall ? static_cast<std::uint32_t>(line) / static_cast<std::uint32_t>(size.size[1]) : line / size.size[1];
    const std::size_t    row = line - slice * size.size[1];
    const std::size_t    begin = (segment - line * size.segmentsOfRow) * Segment;
    const std::size_t    end = min(begin + Segment, size.size[0]);
    const TPixel * const pixels = image.pixels + slice * image.stride[2] + row * image.stride[1];
    const TLabel * const labelsOfRow = labels.pixels + slice * labels.stride[2] + row * labels.stride[1];
    LabelCell            run;
    run.Clear();
    TLabel label = labelsOfRow[begin];
    for (std::size_t x = begin; x < end; ++x)
    {
      const TPixel pixel = pixels[x];
      bool         isFinite = true;
      if constexpr (std::is_floating_point_v<TPixel>)
      {
        isFinite = fabsf(pixel) <= kernels::Largest<float>;
        if (!isFinite)
        {
          run.nonFinite |= pixel != pixel ? HasNaN : pixel > 0 ? HasInfinity : HasNegativeInfinity;
        }
      }
      if (isFinite)
      {
        run.sums.Add(GetLabelSums(pixel, units, inverse));
      }
      if (pixel == pixel)
      {
        run.minimum = min(run.minimum, GetOrder(pixel));
        run.maximum = max(run.maximum, GetOrder(pixel));
      }
      ++run.count;
      const bool   isLast = x + 1 == end;
      const TLabel next = isLast ? label : labelsOfRow[x + 1];
      if (isLast || next != label)
      {
        run.last[0] = static_cast<std::int32_t>(x);
        run.first[0] = static_cast<std::int32_t>(x + 1 - run.count);
        run.first[1] = run.last[1] = static_cast<std::int32_t>(row);
        run.first[2] = run.last[2] = static_cast<std::int32_t>(slice);
        AddToBlock<TPixel>(shared, table, label, run);
        run.Clear();
        label = next;
      }
    }
  }

  __syncthreads();
  for (int i = threadIdx.x; i < SharedCells::Number; i += PointwiseThreads)
  {
    if (shared.places[i] != 0)
    {
      AddCell<TPixel, false>(table.cells[shared.places[i] - 1], shared.cells[i]);
    }
  }
}

/** Gathers the cells of labels that there are. */
__global__ void
__launch_bounds__(PointwiseThreads) GatherLabels(LabelTable table, LabelCell * gathered, std::uint32_t * number)
{
  for (std::uint64_t i = blockIdx.x * PointwiseThreads + threadIdx.x; i <= table.mask;
       i += std::uint64_t{ gridDim.x } * PointwiseThreads)
  {
    if (table.cells[i].count > 0)
    {
      LabelCell & cell = gathered[atomicAdd(number, 1u)];
      cell = table.cells[i];
      cell.label = static_cast<std::uint32_t>(table.keys == nullptr ? i : table.keys[i] - 1);
    }
  }
}

template <typename TPixel>
LabelPixelStatistics
ToStatistics(const LabelCell & cell, const LabelUnits & units)
{
  using Limits = std::numeric_limits<double>;
  LabelPixelStatistics result{};
  result.label = cell.label;
  result.count = cell.count;
  const bool isEmpty = cell.minimum > cell.maximum;
  result.minimum = isEmpty ? Limits::max() : GetPixelOfOrder<TPixel>(cell.minimum);
  result.maximum = isEmpty ? Limits::lowest() : GetPixelOfOrder<TPixel>(cell.maximum);
  result.sum =
    static_cast<double>(cell.sums.sum[0]) * units.sum[0] + static_cast<double>(cell.sums.sum[1]) * units.sum[1];
  result.sumOfSquares = static_cast<double>(static_cast<unsigned long long>(cell.sums.squares[0])) * units.squares[0] +
                        static_cast<double>(cell.sums.squares[1]) * units.squares[1];
  if (cell.nonFinite != 0)
  {
    const bool isNaN = (cell.nonFinite & HasNaN) != 0;
    result.sumOfSquares = isNaN ? Limits::quiet_NaN() : Limits::infinity();
    result.sum = isNaN || cell.nonFinite == (HasInfinity | HasNegativeInfinity) ? Limits::quiet_NaN()
                 : cell.nonFinite == HasInfinity                                ? Limits::infinity()
                                                                                : -Limits::infinity();
  }
  std::copy_n(cell.first, 3, result.first);
  std::copy_n(cell.last, 3, result.last);
  return result;
}
} // namespace

/** Reads each pixel and label once, and floats twice: bound by the instructions of a pixel, some 40, and of a run. */
template <typename TPixel, typename TLabel>
std::vector<LabelPixelStatistics>
ComputeLabelStatistics(const PointwiseInput<TPixel> & image,
                       const PointwiseInput<TLabel> & labels,
                       const std::size_t (&size)[3],
                       const Stream & stream)
{
  const std::uint64_t number = std::uint64_t{ size[0] } * size[1] * size[2];
  const LabelUnits    units = MakeLabelUnits<TPixel>(FindMagnitude(image, size, stream), number);
  const LabelUnits    inverse{ { 1.0 / units.sum[0], 1.0 / units.sum[1] },
                               { 1.0 / units.squares[0], 1.0 / units.squares[1] } };

  constexpr bool isHashed = sizeof(TLabel) == 4;
  std::uint64_t  capacity = isHashed ? std::uint64_t{ 1 } << 16 : std::uint64_t{ 1 } << 8 * (sizeof(TLabel) % 4);
  const auto     kernel = LabelStatisticsKernel<TPixel, TLabel>;
  kernels::AllowSharedMemory(kernel, sizeof(SharedCells));
  const LabelImageSize imageSize{ { size[0], size[1], size[2] }, kernels::DivideUp(size[0], Segment) };
  const auto           blocks = std::min<std::ptrdiff_t>(
    kernels::CountResidentBlocks(kernel, PointwiseThreads, sizeof(SharedCells), stream),
    kernels::DivideUp(imageSize.segmentsOfRow * size[1] * size[2], std::size_t{ PointwiseThreads }));
  for (;; capacity *= 16)
  {
    const Buffer cells(capacity * sizeof(LabelCell), stream);
    const Buffer keys(isHashed ? capacity * sizeof(unsigned long long) : 0, stream);
    const Buffer state(2 * sizeof(std::uint32_t), stream);
    auto * const states = state.As<std::uint32_t>();
    const bool   hasRoomForAll = !isHashed || capacity >= 2 * number;
    const auto   last = static_cast<std::uint32_t>(capacity - 1);
    LabelTable   table{ cells.As<LabelCell>(), keys.As<unsigned long long>(), last, hasRoomForAll ? last : 64, states };
    std::uint32_t       found[2];
    const kernels::Grid grid(std::min<std::ptrdiff_t>(1024, kernels::DivideUp(capacity, PointwiseThreads)),
                             PointwiseThreads);
    Check(cudaMemsetAsync(states, 0, sizeof(found), stream.GetHandle()), "cudaMemsetAsync");
    kernels::Launch("ClearLabelTable", ClearLabelTable, grid, stream, table);
    kernels::Launch("LabelStatisticsKernel",
                    kernel,
                    { blocks, PointwiseThreads, sizeof(SharedCells) },
                    stream,
                    imageSize,
                    image,
                    labels,
                    units,
                    inverse,
                    table);
    const Buffer gathered(capacity * sizeof(LabelCell), stream);
    kernels::Launch("GatherLabels", GatherLabels, grid, stream, table, gathered.As<LabelCell>(), states + 1);
    Download(found, states, sizeof(found), stream);
    if (found[0] == 0)
    {
      std::vector<LabelCell> results(found[1]);
      Download(results.data(), gathered.GetData(), results.size() * sizeof(LabelCell), stream);
      std::vector<LabelPixelStatistics> statistics;
      for (const LabelCell & cell : results)
      {
        statistics.push_back(ToStatistics<TPixel>(cell, units));
      }
      std::sort(statistics.begin(), statistics.end(), [](const auto & a, const auto & b) { return a.label < b.label; });
      return statistics;
    }
  }
}

#define ITK_INSTANTIATE(pixel, label)                                \
  template std::vector<LabelPixelStatistics> ComputeLabelStatistics( \
    const PointwiseInput<pixel> &, const PointwiseInput<label> &, const std::size_t(&)[3], const Stream &);
#define ITK_INSTANTIATE_LABELS(pixel)   \
  ITK_INSTANTIATE(pixel, std::uint8_t)  \
  ITK_INSTANTIATE(pixel, std::uint16_t) \
  ITK_INSTANTIATE(pixel, std::uint32_t)
ITK_FOR_EACH_PIXEL_TYPE(ITK_INSTANTIATE_LABELS)
} // namespace itk::device
