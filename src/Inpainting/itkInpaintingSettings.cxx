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
#include "itkInpaintingSettings.h"
#include <cmath>
#include <limits>
#include <sstream>

namespace itk::device
{
std::string
DescribeFault(const InpaintingSettings & settings)
{
  std::ostringstream fault;
  if (settings.numberOfIterations == 0)
  {
    fault << "NumberOfIterations is 0, but must be at least 1.";
  }
  else if (!(settings.noiseLevel >= 0 && settings.noiseLevel <= std::numeric_limits<float>::max()))
  {
    fault << "NoiseLevel is " << settings.noiseLevel << ", but must be at least 0.";
  }
  else if (!std::isfinite(settings.maximumThreshold) || !std::isfinite(settings.minimumThreshold))
  {
    fault << "MaximumThreshold is " << settings.maximumThreshold << " and MinimumThreshold "
          << settings.minimumThreshold << ", but both must be finite.";
  }
  else if (settings.maximumThreshold >= 0 && settings.minimumThreshold > settings.maximumThreshold)
  {
    fault << "MinimumThreshold is " << settings.minimumThreshold << ", but must be at most MaximumThreshold, "
          << settings.maximumThreshold << '.';
  }
  else if (settings.schedule == InpaintingImageFilterEnums::Schedule::Exponential && settings.minimumThreshold == 0)
  {
    fault << "MinimumThreshold is 0, to which a threshold that falls exponentially never comes.";
  }
  return fault.str();
}

double
GetInpaintingThreshold(const InpaintingSettings & settings, unsigned int iteration)
{
  const double most = settings.maximumThreshold;
  const double least = settings.minimumThreshold;
  if (!(most > least))
  {
    return least;
  }
  if (settings.schedule == InpaintingImageFilterEnums::Schedule::Linear)
  {
    return most - iteration * (most - least) / settings.numberOfIterations;
  }
  return settings.numberOfIterations == 1
           ? least
           : most * std::pow(least / most, iteration / (settings.numberOfIterations - 1.0));
}
} // namespace itk::device
