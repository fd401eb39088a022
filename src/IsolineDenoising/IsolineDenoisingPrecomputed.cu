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

namespace itk::device::isoline
{
namespace
{
constexpr int Half = NumberOfIsolineDirections / 2;

template <int VChannels>
struct PrecomputedPlanes
{
  Area                    area;
  PackedMean<VChannels> * means;
  unsigned char *         directions;
};

/** Bound by instructions: with segments of 3 pixels 1430 a pixel, and 190 more for Hybrid. An H200, which issues 3.3e13 a
 * second at most, does 2.9e13. */
template <int VChannels, typename TStripShape, bool VIsHybrid, int VLength, int VThickness>
__global__ void
__launch_bounds__(TStripShape::Threads)
  PrecomputeIsolines(const __grid_constant__ ModelTask<VChannels> task,
                     const __grid_constant__ PrecomputedPlanes<VChannels> precomputed,
                     const __grid_constant__ IsolineParameters            parameters,
                     int                                                  margin)
{
  constexpr int Rows = TStripShape::Rows;
  __shared__ Tile<TStripShape> tile;

  const unsigned int    slice = blockIdx.z;
  const IsolinePosition origin = GetTileOrigin(precomputed.area, TStripShape::TileWidth, TStripShape::TileHeight);
  tile.Load(task.padded, slice, origin, margin);
  const StripColumn<TStripShape>          column(tile, origin, margin);
  const IsolineShape<VLength, VThickness> shape{ parameters };
  const IsolineScale                      scale = MakeIsolineScale(parameters, task.noiseLevel.Get());
  const IsolinePairScale                  pairScale = MakeIsolinePairScale(parameters, scale);

  IsolineMean<VChannels> means[Rows];
#pragma unroll 1
  for (int direction = 0; direction < Half; ++direction)
  {
    float forward[VChannels][Rows + 2];
    float backward[VChannels][Rows + 2];
    float deviation[Rows + 2];
    float neighbors[Rows];
    column.SumSegments(shape, direction, true, forward, deviation);
    column.SumSegments(shape, direction + Half, false, backward, deviation);
#pragma unroll
    for (int r = 0; r < Rows + 2; ++r)
    {
      float squares = 0;
      for (int channel = 0; channel < VChannels; ++channel)
      {
        const float square = forward[channel][r] * forward[channel][r] + backward[channel][r] * backward[channel][r];
        squares = channel == 0 ? square : squares + square;
      }
      deviation[r] -= squares * parameters.inverseOfSegment;
    }
    column.SumNeighbors(deviation, neighbors);
#pragma unroll
    for (int r = 0; r < Rows; ++r)
    {
      IsolinePair<VChannels> pair;
      for (int channel = 0; channel < VChannels; ++channel)
      {
        pair.forward[channel] = forward[channel][r + 1];
        pair.backward[channel] = backward[channel][r + 1];
      }
      if constexpr (VThickness != 1)
      {
        const auto getDifference = [&](int x, int y, int channel) { return column.GetDifference(r, x, y, channel); };
        pair.ofStart = SumIsolineStart(getDifference, shape, direction, pair.start);
      }
      float       sum[VChannels];
      const float exponent = GetIsolinePairExponent(pair, neighbors[r], pairScale, shape, sum);
      if (direction == 0)
      {
        means[r].Start(exponent, sum, direction);
      }
      else
      {
        means[r].Add(exponent, sum, direction);
      }
    }
  }

  bool  isLowSlope[Rows];
  float windowMean[Rows][VChannels];
  if constexpr (VIsHybrid)
  {
#pragma unroll
    for (int r = 0; r < Rows; ++r)
    {
      const auto getDifference = [&](int x, int y, int channel) { return column.GetDifference(r, x, y, channel); };
      const auto getHalfRow = [&](int step, int y, int channel) {
        return column.GetHalfRow(shape, r, step, y, channel);
      };
      isLowSlope[r] = IsIsolineLowSlope(getDifference, getHalfRow, shape, scale.largestEdge, windowMean[r]);
    }
  }

#pragma unroll
  for (int r = 0; r < Rows; ++r)
  {
    const IsolinePosition position = column.GetPosition(r);
    if (!column.IsOutput() || !precomputed.area.Contains(position))
    {
      continue;
    }
    const std::size_t pixel = slice * precomputed.area.GetSize() + precomputed.area.GetIndex(position.x, position.y);
    PackedMean<VChannels> packed;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      packed.mean[channel] =
        column.GetCenter(r, channel) + means[r].sum[channel] / (means[r].weight * parameters.pixelsOfLine);
    }
    packed.pixels = means[r].GetNumberOfPixels(parameters.pixelsOfLine);
    precomputed.means[pixel] = packed;
    auto direction = static_cast<unsigned char>(means[r].direction);
    if constexpr (VIsHybrid)
    {
      if (isLowSlope[r] && task.result.area.Contains(position))
      {
        for (int channel = 0; channel < VChannels; ++channel)
        {
          task.result.GetChannel(slice, channel)[task.result.area.GetIndex(position.x, position.y)] =
            windowMean[r][channel] + column.GetCenter(r, channel);
        }
        direction |= IsDone;
      }
    }
    precomputed.directions[pixel] = direction;
  }
}

/** What ExtendPrecomputedIsoline asks for. */
template <int VChannels>
class PrecomputedPixels
{
public:
  __device__
  PrecomputedPixels(const PrecomputedPlanes<VChannels> & planes, unsigned int slice, const IsolineOffset * ends)
    : m_Area(planes.area)
    , m_Means(planes.means + slice * planes.area.GetSize())
    , m_Directions(planes.directions + slice * planes.area.GetSize())
    , m_Ends(ends)
  {}

  __device__ IsolineOffset
  GetEnd(int direction) const
  {
    return m_Ends[direction];
  }

  /** Lines end only where the area does because the image does. */
  __device__ bool
  Contains(const IsolinePosition & position) const
  {
    return m_Area.Contains(position);
  }

  __device__ bool
  IsDone(const IsolinePosition & position) const
  {
    return (m_Directions[m_Area.GetIndex(position.x, position.y)] & isoline::IsDone) != 0;
  }

  __device__ IsolinePrecomputed<VChannels>
             Get(const IsolinePosition & position) const
  {
    const std::size_t             pixel = m_Area.GetIndex(position.x, position.y);
    const PackedMean<VChannels>   packed = m_Means[pixel];
    IsolinePrecomputed<VChannels> precomputed;
    for (int channel = 0; channel < VChannels; ++channel)
    {
      precomputed.mean[channel] = packed.mean[channel];
    }
    precomputed.pixels = packed.pixels;
    precomputed.direction = m_Directions[pixel] & (Half - 1);
    return precomputed;
  }

private:
  Area                          m_Area;
  const PackedMean<VChannels> * m_Means;
  const unsigned char *         m_Directions;
  const IsolineOffset *         m_Ends;
};

/** Pixels of a thread. */
constexpr int ExtendRows = 4;

template <int VChannels>
__global__ void
__launch_bounds__(PixelThreads)
  ExtendPrecomputedIsolines(const __grid_constant__ ModelTask<VChannels> task,
                            const __grid_constant__ PrecomputedPlanes<VChannels> precomputed,
                            const __grid_constant__ IsolineParameters            parameters)
{
  __shared__ IsolineOffset ends[NumberOfIsolineDirections];
  if (threadIdx.x < NumberOfIsolineDirections)
  {
    ends[threadIdx.x] = parameters.offset[threadIdx.x][parameters.segmentLength - 1];
  }
  __syncthreads();
  const unsigned int                 slice = blockIdx.z;
  const Area &                       output = task.result.area;
  const IsolinePosition              origin = GetTileOrigin(output, PixelTileWidth, ExtendRows * PixelTileHeight);
  const PrecomputedPixels<VChannels> pixels(precomputed, slice, ends);
  const float                        largestGap = MakeIsolineScale(parameters, task.noiseLevel.Get()).largestGap;
  for (int row = 0; row < ExtendRows; ++row)
  {
    const IsolinePosition position{ origin.x + static_cast<int>(threadIdx.x % PixelTileWidth),
                                    origin.y + row * PixelTileHeight + static_cast<int>(threadIdx.x / PixelTileWidth) };
    if (output.Contains(position) && !pixels.IsDone(position))
    {
      float result[VChannels];
      ExtendPrecomputedIsoline(position, pixels, parameters, largestGap, result);
      for (int channel = 0; channel < VChannels; ++channel)
      {
        task.result.GetChannel(slice, channel)[output.GetIndex(position.x, position.y)] = result[channel];
      }
    }
  }
}
} // namespace

template <int VChannels>
void
LaunchPrecomputedDirections(const ModelTask<VChannels> & task,
                            const IsolineParameters &    parameters,
                            bool                         isHybrid,
                            const Stream &               stream)
{
  const Area        area = Grow(task.result.area, parameters.segmentLength * parameters.segmentsOfEnd, task.image);
  const std::size_t pixels = area.GetSize() * task.slices;
  const Buffer      means(pixels * sizeof(PackedMean<VChannels>), stream);
  const Buffer      directions(pixels, stream);
  const PrecomputedPlanes<VChannels> precomputed{ area,
                                                  means.As<PackedMean<VChannels>>(),
                                                  directions.As<unsigned char>() };
  WithStripShape<VChannels>(area, task.slices, 8, stream, [&](auto shape) {
    using Shape = decltype(shape);
    const bool isUsual = parameters.segmentLength == 3 && parameters.thickness == 1;
    const auto usual =
      isHybrid ? PrecomputeIsolines<VChannels, Shape, true, 3, 1> : PrecomputeIsolines<VChannels, Shape, false, 3, 1>;
    const auto general =
      isHybrid ? PrecomputeIsolines<VChannels, Shape, true, 0, 0> : PrecomputeIsolines<VChannels, Shape, false, 0, 0>;
    const auto precompute = isUsual ? usual : general;
    precompute<<<GetStripGrid<Shape>(area, task.slices), Shape::Threads, 0, stream.GetHandle()>>>(
      task, precomputed, parameters, GetTileMargin(parameters));
  });
  Check(cudaGetLastError(), "PrecomputeIsolines");
  ExtendPrecomputedIsolines<VChannels>
    <<<GetTileGrid(task.result.area, PixelTileWidth, ExtendRows * PixelTileHeight, task.slices),
       PixelThreads,
       0,
       stream.GetHandle()>>>(task, precomputed, parameters);
  Check(cudaGetLastError(), "ExtendPrecomputedIsolines");
}

template void
LaunchPrecomputedDirections<1>(const ModelTask<1> &, const IsolineParameters &, bool, const Stream &);
template void
LaunchPrecomputedDirections<3>(const ModelTask<3> &, const IsolineParameters &, bool, const Stream &);
} // namespace itk::device::isoline
