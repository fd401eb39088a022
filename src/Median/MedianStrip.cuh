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
#ifndef MedianStrip_cuh
#define MedianStrip_cuh

#include "MedianNetwork2DKernel.cuh"
#include "MedianStripNetwork.h"

namespace itk::device::median2d
{
/** A thread's part of a strip: the windows have VLength pixels along it and VBreadth, 1 or 3, across. Strips are rows,
 * or columns if VIsColumn. */
template <int VLength, int VBreadth, bool VIsColumn>
struct StripGeometry
{
  static constexpr int  Length = VLength;
  static constexpr int  Breadth = VBreadth;
  static constexpr bool IsColumn = VIsColumn;
  static constexpr bool IsPadded = VLength > 5;
  static constexpr int  Outputs = StripOutputs(VLength);
  static constexpr int  Strips = 16 / Outputs;
  static constexpr int  Lines = VLength + Outputs - 1;
  static constexpr int  InputStrips = Strips + VBreadth - 1;
  static constexpr int  BlocksOfMultiprocessor = Lines * VBreadth > 60 ? 3 : 4; // as registers allow
  using Tile = LaneTile<VIsColumn ? Strips : Outputs, VIsColumn ? Outputs : Strips, VIsColumn>;
};

/** A thread finds 16 medians (32 if a word holds two pixels). What the windows of a strip share of its lines, which are
 * sorted once, is merged once, without what can no longer be a median. A shorter window is padded where all share it.
 */
template <typename TOrder, typename TGeometry, typename TBits>
__global__ void __launch_bounds__(128, TGeometry::BlocksOfMultiprocessor) MedianStripKernel(const Images<TBits> images)
{
  using Word = typename TOrder::Word;
  using Tile = typename TGeometry::Tile;
  constexpr bool       isColumn = TGeometry::IsColumn;
  constexpr int        outputs = TGeometry::Outputs;
  constexpr int        lines = TGeometry::Lines;
  constexpr int        inputStrips = TGeometry::InputStrips;
  constexpr int        width = Tile::template Width<TOrder>;
  constexpr int        height = Tile::template Height<TOrder>;
  const unsigned int   blockRow = blockIdx.x / images.blocksPerRow;
  const unsigned int   blockColumn = blockIdx.x - blockRow * images.blocksPerRow;
  const std::ptrdiff_t x = (std::ptrdiff_t{ blockColumn } * 32 + threadIdx.x) * width;
  const std::ptrdiff_t y = (std::ptrdiff_t{ blockRow } * 4 + threadIdx.y) * height;
  if (x >= static_cast<std::ptrdiff_t>(images.output.size[0]) ||
      y >= static_cast<std::ptrdiff_t>(images.output.size[1]))
  {
    return;
  }
  const int            padding = TGeometry::IsPadded ? images.padding : 0;
  const std::ptrdiff_t along = (TGeometry::Length - padding) / 2;
  const std::ptrdiff_t across = TGeometry::Breadth / 2;
  const std::ptrdiff_t firstX = x - (isColumn ? across : along);
  const std::ptrdiff_t firstY = y - (isColumn ? along : across);
  Word                 pixel[isColumn ? inputStrips : lines][(isColumn ? lines : inputStrips) + 1];
  if constexpr (!TGeometry::IsPadded)
  {
    LoadWords<TOrder, Tile>(images, firstX, firstY, pixel);
  }
  else if constexpr (isColumn)
  {
    LoadShiftedRows<TOrder, Tile, outputs - 1>(images, firstX, firstY, padding, pixel);
  }
  else
  {
    LoadShiftedColumns<TOrder, Tile, outputs - 1>(images, firstX, firstY, padding, pixel);
  }
  Word result[TGeometry::Strips][outputs];
#pragma unroll
  for (int strip = 0; strip < TGeometry::Strips; ++strip)
  {
    List<Word, TGeometry::Breadth> sorted[lines];
#pragma unroll
    for (int i = 0; i < lines; ++i)
    {
#pragma unroll
      for (int j = 0; j < TGeometry::Breadth; ++j)
      {
        const Word value = isColumn ? pixel[isColumn ? strip + j : 0][isColumn ? i + 1 : 0]
                                    : pixel[isColumn ? 0 : i][isColumn ? 0 : strip + j + 1];
        const bool isShared = i >= outputs - 1 && i < TGeometry::Length;
        sorted[i].value[j] = isShared ? Pad<TOrder>(value, i - (outputs - 1), padding) : value;
      }
      if constexpr (TGeometry::Breadth == 3)
      {
        sorted[i] = median::SortThree<TOrder>(sorted[i].value[0], sorted[i].value[1], sorted[i].value[2]);
      }
    }
    ComputeStrip<TOrder, TGeometry::Length, outputs>(sorted, result[strip]);
  }
  constexpr int                                  columns = Tile::Columns < 4 ? Tile::Columns : 4;
  const TileWriter<TOrder, Tile, columns, TBits> writer(images, x, y);
#pragma unroll
  for (int j = 0; j < Tile::Rows; ++j)
  {
#pragma unroll
    for (int i = 0; i < Tile::Columns; i += columns)
    {
      Word row[columns];
#pragma unroll
      for (int k = 0; k < columns; ++k)
      {
        row[k] =
          isColumn ? result[isColumn ? i + k : 0][isColumn ? j : 0] : result[isColumn ? 0 : j][isColumn ? 0 : i + k];
      }
      writer.Write(i, j, row);
    }
  }
}

template <int VLength, int VBreadth, bool VIsColumn, typename TPixel>
void
LaunchMedianStripKernel(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  using Order = typename PixelTraits<TPixel>::Order;
  using Bits = typename PixelTraits<TPixel>::Bits;
  using Geometry = StripGeometry<VLength, VBreadth, VIsColumn>;
  using Tile = typename Geometry::Tile;
  auto images = MakeImages(planes, VIsColumn ? 1 : 0, VLength);
  images.blocksPerRow = static_cast<unsigned int>(DivideUp(planes.output.size[0], 32 * Tile::template Width<Order>));
  const std::size_t blocks = images.blocksPerRow * DivideUp(planes.output.size[1], 4 * Tile::template Height<Order>);
  LaunchOnPlanes<Images<Bits>>("MedianStripKernel",
                               MedianStripKernel<Order, Geometry, Bits>,
                               images,
                               planes.count,
                               { static_cast<std::ptrdiff_t>(blocks), dim3(32, 4) },
                               stream);
}

template <int VLength, int VBreadth, typename TPixel>
void
LaunchMedianStripEitherWay(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  if (planes.radius[0] < planes.radius[1])
  {
    LaunchMedianStripKernel<VLength, VBreadth, true>(planes, stream);
  }
  else
  {
    LaunchMedianStripKernel<VLength, VBreadth, false>(planes, stream);
  }
}

template <typename TPixel>
bool
LaunchMedianStrip(const MedianPlanes<TPixel> & planes, const Stream & stream)
{
  const std::size_t breadth = std::min(planes.radius[0], planes.radius[1]);
  const std::size_t length = std::max(planes.radius[0], planes.radius[1]);
  if (breadth > 1 || length < 2 || length > 7)
  {
    return false;
  }
  if (length == 2)
  {
    breadth == 0 ? LaunchMedianStripEitherWay<5, 1>(planes, stream) : LaunchMedianStripEitherWay<5, 3>(planes, stream);
  }
  else if (breadth == 0)
  {
    LaunchMedianStripEitherWay<15, 1>(planes, stream);
  }
  else if (length <= 4)
  {
    LaunchMedianStripEitherWay<9, 3>(planes, stream);
  }
  else
  {
    LaunchMedianStripEitherWay<15, 3>(planes, stream);
  }
  return true;
}
} // namespace itk::device::median2d

#endif
