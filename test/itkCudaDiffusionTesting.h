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
#include "itkCudaVectorGradientAnisotropicDiffusionImageFilter.h"
#include "itkRGBPixel.h"
#include "itkVector.h"

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

struct VectorGradientDiffusion
{
  static constexpr bool IsFlow = false;
  static constexpr bool IsByCurvature = false;
  template <typename TInput, typename TOutput>
  using Filter = itk::CudaVectorGradientAnisotropicDiffusionImageFilter<TInput, TOutput>;
  template <typename TInput, typename TOutput>
  using Parent = itk::VectorGradientAnisotropicDiffusionImageFilter<TInput, TOutput>;
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

/** Pixels of floats for an image of pixels of one component, or of several. */
template <typename TPixel>
struct FloatPixelOf
{
  using Type = float;
};
template <typename TComponent, unsigned int VComponents>
struct FloatPixelOf<Vector<TComponent, VComponents>>
{
  using Type = Vector<float, VComponents>;
};
template <typename TComponent>
struct FloatPixelOf<RGBPixel<TComponent>>
{
  using Type = RGBPixel<float>;
};

/** The components, which are at `image`'s pixels, as the pixels of an image so many times as wide. */
template <typename TPixel, unsigned int VDimension>
auto
ViewComponents(const Image<TPixel, VDimension> * image)
{
  using ComponentType = typename NumericTraits<TPixel>::ValueType;
  constexpr auto components = sizeof(TPixel) / sizeof(ComponentType);
  const auto     widen = [](auto region) {
    region.SetSize(0, region.GetSize(0) * components);
    return region;
  };
  const auto view = Image<ComponentType, VDimension>::New();
  view->CopyInformation(image);
  view->SetLargestPossibleRegion(widen(image->GetLargestPossibleRegion()));
  view->SetBufferedRegion(widen(image->GetBufferedRegion()));
  view->Allocate();
  const auto * const pixels = reinterpret_cast<const ComponentType *>(image->GetBufferPointer());
  std::copy_n(pixels, view->GetBufferedRegion().GetNumberOfPixels(), view->GetBufferPointer());
  return view;
}

/** AreSame() of images of floats or of vectors of floats. */
template <typename TPixel, unsigned int VDimension>
::testing::AssertionResult
HaveSameComponents(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected)
{
  return AreSame<float, VDimension>(ViewComponents(actual), ViewComponents(expected));
}

/** MakeRandomImage(), also of vectors. */
template <typename TImage>
typename TImage::Pointer
MakeRandomComponents(const typename TImage::RegionType & region, Random & random)
{
  using PixelType = typename TImage::PixelType;
  using ComponentType = typename NumericTraits<PixelType>::ValueType;
  return MakeImage<TImage>(region, random, [](Random & generator) {
    PixelType    pixel{};
    auto * const components = reinterpret_cast<ComponentType *>(&pixel);
    std::generate_n(
      components, sizeof(PixelType) / sizeof(ComponentType), [&] { return PickPixel<ComponentType>(generator); });
    return pixel;
  });
}

/** Sets every component of every pixel. */
template <typename TImage>
void
FillComponents(TImage * image, float value)
{
  using ComponentType = typename NumericTraits<typename TImage::PixelType>::ValueType;
  const auto number = image->GetBufferedRegion().GetNumberOfPixels();
  std::fill_n(reinterpret_cast<ComponentType *>(image->GetBufferPointer()),
              number * (sizeof(typename TImage::PixelType) / sizeof(ComponentType)),
              static_cast<ComponentType>(value));
}

/** As far from the parent as the class documentation says that `iterations` may lead. */
template <typename TKind, typename TPixel, unsigned int VDimension>
double
GetTolerance(const Image<TPixel, VDimension> * image, unsigned int iterations, bool isSpaced, double timeStep)
{
  const double largest = GetLargestMagnitude(ViewComponents(image).GetPointer());
  double       scale = 1.0;
  for (unsigned int axis = 0; isSpaced && axis < VDimension; ++axis)
  {
    scale = std::max(scale, 1.0 / image->GetSpacing()[axis]);
  }
  const double difference = 2 * largest * scale;
  const double gradient = TKind::IsByCurvature ? std::sqrt(2.0 * VDimension) * difference : difference;
  const double change = 2 * VDimension * timeStep * gradient;
  const double ofIteration = std::ldexp(change / std::exp(1.0) + 2 * change + largest, -23);
  const double growth = 1 + 8 * VDimension * timeStep * scale;
  return ofIteration * (std::pow(growth, iterations) - 1) / (growth - 1);
}

/** Whether all bits are the same but for those of the pixels that an ulp of an exponential, or of the mean squared gradient,
 * may change, each by `tolerance` at most. */
template <typename TPixel, unsigned int VDimension>
void
ExpectItIsNear(const Image<TPixel, VDimension> * actual, const Image<TPixel, VDimension> * expected, double tolerance)
{
  const auto actualView = ViewComponents(actual);
  const auto expectedView = ViewComponents(expected);
  EXPECT_TRUE(AreNear<VDimension>(actualView, expectedView, tolerance));
  const float * const actualPixels = actualView->GetBufferPointer();
  const float * const expectedPixels = expectedView->GetBufferPointer();
  const auto          number = expectedView->GetBufferedRegion().GetNumberOfPixels();
  ASSERT_EQ(actualView->GetBufferedRegion(), expectedView->GetBufferedRegion());
  SizeValueType differing = 0;
  for (SizeValueType i = 0; i < number; ++i)
  {
    differing += actualPixels[i] != expectedPixels[i];
  }
  EXPECT_LE(differing, 1 + number / 1000) << "of " << expected->GetBufferedRegion().GetSize();
}

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
