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
#include "IsolineTubesAggregate.cuh"
#include "IsolineTubesEstimate.cuh"
#include "IsolineTubesSelect.cuh"
#include <algorithm>

namespace itk::device::isoline
{
namespace
{
using namespace tubes;

/** Most memory for the tubes' estimates, but for images so wide that 14 rows of cells need more. */
constexpr std::size_t BytesOfBand = std::size_t{ 384 } << 20;

constexpr std::size_t BytesOfTube = (Band::PixelsOfTube + NumberOfIsolineTubeBlocks) * sizeof(float);

unsigned int
GetNumberOfTiles(int cells)
{
  return static_cast<unsigned int>(kernels::DivideUp(cells, CellsOfTile));
}

Stage
MakeStage(const Area &                       image,
          const Area &                       area,
          const std::array<std::size_t, 2> & position,
          const NoiseLevel &                 noiseLevel)
{
  const IsolineTubeCells x = GetIsolineTubeCells(area.x, area.x + area.width, position[0]);
  const IsolineTubeCells y = GetIsolineTubeCells(area.y, area.y + area.height, position[1]);
  return { { image.width, image.height },
           area,
           { static_cast<int>(x.firstCorner), static_cast<int>(y.firstCorner) },
           { static_cast<int>(x.count), static_cast<int>(y.count) },
           noiseLevel };
}

/** One stage; `pilot` is null for the first one. */
template <int VChannels>
void
RunStage(const ModelTask<VChannels> &           task,
         const std::array<std::size_t, 2> &     position,
         const Planes<const float, VChannels> * pilot,
         const Planes<float, VChannels> &       result,
         const Stream &                         stream)
{
  const Stage       stage = MakeStage(task.image, result.area, position, task.noiseLevel);
  const auto        cellsOfRow = static_cast<std::size_t>(stage.cells[0]) * task.slices;
  const std::size_t bytesOfRow = cellsOfRow * BytesOfTube;
  const int         firstCellX = (result.area.x - stage.firstCorner[0]) / IsolineTubeCell;
  const int         firstCellY = (result.area.y - stage.firstCorner[1]) / IsolineTubeCell;
  const int         endCellX = (result.area.x + result.area.width - 1 - stage.firstCorner[0]) / IsolineTubeCell + 1;
  const int         endCellY = (result.area.y + result.area.height - 1 - stage.firstCorner[1]) / IsolineTubeCell + 1;

  constexpr int rowsAround = MostCellAcross - LeastCellAcross;
  const auto    rowsThatFit = static_cast<int>(std::min<std::size_t>(BytesOfBand / bytesOfRow, stage.cells[1]));
  const int     tilesOfBand = std::max((rowsThatFit - rowsAround) / CellsOfTile, 1);
  const int     rowsOfBand = static_cast<int>(std::min<std::ptrdiff_t>(tilesOfBand, kernels::MostLayers)) * CellsOfTile;
  const auto    tubesOfBand = cellsOfRow * static_cast<std::size_t>(std::min(rowsOfBand + rowsAround, stage.cells[1]));
  const Buffer  tubes(tubesOfBand, stream);
  const Buffer  sums(tubesOfBand * Band::PixelsOfTube * sizeof(float), stream);
  const Buffer  weights(tubesOfBand * NumberOfIsolineTubeBlocks * sizeof(float), stream);

  for (int row = firstCellY; row < endCellY; row += rowsOfBand)
  {
    const Band band{ tubes.As<std::uint8_t>(),
                     sums.As<float>(),
                     weights.As<float>(),
                     std::max(row + LeastCellAcross, 0),
                     std::min(row + rowsOfBand + MostCellAcross, stage.cells[1]) };
    const dim3 cells(GetNumberOfTiles(stage.cells[0]), GetNumberOfTiles(band.endRow - band.beginRow), task.slices);
    const dim3 pixels(GetNumberOfTiles(endCellX - firstCellX),
                      GetNumberOfTiles(std::min(row + rowsOfBand, endCellY) - row),
                      task.slices);
    const auto guide = GetChannel(pilot == nullptr ? task.padded : *pilot, 0);
    kernels::Launch("SelectTubes", SelectTubes, { cells, SelectThreads }, stream, stage, guide, band);
    for (int channel = 0; channel < VChannels; ++channel)
    {
      const auto noisy = GetChannel(task.padded, channel);
      const auto spectra = pilot == nullptr ? noisy : GetChannel(*pilot, channel);
      const auto estimate = pilot == nullptr ? EstimateTubes<false> : EstimateTubes<true>;
      kernels::Launch("EstimateTubes", estimate, { cells, EstimateThreads }, stream, stage, noisy, spectra, band);
      kernels::Launch("AggregateTubes",
                      AggregateTubes,
                      { pixels, AggregateThreads },
                      stream,
                      stage,
                      band,
                      firstCellX,
                      row,
                      spectra,
                      GetChannel(result, channel));
    }
  }
}
} // namespace

/** Bound by the issue of instructions, most of which are the arithmetic of choosing and transforming tubes, and, where they are
 * chosen and added up, by shared memory and the level 1 cache. On an H200 4096 x 4096 floats take 2.6 ms, 6.4 Gpx/s. */
template <int VChannels>
void
LaunchTubes(const ModelTask<VChannels> & task, const std::array<std::size_t, 2> & position, const Stream & stream)
{
  const Area        around = Grow(task.result.area, IsolineTubeReach / 2, task.image);
  const std::size_t bytesOfSlice = around.GetSize() / (IsolineTubeCell * IsolineTubeCell) * BytesOfTube;
  const auto        slicesAtATime = static_cast<unsigned int>(
    std::clamp<std::size_t>(BytesOfBand / std::max(bytesOfSlice, std::size_t{ 1 }), 1, task.slices));
  const Buffer                         pilot(around.GetSize() * slicesAtATime * VChannels * sizeof(float), stream);
  const Planes<float, VChannels>       pilotPlanes{ pilot.As<float>(), around };
  const Planes<const float, VChannels> spectra{ pilot.As<const float>(), around };
  for (unsigned int first = 0; first < task.slices; first += slicesAtATime)
  {
    ModelTask<VChannels> part = task;
    part.slices = std::min(slicesAtATime, task.slices - first);
    part.padded.data += first * VChannels * task.padded.area.GetSize();
    part.result.data += first * VChannels * task.result.area.GetSize();
    RunStage<VChannels>(part, position, nullptr, pilotPlanes, stream);
    RunStage<VChannels>(part, position, &spectra, part.result, stream);
  }
}

template void
LaunchTubes<1>(const ModelTask<1> &, const std::array<std::size_t, 2> &, const Stream &);
template void
LaunchTubes<3>(const ModelTask<3> &, const std::array<std::size_t, 2> &, const Stream &);
} // namespace itk::device::isoline
