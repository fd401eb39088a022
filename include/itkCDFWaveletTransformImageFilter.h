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
#ifndef itkCDFWaveletTransformImageFilter_h
#define itkCDFWaveletTransformImageFilter_h

#include "itkCDFWaveletTransform.h"
#include "itkImageTransformFilter.h"
#include <cstdint>
#include <type_traits>

namespace itk
{
/** \class CDFWaveletTransformImageFilter
 * \brief Wavelet transform of an image by the biorthogonal wavelets 5/3 and 9/7, forward or inverse.
 *
 * The wavelets of A. Cohen, I. Daubechies and J.-C. Feauveau, Biorthogonal bases of compactly supported wavelets,
 * Communications on Pure and Applied Mathematics 45(5), 1992, by the lifting steps of I. Daubechies and W. Sweldens,
 * Factoring wavelet transforms into lifting steps, Journal of Fourier Analysis and Applications 4(3), 1998. A line x of
 * N pixels becomes s[i] = x[2i] and d[i] = x[2i + 1], and then
 * - predicted: d[i] += a (s[i] + s[i + 1]),
 * - updated: s[i] += b (d[i - 1] + d[i]),
 *
 * once with a = -1/2, b = 1/4 for 5/3, and twice for 9/7, with a = -1.586134342059924, b = -0.052980118572961 and
 * a = 0.882911075530934, b = 0.443506852043971. Last, s is multiplied and d divided by the square root of 2 for 5/3, by
 * 1.149604398860241 for 9/7, which makes both nearly orthonormal: a threshold means the same on all levels.
 *
 * A line is mirrored at its outermost pixels, and one of a single pixel stays as it is. Each level replaces every line
 * of a block by its (N + 1) / 2 low coefficients s, then its N / 2 high ones d, along all axes, the last one first; the
 * next level does so with the block of what is low along all axes. So any size has as many coefficients as pixels, in an
 * image of the same region, spacing, origin and direction.
 *
 * Integers: the output of std::int32_t has the reversible 5/3 of ISO/IEC 15444-1 (JPEG 2000), annex F, where
 * d[i] -= floor((s[i] + s[i + 1]) / 2) and s[i] += floor((d[i - 1] + d[i] + 2) / 4), without scales. The inverse gives
 * the pixels back, bit for bit: whatever they are, as sums are taken modulo 2^32.
 *
 * | pixel type | any scalar; float, double or std::int32_t out, where the last has 5/3 alone |
 * | dimension | 1, 2, 3 |
 *
 * The transform needs the whole image: it is not streamed.
 *
 * \sa InpaintingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CDFWaveletTransformImageFilter : public ImageTransformFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CDFWaveletTransformImageFilter);

  using Self = CDFWaveletTransformImageFilter;
  using Superclass = ImageTransformFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using Superclass::ImageDimension;
  using OutputPixelType = typename TOutputImage::PixelType;
  using ViewType = typename Superclass::ViewType;
  using WaveletEnum = CDFWaveletTransformImageFilterEnums::Wavelet;
  using DirectionEnum = CDFWaveletTransformImageFilterEnums::Direction;

  static_assert(std::is_floating_point_v<OutputPixelType> || std::is_same_v<OutputPixelType, std::int32_t>,
                "The output must be of float, double or std::int32_t.");

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CDFWaveletTransformImageFilter);

  /** By default CDF97, and for integers CDF53, which is all that they have. */
  itkSetEnumMacro(Wavelet, WaveletEnum);
  itkGetConstMacro(Wavelet, WaveletEnum);

  /** Forward by default. */
  itkSetEnumMacro(Direction, DirectionEnum);
  itkGetConstMacro(Direction, DirectionEnum);

  /** How many levels there are, at most as many as make every side of the lowest block 1, which is what 0, the default,
   * stands for. */
  itkSetMacro(NumberOfLevels, unsigned int);
  itkGetConstMacro(NumberOfLevels, unsigned int);

protected:
  CDFWaveletTransformImageFilter() = default;
  ~CDFWaveletTransformImageFilter() override = default;

  void
  VerifyPreconditions() ITKv5_CONST override;

  void
  VerifyInputInformation() ITKv5_CONST override;

  void
  TransformPixels(const ViewType & pixels, const device::ParallelRunner & run) override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  static constexpr bool IsReversible = std::is_integral_v<OutputPixelType>;

  /** Levels of the input until every side of the lowest block is 1. */
  unsigned int
  GetMaximumNumberOfLevels() const;

  WaveletEnum   m_Wavelet{ IsReversible ? WaveletEnum::CDF53 : WaveletEnum::CDF97 };
  DirectionEnum m_Direction{ DirectionEnum::Forward };
  unsigned int  m_NumberOfLevels{ 0 };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCDFWaveletTransformImageFilter.hxx"
#endif

#endif
