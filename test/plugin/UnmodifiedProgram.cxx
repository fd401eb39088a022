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
// A program of ITK's filters that knows nothing of this module and does not link it. It makes each filter, which is one
// of the plugin's if ITK finds that, and again with all factories gone; the results are to be equal.
#include "itkCannyEdgeDetectionImageFilter.h"
#include "itkDiscreteGaussianImageFilter.h"
#include "itkImageRegionConstIterator.h"
#include "itkMeanImageFilter.h"
#include "itkMedianImageFilter.h"
#include "itkObjectFactoryBase.h"
#include "itkSmoothingRecursiveGaussianImageFilter.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>

namespace
{
/** A filter's name and what it made. */
template <typename TImage>
struct Result
{
  std::string              name;
  typename TImage::Pointer image;
};

template <typename TImage>
typename TImage::Pointer
MakeImage()
{
  typename TImage::SizeType size;
  size.Fill(40);
  size[0] = 61;
  const auto image = TImage::New();
  image->SetRegions(size);
  image->Allocate();
  std::mt19937 generator(1);
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
  {
    image->GetBufferPointer()[i] = static_cast<typename TImage::PixelType>(generator() % 256);
  }
  return image;
}

template <typename TFilter, typename TImage, typename TSetup>
Result<typename TFilter::OutputImageType>
Run(const TImage * image, const TSetup & setup)
{
  const auto filter = TFilter::New();
  filter->SetInput(image);
  setup(filter.GetPointer());
  filter->Update();
  const typename TFilter::OutputImageType::Pointer output = filter->GetOutput();
  output->DisconnectPipeline();
  return { filter->GetNameOfClass(), output };
}

/** Whether no more than the part `differing` of the pixels differ by more than `tolerance` grey levels. */
template <typename TImage>
bool
AreAlike(const TImage * first, const TImage * second, double tolerance, double differing)
{
  itk::SizeValueType                    numberOfDifferences = 0;
  itk::ImageRegionConstIterator<TImage> it(first, first->GetBufferedRegion());
  itk::ImageRegionConstIterator<TImage> other(second, second->GetBufferedRegion());
  for (; !it.IsAtEnd() && !other.IsAtEnd(); ++it, ++other)
  {
    numberOfDifferences += !(std::abs(static_cast<double>(it.Get()) - static_cast<double>(other.Get())) <= tolerance);
  }
  return it.IsAtEnd() && other.IsAtEnd() &&
         numberOfDifferences <= differing * first->GetBufferedRegion().GetNumberOfPixels();
}

bool allAsExpected = true;

/** Runs a filter as the factories have it, and as ITK has it. */
template <typename TFilter, typename TImage, typename TSetup>
void
Compare(const TImage *      image,
        const TSetup &      setup,
        const std::string & prefix,
        double              tolerance = 0,
        double              differing = 0)
{
  const auto made = Run<TFilter>(image, setup);
  const auto factories = itk::ObjectFactoryBase::GetRegisteredFactories();
  for (itk::ObjectFactoryBase * const factory : factories)
  {
    factory->Register();
    itk::ObjectFactoryBase::UnRegisterFactory(factory);
  }
  const auto expected = Run<TFilter>(image, setup);
  for (itk::ObjectFactoryBase * const factory : factories)
  {
    itk::ObjectFactoryBase::RegisterFactory(factory);
    factory->UnRegister();
  }
  const bool isLike = AreAlike<typename TFilter::OutputImageType>(made.image, expected.image, tolerance, differing);
  std::cout << made.name << (isLike ? " equals " : " differs from ") << expected.name << std::endl;
  allAsExpected = allAsExpected && isLike && made.name == prefix + expected.name;
}
} // namespace

/** The argument is what the names of the filters are to begin with. */
int
main(int argc, char * argv[])
{
  using FloatImage = itk::Image<float, 3>;
  using ShortImage = itk::Image<short, 3>;
  const std::string prefix = argc > 1 ? argv[1] : "";
  const auto        ofFloat = MakeImage<FloatImage>();
  const auto        ofShort = MakeImage<ShortImage>();

  const auto ofRadius = [](auto * filter) { filter->SetRadius(2); };
  const auto ofVariance = [](auto * filter) { filter->SetVariance(2.0); };
  const auto ofSigma = [](auto * filter) { filter->SetSigma(2.0); };
  const auto ofThresholds = [](auto * filter) {
    filter->SetVariance(2.0);
    filter->SetUpperThreshold(10);
    filter->SetLowerThreshold(5);
  };
  Compare<itk::MedianImageFilter<FloatImage, FloatImage>>(ofFloat.GetPointer(), ofRadius, prefix);
  Compare<itk::MedianImageFilter<ShortImage, ShortImage>>(ofShort.GetPointer(), ofRadius, prefix);
  Compare<itk::MeanImageFilter<ShortImage, FloatImage>>(ofShort.GetPointer(), ofRadius, prefix);
  Compare<itk::DiscreteGaussianImageFilter<ShortImage, FloatImage>>(ofShort.GetPointer(), ofVariance, prefix, 3e-3);
  Compare<itk::SmoothingRecursiveGaussianImageFilter<ShortImage, ShortImage>>(ofShort.GetPointer(), ofSigma, prefix, 1);
  Compare<itk::CannyEdgeDetectionImageFilter<FloatImage, FloatImage>>(
    ofFloat.GetPointer(), ofThresholds, prefix, 0, 1e-4);
  return allAsExpected ? EXIT_SUCCESS : EXIT_FAILURE;
}
