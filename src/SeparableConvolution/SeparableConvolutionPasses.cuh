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
#ifndef SeparableConvolutionPasses_cuh
#define SeparableConvolutionPasses_cuh

#include "Kernels/Passes.cuh"
#include <array>
#include <vector>

namespace itk::device::separable
{
using kernels::Pass;

/** The coefficients of three axes. */
using Kernel = std::array<std::vector<float>, 3>;

constexpr int LargestVolumeRadius = 5;

/** Along all axes, for kernels of one radius of 1 to LargestVolumeRadius, if there are enough voxels; of a radius of more than
 * 2, in aligned rows.
 * \return whether it was enqueued */
template <typename TInput>
bool
LaunchVolumePass(const kernels::Task<TInput, float> & task, const Kernel & axes, const Stream & stream);

/** Along axis 0; a kernel of one coefficient converts and scales. */
template <typename TInput>
void
LaunchRowPass(const Pass<TInput> & pass, const std::vector<float> & row, const Stream & stream);

/** Along the axis that is walked along. */
void
LaunchColumnPass(const Pass<float> & pass, const std::vector<float> & column, const Stream & stream);

constexpr int LargestRectangleRadius = 16;

/** Along both axes, for kernels of radius 1 to LargestRectangleRadius. */
template <typename TInput>
void
LaunchRectanglePass(const Pass<TInput> &       pass,
                    const std::vector<float> & row,
                    const std::vector<float> & column,
                    const Stream &             stream);
} // namespace itk::device::separable

#endif
