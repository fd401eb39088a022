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
#ifndef ConvolutionSeparable_h
#define ConvolutionSeparable_h

#include "ConvolutionCoefficients.h"
#include "ConvolutionRounding.h"
#include "ConvolutionTask.cuh"
#include "itkDeviceStream.h"
#include <optional>
#include <vector>

namespace itk::device::convolution
{
/** A kernel of rank 1, for sums in double. */
struct SeparableFactors
{
  std::vector<double> row;
  std::vector<double> column;
  // 1 for a kernel of one layer.
  std::vector<double> layer;
  Rounding            rounding{ 0.0, false };
};

/** The most coefficients an axis that LaunchSeparableInDouble takes: longer ones of uint8 are faster in float. */
template <typename TPixel>
constexpr int LongestInDouble = sizeof(TPixel) == 1 ? 15 : 31;

/** The most coefficients of a box of several layers for which LaunchSeparableInDouble walks through layers: what larger ones leave in
 * doubt is far away when it is computed. */
constexpr int MostTermsOfBoxInWalk = 125;

/** The factors of a kernel, if LaunchSeparableInDouble takes it: few outputs are left in doubt. `factors` are those of
 * SeparateKernel. */
template <typename TPixel>
std::optional<SeparableFactors>
FindSeparableFactors(const Coefficients & coefficients, const std::vector<std::vector<double>> & factors);

/** Whether a device has a double for every two floats, so that LaunchSeparableInDouble is worth it. */
bool
IsFastInDouble(const Stream & stream);

/** One axis after the other, in one pass, with the nearest pixel for those outside. A sum fits 32 bits, and so do the bytes of a
 * layer where the window has several. Outputs in doubt are computed as the parent does. Bound by arithmetic in double: of n
 * coefficients an axis, n products an axis and a sum an output; on an H200, which makes 16 T/s, of 15 coefficients in 2D 530 Gpx/s
 * at most. */
template <typename TPixel>
void
LaunchSeparableInDouble(Task<TPixel, TPixel>     task,
                        const Coefficients &     coefficients,
                        const SeparableFactors & factors,
                        const Stream &           stream);
} // namespace itk::device::convolution

#endif
