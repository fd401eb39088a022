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
#ifndef itkIsolineDenoisingSettings_h
#define itkIsolineDenoisingSettings_h

#include "itkIsolineDenoisingImageFilterEnums.h"
#include <cstddef>
#include <string>

namespace itk::device
{
/** \struct IsolineDenoisingSettings
 * \brief The parameters of IsolineDenoisingImageFilter, where they are documented.
 *
 * \ingroup CudaImageFilters
 */
struct IsolineDenoisingSettings
{
  IsolineDenoisingImageFilterEnums::Model      model;
  IsolineDenoisingImageFilterEnums::NoiseModel noiseModel;
  double                                       noiseGain;
  double                                       looks;
  double                                       noiseLevel;
  unsigned int                                 segmentLength;
  unsigned int                                 maximumNumberOfSegments;
  double                                       extensionThreshold;
  double                                       edgeThreshold;
  unsigned int                                 maximumDeviation;
  unsigned int                                 thickness;
  bool                                         reduceStaircase;
  bool                                         ofIntegers; // whether the input's pixels are

  /** Whether the noise level is to be estimated. */
  bool
  EstimatesNoiseLevel() const
  {
    return noiseModel == IsolineDenoisingImageFilterEnums::NoiseModel::Gaussian && !(noiseLevel > 0);
  }
};

/** Which parameter has no valid value, and which ones it may have, in words for the user; empty if all are valid. */
CudaImageFilters_EXPORT std::string
                        DescribeFault(const IsolineDenoisingSettings & settings);

/** How far from a pixel, along either axis of its slice, lie pixels that its result depends on. */
CudaImageFilters_EXPORT std::size_t
                        GetReach(const IsolineDenoisingSettings & settings);
} // namespace itk::device

#endif
