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
#include "Diffusion/DiffusionWalk.h"
#include "Diffusion/MinMaxCurvatureFlowCore.h"
#include "itkCurvatureAnisotropicDiffusionImageFilter.h"
#include "itkCurvatureFlowImageFilter.h"
#include "itkDiffusionTesting.h"
#include "itkGradientAnisotropicDiffusionImageFilter.h"
#include "itkMinMaxCurvatureFlowImageFilter.h"

using namespace itk::DeviceTesting;
using namespace itk::device::diffusion;
using itk::device::DiffusionEquation;
using itk::device::DiffusionState;

namespace
{
/** A step of an image by rows of four pixels, as the kernel does it. */
template <DiffusionEquation VEquation, typename TImage>
std::vector<float>
Walk(const TImage * image, const DiffusionState & state, double timeStep)
{
  constexpr unsigned int dimension = TImage::ImageDimension;
  using WalkType = DiffusionWalk<VEquation, dimension>;
  double         scale[dimension];
  std::ptrdiff_t size[3]{ 1, 1, 1 };
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    scale[axis] = 1.0 / image->GetSpacing()[axis];
    size[axis] = image->GetBufferedRegion().GetSize(axis);
  }
  const auto         at = MakeAt(image);
  std::vector<float> result(size[0] * size[1] * size[2]);
  for (std::ptrdiff_t z = 0; z < size[2]; ++z)
  {
    for (std::ptrdiff_t x = 0; x < size[0]; x += WalkType::Outputs)
    {
      WalkType walk(scale, timeStep);
      for (std::ptrdiff_t y = -1; y <= size[1]; ++y)
      {
        typename WalkType::Rows rows;
        for (int plane = 0; plane < WalkType::Planes; ++plane)
        {
          for (int i = 0; i < WalkType::Inputs; ++i)
          {
            rows[plane][i] = at(x + i - 1, y, z + plane - WalkType::Planes / 2);
          }
        }
        float four[WalkType::Outputs];
        walk.Push(rows, state, four);
        for (std::ptrdiff_t i = 0; y > 0 && i < std::min<std::ptrdiff_t>(WalkType::Outputs, size[0] - x); ++i)
        {
          result[x + i + size[0] * (y - 1 + size[1] * z)] = four[i];
        }
      }
    }
  }
  return result;
}

template <typename TImage>
void
ExpectPixels(const std::vector<float> & actual, const TImage * expected)
{
  for (std::size_t i = 0; i < actual.size(); ++i)
  {
    ASSERT_EQ(actual[i], expected->GetBufferPointer()[i]) << "pixel " << i << " of " << expected->GetBufferedRegion();
  }
}

template <template <typename, typename> class TFilter, DiffusionEquation VEquation, unsigned int VDimension>
void
ExpectTheParentsIteration()
{
  using ImageType = itk::Image<float, VDimension>;
  Random random(GetSeed(1));
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
        const auto filter = TFilter<ImageType, ImageType>::New();
        filter->SetInput(image);
        filter->SetTimeStep(0.03125);
        filter->SetConductanceParameter(conductance);
        filter->SetFixedAverageGradientMagnitude(1234.5);
        filter->Update();
        DiffusionState state{};
        state.averageGradientMagnitudeSquared = 1234.5 * 1234.5;
        SetConductance(state, conductance);
        SCOPED_TRACE("conductance " + std::to_string(conductance) + (hasExtremes ? ", extremes" : ""));
        ExpectPixelsButForRounding<ImageType>(
          Walk<VEquation>(image.GetPointer(), state, 0.03125), filter->GetOutput(), image);
      }
    }
  }
}

template <unsigned int VDimension>
void
ExpectTheParentsCurvatureFlow()
{
  using ImageType = itk::Image<float, VDimension>;
  Random random(GetSeed(1));
  for (const auto & size : GetSizes<VDimension>())
  {
    const auto image = MakeSpacedImage<ImageType>(size, random);
    const auto filter = itk::CurvatureFlowImageFilter<ImageType, ImageType>::New();
    filter->SetInput(image);
    filter->SetNumberOfIterations(1);
    filter->SetTimeStep(0.11);
    filter->Update();
    ExpectPixels(Walk<DiffusionEquation::CurvatureFlow>(image.GetPointer(), {}, 0.11), filter->GetOutput());
  }
}
/** Of pixels of all magnitudes, and of few values, whose gradients are in few directions and often 0. */
template <unsigned int VDimension>
void
ExpectTheParentsMinMaxCurvatureFlow()
{
  using ImageType = itk::Image<float, VDimension>;
  Random random(GetSeed(1));
  for (const auto & size : GetSizes<VDimension>())
  {
    for (const unsigned int radius : { 0, 1, 2, 3, 5 })
    {
      for (const bool hasFewValues : { false, true })
      {
        const auto image = MakeSpacedImage<ImageType>(size, random);
        const auto number = image->GetBufferedRegion().GetNumberOfPixels();
        for (itk::SizeValueType i = 0; hasFewValues && i < number; ++i)
        {
          image->GetBufferPointer()[i] = Pick(random, 0, 4);
        }
        const auto filter = itk::MinMaxCurvatureFlowImageFilter<ImageType, ImageType>::New();
        filter->SetInput(image);
        filter->SetUseImageSpacing(!hasFewValues);
        filter->SetStencilRadius(radius);
        filter->SetNumberOfIterations(1);
        filter->SetTimeStep(0.11);
        filter->Update();

        double scale[VDimension];
        for (unsigned int axis = 0; axis < VDimension; ++axis)
        {
          scale[axis] = hasFewValues ? 1.0 : 1.0 / image->GetSpacing()[axis];
        }
        const auto                   at = MakeAt(image.GetPointer());
        const MinMaxFlow<VDimension> flow(scale, std::max(radius, 1u), 0.11);
        std::vector<float>           actual;
        for (itk::SizeValueType i = 0; i < number; ++i)
        {
          const auto     index = image->ComputeIndex(i);
          std::ptrdiff_t middle[3]{};
          std::copy_n(index.begin(), VDimension, middle);
          actual.push_back(StepByMinMaxCurvatureFlow<VDimension>(
            [&](int x, int y, int z) { return at(middle[0] + x, middle[1] + y, middle[2] + z); }, flow, flow.radius));
        }
        SCOPED_TRACE("radius " + std::to_string(radius));
        ExpectPixels(actual, filter->GetOutput());
      }
    }
  }
}
} // namespace

TEST(DiffusionCore, IteratesAsGradientDiffusion)
{
  ExpectTheParentsIteration<itk::GradientAnisotropicDiffusionImageFilter, DiffusionEquation::GradientDiffusion, 2>();
  ExpectTheParentsIteration<itk::GradientAnisotropicDiffusionImageFilter, DiffusionEquation::GradientDiffusion, 3>();
}

TEST(DiffusionCore, IteratesAsCurvatureDiffusion)
{
  ExpectTheParentsIteration<itk::CurvatureAnisotropicDiffusionImageFilter, DiffusionEquation::CurvatureDiffusion, 2>();
  ExpectTheParentsIteration<itk::CurvatureAnisotropicDiffusionImageFilter, DiffusionEquation::CurvatureDiffusion, 3>();
}

TEST(DiffusionCore, IteratesAsCurvatureFlow)
{
  ExpectTheParentsCurvatureFlow<2>();
  ExpectTheParentsCurvatureFlow<3>();
}

TEST(DiffusionCore, IteratesAsMinMaxCurvatureFlow)
{
  ExpectTheParentsMinMaxCurvatureFlow<2>();
  ExpectTheParentsMinMaxCurvatureFlow<3>();
}
