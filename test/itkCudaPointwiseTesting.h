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
#ifndef itkCudaPointwiseTesting_h
#define itkCudaPointwiseTesting_h

#include "itkParentComparisonTesting.h"

// Random runs of pointwise filters against their parents; see ExpectTheParentsPixels.
namespace itk::DeviceTesting
{
/** TTypes are Types<input pixel, output pixel, dimension>. */
template <template <typename, typename> class TFilter,
          template <typename, typename> class TParent,
          typename... TTypes,
          typename TConfigure>
void
ExpectTheParentsOfOneInput(const TConfigure & configure, const ParentComparisonSettings & settings = {})
{
  (ExpectTheParentsPixels<TFilter<DeviceImage<typename TTypes::InputPixelType, TTypes::Dimension>,
                                  DeviceImage<typename TTypes::OutputPixelType, TTypes::Dimension>>,
                          TParent<Image<typename TTypes::InputPixelType, TTypes::Dimension>,
                                  Image<typename TTypes::OutputPixelType, TTypes::Dimension>>>(configure, 1, settings),
   ...);
}

/** Of a filter's two input pixels and its output pixel, and its dimension. */
template <typename TInputPixel1, typename TInputPixel2, typename TOutputPixel, unsigned int VDimension>
struct TwoInputTypes
{
  using InputPixelType1 = TInputPixel1;
  using InputPixelType2 = TInputPixel2;
  using OutputPixelType = TOutputPixel;
  static constexpr unsigned int Dimension = VDimension;
};

/** TTypes are TwoInputTypes. */
template <template <typename, typename, typename> class TFilter,
          template <typename, typename, typename> class TParent,
          typename... TTypes,
          typename TConfigure>
void
ExpectTheParentsOfTwoInputs(const TConfigure & configure, const ParentComparisonSettings & settings = {})
{
  (ExpectTheParentsPixels<TFilter<DeviceImage<typename TTypes::InputPixelType1, TTypes::Dimension>,
                                  DeviceImage<typename TTypes::InputPixelType2, TTypes::Dimension>,
                                  DeviceImage<typename TTypes::OutputPixelType, TTypes::Dimension>>,
                          TParent<Image<typename TTypes::InputPixelType1, TTypes::Dimension>,
                                  Image<typename TTypes::InputPixelType2, TTypes::Dimension>,
                                  Image<typename TTypes::OutputPixelType, TTypes::Dimension>>>(configure, 1, settings),
   ...);
}
} // namespace itk::DeviceTesting

#endif
