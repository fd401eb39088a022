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
#ifndef itkCudaDiffusionTesting_h
#define itkCudaDiffusionTesting_h

#include "itkCudaCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkCudaCurvatureFlowImageFilter.h"
#include "itkCudaFilterTesting.h"
#include "itkCudaGradientAnisotropicDiffusionImageFilter.h"
#include "itkCudaMinMaxCurvatureFlowImageFilter.h"

namespace itk::DeviceTesting
{
/** The filter over images, for tests over all of them. */
struct GradientDiffusion
{
  static constexpr bool IsFlow = false;
  static constexpr bool IsByCurvature = false;
  template <typename TInput, typename TOutput>
  using Filter = itk::CudaGradientAnisotropicDiffusionImageFilter<TInput, TOutput>;
  template <typename TInput, typename TOutput>
  using Parent = itk::GradientAnisotropicDiffusionImageFilter<TInput, TOutput>;
};

struct CurvatureDiffusion
{
  static constexpr bool IsFlow = false;
  static constexpr bool IsByCurvature = true;
  template <typename TInput, typename TOutput>
  using Filter = itk::CudaCurvatureAnisotropicDiffusionImageFilter<TInput, TOutput>;
  template <typename TInput, typename TOutput>
  using Parent = itk::CurvatureAnisotropicDiffusionImageFilter<TInput, TOutput>;
};

struct CurvatureFlow
{
  static constexpr bool IsFlow = true;
  static constexpr bool IsByCurvature = true;
  template <typename TInput, typename TOutput>
  using Filter = itk::CudaCurvatureFlowImageFilter<TInput, TOutput>;
  template <typename TInput, typename TOutput>
  using Parent = itk::CurvatureFlowImageFilter<TInput, TOutput>;
};

struct MinMaxCurvatureFlow
{
  static constexpr bool IsFlow = true;
  static constexpr bool IsByCurvature = true;
  template <typename TInput, typename TOutput>
  using Filter = itk::CudaMinMaxCurvatureFlowImageFilter<TInput, TOutput>;
  template <typename TInput, typename TOutput>
  using Parent = itk::MinMaxCurvatureFlowImageFilter<TInput, TOutput>;
};

/** For every filter: iterations of a step that is stable. */
template <typename TFilter>
void
SetSteps(TFilter * filter, unsigned int iterations)
{
  filter->SetNumberOfIterations(iterations);
  filter->SetTimeStep(0.05);
}
} // namespace itk::DeviceTesting

#endif
