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
#include "IsolineDenoising.cuh"
#include "IsolineGroupCore.h"
#include "IsolineStaircaseCore.h"
#include "IsolineTubeCore.h"
#include <algorithm>
#include <type_traits>

namespace itk::device
{
namespace
{
using namespace isoline;

template <int VChannels>
void
RunModel(const ModelTask<VChannels> & task, const IsolineOptions & options, const Stream & stream)
{
  if (options.model == IsolineModel::LimitedDeviation)
  {
    LaunchLimitedDeviation(task, options.parameters, stream);
  }
  else if (options.model == IsolineModel::Tubes)
  {
    LaunchTubes(task, options.position, stream);
  }
  else if (options.model == IsolineModel::TubesAndGroups)
  {
    LaunchTubesAndGroups(task, options.position, stream);
  }
  else
  {
    LaunchPrecomputedDirections(task, options.parameters, options.model == IsolineModel::Hybrid, stream);
  }
}

/** Where lines from an area may go, and what is looked at around them. */
Area
GetPaddedArea(const Area & area, const IsolineParameters & parameters, const Area & image)
{
  const Area lines = Grow(area, parameters.segmentLength * parameters.segmentsOfEnd, image);
  const int  margin = parameters.segmentLength + 2;
  return { lines.x - margin, lines.y - margin, lines.width + 2 * margin, lines.height + 2 * margin };
}

/** Whether a volume is laid out as planes are, so that results may be written to it at once. */
template <typename TComponent, int VChannels>
bool
IsPlanes(const IsolineVolume<TComponent> & volume)
{
  return std::is_same_v<TComponent, float> && VChannels == 1 && volume.stride[0] == 1 &&
         volume.stride[1] == volume.size[0] &&
         (volume.size[2] == 1 || volume.stride[2] == volume.size[0] * volume.size[1]);
}

template <int VChannels>
Planes<const float, VChannels>
ToConst(const Planes<float, VChannels> & planes)
{
  return { planes.data, planes.area };
}
} // namespace

/** As many slices at a time as take some 64 million pixels. */
template <typename TComponent, int VChannels>
void
LaunchIsolineDenoising(const IsolineVolume<const TComponent> & input,
                       const IsolineVolume<TComponent> &       output,
                       const std::size_t (&offset)[3],
                       const IsolineOptions & options,
                       const Stream &         stream)
{
  const IsolineParameters & parameters = options.parameters;
  const Area                image{ 0, 0, static_cast<int>(input.size[0]), static_cast<int>(input.size[1]) };
  const Area                outputArea{ static_cast<int>(offset[0]),
                         static_cast<int>(offset[1]),
                         static_cast<int>(output.size[0]),
                         static_cast<int>(output.size[1]) };
  const Area modelArea = options.reduceStaircase ? Grow(outputArea, IsolineStaircaseReach, image) : outputArea;
  const int  reachOfGroups = options.model == IsolineModel::TubesAndGroups ? IsolineGroupReach : 0;
  const Area paddedArea = HasIsolineTubes(options.model) ? Grow(modelArea, IsolineTubeReach + reachOfGroups, image)
                                                         : GetPaddedArea(modelArea, parameters, image);

  constexpr std::size_t pixelsAtATime = std::size_t{ 1 } << 26;
  const std::size_t     slicesAtATime = std::min({ std::max(pixelsAtATime / paddedArea.GetSize(), std::size_t{ 1 }),
                                                   std::size_t{ kernels::MostLayers },
                                                   output.size[2] });
  const auto            allocate = [&](const Area & area) {
    return Buffer(area.GetSize() * slicesAtATime * VChannels * sizeof(float), stream);
  };
  const Buffer padded = allocate(paddedArea);
  const bool   isStored = !(options.noiseLevel > 0) || options.stabilization.noise != IsolineNoise::Gaussian ||
                        !IsPlanes<TComponent, VChannels>(output);
  const Buffer result = isStored ? allocate(outputArea) : Buffer();
  const Buffer modelled = options.reduceStaircase ? allocate(modelArea) : Buffer();

  const Conversion conversion{ options.stabilization, VChannels == 3 && HasIsolineTubes(options.model) };
  NoiseLevel       noiseLevel{ options.noiseLevel, nullptr };
  Buffer           estimate;
  if (!(options.noiseLevel > 0))
  {
    estimate = Buffer(sizeof(float), stream);
    LaunchNoiseLevel<TComponent, VChannels>(input, estimate.template As<float>(), stream);
    noiseLevel.estimate = estimate.template As<float>();
  }
  for (std::size_t first = 0; first < output.size[2]; first += slicesAtATime)
  {
    const auto                     slices = static_cast<unsigned int>(std::min(slicesAtATime, output.size[2] - first));
    const Planes<float, VChannels> paddedPlanes{ padded.As<float>(), paddedArea };
    // Not stored, the output is of floats.
    void * const                   out = isStored ? result.GetData() : output.data + first * output.stride[2];
    const Planes<float, VChannels> resultPlanes{ static_cast<float *>(out), outputArea };
    const Planes<float, VChannels> modelledPlanes{ modelled.As<float>(), modelArea };
    LaunchPad<TComponent, VChannels>(input, offset[2] + first, slices, paddedPlanes, conversion, noiseLevel, stream);
    ModelTask<VChannels> task{
      image, ToConst(paddedPlanes), options.reduceStaircase ? modelledPlanes : resultPlanes, slices, noiseLevel
    };
    RunModel(task, options, stream);
    if (options.reduceStaircase)
    {
      task.result = resultPlanes;
      LaunchStaircase(task, ToConst(modelledPlanes), stream);
    }
    if (isStored)
    {
      LaunchStore<TComponent, VChannels>(
        ToConst(resultPlanes), ToConst(paddedPlanes), output, first, slices, conversion, noiseLevel, stream);
    }
  }
}

#define ITK_ISOLINE_DENOISING(TComponent, VChannels)                                                   \
  template void LaunchIsolineDenoising<TComponent, VChannels>(const IsolineVolume<const TComponent> &, \
                                                              const IsolineVolume<TComponent> &,       \
                                                              const std::size_t(&)[3],                 \
                                                              const IsolineOptions &,                  \
                                                              const Stream &)

ITK_ISOLINE_DENOISING(std::uint8_t, 1);
ITK_ISOLINE_DENOISING(std::int16_t, 1);
ITK_ISOLINE_DENOISING(std::uint16_t, 1);
ITK_ISOLINE_DENOISING(float, 1);
ITK_ISOLINE_DENOISING(std::uint8_t, 3);
ITK_ISOLINE_DENOISING(float, 3);
} // namespace itk::device
