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
#include "IsolineGroupsEstimate.cuh"

namespace itk::device::isoline
{
/** Bound by the instructions that warps issue: some 5800 a cell and channel, of which 1700 compare blocks, 2500
 * transform them and 1200 add up their changes. At 72 % of the 1.05 T/s that an H200 issues it takes 7.7 ms for
 * 4096 x 4096 floats, after the 3.9 ms of the tubes. */
template <int VChannels>
void
LaunchTubesAndGroups(const ModelTask<VChannels> &       task,
                     const std::array<std::size_t, 2> & position,
                     const Stream &                     stream)
{
  const Area &           area = task.result.area;
  const Area             around = Grow(area, IsolineGroupReach, task.image);
  const IsolineTubeCells x = GetIsolineGroupCells(area.x, area.x + area.width, position[0]);
  const IsolineTubeCells y = GetIsolineGroupCells(area.y, area.y + area.height, position[1]);
  const groups::Stage    stage{ { task.image.width, task.image.height },
                             area,
                                { static_cast<int>(x.firstCorner), static_cast<int>(y.firstCorner) },
                                { static_cast<int>(x.count), static_cast<int>(y.count) },
                             task.noiseLevel };

  const Buffer                         pilot(around.GetSize() * task.slices * VChannels * sizeof(float), stream);
  const Planes<float, VChannels>       pilotPlanes{ pilot.As<float>(), around };
  const Planes<const float, VChannels> constPilot{ pilot.As<const float>(), around };
  ModelTask<VChannels>                 ofTubes = task;
  ofTubes.result = pilotPlanes;
  LaunchTubes<VChannels>(ofTubes, position, stream);

  const std::size_t  pixels = area.GetSize() * task.slices;
  const Buffer       changes(pixels * sizeof(unsigned long long), stream);
  const Buffer       weights(pixels * sizeof(unsigned int), stream);
  const groups::Sums sums{ changes.As<unsigned long long>(), weights.As<unsigned int>() };
  const auto         tilesAcross = kernels::DivideUp(x.count, groups::CellsOfTile);
  const auto         tiles = tilesAcross * kernels::DivideUp(y.count, groups::CellsOfTile);
  const dim3         cells(static_cast<unsigned int>(tiles), 1, task.slices);
  for (int channel = 0; channel < VChannels; ++channel)
  {
    Check(cudaMemsetAsync(changes.GetData(), 0, changes.GetSizeInBytes(), stream.GetHandle()), "cudaMemsetAsync");
    Check(cudaMemsetAsync(weights.GetData(), 0, weights.GetSizeInBytes(), stream.GetHandle()), "cudaMemsetAsync");
    const auto truth = tubes::GetChannel(constPilot, channel);
    kernels::Launch("EstimateGroups",
                    groups::EstimateGroups,
                    { cells, groups::GroupThreads },
                    stream,
                    stage,
                    tubes::GetChannel(constPilot, 0),
                    tubes::GetChannel(task.padded, channel),
                    truth,
                    sums);
    kernels::Launch("StoreGroups",
                    groups::StoreGroups,
                    { GetPixelGrid(area, task.slices), PixelThreads },
                    stream,
                    stage,
                    truth,
                    sums,
                    tubes::GetChannel(task.result, channel));
  }
}

template void
LaunchTubesAndGroups<1>(const ModelTask<1> &, const std::array<std::size_t, 2> &, const Stream &);
template void
LaunchTubesAndGroups<3>(const ModelTask<3> &, const std::array<std::size_t, 2> &, const Stream &);
} // namespace itk::device::isoline
