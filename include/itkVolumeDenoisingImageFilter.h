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
#ifndef itkVolumeDenoisingImageFilter_h
#define itkVolumeDenoisingImageFilter_h

#include "itkDeviceCompatibility.h"
#include "itkImageToImageFilter.h"
#include "itkVolumeDenoiser.h"
#include <type_traits>
#include <vector>

namespace itk
{
/** \class VolumeDenoisingImageFilter
 * \brief Removes white Gaussian or Rician noise from a volume, with neighbours across slices.
 *
 * 1. Cubes of 4 x 4 x 4 voxels at all positions: coefficients of their cosine transform below 2.7 noise levels are
 *    removed. A voxel's first estimate is the mean over the 64 cubes that hold it, weighted by the inverse of the number
 *    of coefficients left.
 * 2. The same cubes of the noisy volume, whose coefficients are shrunk as Wiener's filter does with the spectrum of the
 *    first estimate. Weights are the inverse sums of squared factors.
 * 3. The mean of the noisy voxels in a window of 9 x 9 x 9, weighted by how alike they look in the second estimate g:
 *    (1 - e/8)^8, 0 from e = 8 on, where e = (dg^2 + 3 dm^2) / (0.8 NoiseLevel)^2, and m is the mean of g over
 *    3 x 3 x 3 voxels.
 *
 * After J. V. Manjon, P. Coupe, A. Buades, D. L. Collins and M. Robles, New methods for MRI denoising based on sparseness
 * and self-similarity, Medical Image Analysis 16, 2012, whose filters ODCT3D and PRI-NLM3D are the first and the third
 * step; the second is between them here, and (1 - e/8)^8 takes the place of the exponential.
 *
 * Rician: steps 1 and 2 choose as if the noise were Gaussian; step 3 averages squares, whose expectation is that of the
 * true value squared plus 2 NoiseLevel^2, takes that off, and takes the root (0 where nothing is left). Where the true
 * value is below some two noise levels the root of what is left raises it.
 *
 * A volume with flat parts, edges, thin lines and texture gains 14 dB under Gaussian noise of 9 % of its peak (20.9 to 35.1 dB),
 * which a test repeats.
 *
 * A NoiseLevel of 0 is estimated: under Gaussian noise by NoiseLevelImageCalculator. Under Rician noise its coefficients are
 * taken where the mean over 3 x 3 voxels of the slice is above 3 noise levels, for there the law is Gaussian to 3 % of the
 * standard deviation; as this needs the noise level, they are chosen again until it changes by no more than 0.1 %. An
 * empty background, whose noise is less, and one set to 0 thus do not count. Where less than 1 % of the voxels are so
 * bright, all are taken to be such background, and follow Rayleigh's law.
 *
 * Spacing is ignored: a neighbour counts the same along every axis. Beyond its outermost voxels the image is mirrored.
 * Integer results are rounded to the nearest, halves upwards. Constant images are unchanged under Gaussian noise, but for
 * rounding in float. A NaN becomes NaN, and so do voxels up to 7 from it.
 * Where the noise level is estimated as 0, the image is left as it is.
 *
 * | pixel type | any scalar |
 * | dimension | 3, sides below 2^30 |
 *
 * Update() needs the requested region and 11 voxels around it, or the whole image if the noise level is to be estimated.
 *
 * \sa IsolineDenoisingImageFilter NoiseLevelImageCalculator CudaVolumeDenoisingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT VolumeDenoisingImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(VolumeDenoisingImageFilter);

  using Self = VolumeDenoisingImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  static constexpr unsigned int ImageDimension = TOutputImage::ImageDimension;
  static_assert(TInputImage::ImageDimension == 3 && ImageDimension == 3, "The images must have 3 dimensions.");

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;
  using RegionType = typename TOutputImage::RegionType;
  using NoiseModelEnum = VolumeDenoisingImageFilterEnums::NoiseModel;
  static_assert(std::is_arithmetic_v<InputPixelType> && std::is_arithmetic_v<OutputPixelType>);

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(VolumeDenoisingImageFilter);

  /** The law of the noise; Gaussian by default. */
  itkSetEnumMacro(NoiseModel, NoiseModelEnum);
  itkGetConstMacro(NoiseModel, NoiseModelEnum);

  /** Standard deviation of the noise in pixel values, under Rician of either part of the complex number; 0, the default,
   * stands for the estimate from the whole input. */
  itkSetMacro(NoiseLevel, double);
  itkGetConstMacro(NoiseLevel, double);

protected:
  VolumeDenoisingImageFilter() = default;
  ~VolumeDenoisingImageFilter() override = default;

  /** NoiseLevel, or its estimate from the pixels of the input, on the host, if it is 0. */
  double
  ComputeNoiseLevel() const;

  /** \exception ExceptionObject the noise level is negative or not finite */
  void
  VerifyPreconditions() ITKv5_CONST override;

  void
  GenerateInputRequestedRegion() override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  static std::vector<float>
  ReadVoxels(const TInputImage * image, const RegionType & region);

  NoiseModelEnum m_NoiseModel{ NoiseModelEnum::Gaussian };
  double         m_NoiseLevel{ 0 };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkVolumeDenoisingImageFilter.hxx"
#endif

#endif
