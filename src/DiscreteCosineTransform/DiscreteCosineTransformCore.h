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
#ifndef DiscreteCosineTransformCore_h
#define DiscreteCosineTransformCore_h

#include "itkDeviceMacro.h"
#include <cmath>
#include <cstddef>

/** What host and device share of the cosine transform by an FFT of the same length: J. Makhoul, A fast cosine transform
 * in one and two dimensions, IEEE Transactions on Acoustics, Speech and Signal Processing 28(1), 1980. */
namespace itk::device
{
/** Which element of a line of `length` is element n of the line that the FFT transforms: those of even index in rising
 * order, then those of odd index in falling order. */
ITK_HOST_DEVICE inline std::size_t
GetCosineTransformSource(std::size_t n, std::size_t length)
{
  return 2 * n < length ? 2 * n : 2 * (length - n) - 1;
}

/** What makes coefficient k of the plain sum of x[n] cos(pi (2n + 1) k / (2 length)) that of an orthonormal basis. */
ITK_HOST_DEVICE inline double
GetCosineTransformScale(std::size_t k, std::size_t length)
{
  return std::sqrt((k == 0 ? 1.0 : 2.0) / static_cast<double>(length));
}
} // namespace itk::device

#endif
