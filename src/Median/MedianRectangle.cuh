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
#ifndef MedianRectangle_cuh
#define MedianRectangle_cuh

#include "MedianNetwork2DKernel.cuh"

namespace itk::device::median2d
{
/** Pixels of 8 or 16 bits, so that one kernel serves all types of both. `signs` are the bits that make signed numbers
 * have the order of unsigned ones. */
struct PackedImages : Images<std::uint16_t>
{
  bool         areBytes;
  unsigned int signs;
};

/** The windows have 2 VRadiusX + 1 by 2 VRadiusY + 1 pixels, or fewer rows. Defined for the radii of
 * LaunchMedianRectangle. */
template <int VRadiusX, int VRadiusY>
void
LaunchPackedRectangle(const PackedImages & images, std::ptrdiff_t count, const Stream & stream);

/** As LaunchPackedRectangle. */
template <int VRadiusX, int VRadiusY>
void
LaunchFloatRectangle(const Images<std::uint32_t> & images, std::ptrdiff_t count, const Stream & stream);
} // namespace itk::device::median2d

#endif
