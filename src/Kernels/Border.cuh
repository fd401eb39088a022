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
#ifndef Border_cuh
#define Border_cuh

#include "itkConvolutionBorder.h"
#include "itkDeviceMacro.h"
#include <type_traits>

/** \file
 * Which pixel, of an axis of `size` pixels, stands for the one at `index`, which may lie outside. */
namespace itk::device::kernels
{
/** The nearest one: itk::ZeroFluxNeumannBoundaryCondition. */
template <typename TIndex>
ITK_HOST_DEVICE constexpr TIndex
NearestIndex(TIndex index, TIndex size)
{
  return index < 0 ? 0 : index < size ? index : size - 1;
}

/** The one at the same place in the image's repetitions: itk::PeriodicBoundaryCondition. */
template <typename TIndex>
ITK_HOST_DEVICE constexpr TIndex
PeriodicIndex(TIndex index, TIndex size)
{
  const TIndex remainder = index % size;
  return remainder < 0 ? remainder + size : remainder;
}

/** The one that mirrors at the outermost pixels show, which are not repeated. */
template <typename TIndex>
ITK_HOST_DEVICE constexpr TIndex
MirrorIndex(TIndex index, TIndex size)
{
  using Unsigned = std::make_unsigned_t<TIndex>;
  if (static_cast<Unsigned>(index) < static_cast<Unsigned>(size))
  {
    return index;
  }
  if (size == 1)
  {
    return 0;
  }
  const TIndex period = 2 * (size - 1);
  const TIndex inPeriod = PeriodicIndex(index, period);
  return inPeriod < period - inPeriod ? inPeriod : period - inPeriod;
}

/** By the condition that a user has set; -1 for itk::ConstantBoundaryCondition. */
template <typename TIndex>
ITK_HOST_DEVICE TIndex
MapIndex(ConvolutionBorder border, TIndex index, TIndex size)
{
  if (index >= 0 && index < size)
  {
    return index;
  }
  if (border == ConvolutionBorder::ZeroFluxNeumann)
  {
    return index < 0 ? 0 : size - 1;
  }
  return border == ConvolutionBorder::Constant ? -1 : PeriodicIndex(index, size);
}
} // namespace itk::device::kernels

#endif
