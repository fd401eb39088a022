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
/** Images of one size, at equal distances in memory, and the windows that lie in each. */
template <typename TPixel>
struct MedianPlanes
{
  ImageView<const TPixel, 2> input;  // the first
  ImageView<TPixel, 2>       output; // the first
  std::size_t                offset[2];
  std::size_t                radius[2];
  std::ptrdiff_t             count;
  std::ptrdiff_t             inputDistance; // in pixels, between the first pixels of two images
  std::ptrdiff_t             outputDistance;
};

/** LaunchMedian (itkCudaMedianLaunch.h) for windows of at most 15 pixels a side, by sorting networks in registers.
 * Returns false, with nothing enqueued, if a radius is more than 7 or both are 0.
 *
 * Windows that no network is made for are padded, in a network for larger ones, with as many values below all others
 * as above, which leaves their median.
 */
template <typename TPixel>
bool
LaunchMedianNetwork2D(const MedianPlanes<TPixel> & planes, const Stream & stream);

namespace median2d
{
/** Windows of 1 or 3 by 5 to 15 pixels, either way. Returns false, with nothing enqueued, for others. */
template <typename TPixel>
bool
LaunchMedianStrip(const MedianPlanes<TPixel> & planes, const Stream & stream);

/** Windows of 5 to 15 pixels a side that are no squares. Returns false, with nothing enqueued, for those that a square
 * serves as well. */
template <typename TPixel>
bool
LaunchMedianRectangle(const MedianPlanes<TPixel> & planes, const Stream & stream);
} // namespace median2d
} // namespace itk::device

#endif
