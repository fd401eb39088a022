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
#ifndef itkInpaintingSettings_h
#define itkInpaintingSettings_h

#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkInpaintingImageFilterEnums.h"
#include <string>

namespace itk::device
{
/** \struct InpaintingSettings
 * \brief The parameters of InpaintingImageFilter, in plain C++.
 *
 * \ingroup CudaImageFilters
 */
struct InpaintingSettings
{
  InpaintingImageFilterEnums::Transform        transform;
  InpaintingImageFilterEnums::Schedule         schedule;
  CDFWaveletTransformImageFilterEnums::Wavelet wavelet;
  unsigned int                                 numberOfLevels; // 0: 5 with cycle spinning, else all
  bool                                         cycleSpinning;
  unsigned int                                 seed;
  unsigned int                                 numberOfIterations;
  double                                       maximumThreshold; // negative: the largest coefficient
  double                                       minimumThreshold; // negative: by the noise, or the range of the pixels
  double                                       noiseLevel;
};

/** Which parameter has no valid value, and which ones it may have, in words for the user; empty if all are valid. */
CudaImageFilters_EXPORT std::string
                        DescribeFault(const InpaintingSettings & settings);

/** The threshold of an iteration, counted from 0, between the ends that the settings say or the caller has found. */
CudaImageFilters_EXPORT double
GetInpaintingThreshold(const InpaintingSettings & settings, unsigned int iteration);
} // namespace itk::device

#endif
