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
#ifndef itkDeviceImageView_h
#define itkDeviceImageView_h

#include <cstddef>

namespace itk::device
{
/** \struct ImageView
 * \brief Non-owning view of a dense image: what a launcher and a kernel see of it.
 *
 * Trivially copyable, so it travels as a kernel parameter. Axis 0 is the fastest, as in itk::Image.
 * `size` is in pixels; `stride` is in pixels too, and `stride[0]` is 1.
 *
 * \ingroup CudaImageFilters
 */
template <typename TPixel, unsigned int VDimension>
struct ImageView
{
  TPixel *    data;
  std::size_t size[VDimension];
  std::size_t stride[VDimension];
};

/** View of a contiguous image that starts at `data`. */
template <typename TPixel, unsigned int VDimension>
ImageView<TPixel, VDimension>
MakeImageView(TPixel * data, const std::size_t (&size)[VDimension])
{
  ImageView<TPixel, VDimension> view{};
  view.data = data;
  std::size_t stride = 1;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    view.size[axis] = size[axis];
    view.stride[axis] = stride;
    stride *= size[axis];
  }
  return view;
}
} // namespace itk::device

#endif
