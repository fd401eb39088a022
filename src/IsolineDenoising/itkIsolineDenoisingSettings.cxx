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
#include "itkIsolineDenoisingSettings.h"
#include "IsolineDenoisingOptions.h"
#include "IsolineGroupCore.h"
#include "IsolineStaircaseCore.h"
#include "IsolineTubeCore.h"
#include <limits>
#include <sstream>

namespace itk::device
{
std::string
DescribeFault(const IsolineDenoisingSettings & settings)
{
  std::string fault;
  const auto  verify = [&fault](const char * name, double value, double least, double most) {
    if (fault.empty() && !(value >= least && value <= most))
    {
      std::ostringstream description;
      description << name << " is " << value << ", but must be " << least << " to " << most << '.';
      fault = description.str();
    }
  };
  constexpr double largest = std::numeric_limits<float>::max();
  constexpr double smallest = std::numeric_limits<float>::min();
  verify("NoiseLevel", settings.noiseLevel, 0, largest);
  verify("NoiseGain", settings.noiseGain, smallest, largest);
  verify("Looks", settings.looks, smallest, largest);
  verify("SegmentLength", settings.segmentLength, ShortestIsolineSegment, LongestIsolineSegment);
  verify("MaximumNumberOfSegments", settings.maximumNumberOfSegments, 2, MostIsolineSegments);
  verify("ExtensionThreshold", settings.extensionThreshold, 0, largest);
  verify("EdgeThreshold", settings.edgeThreshold, 0, largest);
  verify("MaximumDeviation", settings.maximumDeviation, 0, NumberOfIsolineDirections / 4);
  verify("Thickness", settings.thickness, 1, 3);
  return fault;
}

std::size_t
GetReach(const IsolineDenoisingSettings & settings)
{
  const int ofModel = HasIsolineTubes(settings.model)
                        ? IsolineTubeReach + (settings.model == IsolineModel::Tubes ? 0 : IsolineGroupReach)
                        : GetIsolineReach(MakeIsolineOptions(settings).parameters);
  return static_cast<std::size_t>(ofModel + (settings.reduceStaircase ? IsolineStaircaseReach : 0));
}

IsolineOptions
MakeIsolineOptions(const IsolineDenoisingSettings & settings)
{
  IsolineOptions options{};
  options.model = settings.model;
  options.parameters = MakeIsolineParameters(static_cast<int>(settings.segmentLength),
                                             static_cast<int>(settings.maximumNumberOfSegments),
                                             static_cast<int>(settings.maximumDeviation),
                                             static_cast<int>(settings.thickness),
                                             settings.extensionThreshold,
                                             settings.edgeThreshold);
  options.stabilization =
    MakeIsolineStabilization(settings.noiseModel, settings.noiseGain, settings.looks, settings.ofIntegers);
  options.noiseLevel = settings.noiseModel == IsolineNoise::Gaussian ? static_cast<float>(settings.noiseLevel)
                                                                     : options.stabilization.standardDeviation;
  options.reduceStaircase = settings.reduceStaircase;
  return options;
}
} // namespace itk::device
