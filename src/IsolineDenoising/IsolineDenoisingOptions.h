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
#ifndef IsolineDenoisingOptions_h
#define IsolineDenoisingOptions_h

#include "IsolineDenoisingCore.h"
#include "IsolineNoise.h"
#include "itkIsolineDenoisingSettings.h"
#include <array>

namespace itk::device
{
using IsolineModel = IsolineDenoisingImageFilterEnums::Model;

/** Whether a model works on tubes; such models split colour. */
constexpr bool
HasIsolineTubes(IsolineModel model)
{
  return model == IsolineModel::Tubes || model == IsolineModel::TubesAndGroups;
}

/** IsolineDenoisingSettings in the form that host and device work with. */
struct IsolineOptions
{
  IsolineModel               model;
  IsolineParameters          parameters;
  float                      noiseLevel; // of transformed values; 0: estimated from all of the input
  IsolineStabilization       stabilization;
  std::array<std::size_t, 2> position; // for models of tubes, of the input's first pixel in the image's slices
  bool                       reduceStaircase;
};

/** All but the position. `settings` are valid. */
CudaImageFilters_EXPORT IsolineOptions
MakeIsolineOptions(const IsolineDenoisingSettings & settings);
} // namespace itk::device

#endif
