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
#ifndef itkInpaintingTesting_h
#define itkInpaintingTesting_h

#include "itkCDFWaveletTransformImageFilter.h"
#include "itkInpaintingImageFilter.h"
#include "itkTransformTesting.h"
#include <optional>

namespace itk::DeviceTesting
{
using InpaintingTransform = InpaintingImageFilterEnums::Transform;
using InpaintingSchedule = InpaintingImageFilterEnums::Schedule;
using InpaintingWavelet = CDFWaveletTransformImageFilterEnums::Wavelet;

constexpr InpaintingTransform InpaintingTransforms[] = { InpaintingTransform::Windows,
                                                         InpaintingTransform::Cosine,
                                                         InpaintingTransform::Wavelet,
                                                         InpaintingTransform::Morphological };

/** A mask for an image in which a part of the pixels, at random, is missing. */
template <typename TImage>
typename Image<unsigned char, TImage::ImageDimension>::Pointer
MakeMask(const TImage * image, double missing, unsigned int seed)
{
  Random     random(seed);
  const auto mask = MakeImage<Image<unsigned char, TImage::ImageDimension>>(
    image->GetBufferedRegion(), random, [missing](Random & draw) {
      return static_cast<unsigned char>(draw() < missing * 4294967296.0 ? 1 : 0);
    });
  mask->CopyInformation(image);
  return mask;
}

/** Waves, an edge and noise, between 0 and 255. */
template <typename TImage>
typename TImage::Pointer
MakePicture(const typename TImage::RegionType & region, unsigned int seed)
{
  Random random(seed);
  double i = 0;
  return MakeImage<TImage>(region, random, [&i](Random & draw) {
    i += 1;
    const double noise = draw() % 1000 / 100.0;
    return static_cast<typename TImage::PixelType>(100 + 60 * std::sin(0.3 * i) + (i > 150 ? 70 : 0) + noise);
  });
}

/** An image of doubles as the definitions below have it. */
template <unsigned int VDimension>
using InpaintingReference = Image<double, VDimension>;

/** Zero for what is below the threshold. */
template <unsigned int VDimension>
void
RemoveSmallPixels(InpaintingReference<VDimension> * image, double threshold)
{
  const SizeValueType pixels = image->GetBufferedRegion().GetNumberOfPixels();
  std::replace_if(
    image->GetBufferPointer(),
    image->GetBufferPointer() + pixels,
    [threshold](double value) { return std::abs(value) < threshold; },
    0.0);
}

/** Transforms, removes small coefficients, and transforms back. If there is a `factorOfMean`, the coefficient of the mean is
 * compared with no threshold, but multiplied by it. Returns the largest magnitude of the coefficients that are compared. */
template <unsigned int VDimension>
double
ThresholdCosines(InpaintingReference<VDimension> * image,
                 double                            threshold,
                 const std::optional<double> &     factorOfMean = std::nullopt)
{
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    ChangeLines(image, axis, image->GetBufferedRegion(), SumCosines);
  }
  double * const first = image->GetBufferPointer();
  const double   mean = *first;
  *first = factorOfMean ? 0 : mean;
  const double largest =
    std::abs(*std::max_element(first, first + image->GetBufferedRegion().GetNumberOfPixels(), [](double a, double b) {
      return std::abs(a) < std::abs(b);
    }));
  RemoveSmallPixels(image, threshold);
  *first = factorOfMean ? *factorOfMean * mean : *first;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    ChangeLines(image, axis, image->GetBufferedRegion(), SumCosineFunctions);
  }
  return largest;
}

/** Element i of an infinite row of mirrors between the pixels of a line. */
inline IndexValueType
MirrorIndex(IndexValueType i, IndexValueType size)
{
  while (i < 0 || i >= size)
  {
    i = i < 0 ? -1 - i : 2 * size - 1 - i;
  }
  return i;
}

/** Each window of the mirrored image by itself, and the mean over the windows that hold a pixel. Returns the largest
 * magnitude of a coefficient but the means. */
template <unsigned int VDimension>
double
ThresholdWindows(InpaintingReference<VDimension> * image, double threshold, SizeValueType side, double factorOfMean)
{
  using ImageType = InpaintingReference<VDimension>;
  const auto              whole = image->GetBufferedRegion();
  ImageRegion<VDimension> corners;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    corners.SetIndex(axis, -static_cast<IndexValueType>(side) / 4 + 1);
    corners.SetSize(axis, side / 4 + (whole.GetSize(axis) - 1) / 4);
  }
  const auto sums = ImageType::New();
  const auto counts = ImageType::New();
  const auto window = ImageType::New();
  for (auto * const of : { sums.GetPointer(), counts.GetPointer() })
  {
    of->SetRegions(whole);
    of->Allocate(true);
  }
  window->SetRegions(Size<VDimension>::Filled(side));
  window->Allocate();
  window->FillBuffer(0);
  double     largest = 0;
  const auto places = Image<char, VDimension>::New();
  places->SetRegions(corners);
  places->Allocate();
  for (ImageRegionConstIteratorWithIndex<Image<char, VDimension>> corner(places, corners); !corner.IsAtEnd(); ++corner)
  {
    const auto visit = [&](const auto & function) {
      for (ImageRegionConstIteratorWithIndex<ImageType> it(window, window->GetBufferedRegion()); !it.IsAtEnd(); ++it)
      {
        auto index = it.GetIndex();
        bool isInside = true;
        for (unsigned int axis = 0; axis < VDimension; ++axis)
        {
          const auto size = static_cast<IndexValueType>(whole.GetSize(axis));
          const auto place = 4 * corner.GetIndex()[axis] + it.GetIndex()[axis];
          isInside = isInside && place >= 0 && place < size;
          index[axis] = whole.GetIndex(axis) + MirrorIndex(place, size);
        }
        function(it.GetIndex(), index, isInside);
      }
    };
    visit([&](const auto & inWindow, const auto & index, bool) { window->SetPixel(inWindow, image->GetPixel(index)); });
    largest = std::max(largest, ThresholdCosines(window.GetPointer(), threshold, factorOfMean));
    visit([&](const auto & inWindow, const auto & index, bool isInside) {
      sums->GetPixel(index) += isInside ? window->GetPixel(inWindow) : 0;
      counts->GetPixel(index) += isInside ? 1 : 0;
    });
  }
  std::transform(sums->GetBufferPointer(),
                 sums->GetBufferPointer() + whole.GetNumberOfPixels(),
                 counts->GetBufferPointer(),
                 image->GetBufferPointer(),
                 std::divides<double>());
  return largest;
}

/** Puts into missing pixels what linear interpolation makes of an image of the means of the known ones among 2 along each
 * axis, which is filled likewise. */
template <unsigned int VDimension>
void
FillFromCoarser(InpaintingReference<VDimension> * image, const Image<unsigned char, VDimension> * missing)
{
  using ImageType = InpaintingReference<VDimension>;
  using MaskType = Image<unsigned char, VDimension>;
  const auto       region = image->GetBufferedRegion();
  Size<VDimension> size;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    size[axis] = (region.GetSize(axis) + 1) / 2;
  }
  const auto means = ImageType::New();
  const auto counts = ImageType::New();
  for (auto * const of : { means.GetPointer(), counts.GetPointer() })
  {
    of->SetRegions(size);
    of->Allocate(true);
  }
  const auto isMissing = MaskType::New();
  isMissing->SetRegions(size);
  isMissing->Allocate(true);
  bool isComplete = true;
  for (ImageRegionConstIteratorWithIndex<ImageType> it(image, region); !it.IsAtEnd(); ++it)
  {
    Index<VDimension> coarser;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      coarser[axis] = (it.GetIndex()[axis] - region.GetIndex(axis)) / 2;
    }
    const bool isKnown = missing->GetPixel(it.GetIndex()) == 0;
    means->GetPixel(coarser) += isKnown ? it.Get() : 0;
    counts->GetPixel(coarser) += isKnown ? 1 : 0;
    isComplete = isComplete && isKnown;
  }
  if (isComplete)
  {
    return;
  }
  for (ImageRegionConstIteratorWithIndex<ImageType> it(means, size); !it.IsAtEnd(); ++it)
  {
    const double count = counts->GetPixel(it.GetIndex());
    isMissing->SetPixel(it.GetIndex(), count > 0 ? 0 : 1);
    means->SetPixel(it.GetIndex(), count > 0 ? it.Get() / count : 0);
  }
  FillFromCoarser<VDimension>(means, isMissing);
  for (ImageRegionConstIteratorWithIndex<ImageType> it(image, region); !it.IsAtEnd(); ++it)
  {
    double value = 0;
    for (unsigned int corner = 0; corner < 1u << VDimension; ++corner)
    {
      Index<VDimension> at;
      double            weight = 1;
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        const double place = (static_cast<double>(it.GetIndex()[axis] - region.GetIndex(axis)) - 0.5) / 2;
        const double lower = std::floor(place);
        const bool   isUpper = (corner >> axis) % 2 != 0;
        weight *= isUpper ? place - lower : 1 - (place - lower);
        at[axis] = std::clamp(static_cast<IndexValueType>(lower) + (isUpper ? 1 : 0),
                              IndexValueType{ 0 },
                              static_cast<IndexValueType>(size[axis]) - 1);
      }
      value += weight * means->GetPixel(at);
    }
    if (missing->GetPixel(it.GetIndex()) != 0)
    {
      image->SetPixel(it.GetIndex(), value);
    }
  }
}

/** By the filter of the wavelet transform, which has tests of its own. */
template <unsigned int VDimension>
void
ThresholdWavelets(InpaintingReference<VDimension> *   image,
                  double                              threshold,
                  InpaintingWavelet                   wavelet,
                  unsigned int                        levels,
                  const std::array<unsigned int, 3> & shift)
{
  using ImageType = InpaintingReference<VDimension>;
  using FilterType = CDFWaveletTransformImageFilter<ImageType>;
  const auto shiftBy = [&](const ImageType * from, ImageType * to, bool forward) {
    const auto region = from->GetBufferedRegion();
    for (ImageRegionConstIteratorWithIndex<ImageType> it(from, region); !it.IsAtEnd(); ++it)
    {
      auto index = it.GetIndex();
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        const SizeValueType size = region.GetSize(axis);
        const SizeValueType by = shift[axis] % size;
        const auto          place = static_cast<SizeValueType>(index[axis] - region.GetIndex(axis));
        index[axis] = region.GetIndex(axis) + static_cast<IndexValueType>((place + (forward ? by : size - by)) % size);
      }
      to->SetPixel(index, it.Get());
    }
  };
  const auto shifted = Copy<ImageType>(image);
  shiftBy(image, shifted, true);
  const auto transform = [&](const ImageType * from, CDFWaveletTransformImageFilterEnums::Direction direction) {
    const auto filter = FilterType::New();
    filter->SetWavelet(wavelet);
    filter->SetNumberOfLevels(levels);
    filter->SetDirection(direction);
    return Filter(filter.GetPointer(), from);
  };
  const auto coefficients = transform(shifted, CDFWaveletTransformImageFilterEnums::Direction::Forward);
  RemoveSmallPixels(coefficients.GetPointer(), threshold);
  shiftBy(transform(coefficients, CDFWaveletTransformImageFilterEnums::Direction::Inverse), image, false);
}
} // namespace itk::DeviceTesting

#endif
