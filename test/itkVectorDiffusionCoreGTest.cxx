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
#include "Diffusion/VectorDiffusionCore.h"
#include "itkDiffusionTesting.h"
#include "itkRGBPixel.h"
#include "itkVector.h"
#include "itkVectorGradientAnisotropicDiffusionImageFilter.h"
#include <cstring>

using namespace itk::DeviceTesting;
using namespace itk::device::diffusion;
using itk::device::DiffusionState;
using itk::device::VectorPixel;

namespace
{
/** Calls use(at) for each pixel of an image, in their order, where at(x, y, z) is the pixel so far from it. */
template <typename TImage, typename TUse>
void
ForEachNeighborhood(const TImage * image, const TUse & use)
{
  const auto at = MakeAt(image);
  using PixelType = typename TImage::PixelType;
  const auto number = image->GetBufferedRegion().GetNumberOfPixels();
  for (itk::SizeValueType i = 0; i < number; ++i)
  {
    const auto     index = image->ComputeIndex(i);
    std::ptrdiff_t middle[3]{};
    std::copy_n(index.begin(), TImage::ImageDimension, middle);
    use([&](int x, int y, int z) {
      const PixelType                   pixel = at(middle[0] + x, middle[1] + y, middle[2] + z);
      VectorPixel<PixelType::Dimension> result;
      std::copy_n(pixel.Begin(), PixelType::Dimension, result.components);
      return result;
    });
  }
}

template <typename TImage>
std::vector<float>
Step(const TImage * image, const DiffusionState & state, bool isSpaced, double timeStep)
{
  constexpr unsigned int dimension = TImage::ImageDimension;
  constexpr unsigned int components = TImage::PixelType::Dimension;
  double                 scale[dimension];
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    scale[axis] = isSpaced ? 1.0 / image->GetSpacing()[axis] : 1.0;
  }
  const VectorDiffusion<dimension> diffusion(scale, timeStep);
  std::vector<float>               result;
  ForEachNeighborhood(image, [&](const auto & at) {
    const auto pixel = StepByVectorDiffusion<dimension, components>(at, diffusion, state.factor);
    result.insert(result.end(), pixel.components, pixel.components + components);
  });
  return result;
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsIteration()
{
  using ImageType = itk::Image<TPixel, VDimension>;
  constexpr double timeStep = 0.03;
  Random           random(GetSeed(1));
  for (const auto & size : GetSizes<VDimension>())
  {
    for (const double conductance : { 0.0, 1e-12, 0.3, 1.0, 30.0, 1e30 })
    {
      for (const bool hasExtremes : { false, true })
      {
        const auto image = MakeSpacedImage<ImageType>(size, random);
        if (hasExtremes)
        {
          PutExtremes(image.GetPointer(), random);
        }
        const auto filter = itk::VectorGradientAnisotropicDiffusionImageFilter<ImageType, ImageType>::New();
        filter->SetInput(image);
        filter->SetUseImageSpacing(hasExtremes);
        filter->SetTimeStep(timeStep);
        filter->SetConductanceParameter(conductance);
        filter->SetFixedAverageGradientMagnitude(123456.5);
        filter->Update();
        DiffusionState state{};
        state.averageGradientMagnitudeSquared = 123456.5 * 123456.5;
        SetConductance(state, conductance);
        SCOPED_TRACE("conductance " + std::to_string(conductance) + (hasExtremes ? ", extremes" : ""));
        ExpectPixelsButForRounding<ImageType>(
          Step(image.GetPointer(), state, hasExtremes, timeStep), filter->GetOutput(), image);
      }
    }
  }
}

template <typename TPixel, unsigned int VDimension>
void
ExpectTheParentsMean()
{
  using ImageType = itk::Image<TPixel, VDimension>;
  constexpr unsigned int components = TPixel::Dimension;
  Random                 random(GetSeed(1));
  for (const auto & size : GetSizes<VDimension>())
  {
    const auto image = MakeSpacedImage<ImageType>(size, random);
    const auto function = itk::VectorGradientNDAnisotropicDiffusionFunction<ImageType>::New();
    function->CalculateAverageGradientMagnitudeSquared(image);
    double sum = 0.0;
    ForEachNeighborhood(image.GetPointer(),
                        [&](const auto & at) { sum += ComputeSquaredGradient<VDimension, components>(at); });
    const double expected = function->GetAverageGradientMagnitudeSquared();
    const auto   number = static_cast<double>(image->GetBufferedRegion().GetNumberOfPixels());
    EXPECT_NEAR(sum / number, expected, std::ldexp((number * VDimension * components + 4) * expected, -53)) << size;
  }
}
} // namespace

TEST(DiffusionCore, IteratesAsVectorGradientDiffusion)
{
  ExpectTheParentsIteration<itk::Vector<float, 2>, 2>();
  ExpectTheParentsIteration<itk::Vector<float, 3>, 3>();
  ExpectTheParentsIteration<itk::Vector<float, 2>, 3>();
  ExpectTheParentsIteration<itk::RGBPixel<float>, 2>();
}

TEST(DiffusionCore, HasTheMeanSquaredGradientOfVectors)
{
  ExpectTheParentsMean<itk::Vector<float, 2>, 2>();
  ExpectTheParentsMean<itk::Vector<float, 3>, 3>();
  ExpectTheParentsMean<itk::RGBPixel<float>, 2>();
}
