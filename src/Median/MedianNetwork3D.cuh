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
/** Windows of 3x3x3 and 5x5x5 pixels, by sorting networks in registers. Returns false, with nothing enqueued, for
 * others, for images narrower than the window and for those of 2^31 or more pixels along an axis. */
template <typename TPixel>
bool
LaunchMedianNetwork3D(const MedianTask<TPixel> & task, const Stream & stream);
} // namespace itk::device

#endif
