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
#ifndef itkFuzzParameters_h
#define itkFuzzParameters_h

#include "itkAffineTransform.h"
#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkCudaConvolutionForTesting.h"
#include "itkDeviceTesting.h"
#include "itkInpaintingImageFilterEnums.h"
#include "itkMathematicalMorphologyEnums.h"
#include "itkLinearInterpolateImageFunction.h"
#include "itkNearestNeighborInterpolateImageFunction.h"

namespace itk::DeviceTesting
{
namespace detail
{
template <typename TFilter, typename TSet>
void
SetIfPossible(TFilter * filter, const TSet & set)
{
  if constexpr (std::is_invocable_v<const TSet &, TFilter *>)
  {
    set(filter);
  }
}

/** Axes in a random order. */
template <typename TOrder>
TOrder
PickOrder(Random & random)
{
  TOrder order;
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

template <typename TFilter>
void
SetRandomTransform(TFilter * filter, Random & random)
{
  constexpr unsigned int dimension = TFilter::ImageDimension;
  const auto             transform = AffineTransform<double, dimension>::New();
  auto                   matrix = transform->GetMatrix();
  for (unsigned int row = 0; row < dimension; ++row)
  {
    matrix(row, (row + 1) % dimension) = Pick(random, 0, 4) / 8.0 - 0.25;
    matrix(row, row) = Pick(random, 6, 10) / 8.0;
  }
  transform->SetMatrix(matrix);
  filter->SetTransform(transform.GetPointer());
  using InputImage = typename TFilter::InputImageType;
  if (Pick(random, 0, 1) == 0)
  {
    filter->SetInterpolator(NearestNeighborInterpolateImageFunction<InputImage, double>::New());
  }
  else
  {
    // Of a filter that had another one, too.
    filter->SetInterpolator(LinearInterpolateImageFunction<InputImage, double>::New());
  }
}

/** A third of the kernels are of rank 1: boxes, Gaussians, or Gaussians that are sharpened along an axis. Their coefficients
 * add up to 1, so that a normalized one is not another. The borders are any. */
template <typename TFilter>
void
SetRandomKernel(TFilter * filter, const Size<TFilter::InputImageType::ImageDimension> & imageSize, Random & random)
{
  using KernelImage = typename TFilter::KernelImageType;
  using InputImage = typename TFilter::InputImageType;
  constexpr unsigned int           dimension = InputImage::ImageDimension;
  const bool                       isOfRank1 = Pick(random, 0, 2) == 0;
  const unsigned int               longest = dimension == 2 ? 31 : 15;
  const unsigned int               shape = Pick(random, 0, 2);
  bool                             fitsImage = true;
  std::vector<std::vector<double>> factors(dimension);
  Size<dimension>                  size;
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    size[axis] = Pick(random, 1, Pick(random, 0, 1) == 0 ? 7 : longest);
    fitsImage = fitsImage && size[axis] <= imageSize[axis];
    const double rate = Pick(random, 1, 40) / 100.0;
    const auto   middle = static_cast<double>(size[axis] / 2);
    auto &       factor = factors[axis];
    for (SizeValueType i = 0; i < size[axis]; ++i)
    {
      const double x = static_cast<double>(i) - middle;
      factor.push_back(shape == 0 ? 1.0 : std::exp(-rate * x * x));
    }
    const double sum = std::accumulate(factor.begin(), factor.end(), 0.0);
    std::for_each(factor.begin(), factor.end(), [sum](double & value) { value /= sum; });
    if (shape == 2 && axis == 0)
    {
      std::for_each(factor.begin(), factor.end(), [](double & value) { value = -value; });
      factor[size[axis] / 2] += 2.0;
    }
  }
  static ZeroFluxNeumannBoundaryCondition<InputImage> zeroFluxNeumann;
  static ConstantBoundaryCondition<InputImage>        constant;
  static PeriodicBoundaryCondition<InputImage>        periodic;
  const unsigned int                                  border = Pick(random, 0, 3);
  SetNormalize(filter, filter->GetNormalize());
  filter->SetBoundaryCondition(&zeroFluxNeumann);
  if (border == 2)
  {
    filter->SetBoundaryCondition(&constant);
  }
  if (!isOfRank1)
  {
    return;
  }
  // The parent reads elsewhere where a window is larger than the image.
  if (border == 3 && fitsImage)
  {
    filter->SetBoundaryCondition(&periodic);
  }
  const auto kernel = KernelImage::New();
  kernel->SetRegions(size);
  kernel->Allocate();
  SetProducts(kernel.GetPointer(), factors);
  filter->SetKernelImage(kernel);
}

template <typename T>
using SetInterpolator =
  decltype(std::declval<T &>().SetTransform(std::declval<const AffineTransform<double, T::ImageDimension> *>()));
template <typename T>
using SetKernel = decltype(std::declval<T &>().SetKernelImage(std::declval<const typename T::KernelImageType *>()));
template <typename T, typename = void>
inline constexpr bool TakesKernelImages = false;
template <typename T>
inline constexpr bool TakesKernelImages<T, std::void_t<SetKernel<T>>> = true;
template <typename T, typename = void>
inline constexpr bool TakesTransforms = false;
template <typename T>
inline constexpr bool TakesTransforms<T, std::void_t<SetInterpolator<T>>> = true;
} // namespace detail

/** Calls filter->Method(value) if it has such a method; `value` is picked in any case, so that a filter and its parent, which
 * may have fewer, pick alike. */
#define ITK_FUZZ_SET(Method, ...)                                                                                  \
  {                                                                                                                \
    const auto value = __VA_ARGS__;                                                                                \
    detail::SetIfPossible(filter, [&value](auto * f) -> decltype(f->Method(value), void()) { f->Method(value); }); \
  }                                                                                                                \
  static_assert(true, "")

/** Sets to random values what is known of the filter, mostly such as it takes. */
template <typename TFilter>
void
SetRandomParameters(TFilter * filter, Random random)
{
  using InputImage = typename TFilter::InputImageType;
  constexpr unsigned int dimension = InputImage::ImageDimension;
  using SizeType = Size<dimension>;
  const auto pick = [&random](unsigned int lowest, unsigned int highest) {
    return static_cast<int>(Pick(random, lowest, highest));
  };
  const auto flip = [&random] { return Pick(random, 0, 1) == 1; };
  const auto pickSize = [&random](unsigned int lowest, unsigned int highest) {
    SizeType size;
    std::generate(size.begin(), size.end(), [&] { return Pick(random, lowest, highest); });
    return size;
  };
  const ImageRegion<dimension> whole =
    filter->GetInput() == nullptr ? ImageRegion<dimension>() : filter->GetInput()->GetLargestPossibleRegion();

  // Windows
  ITK_FUZZ_SET(SetRadius, pickSize(0, dimension == 2 ? 4 : 2));
  // The others are wrong at the borders of some images.
  ITK_FUZZ_SET(SetAlgorithm, MathematicalMorphologyEnums::Algorithm::BASIC);
  ITK_FUZZ_SET(SetForceAlgorithm, true);
  ITK_FUZZ_SET(SetSafeBorder, flip());
  ITK_FUZZ_SET(SetBirthThreshold, static_cast<unsigned int>(pick(1, 6)));
  ITK_FUZZ_SET(SetSurvivalThreshold, static_cast<unsigned int>(pick(1, 6)));
  ITK_FUZZ_SET(SetBoundaryToForeground, flip());
  ITK_FUZZ_SET(SetNormalize, flip());
  ITK_FUZZ_SET(SetVariance, pick(1, 24) / 4.0);
  ITK_FUZZ_SET(SetMaximumError, pick(1, 20) / 100.0);
  ITK_FUZZ_SET(SetMaximumKernelWidth, static_cast<unsigned int>(pick(1, 40)));
  ITK_FUZZ_SET(SetUseImageSpacing, flip());
  // From half a pixel on, whatever the spacing is.
  ITK_FUZZ_SET(SetSigma, pick(7, 32) / 4.0);
  ITK_FUZZ_SET(SetNormalizeAcrossScale, flip());
  ITK_FUZZ_SET(SetRepetitions, static_cast<unsigned int>(pick(0, 4)));
  ITK_FUZZ_SET(SetDomainSigma, pick(2, 8) / 4.0);
  ITK_FUZZ_SET(SetRangeSigma, static_cast<double>(pick(5, 80)));
  // Order and direction of derivatives
  ITK_FUZZ_SET(SetOrder, static_cast<unsigned int>(pick(0, 2)));
  ITK_FUZZ_SET(SetDirection, static_cast<unsigned int>(pick(0, dimension - 1)));
  const int order = pick(0, 2);
  detail::SetIfPossible(filter, [order](auto * f) -> decltype(f->SetZeroOrder(), void()) {
    order == 0 ? f->SetZeroOrder() : order == 1 ? f->SetFirstOrder() : f->SetSecondOrder();
  });
  // Iterations
  ITK_FUZZ_SET(SetNumberOfIterations, static_cast<unsigned int>(pick(0, 5)));
  ITK_FUZZ_SET(SetTimeStep, pick(1, 5) / 128.0);
  ITK_FUZZ_SET(SetConductanceParameter, pick(1, 24) / 8.0);
  ITK_FUZZ_SET(SetStencilRadius, static_cast<SizeValueType>(pick(1, 3)));
  // Values of pixels
  ITK_FUZZ_SET(SetForegroundValue, 60 * pick(0, 2));
  ITK_FUZZ_SET(SetBackgroundValue, 60 * pick(0, 2) + pick(1, 3));
  ITK_FUZZ_SET(SetOutputMinimum, pick(0, 60));
  ITK_FUZZ_SET(SetOutputMaximum, pick(61, 200));
  ITK_FUZZ_SET(SetWindowMinimum, pick(0, 90));
  ITK_FUZZ_SET(SetWindowMaximum, pick(91, 200));
  ITK_FUZZ_SET(SetShift, pick(0, 40) / 4.0 - 5);
  ITK_FUZZ_SET(SetScale, pick(1, 40) / 8.0);
  ITK_FUZZ_SET(SetMaximum, pick(100, 250));
  ITK_FUZZ_SET(SetLower, pick(0, 90));
  ITK_FUZZ_SET(SetUpper, pick(91, 200));
  ITK_FUZZ_SET(SetLowerThreshold, pick(0, 6));
  ITK_FUZZ_SET(SetUpperThreshold, pick(7, 150));
  ITK_FUZZ_SET(SetInsideValue, pick(0, 255));
  ITK_FUZZ_SET(SetOutsideValue, pick(0, 255));
  ITK_FUZZ_SET(SetMaskingValue, 60 * pick(0, 2));
  ITK_FUZZ_SET(SetAlpha, pick(1, 40) / 2.0);
  ITK_FUZZ_SET(SetBeta, static_cast<double>(pick(0, 150)));
  ITK_FUZZ_SET(SetConstant, pick(0, 100));
  const bool hasConstant = pick(0, 3) == 0;
  const int  constant = pick(0, 100);
  if (hasConstant)
  {
    ITK_FUZZ_SET(SetConstant2, constant);
  }
  // Regions
  ITK_FUZZ_SET(SetLowerBoundaryCropSize, pickSize(0, 3));
  ITK_FUZZ_SET(SetUpperBoundaryCropSize, pickSize(0, 3));
  ITK_FUZZ_SET(SetPadLowerBound, pickSize(0, 9));
  ITK_FUZZ_SET(SetPadUpperBound, pickSize(0, 9));
  ITK_FUZZ_SET(SetExtractionRegion, PickPart(random, whole));
  ITK_FUZZ_SET(SetRegionOfInterest, PickPart(random, whole));
  const auto source = PickPart(random, whole);
  ITK_FUZZ_SET(SetSourceRegion, source);
  ITK_FUZZ_SET(SetDestinationIndex, whole.GetIndex());
  ITK_FUZZ_SET(SetShrinkFactors, static_cast<unsigned int>(pick(1, 4)));
  ITK_FUZZ_SET(SetFlipAboutOrigin, flip());
  using Flags = FixedArray<bool, dimension>;
  Flags flags;
  std::generate(flags.Begin(), flags.End(), flip);
  ITK_FUZZ_SET(SetFlipAxes, flags);
  using Order = FixedArray<unsigned int, dimension>;
  ITK_FUZZ_SET(SetOrder, detail::PickOrder<Order>(random));
  Offset<dimension> offset;
  std::generate(offset.begin(), offset.end(), [&] { return pick(0, 200) - 100; });
  ITK_FUZZ_SET(SetShift, offset);
  ITK_FUZZ_SET(SetIndex, static_cast<unsigned int>(pick(0, dimension - 1)));
  // Geometry
  ITK_FUZZ_SET(SetCenterImage, flip());
  ITK_FUZZ_SET(SetChangeSpacing, flip());
  ITK_FUZZ_SET(SetChangeOrigin, flip());
  ITK_FUZZ_SET(SetChangeRegion, flip());
  ITK_FUZZ_SET(SetOutputOffset, offset);
  ITK_FUZZ_SET(SetUseImageDirection, flip());
  const auto                         columns = detail::PickOrder<Order>(random);
  typename InputImage::DirectionType orientation;
  for (unsigned int axis = 0; axis < dimension; ++axis)
  {
    orientation(axis, columns[axis]) = flip() ? 1 : -1;
  }
  ITK_FUZZ_SET(SetDesiredCoordinateDirection, orientation);
  orientation(0, columns[0]) *= -1;
  ITK_FUZZ_SET(SetGivenCoordinateDirection, orientation);
  ITK_FUZZ_SET(SetDefaultPixelValue, pick(0, 9));
  ITK_FUZZ_SET(SetSquaredDistance, flip());
  ITK_FUZZ_SET(SetInsideIsPositive, flip());
  // Objects and histograms
  ITK_FUZZ_SET(SetFullyConnected, flip());
  ITK_FUZZ_SET(SetMinimumObjectSize, static_cast<SizeValueType>(pick(0, 9)));
  ITK_FUZZ_SET(SetNumberOfObjects, static_cast<SizeValueType>(pick(0, 5)));
  ITK_FUZZ_SET(SetReverseOrdering, flip());
  // With a fixed range all pixels may be in the first of the bins, for which ITK's RenyiEntropyThreshold reads anywhere.
  const bool needsRange = std::string(filter->GetNameOfClass()).find("RenyiEntropyThreshold") != std::string::npos;
  ITK_FUZZ_SET(SetAutoMinimumMaximum, flip() || needsRange);
  // ITK merges what its threads counted by the middles of bins, which are no numbers where the range is that of all floats.
  detail::SetIfPossible(
    filter, [](auto * f) -> decltype(f->SetAutoMinimumMaximum(true), void()) { f->SetNumberOfWorkUnits(1); });
  ITK_FUZZ_SET(SetNumberOfHistogramBins, static_cast<unsigned int>(pick(8, 256)));
  ITK_FUZZ_SET(SetNumberOfThresholds, static_cast<SizeValueType>(pick(1, 2)));
  ITK_FUZZ_SET(SetNumberOfHistogramLevels, static_cast<SizeValueType>(pick(8, 256)));
  ITK_FUZZ_SET(SetNumberOfMatchPoints, static_cast<SizeValueType>(pick(1, 9)));
  ITK_FUZZ_SET(SetThresholdAtMeanIntensity, flip());
  // Of the module's own parents
  ITK_FUZZ_SET(SetNumberOfLevels, static_cast<unsigned int>(pick(0, 5)));
  ITK_FUZZ_SET(SetWavelet, static_cast<CDFWaveletTransformImageFilterEnums::Wavelet>(pick(0, 1)));
  ITK_FUZZ_SET(SetDirection, static_cast<CDFWaveletTransformImageFilterEnums::Direction>(pick(0, 1)));
  using Transform = InpaintingImageFilterEnums::Transform;
  const Transform exact[]{ Transform::Windows, Transform::Wavelet, Transform::Morphological };
  ITK_FUZZ_SET(SetTransform, exact[pick(0, 2)]);
  ITK_FUZZ_SET(SetMissingValue, static_cast<double>(60 * pick(0, 2)));
  ITK_FUZZ_SET(SetNoiseLevel, static_cast<double>(pick(1, 30)));
  ITK_FUZZ_SET(SetReduceStaircase, flip());
  if constexpr (detail::TakesTransforms<TFilter>)
  {
    detail::SetRandomTransform(filter, random);
  }
  if constexpr (detail::TakesKernelImages<TFilter>)
  {
    detail::SetRandomKernel(filter, whole.GetSize(), random);
  }
}

/** Parameters that many filters refuse, when they are set or updated. */
template <typename TFilter>
void
SetBadParameters(TFilter * filter)
{
  using InputImage = typename TFilter::InputImageType;
  const Size<InputImage::ImageDimension> huge = Size<InputImage::ImageDimension>::Filled(100000);
  ITK_FUZZ_SET(SetSigma, -1.0);
  ITK_FUZZ_SET(SetMaximumError, 2.0);
  ITK_FUZZ_SET(SetOutputMinimum, 200);
  ITK_FUZZ_SET(SetOutputMaximum, 10);
  ITK_FUZZ_SET(SetWindowMinimum, 200);
  ITK_FUZZ_SET(SetWindowMaximum, 10);
  ITK_FUZZ_SET(SetLowerThreshold, 200);
  ITK_FUZZ_SET(SetUpperThreshold, 10);
  ITK_FUZZ_SET(SetLowerBoundaryCropSize, huge);
  ITK_FUZZ_SET(SetExtractionRegion, ImageRegion<InputImage::ImageDimension>(huge));
  ITK_FUZZ_SET(SetRegionOfInterest, ImageRegion<InputImage::ImageDimension>(huge));
}
#undef ITK_FUZZ_SET
} // namespace itk::DeviceTesting

#endif
