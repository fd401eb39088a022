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
#ifndef MedianNetwork2D_cuh
#define MedianNetwork2D_cuh

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** LaunchMedian (itkCudaMedianLaunch.h) for square windows of 3 to 15 pixels a side, by sorting networks in
 * registers. Returns false, with nothing enqueued, if `radius` is not 1 to 7.
 */
template <typename TPixel>
bool
LaunchMedianNetwork2D(const ImageView<const TPixel, 2> & input,
                      const ImageView<TPixel, 2> &       output,
                      const std::size_t (&offset)[2],
                      std::size_t    radius,
                      const Stream & stream);
} // namespace itk::device

#endif
