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
 *    (1 - e/8)^8, 0 from e = 8 on, where e = (dg^2 + 2 dm^2) / (4 h^2), and m is the mean of g over 3 x 3 x 3 voxels;
 *    h^2 = sqrt(q) NoiseLevel^2 / 2, and q is the part of the noise's energy that the second step leaves in the voxel: the
 *    inverse mean of 64 / (sum of squared factors) of its cubes.
 *
 * After J. V. Manjon, P. Coupe, A. Buades, D. L. Collins and M. Robles, New methods for MRI denoising based on sparseness
 * and self-similarity, Medical Image Analysis 16, 2012, whose filters ODCT3D and PRI-NLM3D are the first and the third
 * step; the second is between them here, and (1 - e/8)^8 takes the place of the exponential.
 *
 * Rician: steps 1 and 2 choose as if the noise were Gaussian; step 3 averages squares, whose expectation is that of the
 * true value squared plus 2 NoiseLevel^2, takes that off, and takes the root (0 where nothing is left). Where the true
 * value is below some two noise levels the root of what is left raises it.
 *
 * A volume with flat parts, edges, thin lines and texture gains 14.5 dB under Gaussian noise of 9 % of its peak (20.9 to
 * 35.4 dB), which a test repeats.
 *
 * What was tried for the third step: PSNR in dB for Gaussian noise of 3, 9 and 15 % of a peak of 255 on cubes of at most
 * 56 voxels: MakeVesselPhantom() of examples/VolumeDenoising, and of the heads ch2 and inia19-t1-brain of Debian's
 * mricron-data and KmeansTest_T1UCharRaw of insighttoolkit5-examples. Parameters were chosen on the same volumes.
 *
 * | | phantom | ch2 | inia19 | Kmeans |
 * |---|---|---|---|---|
 * | second step alone | 39.02, 31.92, 29.24 | 39.92, 34.36, 31.84 | 40.62, 35.09, 32.72 | 33.31, 27.08, 24.76 |
 * | h = 0.4 NoiseLevel, 3 dm^2 | 39.42, 32.77, 30.10 | 40.05, 34.76, 32.24 | 40.91, 35.34, 33.01 | 33.17, 27.09, 24.67 |
 * | h = 0.3 NoiseLevel, 3 dm^2 | 38.94, 32.62, 30.22 | 39.65, 34.82, 32.43 | 40.83, 35.60, 33.31 | 32.84, 27.06, 24.81 |
 * | h = 0.4 NoiseLevel, mean of steps 2 and 3 | 39.43, 32.62, 29.91 | 40.13, 34.76, 32.28 | 40.94, 35.41, 33.15 | 33.34, 27.17, 24.81 |
 * | h^2 = q NoiseLevel^2, 3 dm^2 | 39.65, 32.49, 29.59 | 39.77, 34.14, 31.51 | 40.70, 34.91, 32.17 | 33.41, 27.22, 24.89 |
 * | h^2 = 0.9 q^0.7 NoiseLevel^2, 2 dm^2 | 39.95, 32.98, 30.22 | 40.21, 34.84, 32.40 | 40.99, 35.49, 33.25 | 33.54, 27.26, 24.87 |
 * | h^2 = 0.5 sqrt(q) NoiseLevel^2, 3 dm^2 | 39.76, 32.95, 30.23 | 40.13, 34.84, 32.43 | 40.99, 35.52, 33.27 | 33.42, 27.24, 24.86 |
 * | the same, 2 dm^2, which was taken | 39.81, 32.96, 30.24 | 40.18, 34.85, 32.41 | 41.01, 35.52, 33.27 | 33.44, 27.25, 24.86 |
 * | h^2 = 0.4 sqrt(q) NoiseLevel^2, 3 dm^2 | 39.60, 32.88, 30.21 | 40.01, 34.79, 32.38 | 40.96, 35.53, 33.23 | 33.31, 27.24, 24.90 |
 * | the same, a window of 11 x 11 x 11 | 39.67, 32.94, 30.24 | 40.09, 34.85, 32.46 | 40.97, 35.55, 33.29 | 33.34, 27.23, 24.89 |
 * | h^2 = 0.4 sqrt(q), Wiener's filter again with its result, mean of both | 39.55, 32.80, 30.13 | 40.07, 34.80, 32.36 | 41.01, 35.54, 33.21 | 33.35, 27.29, 24.96 |
 * | h^2 = 0.4 sqrt(q), Wiener's filter and third step again | 39.49, 32.85, 30.29 | 39.89, 34.87, 32.47 | 40.94, 35.58, 33.31 | 33.17, 27.22, 24.87 |
 *
 * A NoiseLevel of 0 is estimated: under Gaussian noise by NoiseLevelImageCalculator. Under Rician noise its coefficients
 * are taken where the mean over 3 x 3 voxels of the slice is above 3 noise levels and none of them is 0, for there the law
 * is Gaussian to 3 % of the standard deviation; as this needs the noise level, they are chosen again until it changes by no
 * more than 0.1 %. An empty background, whose noise is less, and one set to 0 thus do not count. Where less than 1 % of
 * the voxels are so bright, the level comes from mean and standard deviation of the brightest tenth, by the inversion of
 * Koay and Basser, Journal of Magnetic Resonance 179, 2006; and from Rayleigh's law, as of nothing but background, where
 * that tenth is no brighter than noise: up to some one noise level, where the estimate is up to a fifth too high.
 *
 * Spacing is ignored: a neighbour counts the same along every axis. Beyond its outermost voxels the image is mirrored.
 * Integer results are rounded to the nearest, halves upwards. Constant images are unchanged under Gaussian noise, but for
 * rounding in float. A NaN becomes NaN, and so do voxels up to 7 from it.
 * Where the noise level is below 1e-18, or estimated so, the image is left as it is.
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
