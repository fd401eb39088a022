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
#include "itkCastImageFilter.h"
#include "itkCudaSeparableConvolutionForTesting.h"
#include "itkDerivativeOperator.h"
#include "itkImageRegionConstIteratorWithIndex.h"
#include "itkNeighborhoodOperatorImageFilter.h"
#include "itkSeparableConvolutionImageFilter.h"
#include "itkStreamingImageFilter.h"

using itk::DeviceTesting::HaveSamePixels;
using itk::DeviceTesting::MakeRandomImage;
using itk::DeviceTesting::PickOperator;
using itk::DeviceTesting::Random;

namespace
{
template <unsigned int VDimension>
using FloatImage = itk::Image<float, VDimension>;

using PlainFilter2D = itk::SeparableConvolutionImageFilter<FloatImage<2>, FloatImage<2>>;

FloatImage<2>::Pointer
MakeRow(std::initializer_list<float> pixels)
{
  const auto image = FloatImage<2>::New();
  image->SetRegions(itk::Size<2>{ { pixels.size(), 1 } });
  image->Allocate();
  std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
  return image;
}

itk::Neighborhood<float, 2>
MakeOperator(unsigned int axis, std::initializer_list<float> coefficients)
{
  itk::Neighborhood<float, 2> neighborhood;
  itk::Size<2>                radius{};
  radius[axis] = coefficients.size() / 2;
  neighborhood.SetRadius(radius);
  std::copy(coefficients.begin(), coefficients.end(), neighborhood.Begin());
  return neighborhood;
}
} // namespace

TEST(SeparableConvolution, IsTheInnerProductWithTheNeighborhood)
{
  const auto filter = PlainFilter2D::New();
  filter->SetInput(MakeRow({ 1, 2, 4, 8 }));
  filter->SetOperator(0, MakeOperator(0, { 1, 10, 100 }));
  filter->SetOperator(1, MakeOperator(1, { 2, 3, 5 })); // 10 times, as a row is its own neighbour
  filter->Update();
  const float expected[4] = { 2110, 4210, 8420, 8840 };
  for (int x = 0; x < 4; ++x)
  {
    EXPECT_EQ(filter->GetOutput()->GetPixel({ { x, 0 } }), expected[x]);
  }
}

TEST(SeparableConvolution, TakesCoefficientsAsItTakesAnOperator)
{
  const auto filter = PlainFilter2D::New();
  filter->SetInput(MakeRow({ 1, 2, 4, 8 }));
  filter->SetCoefficients(0, { 1, 10, 100 });
  filter->Update();
  const float expected[4] = { 211, 421, 842, 884 };
  for (int x = 0; x < 4; ++x)
  {
    EXPECT_EQ(filter->GetOutput()->GetPixel({ { x, 0 } }), expected[x]);
  }
  EXPECT_THROW(filter->SetCoefficients(0, { 1, 10 }), itk::ExceptionObject);
  EXPECT_THROW(filter->SetCoefficients(0, {}), itk::ExceptionObject);
  EXPECT_THROW(filter->SetCoefficients(2, { 1 }), itk::ExceptionObject);
}

TEST(SeparableConvolution, AlongOneAxisIsThatOfNeighborhoodOperatorImageFilter)
{
  const auto                        image = MakeRandomImage<FloatImage<2>>(itk::Size<2>{ { 20, 17 } }, 1);
  itk::DerivativeOperator<float, 2> derivative;
  derivative.SetDirection(1);
  derivative.SetOrder(1);
  derivative.CreateDirectional();

  const auto reference = itk::NeighborhoodOperatorImageFilter<FloatImage<2>, FloatImage<2>, float>::New();
  reference->SetInput(image);
  reference->SetOperator(derivative);
  reference->Update();
  const auto filter = PlainFilter2D::New();
  filter->SetInput(image);
  filter->SetOperator(derivative);
  filter->Update();
  EXPECT_TRUE(HaveSamePixels<float>(filter->GetOutput(), reference->GetOutput()));
}

TEST(SeparableConvolution, TakesTheAxesOneAfterTheOther)
{
  using ImageType = itk::Image<short, 3>;
  using RealType = FloatImage<3>;
  const auto image = MakeRandomImage<ImageType>(itk::Size<3>{ { 9, 8, 7 } }, 1);
  const auto filter = itk::SeparableConvolutionImageFilter<ImageType, RealType>::New();
  Random     random(1);
  filter->SetInput(image);
  const auto caster = itk::CastImageFilter<ImageType, RealType>::New();
  caster->SetInput(image);
  RealType::ConstPointer expected = caster->GetOutput();
  for (unsigned int axis = 3; axis-- > 0;)
  {
    const auto coefficients = PickOperator<3>(random, axis, 2 + axis);
    filter->SetOperator(axis, coefficients);
    const auto one = itk::NeighborhoodOperatorImageFilter<RealType, RealType, double>::New();
    one->SetInput(expected);
    one->SetOperator(coefficients);
    one->Update();
    expected = one->GetOutput();
  }
  filter->Update();
  EXPECT_TRUE(HaveSamePixels<float>(filter->GetOutput(), expected.GetPointer()));
  EXPECT_EQ(filter->GetRadius(), (itk::Size<3>{ { 2, 3, 4 } }));
}

TEST(SeparableConvolution, WithoutOperatorsCopies)
{
  const auto image = MakeRandomImage<FloatImage<2>>(itk::Size<2>{ { 20, 17 } }, 1);
  const auto filter = PlainFilter2D::New();
  filter->SetInput(image);
  filter->SetOperator(0, MakeOperator(0, { 1, 2, 1 }));
  filter->RemoveOperator(0);
  filter->Update();
  EXPECT_TRUE(HaveSamePixels<float>(filter->GetOutput(), image.GetPointer()));
  filter->SetOperator(1, MakeOperator(1, { 2 }));
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferPointer()[7], 2 * image->GetBufferPointer()[7]);
}

TEST(SeparableConvolution, CastsIntegersAsStaticCastDoes)
{
  using ImageType = itk::Image<short, 2>;
  const auto filter = itk::SeparableConvolutionImageFilter<FloatImage<2>, ImageType>::New();
  filter->SetInput(MakeRow({ 1, 3, -5 }));
  filter->SetOperator(0, MakeOperator(0, { 0.5f }));
  filter->SetOperator(1, MakeOperator(1, { 0.25f, 0.5f, 0.25f }));
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetPixel({ { 0, 0 } }), 0);
  EXPECT_EQ(filter->GetOutput()->GetPixel({ { 1, 0 } }), 1);
  EXPECT_EQ(filter->GetOutput()->GetPixel({ { 2, 0 } }), -2);
}

TEST(SeparableConvolution, RefusesWhatIsNotAlongAnAxis)
{
  const auto filter = PlainFilter2D::New();
  EXPECT_THROW(filter->SetOperator(2, MakeOperator(0, { 1, 2, 1 })), itk::ExceptionObject);
  EXPECT_THROW(filter->SetOperator(1, MakeOperator(0, { 1, 2, 1 })), itk::ExceptionObject);
  EXPECT_THROW(filter->RemoveOperator(2), itk::ExceptionObject);
  EXPECT_THROW(filter->GetOperator(2), itk::ExceptionObject);
  itk::Neighborhood<float, 2> box;
  box.SetRadius(1);
  EXPECT_THROW(filter->SetOperator(0, box), itk::ExceptionObject);
  EXPECT_THROW(filter->SetOperator(0, itk::Neighborhood<float, 2>()), itk::ExceptionObject);
}

TEST(SeparableConvolution, PrintsItsOperators)
{
  const auto filter = PlainFilter2D::New();
  filter->SetOperator(1, MakeOperator(1, { 1, 2, 4 }));
  std::ostringstream text;
  filter->Print(text);
  EXPECT_NE(text.str().find("Operator along axis 0: 1\n"), std::string::npos);
  EXPECT_NE(text.str().find("Operator along axis 1: 1 2 4\n"), std::string::npos);
}

TEST(SeparableConvolution, AsksForThePaddedAndCroppedRegion)
{
  const auto image = MakeRandomImage<FloatImage<2>>(itk::Size<2>{ { 20, 17 } }, 1);
  const auto filter = PlainFilter2D::New();
  filter->SetInput(image);
  filter->SetOperator(0, MakeOperator(0, { 1, 2, 1 }));
  filter->SetOperator(1, MakeOperator(1, { 1, 2, 4, 2, 1 }));
  filter->UpdateOutputInformation();
  filter->GetOutput()->SetRequestedRegion({ { { 3, 1 } }, { { 4, 5 } } });
  filter->GetOutput()->PropagateRequestedRegion();
  EXPECT_EQ(image->GetRequestedRegion(), (itk::ImageRegion<2>{ { { 2, 0 } }, { { 6, 8 } } }));
  filter->Update();
  const auto whole = PlainFilter2D::New();
  whole->SetInput(image);
  whole->SetOperator(0, filter->GetOperator(0));
  whole->SetOperator(1, filter->GetOperator(1));
  whole->Update();
  EXPECT_EQ(filter->GetOutput()->GetPixel({ { 6, 5 } }), whole->GetOutput()->GetPixel({ { 6, 5 } }));
}

TEST(SeparableConvolution, GivesPartsOfTheWholeBehindAnotherFilter)
{
  // The filter before it makes but the part that is asked for.
  const auto before = itk::CastImageFilter<itk::Image<short, 2>, FloatImage<2>>::New();
  before->SetInput(MakeRandomImage<itk::Image<short, 2>>(itk::ImageRegion<2>({ { -3, 4 } }, { { 20, 17 } }), 1));
  for (unsigned int numberOfAxes = 0; numberOfAxes <= 2; ++numberOfAxes)
  {
    SCOPED_TRACE(numberOfAxes);
    const auto filter = PlainFilter2D::New();
    const auto whole = PlainFilter2D::New();
    for (unsigned int axis = 0; axis < numberOfAxes; ++axis)
    {
      filter->SetOperator(axis, MakeOperator(axis, { 1, 3, 2 }));
      whole->SetOperator(axis, filter->GetOperator(axis));
    }
    whole->SetInput(before->GetOutput());
    whole->UpdateLargestPossibleRegion();
    const FloatImage<2>::Pointer expected = whole->GetOutput();
    expected->DisconnectPipeline();
    before->Modified();

    filter->SetInput(before->GetOutput());
    filter->UpdateOutputInformation();
    const itk::ImageRegion<2> part({ { 2, 9 } }, { { 4, 5 } });
    filter->GetOutput()->SetRequestedRegion(part);
    filter->Update();
    EXPECT_EQ(filter->GetOutput()->GetLargestPossibleRegion(), expected->GetLargestPossibleRegion());
    EXPECT_EQ(filter->GetOutput()->GetRequestedRegion(), part);
    for (itk::ImageRegionConstIteratorWithIndex<FloatImage<2>> pixel(filter->GetOutput(), part); !pixel.IsAtEnd();
         ++pixel)
    {
      EXPECT_EQ(pixel.Get(), expected->GetPixel(pixel.GetIndex()));
    }

    const auto streaming = itk::StreamingImageFilter<FloatImage<2>, FloatImage<2>>::New();
    filter->Modified();
    streaming->SetInput(filter->GetOutput());
    streaming->SetNumberOfStreamDivisions(4);
    streaming->Update();
    EXPECT_TRUE(HaveSamePixels<float>(streaming->GetOutput(), expected.GetPointer()));
  }
}
