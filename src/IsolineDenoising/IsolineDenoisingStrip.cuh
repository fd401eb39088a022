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
#ifndef IsolineDenoisingStrip_cuh
#define IsolineDenoisingStrip_cuh

#include "IsolineDenoising.cuh"

namespace itk::device::isoline
{
/** How a block divides its tile: a warp works on a strip of 32 columns, of which the outer ones only serve their
 * neighbours, and of some rows. */
template <int VChannels, int VRows>
struct StripShape
{
  static constexpr int Channels = VChannels;
  static constexpr int Rows = VRows;
  static constexpr int Columns = 30;
  static constexpr int WarpsAcross = Rows > 4 ? 2 : 1;
  static constexpr int WarpsDown = Rows > 4 ? 4 : 2;
  static constexpr int Threads = 32 * WarpsAcross * WarpsDown;
  static constexpr int TileWidth = Columns * WarpsAcross;
  static constexpr int TileHeight = Rows * WarpsDown;
  // A segment, a copy of it and a neighbour.
  static constexpr int LargestMargin = LongestIsolineSegment + 2;
  static constexpr int Pitch = TileWidth + 2 * LargestMargin;
  static constexpr int Height = TileHeight + 2 * LargestMargin;
};

/** A tile of the padded image in shared memory. */
template <typename TShape>
struct Tile
{
  using Shape = TShape;
  static constexpr int Channels = Shape::Channels;

  float pixels[Channels][Shape::Height][Shape::Pitch];

  /** By all threads of a block: the tile whose first output is at `origin`, with a margin. */
  __device__ void
  Load(const Planes<const float, Channels> & padded, unsigned int slice, const IsolinePosition & origin, int margin)
  {
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int warp = static_cast<int>(threadIdx.x / 32);
    for (int channel = 0; channel < Channels; ++channel)
    {
      const float * const from = padded.GetChannel(slice, channel);
      for (int y = warp; y < Shape::TileHeight + 2 * margin; y += Shape::Threads / 32)
      {
        const int row = min(origin.y - margin + y, padded.area.y + padded.area.height - 1);
        for (int x = lane; x < Shape::TileWidth + 2 * margin; x += 32)
        {
          const int column = min(origin.x - margin + x, padded.area.x + padded.area.width - 1);
          StartCopy(pixels[channel][y][x], from[padded.area.GetIndex(column, row)]);
        }
      }
    }
    WaitForCopies();
  }
};

/** A thread's column of a strip: sums over the segments that start in it, and their deviations. Row r of a strip is at
 * [r + 1] where its neighbours above and below are held, too. */
template <typename TShape>
class StripColumn
{
public:
  using Shape = TShape;
  static constexpr int Channels = Shape::Channels;
  static constexpr int Rows = Shape::Rows;

  __device__
  StripColumn(const Tile<Shape> & tile, const IsolinePosition & origin, int margin)
    : m_Pixels(&tile.pixels[0][0][0])
  {
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int warp = static_cast<int>(threadIdx.x / 32);
    const int column = warp % Shape::WarpsAcross * Shape::Columns + lane - 1;
    const int row = warp / Shape::WarpsAcross * Rows;
    m_IsOutput = lane >= 1 && lane <= Shape::Columns;
    m_Position = { origin.x + column, origin.y + row };
    m_Pixels += (row - 1 + margin) * Shape::Pitch + column + margin;
#pragma unroll
    for (int channel = 0; channel < Channels; ++channel)
    {
#pragma unroll
      for (int r = 0; r < Rows + 2; ++r)
      {
        m_Center[channel][r] = this->GetPixel(0, r, channel);
      }
    }
  }

  __device__ bool
  IsOutput() const
  {
    return m_IsOutput;
  }

  __device__ IsolinePosition
  GetPosition(int r) const
  {
    return { m_Position.x, m_Position.y + r };
  }

  __device__ float
  GetCenter(int r, int channel) const
  {
    return m_Center[channel][r + 1];
  }

  /** The difference from the pixel in row r to the one at (x, y) from it. */
  __device__ float
  GetDifference(int r, int x, int y, int channel) const
  {
    return this->GetPixel(x, r + 1 + y, channel) - m_Center[channel][r + 1];
  }

  /** The sum of the differences from the pixel y rows from row r to those of the segment along the x axis from it. */
  template <typename TSegmentShape>
  __device__ float
  GetHalfRow(const TSegmentShape & shape, int r, int step, int y, int channel) const
  {
    const float middle = this->GetPixel(0, r + 1 + y, channel);
    float       sum = this->GetPixel(step, r + 1 + y, channel) - middle;
    for (int pixel = 2; pixel <= shape.GetLength(); ++pixel)
    {
      sum += this->GetPixel(pixel * step, r + 1 + y, channel) - middle;
    }
    return sum;
  }

  /** As on the host: of the segments that start in all rows, the sums of differences, and their squares, which are added
   * to `squares` or replace it at first. */
  template <typename TSegmentShape>
  __device__ void
  SumSegments(const TSegmentShape & shape,
              int                   direction,
              bool                  isFirst,
              float (&sum)[Channels][Rows + 2],
              float (&squares)[Rows + 2]) const
  {
#pragma unroll
    for (int channel = 0; channel < Channels; ++channel)
    {
#pragma unroll
      for (int copy = 0; copy < shape.GetThickness(); ++copy)
      {
        const IsolineOffset shift = GetIsolineCopy(shape.parameters, direction, copy);
#pragma unroll
        for (int pixel = 0; pixel < shape.GetLength(); ++pixel)
        {
          const IsolineOffset & offset = shape.parameters.offset[direction][pixel];
          const float * const   pixels = m_Pixels + channel * Shape::Height * Shape::Pitch +
                                       (offset.y + shift.y) * Shape::Pitch + (offset.x + shift.x);
          const bool startsSum = copy == 0 && pixel == 0;
          const bool startsSquares = isFirst && channel == 0 && startsSum;
#pragma unroll
          for (int r = 0; r < Rows + 2; ++r)
          {
            const float difference = pixels[r * Shape::Pitch] - m_Center[channel][r];
            const float square = difference * difference;
            sum[channel][r] = startsSum ? difference : sum[channel][r] + difference;
            squares[r] = startsSquares ? square : squares[r] + square;
          }
        }
      }
    }
  }

  /** As on the host: the sums over 3 x 3 neighbours. By all lanes of a warp. */
  __device__ static void
  SumNeighbors(const float (&deviation)[Rows + 2], float (&neighbors)[Rows])
  {
    float three[Rows + 2];
#pragma unroll
    for (int r = 0; r < Rows + 2; ++r)
    {
      const float left = __shfl_up_sync(0xffffffffu, deviation[r], 1);
      const float right = __shfl_down_sync(0xffffffffu, deviation[r], 1);
      three[r] = (left + deviation[r]) + right;
    }
#pragma unroll
    for (int r = 0; r < Rows; ++r)
    {
      neighbors[r] = (three[r] + three[r + 1]) + three[r + 2];
    }
  }

private:
  /** `row` counts from the one above the strip. */
  __device__ float
  GetPixel(int x, int row, int channel) const
  {
    return m_Pixels[(channel * Shape::Height + row) * Shape::Pitch + x];
  }

  const float *   m_Pixels; // of the row above the strip
  IsolinePosition m_Position;
  bool            m_IsOutput;
  float           m_Center[Channels][Rows + 2];
};

/** How far around its outputs a tile holds pixels. */
inline int
GetTileMargin(const IsolineParameters & parameters)
{
  return parameters.segmentLength + (parameters.thickness > 1 ? 1 : 0) + 1;
}

template <typename TShape>
dim3
GetStripGrid(const Area & area, unsigned int slices)
{
  return GetTileGrid(area, TShape::TileWidth, TShape::TileHeight, slices);
}

/** Calls function(StripShape): of many rows where there are so many tiles of them for each multiprocessor, as the rows above
 * and below a strip are work, too. */
template <int VChannels, typename TFunction>
void
WithStripShape(const Area &      area,
               unsigned int      slices,
               unsigned int      tilesOfMultiprocessor,
               const Stream &    stream,
               const TFunction & function)
{
  if constexpr (VChannels == 1)
  {
    using Tall = StripShape<VChannels, 8>;
    const int multiprocessors = kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream);
    if (std::size_t{ GetStripGrid<Tall>(area, 1).x } * slices >=
        static_cast<unsigned int>(multiprocessors) * tilesOfMultiprocessor)
    {
      function(Tall());
      return;
    }
  }
  function(StripShape<VChannels, 4>());
}
} // namespace itk::device::isoline

#endif
