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
#ifndef BenchmarkTransform_h
#define BenchmarkTransform_h

#include "itkDeviceImageView.h"
#include <algorithm>

/** A view of the same pixels along three axes. */
template <std::size_t VDimension, typename TPixel>
itk::device::ImageView<TPixel, 3>
MakeVolume(const itk::device::ImageView<TPixel, VDimension> & view)
{
  std::size_t size[3] = { 1, 1, 1 };
  std::copy_n(view.size, VDimension, size);
  return itk::device::MakeImageView<TPixel, 3>(view.data, size);
}

#endif
