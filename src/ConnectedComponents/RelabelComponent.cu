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
#include "ConnectedComponents/LabelCounts.cuh"
#include "Kernels/Instantiate.h"
#include "Kernels/Pointwise.cuh"
#include "itkCudaLabelStatisticsLaunch.h"
#include "itkCudaMinimumMaximumLaunch.h"
#include "itkCudaRelabelComponentLaunch.h"
#include "itkDeviceTransfer.h"
#include <cub/device/device_radix_sort.cuh>
#include <limits>
#include <vector>

namespace itk::device
{
namespace
{
using namespace components;

/** Where in tables a label is. */
template <typename TLabel>
struct LabelPlace
{
  std::int64_t   first;
  const TLabel * labels; // in ascending order, or null if there is a place for each number
  std::uint32_t  number;

  __device__ std::uint32_t
             operator()(TLabel label) const
  {
    if (labels == nullptr)
    {
      return static_cast<std::uint32_t>(label - first);
    }
    std::uint32_t begin = 0;
    for (std::uint32_t end = number - 1; begin < end;)
    {
      const std::uint32_t middle = begin + (end - begin) / 2;
      if (labels[middle] < label)
      {
        begin = middle + 1;
      }
      else
      {
        end = middle;
      }
    }
    return begin;
  }
};

/** A warp takes so many rows of 32 pixels at a time. */
constexpr int RowsOfWarp = 8;

template <typename TLabel>
__global__ void
__launch_bounds__(Threads) CountLabels(PointwiseInput<TLabel> image,
                                       std::size_t            width,
                                       std::size_t            height,
                                       std::size_t            depth,
                                       LabelPlace<TLabel>     place,
                                       unsigned long long *   totals)
{
  __shared__ LabelCounts counts;
  counts.Clear();
  LabelCounter      counter(counts, totals);
  const std::size_t columns = kernels::DivideUp(width, 32);
  const std::size_t bands = kernels::DivideUp(height, RowsOfWarp);
  const std::size_t warps = std::size_t{ gridDim.x } * (Threads / 32);
  for (std::size_t i = std::size_t{ blockIdx.x } * (Threads / 32) + threadIdx.x / 32; i < columns * bands * depth;
       i += warps)
  {
    const std::size_t band = i / columns;
    const std::size_t x = (i - band * columns) * 32 + threadIdx.x % 32;
    const std::size_t z = band / bands;
    const std::size_t firstY = (band - z * bands) * RowsOfWarp;
    TLabel            labels[RowsOfWarp];
#pragma unroll
    for (int row = 0; row < RowsOfWarp; ++row)
    {
      const std::size_t y = firstY + row;
      labels[row] = x < width && y < height ? image.pixels[x + y * image.stride[1] + z * image.stride[2]] : TLabel{ 0 };
    }
#pragma unroll
    for (const TLabel label : labels)
    {
      if (label != 0)
      {
        counter.Add(place(label), 1);
      }
    }
  }
  counter.Finish();
  counts.Finish(totals);
}

/** What is sorted, the greatest first, and how many are counted at all and not too small. */
__global__ void
__launch_bounds__(Threads) PrepareOrder(const unsigned long long * totals,
                                        std::size_t                number,
                                        bool                       isBySize,
                                        std::uint64_t              minimumSize,
                                        std::uint64_t *            keys,
                                        std::uint32_t *            places,
                                        std::uint32_t *            numbers)
{
  const std::size_t   i = std::size_t{ blockIdx.x } * Threads + threadIdx.x;
  const std::uint64_t total = i < number ? totals[i] : 0;
  const bool          isKept = total != 0 && total >= minimumSize;
  if (i < number)
  {
    keys[i] = isBySize ? total : isKept ? 1 : 0;
    places[i] = static_cast<std::uint32_t>(i);
  }
  const int counted = __syncthreads_count(total != 0);
  const int kept = __syncthreads_count(isKept);
  if (threadIdx.x == 0 && counted != 0)
  {
    atomicAdd(numbers, static_cast<std::uint32_t>(counted));
    atomicAdd(numbers + 1, static_cast<std::uint32_t>(kept));
  }
}

__global__ void
__launch_bounds__(Threads) FillNewLabels(const unsigned long long * totals,
                                         const std::uint32_t *      places,
                                         std::size_t                number,
                                         std::uint32_t              kept,
                                         std::uint32_t *            newLabels,
                                         std::uint64_t *            sizes)
{
  const std::size_t i = std::size_t{ blockIdx.x } * Threads + threadIdx.x;
  if (i < number)
  {
    const std::uint32_t place = places[i];
    newLabels[place] = i < kept ? static_cast<std::uint32_t>(i) + 1 : 0;
    if (i < kept)
    {
      sizes[i] = totals[place];
    }
  }
}

template <typename TOutput, typename TLabel>
struct Relabel
{
  LabelPlace<TLabel>    place;
  const std::uint32_t * newLabels;

  __device__ TOutput
  operator()(TLabel label) const
  {
    return label == 0 ? TOutput{ 0 } : static_cast<TOutput>(newLabels[place(label)]);
  }
};
} // namespace

/** Says where in tables labels are. */
template <typename TLabel>
void
LabelOrder::ListLabels(const PointwiseInput<TLabel> & labels, const std::size_t (&size)[3])
{
  using Limits = std::numeric_limits<TLabel>;
  m_First = Limits::min();
  m_Places = std::size_t{ 1 } << Limits::digits << (Limits::is_signed ? 1 : 0);
  if constexpr (sizeof(TLabel) == 4)
  {
    const Buffer         result(sizeof(PixelExtrema<TLabel>), m_Stream);
    PixelExtrema<TLabel> extrema{};
    LaunchMinimumMaximum(labels, size, result.As<PixelExtrema<TLabel>>(), m_Stream);
    Download(&extrema, result.GetData(), sizeof(extrema), m_Stream);
    m_First = extrema.minimum;
    m_Places = static_cast<std::size_t>(extrema.maximum - m_First) + 1;
    const std::size_t dense = std::max(size[0] * size[1] * size[2], std::size_t{ 1 } << 16);
    if (m_Places > dense)
    {
      PointwiseInput<std::uint32_t> keys;
      keys.pixels = reinterpret_cast<const std::uint32_t *>(labels.pixels);
      std::copy_n(labels.stride, 3, keys.stride);
      std::vector<TLabel> list;
      for (const auto & statistics : ComputeLabelStatistics(keys, keys, size, m_Stream))
      {
        list.push_back(static_cast<TLabel>(statistics.label));
      }
      std::sort(list.begin(), list.end());
      m_Places = list.size();
      m_Labels = Buffer(list.size() * sizeof(TLabel), m_Stream);
      Upload(m_Labels.GetData(), list.data(), list.size() * sizeof(TLabel), m_Stream);
    }
  }
}

/** Reads labels once, or those of 32 bits twice: bound by memory where few neighbours differ, else by atomics. */
template <typename TLabel>
LabelOrder::LabelOrder(const PointwiseInput<TLabel> & labels,
                       const std::size_t (&size)[3],
                       bool           isBySize,
                       std::uint64_t  minimumSize,
                       const Stream & stream)
  : m_Stream(stream)
{
  this->ListLabels(labels, size);
  const LabelPlace<TLabel> place{ m_First, m_Labels.As<TLabel>(), static_cast<std::uint32_t>(m_Places) };

  const Buffer totals(m_Places * sizeof(std::uint64_t), stream);
  const Buffer counters(2 * sizeof(std::uint32_t), stream);
  for (const Buffer * const buffer : { &totals, &counters })
  {
    Check(cudaMemsetAsync(buffer->GetData(), 0, buffer->GetSizeInBytes(), stream.GetHandle()), "cudaMemsetAsync");
  }
  auto * const counts = totals.As<unsigned long long>();
  kernels::Launch("CountLabels",
                  CountLabels<TLabel>,
                  { LabelCounts::GetNumberOfBlocks(CountLabels<TLabel>, size[0] * size[1] * size[2], stream), Threads },
                  stream,
                  labels,
                  size[0],
                  size[1],
                  size[2],
                  place,
                  counts);

  const Buffer keys(2 * m_Places * sizeof(std::uint64_t), stream);
  const Buffer places(2 * m_Places * sizeof(std::uint32_t), stream);
  LaunchForEach("PrepareOrder",
                PrepareOrder,
                m_Places,
                stream,
                counts,
                m_Places,
                isBySize,
                minimumSize,
                keys.As<std::uint64_t>(),
                places.As<std::uint32_t>(),
                counters.As<std::uint32_t>());
  std::uint32_t numbers[2];
  Download(numbers, counters.GetData(), sizeof(numbers), stream);
  m_OriginalNumber = numbers[0];
  m_Number = numbers[1];

  cub::DoubleBuffer<std::uint64_t> sortedKeys(keys.As<std::uint64_t>(), keys.As<std::uint64_t>() + m_Places);
  cub::DoubleBuffer<std::uint32_t> sortedPlaces(places.As<std::uint32_t>(), places.As<std::uint32_t>() + m_Places);
  int                              bits = 1;
  while (isBySize && size[0] * size[1] * size[2] >> bits != 0)
  {
    ++bits;
  }
  // It keeps the order of places of the same key.
  const auto sort = [&](void * memory, std::size_t & bytes) {
    Check(cub::DeviceRadixSort::SortPairsDescending(
            memory, bytes, sortedKeys, sortedPlaces, m_Places, 0, bits, stream.GetHandle()),
          "SortPairsDescending");
  };
  std::size_t bytes = 0;
  sort(nullptr, bytes);
  const Buffer memory(bytes, stream);
  sort(memory.GetData(), bytes);

  m_NewLabels = Buffer(m_Places * sizeof(std::uint32_t), stream);
  m_Sizes = Buffer(m_Number * sizeof(std::uint64_t), stream);
  LaunchForEach("FillNewLabels",
                FillNewLabels,
                m_Places,
                stream,
                counts,
                sortedPlaces.Current(),
                m_Places,
                static_cast<std::uint32_t>(m_Number),
                m_NewLabels.As<std::uint32_t>(),
                m_Sizes.As<std::uint64_t>());
}

/** Reads and writes each pixel once: bound by memory, and by reads of a large table. */
template <typename TOutput, typename TLabel>
void
LabelOrder::Apply(const PointwiseImages<TOutput, TLabel> & images) const
{
  const LabelPlace<TLabel> place{ m_First, m_Labels.As<TLabel>(), static_cast<std::uint32_t>(m_Places) };
  kernels::RunPointwise(Relabel<TOutput, TLabel>{ place, m_NewLabels.As<std::uint32_t>() }, images, m_Stream);
}

#define ITK_INSTANTIATE(label)                                                                    \
  template LabelOrder::LabelOrder(                                                                \
    const PointwiseInput<label> &, const std::size_t(&)[3], bool, std::uint64_t, const Stream &); \
  template void LabelOrder::Apply(const PointwiseImages<label, label> &) const;
ITK_FOR_EACH_INTEGER_TYPE(ITK_INSTANTIATE)
#undef ITK_INSTANTIATE

#define ITK_INSTANTIATE(output, label) template void LabelOrder::Apply(const PointwiseImages<output, label> &) const;
ITK_INSTANTIATE(std::uint8_t, std::uint16_t)
ITK_INSTANTIATE(std::uint8_t, std::int32_t)
ITK_INSTANTIATE(std::uint8_t, std::uint32_t)
ITK_INSTANTIATE(std::uint16_t, std::int32_t)
ITK_INSTANTIATE(std::uint16_t, std::uint32_t)
} // namespace itk::device
