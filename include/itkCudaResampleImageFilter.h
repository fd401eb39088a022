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
#ifndef itkCudaResampleImageFilter_h
#define itkCudaResampleImageFilter_h

#include "itkBSplineInterpolateImageFunction.h"
#include "itkCudaResampleLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkNearestNeighborExtrapolateImageFunction.h"
#include "itkNearestNeighborInterpolateImageFunction.h"
#include "itkResampleImageFilter.h"
#include "itkSpecialCoordinatesImage.h"

namespace itk
{
/** \class CudaResampleImageFilter
 * \brief ResampleImageFilter on a CUDA device: an image transformed to another grid.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel types | uint8, int16, uint16 to the same type or to float, and float; 2D and 3D | the parent, on the CPU |
 * | transform | any that says it is linear: identity, translation, scale, Euler, similarity, affine, composites of them | the parent |
 * | interpolator | NearestNeighbor, Linear, BSpline of order 3 with coefficients of double | the parent |
 * | extrapolator | none, NearestNeighbor | the parent |
 * | precision of interpolator and transform | double | the parent |
 *
 * Any output grid, and the parent's regions: with the first two interpolators only that part of the input is requested
 * that a requested region of the output needs. Classes that a user derives from these interpolators and extrapolators run
 * the parent. Indices of the input are within 2^30 of 0, else the parent runs.
 *
 * **Nearest neighbour and linear: the parent's pixels, bit for bit.** Of each output line the first pixel and the one
 * behind the last are transformed; a pixel's position is between these, in double, and so is the interpolation; the result
 * is clamped to the output's type and truncated. So an infinity becomes the largest float. A NaN stays one.
 *
 * **B-spline.** The parent's sums, in its order, of coefficients that CudaBSplineDecompositionImageFilter keeps within
 * 2^-43 M of the parent's, where M is the largest magnitude of a pixel. The weights are not negative and add up to 1, so
 * exact sums would differ by no more. Each sum of up to 64 products of three weights and a coefficient of at most 27 M is
 * 67 roundings of 2^-53 27 M away from the exact one: results differ by less than 2^-40 M, and float ones by one unit in
 * the last place more. Integer results, which are truncated, may differ by 1. A NaN or an infinity spoils the pixels around
 * it, in the parent those of the whole image. Along an axis of one or two pixels the parent reads beside the image; here the
 * mirrored pixels are read.
 *
 * Transforms that the device does not know by their class, linear ones that a user derives for example, are called on the
 * host, twice for each line of the output.
 *
 * \exception ExceptionObject the parent's: there is no interpolator or transform, or no size where a reference image is
 * set and not used; or the requested region is empty
 *
 * \sa DeviceImageFilter ResampleImageFilter CudaWarpImageFilter CudaBSplineDecompositionImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage,
          typename TOutputImage,
          typename TInterpolatorPrecisionType = double,
          typename TTransformPrecisionType = TInterpolatorPrecisionType>
class ITK_TEMPLATE_EXPORT CudaResampleImageFilter
  : public DeviceImageFilter<
      ResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaResampleImageFilter);

  using Self = CudaResampleImageFilter;
  using Superclass = DeviceImageFilter<
    ResampleImageFilter<TInputImage, TOutputImage, TInterpolatorPrecisionType, TTransformPrecisionType>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::InputPixelType;
  using typename Superclass::TransformType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaResampleImageFilter);

protected:
  CudaResampleImageFilter() = default;
  ~CudaResampleImageFilter() override = default;

  bool
  HasKernel() const override;

  /** For the B-spline, the whole input; the interpolator must not see its pixels. */
  void
  GenerateInputRequestedRegion() override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  using OutputPixelType = typename TOutputImage::PixelType;

  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::Supports<InputPixelType, Dimension> && TOutputImage::ImageDimension == Dimension &&
    (std::is_same_v<OutputPixelType, InputPixelType> || std::is_same_v<OutputPixelType, float>) &&
    std::is_same_v<TInterpolatorPrecisionType, double> && std::is_same_v<TTransformPrecisionType, double> &&
    !std::is_base_of_v<SpecialCoordinatesImage<InputPixelType, Dimension>, TInputImage> &&
    !std::is_base_of_v<SpecialCoordinatesImage<OutputPixelType, Dimension>, TOutputImage>;

  using BSplineType = BSplineInterpolateImageFunction<TInputImage, TInterpolatorPrecisionType, double>;
  using MapType = device::ResampleMap<TOutputImage::ImageDimension>;

  /** Which of those with a kernel the interpolator is; none for another. */
  std::optional<device::ResampleInterpolation>
  GetInterpolation() const;

  /** Where an index of the output lies in the input, as the parent computes it. */
  void
  MapByTransform(const std::ptrdiff_t (&index)[TOutputImage::ImageDimension],
                 double (&position)[TOutputImage::ImageDimension]) const;

  /** The map of the grids and the transform; whether the device can compute it. */
  bool
  MakeMap(MapType & map) const;

  /** Whether the map gives the parent's bits at the ends of the output's outermost lines. */
  bool
  IsTheParents(const MapType & map) const;

  /** Calls the transform for the ends of each line of the output. */
  std::vector<double>
  MapLines() const;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaResampleImageFilter.hxx"
#endif

#endif
