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
#ifndef InpaintingDictionary_h
#define InpaintingDictionary_h

#include "itkDeviceImageView.h"
#include "itkInpaintingSettings.h"
#include "itkParallelRunner.h"
#include <array>
#include <memory>

namespace itk::device
{
/** \class InpaintingDictionary
 * A transform in which an image has few large coefficients. */
class InpaintingDictionary
{
public:
  using ShiftType = std::array<std::size_t, 3>;

  virtual ~InpaintingDictionary() = default;

  /** Removes all coefficients below the threshold from an image, in place, which is first shifted circularly if the
   * dictionary is one that depends on it. Returns the largest magnitude that a coefficient had. */
  virtual float
  Threshold(const ImageView<float, 3> & pixels, float threshold, const ShiftType & shift) = 0;
};

std::unique_ptr<InpaintingDictionary>
MakeInpaintingCosines(const ParallelRunner & run);

/** \param size of the image, which limits the number of levels */
std::unique_ptr<InpaintingDictionary>
MakeInpaintingWavelets(const InpaintingSettings & settings, const std::size_t (&size)[3], const ParallelRunner & run);

/** Windows of a volume if no side of `size` is 1, else of a plane. Their means are kept, or removed, whatever the
 * threshold, and are no coefficients that are compared. */
std::unique_ptr<InpaintingDictionary>
MakeInpaintingWindows(const std::size_t (&size)[3], bool keepsMeans, const ParallelRunner & run);

/** Removes coefficients below the threshold, and returns the largest magnitude. */
float
ThresholdCoefficients(const ImageView<float, 3> & coefficients, float threshold, const ParallelRunner & run);
} // namespace itk::device

#endif
