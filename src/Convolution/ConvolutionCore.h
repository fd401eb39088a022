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
#ifndef ConvolutionCore_h
#define ConvolutionCore_h

#include "itkConvolutionBorder.h"
#include "itkDeviceMacro.h"
#include <cstdint>

namespace itk::device
{
/** The pixel, of an axis of `size` pixels, that stands for the one at `index`; -1 for the constant. */
template <typename TIndex>
ITK_HOST_DEVICE TIndex
MapConvolutionIndex(ConvolutionBorder border, TIndex index, TIndex size)
{
  if (index >= 0 && index < size)
  {
    return index;
  }
  if (border == ConvolutionBorder::ZeroFluxNeumann)
  {
    return index < 0 ? 0 : size - 1;
  }
  if (border == ConvolutionBorder::Constant)
  {
    return -1;
  }
  const TIndex remainder = index % size;
  return remainder < 0 ? remainder + size : remainder;
}
} // namespace itk::device

#endif
