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
#include "IsolineDenoisingStrip.cuh"
#include "IsolineLineCore.h"
#include "Kernels/KeepInRegister.cuh"
#include <algorithm>

namespace itk::device::isoline
{
namespace
{
template <int VChannels>
struct alignas(4 * (VChannels + 1)) PackedSegment
{
  float mean[VChannels];
  float deviation;
};

/** Of FollowIsolines: larger blocks than those of other kernels, as they find more of what they read in the level 1 cache. */
constexpr int FollowThreads = 512;
constexpr int FollowTileWidth = 32;
constexpr int FollowTileHeight = FollowThreads / FollowTileWidth;

/** Blocks that a multiprocessor should have registers for. */
template <int VChannels>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr int FollowBlocks = 2; // it has no more threads
#else
constexpr int FollowBlocks = VChannels == 1 ? 3 : 2;
#endif

/** Columns whose segments of one direction lie beside each other. */
constexpr int ColumnsTogether = 32;

/** Segments of all directions that start in an area: of a row, group of columns after group, and in it direction after
 * direction. Those of the first `deviation` directions are there once more behind the others, and those of the last before
 * them, so that no fan wraps around. */
template <int VChannels>
struct SegmentPlanes
{
  using Segment = PackedSegment<VChannels>;

  Area      area;
  int       deviation;
  Segment * segments;

  /** Segments of 32 columns of a row. */
  __host__ __device__ static unsigned int
  GetSizeOfGroup(int deviation)
  {
    return static_cast<unsigned int>((NumberOfIsolineDirections + 2 * deviation) * ColumnsTogether);
  }

  __host__ __device__ static std::size_t
           GetSizeOfRow(std::size_t width, int deviation)
  {
    return kernels::DivideUp(width, std::size_t{ ColumnsTogether }) * GetSizeOfGroup(deviation);
  }

  /** The segment from a position in a direction; those of the next directions are ColumnsTogether apart each. */
  __device__ Segment *
  Get(const IsolinePosition & position, int direction) const
  {
    const auto         column = static_cast<unsigned int>(position.x - area.x);
    const auto         row = static_cast<unsigned int>(position.y - area.y);
    const unsigned int group =
      row * kernels::DivideUp(static_cast<unsigned int>(area.width), unsigned{ ColumnsTogether }) +
      column / ColumnsTogether;
    const unsigned int place =
      static_cast<unsigned int>(direction + deviation) * ColumnsTogether + column % ColumnsTogether;
    return segments + (std::size_t{ group } * GetSizeOfGroup(deviation) + place);
  }
};

template <int VChannels, typename TStripShape, int VLength, int VThickness>
__global__ void
__launch_bounds__(TStripShape::Threads) SumAllSegments(const __grid_constant__ ModelTask<VChannels> task,
                                                       const __grid_constant__ SegmentPlanes<VChannels> planes,
                                                       const __grid_constant__ IsolineParameters        parameters,
                                                       unsigned int                                     slice,
                                                       int                                              margin)
{
  constexpr int Rows = TStripShape::Rows;
  __shared__ Tile<TStripShape> tile;

  const IsolinePosition origin = GetTileOrigin(planes.area, TStripShape::TileWidth, TStripShape::TileHeight);
  tile.Load(task.padded, slice, origin, margin);
  const StripColumn<TStripShape>          column(tile, origin, margin);
  const IsolineShape<VLength, VThickness> shape{ parameters };
  const IsolinePosition                   first = column.GetPosition(0);
  const bool                              isOutput = column.IsOutput() && planes.area.Contains(first);
  const int                               rows = isOutput ? planes.area.y + planes.area.height - first.y : 0;
  PackedSegment<VChannels> * const        target = planes.Get(first, 0);
  const std::size_t sizeOfRow = SegmentPlanes<VChannels>::GetSizeOfRow(planes.area.width, planes.deviation);
#pragma unroll 1
  for (int direction = 0; direction < NumberOfIsolineDirections; ++direction)
  {
    float sum[VChannels][Rows + 2];
    float deviation[Rows + 2];
    float neighbors[Rows];
    column.SumSegments(shape, direction, true, sum, deviation);
#pragma unroll
    for (int r = 0; r < Rows + 2; ++r)
    {
      float squares = 0;
      for (int channel = 0; channel < VChannels; ++channel)
      {
        const float square = sum[channel][r] * sum[channel][r];
        squares = channel == 0 ? square : squares + square;
      }
      deviation[r] -= squares * parameters.inverseOfSegment;
    }
    column.SumNeighbors(deviation, neighbors);
    const auto store = [&](int place) {
#pragma unroll
      for (int r = 0; r < Rows; ++r)
      {
        if (r < rows)
        {
          PackedSegment<VChannels> segment;
          for (int channel = 0; channel < VChannels; ++channel)
          {
            segment.mean[channel] = column.GetCenter(r, channel) + sum[channel][r + 1] * parameters.inverseOfSegment;
          }
          segment.deviation = neighbors[r] * (1.0f / 9.0f);
          (target + place * ColumnsTogether)[r * sizeOfRow] = segment;
        }
      }
    };
    store(direction);
    if (direction < planes.deviation)
    {
      store(direction + NumberOfIsolineDirections);
    }
    if (direction >= NumberOfIsolineDirections - planes.deviation)
    {
      store(direction - NumberOfIsolineDirections);
    }
  }
}

/** What ExtendIsoline asks for. VIsInside says that the area has all segments that may be asked for, by indices of 32 bits. */
template <int VChannels, typename TShape, bool VIsInside>
class Segments
{
public:
  using Segment = PackedSegment<VChannels>;

  /** In the area; VIsInside, the row is that of groups, times the groups of a row. */
  struct alignas(8) Place
  {
    int column;
    int row;
  };

  /** \param ends from the start of a segment of each direction, in shared memory */
  __device__
  Segments(const SegmentPlanes<VChannels> & planes, const TShape & shape, const Place * ends)
    : m_Planes(planes)
    , m_Deviation(shape.GetDeviation())
    , m_Ends(kernels::KeepInRegister(static_cast<unsigned int>(__cvta_generic_to_shared(ends))))
  {}

  /** \param rows how far apart rows are */
  static __device__ Place
  GetEnd(const TShape & shape, int direction, int rows)
  {
    const IsolineOffset & end = shape.parameters.offset[direction][shape.GetLength() - 1];
    return { end.x, end.y * rows };
  }

  static __device__ int
  GetRows(const SegmentPlanes<VChannels> & planes)
  {
    return VIsInside ? kernels::DivideUp(planes.area.width, ColumnsTogether) : 1;
  }

  __device__ Place
  GetPlace(const IsolinePosition & position) const
  {
    return { position.x - m_Planes.area.x, (position.y - m_Planes.area.y) * GetRows(m_Planes) };
  }

  __device__ Place
  GetNext(const Place & place, int direction, int sense) const
  {
    Place end;
    asm("ld.shared.v2.s32 { %0, %1 }, [%2];"
        : "=r"(end.column), "=r"(end.row)
        : "r"(m_Ends + direction * static_cast<int>(sizeof(Place))));
    return { place.column + sense * end.column, place.row + sense * end.row };
  }

  /** Lines end only where the area does because the image does. */
  __device__ bool
  Contains(const Place & place) const
  {
    return VIsInside || (static_cast<unsigned int>(place.column) < static_cast<unsigned int>(m_Planes.area.width) &&
                         static_cast<unsigned int>(place.row) < static_cast<unsigned int>(m_Planes.area.height));
  }

  /** Segments that start at a place, by how far they turn from a direction. */
  class Fan
  {
  public:
    explicit __device__
    Fan(const Segment * segments)
      : m_Segments(segments)
    {}

    __device__ IsolineStatistics<VChannels>
               operator[](int turn) const
    {
      const Segment                segment = m_Segments[turn * ColumnsTogether];
      IsolineStatistics<VChannels> statistics;
      for (int channel = 0; channel < VChannels; ++channel)
      {
        statistics.mean[channel] = segment.mean[channel];
      }
      statistics.deviation = segment.deviation;
      return statistics;
    }

  private:
    const Segment * m_Segments;
  };

  __device__ Fan
  GetFan(const Place & place, int direction) const
  {
    if constexpr (VIsInside)
    {
      const auto         column = static_cast<unsigned int>(place.column);
      const unsigned int group = static_cast<unsigned int>(place.row) + column / ColumnsTogether;
      const unsigned int place32 =
        static_cast<unsigned int>(direction + m_Deviation) * ColumnsTogether + column % ColumnsTogether;
      return Fan(m_Planes.segments + (group * SegmentPlanes<VChannels>::GetSizeOfGroup(m_Deviation) + place32));
    }
    else
    {
      return Fan(m_Planes.Get({ place.column + m_Planes.area.x, place.row + m_Planes.area.y }, direction));
    }
  }

private:
  const SegmentPlanes<VChannels> & m_Planes;
  const int                        m_Deviation;
  const unsigned int               m_Ends; // in shared memory
};

/** The result of a block's pixels. */
template <bool VIsInside, int VChannels, typename TShape>
__device__ __forceinline__ void
FollowIsolinesOfBlock(const ModelTask<VChannels> &     task,
                      const SegmentPlanes<VChannels> & planes,
                      const TShape &                   shape,
                      unsigned int                     slice,
                      const Area &                     output)
{
  using SegmentsType = Segments<VChannels, TShape, VIsInside>;
  __shared__ typename SegmentsType::Place ends[NumberOfIsolineDirections];
  if (threadIdx.x < NumberOfIsolineDirections)
  {
    ends[threadIdx.x] = SegmentsType::GetEnd(shape, threadIdx.x, SegmentsType::GetRows(planes));
  }
  __syncthreads();
  const SegmentsType    segments(planes, shape, ends);
  const IsolinePosition position = GetThreadPosition(output, FollowTileWidth, FollowTileHeight);
  if (!output.Contains(position))
  {
    return;
  }
  const IsolineScale scale = MakeIsolineScale(shape.parameters, task.noiseLevel.Get());
  const Area &       padded = task.padded.area;
  float              center[VChannels];
  for (int channel = 0; channel < VChannels; ++channel)
  {
    center[channel] = task.padded.GetChannel(slice, channel)[padded.GetIndex(position.x, position.y)];
  }
  const auto getDifference = [&](int x, int y, int channel) {
    return task.padded.GetChannel(slice, channel)[padded.GetIndex(position.x + x, position.y + y)] - center[channel];
  };
  float result[VChannels];
  AverageIsolines(position, center, getDifference, segments, shape, scale, result);
  for (int channel = 0; channel < VChannels; ++channel)
  {
    task.result.GetChannel(slice, channel)[task.result.area.GetIndex(position.x, position.y)] = result[channel];
  }
}

/** Bound by the level 1 cache: its pipe is busy in 80 of 100 cycles of an H200, with the 352 segments that are looked at for a
 * pixel by 6 segments and a deviation of 2; less where lines are short. It takes some 5700 instructions a pixel, and
 * SumAllSegments 2000. */
template <int VChannels, typename TShape>
__global__ void
__launch_bounds__(FollowThreads, FollowBlocks<VChannels>)
  FollowIsolines(const __grid_constant__ ModelTask<VChannels> task,
                 const __grid_constant__ SegmentPlanes<VChannels> planes,
                 const __grid_constant__ IsolineParameters        parameters,
                 unsigned int                                     slice,
                 const __grid_constant__ Area                     output,
                 bool                                             hasFewSegments)
{
  const TShape          shape{ parameters };
  const IsolinePosition origin = GetTileOrigin(output, FollowTileWidth, FollowTileHeight);
  const int             reach = shape.GetLength() * shape.GetSegmentsOfEnd();
  const IsolinePosition end{ origin.x + FollowTileWidth - 1 + reach, origin.y + FollowTileHeight - 1 + reach };
  if (hasFewSegments && planes.area.Contains({ origin.x - reach, origin.y - reach }) && planes.area.Contains(end))
  {
    FollowIsolinesOfBlock<true>(task, planes, shape, slice, output);
  }
  else
  {
    FollowIsolinesOfBlock<false>(task, planes, shape, slice, output);
  }
}
} // namespace

/** In bands of rows, so that the segments of all directions take at most some 448 MB: of 4096 columns 384 rows, with which an
 * H200 is idle the least at the end of a band. */
template <int VChannels>
void
LaunchLimitedDeviation(const ModelTask<VChannels> & task, const IsolineParameters & parameters, const Stream & stream)
{
  constexpr std::size_t most = std::size_t{ 448 } << 20;
  const Area            whole = task.result.area;
  const int             reach = parameters.segmentLength * parameters.segmentsOfEnd;
  const std::size_t     bytesOfRow =
    SegmentPlanes<VChannels>::GetSizeOfRow(whole.width + 2 * std::size_t(reach), parameters.maximumDeviation) *
    sizeof(PackedSegment<VChannels>);
  // Of whole tiles, unless there are so many columns that it is few rows.
  const auto   mostRows = std::min(most / bytesOfRow, std::size_t{ 0x7fffffff });
  const int    fitting = (static_cast<int>(mostRows) - 2 * reach) / FollowTileHeight * FollowTileHeight;
  const int    rows = std::clamp(fitting, std::min(32, whole.height), whole.height);
  const bool   isUsual = parameters.segmentLength == 3 && parameters.thickness == 1 && parameters.maximumDeviation == 2;
  const bool   isUsualLine = isUsual && parameters.segmentsOfEnd == 2;
  const Buffer memory(bytesOfRow * (rows + 2 * reach), stream);
  const bool   hasFewSegments =
    bytesOfRow / sizeof(PackedSegment<VChannels>) * (rows + 2 * reach) <= std::size_t{ 0xffffffff };
  for (unsigned int slice = 0; slice < task.slices; ++slice)
  {
    for (int top = 0; top < whole.height; top += rows)
    {
      const Area                     output{ whole.x, whole.y + top, whole.width, std::min(rows, whole.height - top) };
      const SegmentPlanes<VChannels> planes{ Grow(output, reach, task.image),
                                             parameters.maximumDeviation,
                                             memory.As<PackedSegment<VChannels>>() };
      WithStripShape<VChannels>(planes.area, 1, 4, stream, [&](auto shape) {
        using Shape = decltype(shape);
        const auto sum = isUsual ? SumAllSegments<VChannels, Shape, 3, 1> : SumAllSegments<VChannels, Shape, 0, 0>;
        sum<<<GetStripGrid<Shape>(planes.area, 1), Shape::Threads, 0, stream.GetHandle()>>>(
          task, planes, parameters, slice, GetTileMargin(parameters));
      });
      Check(cudaGetLastError(), "SumAllSegments");
      const auto follow =
        isUsualLine ? FollowIsolines<VChannels, IsolineShape<3, 1, 2, 2>> : FollowIsolines<VChannels, IsolineShape<>>;
      follow<<<GetTileGrid(output, FollowTileWidth, FollowTileHeight, 1), FollowThreads, 0, stream.GetHandle()>>>(
        task, planes, parameters, slice, output, hasFewSegments);
      Check(cudaGetLastError(), "FollowIsolines");
    }
  }
}

template void
LaunchLimitedDeviation<1>(const ModelTask<1> &, const IsolineParameters &, const Stream &);
template void
LaunchLimitedDeviation<3>(const ModelTask<3> &, const IsolineParameters &, const Stream &);
} // namespace itk::device::isoline
