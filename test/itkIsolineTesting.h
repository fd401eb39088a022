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
#ifndef itkIsolineTesting_h
#define itkIsolineTesting_h

#include "itkDeviceTesting.h"
#include "itkDeviceTestingPictures.h"
#include "itkImageFileReader.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkIsolineDenoisingImageFilter.h"
#include "itkRGBPixel.h"
#include <cmath>

namespace itk::DeviceTesting
{
using IsolineModel = IsolineDenoisingImageFilterEnums::Model;
using IsolineNoiseModel = IsolineDenoisingImageFilterEnums::NoiseModel;

constexpr IsolineModel IsolineModels[] = { IsolineModel::LimitedDeviation,
                                           IsolineModel::PrecomputedDirections,
                                           IsolineModel::Hybrid,
                                           IsolineModel::Tubes,
                                           IsolineModel::TubesAndGroups };

/** Whether a model is one of tubes, not of lines. */
constexpr bool
HasTubes(IsolineModel model)
{
  return model == IsolineModel::Tubes || model == IsolineModel::TubesAndGroups;
}

/** What decides on the code that runs. */
struct IsolineVariant
{
  IsolineModel model;
  unsigned int thickness;
  bool         reducesStaircase;

  template <typename TFilter>
  void
  Set(TFilter * filter) const
  {
    filter->SetModel(model);
    filter->SetThickness(thickness);
    filter->SetReduceStaircase(reducesStaircase);
  }
};

inline std::ostream &
operator<<(std::ostream & os, const IsolineVariant & variant)
{
  return os << variant.model << ", thickness " << variant.thickness
            << (variant.reducesStaircase ? ", staircases reduced" : "");
}

/** All variants of the models; tubes have no thickness. */
inline std::vector<IsolineVariant>
ListIsolineVariants()
{
  std::vector<IsolineVariant> variants;
  for (const auto model : IsolineModels)
  {
    for (unsigned int thickness = 1; thickness <= (HasTubes(model) ? 1u : 3u); ++thickness)
    {
      variants.push_back({ model, thickness, false });
      variants.push_back({ model, thickness, true });
    }
  }
  return variants;
}

/** A 2D image of floats whose pixel at (x, y) is value(x, y). */
template <typename TValue>
Image<float, 2>::Pointer
MakePicture(const Size<2> & size, const TValue & value)
{
  const auto image = Image<float, 2>::New();
  image->SetRegions(size);
  image->Allocate();
  for (ImageRegionIteratorWithIndex<Image<float, 2>> it(image, size); !it.IsAtEnd(); ++it)
  {
    it.Set(static_cast<float>(value(it.GetIndex()[0], it.GetIndex()[1])));
  }
  return image;
}

/** 64 x 64 pixels, 150 on one side of an edge in one of the 32 directions, and 50 on the other. */
inline Image<float, 2>::Pointer
MakeEdge(int direction)
{
  const double angle = direction * std::acos(-1.0) / 16;
  return MakePicture({ { 64, 64 } }, [angle](auto x, auto y) {
    return (x - 31.6) * std::sin(angle) - (y - 31.3) * std::cos(angle) > 0 ? 150 : 50;
  });
}

/** Whether a pixel is on the line of one pixel through (32, 32) in one of 16 directions. */
inline bool
IsOnLine(int direction, IndexValueType x, IndexValueType y)
{
  const double angle = direction * std::acos(-1.0) / 16;
  const double across = (x - 32) * std::sin(angle) - (y - 32) * std::cos(angle);
  return std::abs(across) <= 0.5 * std::max(std::abs(std::sin(angle)), std::abs(std::cos(angle)));
}

/** 64 x 64 pixels of 100, with a line of 200. */
inline Image<float, 2>::Pointer
MakeLine(int direction)
{
  return MakePicture({ { 64, 64 } }, [direction](auto x, auto y) { return IsOnLine(direction, x, y) ? 200 : 100; });
}

inline Image<float, 2>::Pointer
MakeBoard()
{
  return MakePicture({ { 65, 50 } }, [](auto x, auto y) { return (x + y) % 2 == 0 ? 0 : 200; });
}

inline Image<float, 2>::Pointer
MakeImpulse()
{
  return MakePicture({ { 75, 80 } }, [](auto x, auto y) { return x == 40 && y == 37 ? 10000 : 10; });
}

/** `image` with each component of each pixel changed to change(component), as float or RGB of float. */
template <typename TResult, typename TImage, typename TChange>
typename TResult::Pointer
ChangeComponents(const TImage * image, const TChange & change)
{
  using ComponentType = typename DefaultConvertPixelTraits<typename TImage::PixelType>::ComponentType;
  using ResultComponentType = typename DefaultConvertPixelTraits<typename TResult::PixelType>::ComponentType;
  const auto result = TResult::New();
  result->CopyInformation(image);
  result->SetRegions(image->GetBufferedRegion());
  result->Allocate();
  const auto components =
    image->GetBufferedRegion().GetNumberOfPixels() * (sizeof(typename TImage::PixelType) / sizeof(ComponentType));
  const auto * const from = reinterpret_cast<const ComponentType *>(image->GetBufferPointer());
  std::transform(from, from + components, reinterpret_cast<ResultComponentType *>(result->GetBufferPointer()), change);
  return result;
}

template <typename TResult, typename TImage>
typename TResult::Pointer
AddGaussianNoise(const TImage * image, double standardDeviation, unsigned int seed)
{
  Random                           random(seed);
  std::normal_distribution<double> pick(0, standardDeviation);
  return ChangeComponents<TResult>(
    image, [&](auto value) { return static_cast<float>(static_cast<double>(value) + pick(random)); });
}

/** Smooth, with an edge and a ripple, and with Gaussian noise of standard deviation 20; integers from 0 to 255. */
template <typename TImage>
typename TImage::Pointer
MakeNoisyImage(const typename TImage::RegionType & region, unsigned int seed)
{
  using ComponentType = typename DefaultConvertPixelTraits<typename TImage::PixelType>::ComponentType;
  constexpr std::size_t            channels = sizeof(typename TImage::PixelType) / sizeof(ComponentType);
  Random                           random(seed);
  std::normal_distribution<double> pick(0, 20);
  std::vector<double>              noise(65521);
  std::generate(noise.begin(), noise.end(), [&] { return pick(random); });
  const auto image = TImage::New();
  image->SetRegions(region);
  SetObliqueGeometry(image.GetPointer(), random);
  image->Allocate();
  auto *      component = reinterpret_cast<ComponentType *>(image->GetBufferPointer());
  std::size_t draw = 0;
  for (std::size_t i = 0; i < region.GetNumberOfPixels(); ++i)
  {
    const auto   x = static_cast<double>(i % region.GetSize(0));
    const auto   y = static_cast<double>(i / region.GetSize(0));
    const double truth = (3 * x + 2 * y > 140 ? 150 : 80) + 30 * std::sin(0.9 * x - 0.5 * y);
    for (std::size_t channel = 0; channel < channels; ++channel, ++component)
    {
      const double value = truth * (1 - 0.2 * static_cast<double>(channel)) + noise[draw];
      *component = static_cast<ComponentType>(std::clamp(std::round(value), 0.0, 255.0));
      draw = (draw + 1) % noise.size();
    }
  }
  return image;
}

/** Peak signal-to-noise ratio in decibels, for a peak of 255. */
template <typename TImage, typename TOtherImage>
double
GetSignalToNoiseRatio(const TImage * image, const TOtherImage * truth)
{
  using ComponentType = typename DefaultConvertPixelTraits<typename TImage::PixelType>::ComponentType;
  using TrueComponentType = typename DefaultConvertPixelTraits<typename TOtherImage::PixelType>::ComponentType;
  const auto components =
    image->GetBufferedRegion().GetNumberOfPixels() * (sizeof(typename TImage::PixelType) / sizeof(ComponentType));
  const auto * const values = reinterpret_cast<const ComponentType *>(image->GetBufferPointer());
  const auto * const trueValues = reinterpret_cast<const TrueComponentType *>(truth->GetBufferPointer());
  double             sum = 0;
  for (SizeValueType i = 0; i < components; ++i)
  {
    const double error = static_cast<double>(values[i]) - static_cast<double>(trueValues[i]);
    sum += error * error;
  }
  return 10 * std::log10(255.0 * 255.0 * static_cast<double>(components) / sum);
}
} // namespace itk::DeviceTesting

#endif
