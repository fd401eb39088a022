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
#ifndef InpaintingStart_h
#define InpaintingStart_h

#include "itkDeviceImageView.h"
#include "itkInpaintingSettings.h"
#include <cstdint>

namespace itk::device
{
/** Fills missing pixels from coarser and coarser images, each of the means of the known pixels among 2 along each axis of
 * the finer one, linearly interpolated. At least one pixel must be known. */
void
FillFromCoarserImages(const ImageView<float, 3> & pixels, const std::uint8_t * known);
/** The range of known pixels from `least` to `most`; of constant ones their magnitude. */
double
GetInpaintingRange(float least, float most);

/** Sets the thresholds that are not set, from the range of the known pixels and the largest coefficient. */
void
SetInpaintingThresholds(InpaintingSettings & settings, double range, float largest);

/** Levels of the wavelet transform, of at most `most`. */
unsigned int
GetNumberOfInpaintingLevels(const InpaintingSettings & settings, unsigned int most);
} // namespace itk::device

#endif
