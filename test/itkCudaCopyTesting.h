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
#ifndef itkCudaCopyTesting_h
#define itkCudaCopyTesting_h

#include "itkCudaFilterTesting.h"

// Random runs of filters that copy pixels against their parents; see ExpectTheParentsPixels. As copies know of a pixel its
// size alone, not every pixel type is tested with every filter.
namespace itk::DeviceTesting
{
/** Of filters with a template of an input and an output image. */
template <template <typename, typename> class TFilter,
          template <typename, typename> class TParent,
          unsigned int VDimension,
          typename... TPixels,
          typename TConfigure>
void
ExpectTheParentsCopies(const TConfigure & configure, const ParentComparisonSettings & settings = {})
{
  (ExpectTheParentsPixels<TFilter<DeviceImage<TPixels, VDimension>, DeviceImage<TPixels, VDimension>>,
                          TParent<Image<TPixels, VDimension>, Image<TPixels, VDimension>>>(configure, 1, settings),
   ...);
}

/** Of filters with a template of an image. */
template <template <typename> class TFilter,
          template <typename> class TParent,
          unsigned int VDimension,
          typename... TPixels,
          typename TConfigure>
void
ExpectTheParentsCopiesOfOneType(const TConfigure & configure, const ParentComparisonSettings & settings = {})
{
  (ExpectTheParentsPixels<TFilter<DeviceImage<TPixels, VDimension>>, TParent<Image<TPixels, VDimension>>>(
     configure, 1, settings),
   ...);
}

/** Where a filter's input is. */
template <typename TFilter>
auto
GetInputRegion(const TFilter * filter)
{
  auto * const input = const_cast<typename TFilter::InputImageType *>(filter->GetInput());
  input->UpdateOutputInformation();
  return input->GetLargestPossibleRegion();
}

/** Images longer than the tiles and vectors of the kernels. */
inline ParentComparisonSettings
GetLongSides(unsigned int longestSide)
{
  ParentComparisonSettings settings;
  settings.longestSide = longestSide;
  settings.rounds = 30;
  return settings;
}
} // namespace itk::DeviceTesting

#endif
