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
#ifndef MedianNetwork3D_cuh
#define MedianNetwork3D_cuh

#include "MedianGeneral.cuh"

namespace itk::device
{
/** Windows of 3 or 5 pixels along y and z and 1, 3 or 5 along x, and of 7x7x3 or 7x3x7, by sorting networks in
 * registers. Returns false, with nothing enqueued, for others, for images narrower than the window and for those of
 * 2^31 or more pixels along an axis. */
template <typename TPixel>
bool
LaunchMedianNetwork3D(const MedianTask<TPixel> & task, const Stream & stream);

namespace median3d
{
/** Windows of 2 VRadiusX + 1, 2 VRadiusY + 1 and 2 VRadiusZ + 1 pixels. The strides may be in any order. Defined for
 * the radii of LaunchMedianNetwork3D. */
template <typename TPixel, int VRadiusX, int VRadiusY, int VRadiusZ>
void
LaunchMedianBox(const MedianTask<TPixel> & task, const Stream & stream);
} // namespace median3d
} // namespace itk::device

#endif
