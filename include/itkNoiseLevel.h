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
#ifndef itkNoiseLevel_h
#define itkNoiseLevel_h

#include "CudaImageFiltersExport.h"
#include <cstddef>
#include <vector>

namespace itk::device
{
/** Appends the magnitudes of the coefficients of NoiseLevelImageCalculator at the inner pixels of a slice.
 *
 * \param pixels row after row
 * \param width at least 3
 * \param height at least 3
 * \param magnitudes to which they are appended, those of NaN as infinity */
CudaImageFilters_EXPORT void
AppendNoiseMagnitudes(const float * pixels, std::size_t width, std::size_t height, std::vector<float> & magnitudes);

/** The noise level from all magnitudes, of which there is one at least; changes their order. */
CudaImageFilters_EXPORT float
EstimateNoiseLevel(std::vector<float> & magnitudes);
} // namespace itk::device

#endif
