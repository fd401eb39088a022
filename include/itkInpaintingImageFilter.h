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
#ifndef itkInpaintingImageFilter_h
#define itkInpaintingImageFilter_h

#include "itkDefaultConvertPixelTraits.h"
#include "itkCDFWaveletTransform.h"
#include "itkInpainter.h"
#include "itkWholeImageFilter.h"

namespace itk
{
/** \class InpaintingImageFilter
 * \brief Fills missing pixels, so that few coefficients of a transform describe the image.
 *
 * After P. Kestener, Y. Moudden and A. Pedron's slides on inpainting by cosine transform and wavelets on GPUs, and M. Elad,
 * J.-L. Starck, P. Querre and D. L. Donoho, Simultaneous cartoon and texture image inpainting using morphological
 * component analysis, Applied and Computational Harmonic Analysis 19(3), 2005. The estimate x begins with 0, but
 * see Windows. Each iteration
 * 1. puts the known pixels y in their places: x + M (y - x), with M = 1 where a pixel is known and else 0;
 * 2. transforms this, sets coefficients whose magnitude is below a threshold to 0, and transforms back, which is the new x.
 *
 * The threshold falls from the largest coefficient of M y to MinimumThreshold. The result is y where it is known and
 * elsewhere x, or x everywhere if NoiseLevel is not 0.
 *
 * Transforms:
 * - Windows, the default: orthonormal cosine transforms of windows of 16 x 16 pixels, in volumes of 8 x 8 x 8, that begin
 *   at all multiples of 4 along each axis, of the image mirrored between its outermost pixels and the border. x is the mean
 *   over all windows that hold a pixel. The means of windows are kept, whatever the threshold, and x begins with the mean
 *   of the known pixels near by: of images of half the size, a quarter and so on, the first where there is a known one
 *   among those that a pixel stands for, interpolated linearly.
 * - Cosine: one orthonormal cosine transform of the whole image, that of DiscreteCosineTransformImageFilter.
 * - Wavelet: that of CDFWaveletTransformImageFilter. With CycleSpinning the image is shifted circularly by 0 to 31 pixels
 *   along each axis, at random in each iteration, which takes from the result the blocks of the wavelets' grid.
 * - Morphological: the image is the sum of a part for the wavelets, the cartoon, and one for the windows, the texture.
 *   Each iteration does the above for the cartoon and then for the texture, with y less the other part in the place of y.
 *   The texture's windows have no means.
 *
 * Schedules: Exponential multiplies the threshold by the same factor after each iteration, and the last one has
 * MinimumThreshold. Linear, as published, subtracts 1 / NumberOfIterations of the difference.
 *
 * Peak signal-to-noise ratio in dB after 50 iterations, of one random mask each, and of one with 12 % of text; the filter's
 * defaults but for what the row says:
 *
 * | | lena, 40 % missing | lena, 80 % | barbara, 40 % | barbara, 80 % | lena, text |
 * |---|---|---|---|---|---|
 * | Cosine, Linear to 0, as published | 22.2 | 17.4 | 21.1 | 16.5 | |
 * | Cosine | 34.9 | 26.7 | 28.8 | 22.1 | 36.6 |
 * | Wavelet, CDF97, no CycleSpinning | 32.8 | 23.6 | 27.1 | 21.2 | 36.2 |
 * | Wavelet, CDF53, no CycleSpinning | 33.7 | 25.4 | 26.9 | 21.9 | 36.7 |
 * | Wavelet, CDF97 | 36.5 | 27.7 | 30.5 | 23.6 | 39.6 |
 * | Windows | 38.9 | 31.5 | 37.2 | 28.1 | 41.2 |
 * | interpolation, for comparison: linear (lena), else harmonic | 36.1 | 29.8 | 28.3 | 23.9 | 38.8 |
 *
 * What of this Windows owes to what, with other masks:
 *
 * | | lena, 40 % missing | lena, 80 % | barbara, 40 % | barbara, 80 % |
 * |---|---|---|---|---|
 * | means below the threshold removed, first threshold the largest coefficient | 38.8 | 30.9 | 37.0 | 27.6 |
 * | means kept, and not counted for the first threshold | 38.8 | 31.0 | 37.1 | 27.8 |
 * | besides, first threshold half of it | 38.8 | 31.1 | 37.2 | 28.0 |
 * | a quarter: **Windows** | 38.9 | 31.2 | 37.2 | 28.1 |
 * | a tenth (not done) | 38.9 | 31.3 | 37.2 | 28.0 |
 * | a twentieth (not done) | 38.9 | 31.3 | 37.3 | 26.5 |
 *
 * The start from coarser images changes none of these, but is what fills holes much wider than windows: in the middle of one
 * of 96 x 96 pixels in a smooth image with values of 60 to 220, the root mean square error is 9, and without the start 60.
 * Cosine leaves 8 there, Wavelet, which does not reach the middle, 70.
 *
 * Of a volume of 48 x 48 x 48 pixels, spheres on waves, with 80 % missing, windows of the volume give 41.3 dB, and those of
 * its slices 37.1. Of a head in MR whose slices are 3 mm apart, with what metal would hide, they give 28.0 dB there, those of
 * slices 27.2, and linear interpolation 23.7. But whole slices that are missing are filled as well, and two beside each other
 * better, by linear interpolation: examples/VolumeInpainting. Larger windows would change that, for 16 times the work (not
 * done). Of 48 x 48 x 48 voxels of 1 mm of another head, PSNR of what is missing:
 *
 * | | each third slice | two slices of four | behind metal |
 * |---|---|---|---|
 * | linear interpolation across slices | 35.9 | 32.2 | 26.3 |
 * | windows of 16 x 16 of slices across the missing ones | 37.7 | 32.1 | 31.6 |
 * | 8 x 8 x 8: **Windows** | 35.6 | 30.6 | 37.8 |
 * | 16 x 16 x 16 (not done) | 38.6 | 32.7 | 38.2 |
 * | 16 x 16 x 16 at multiples of 8 (not done) | 36.1 | 31.5 | 37.0 |
 *
 * So Windows is for images; the others are the published methods, and take a third of its time and less. Morphological
 * gains nothing where pixels are missing, and is for its parts.
 *
 * Calculation is in single precision. Channels of a pixel share thresholds and shifts, and are filled one by one. Integer
 * results are rounded to the nearest, halves upwards. Where nothing is missing the image stays as it is, whatever
 * NoiseLevel; that all is missing, or a known pixel is not finite, is an error. What missing pixels hold does not matter.
 * Any number of threads gives the same bits. The filter needs the whole image: it is not streamed.
 *
 * | pixel type | any scalar, or pixel of a fixed number of them; the output of as many |
 * | dimension | 1, 2, 3 |
 *
 * \sa DiscreteCosineTransformImageFilter CDFWaveletTransformImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage,
          typename TOutputImage = TInputImage,
          typename TMaskImage = Image<unsigned char, TInputImage::ImageDimension>>
class ITK_TEMPLATE_EXPORT InpaintingImageFilter : public WholeImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(InpaintingImageFilter);

  using Self = InpaintingImageFilter;
  using Superclass = WholeImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using Superclass::ImageDimension;
  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;
  using InputComponentType = typename DefaultConvertPixelTraits<InputPixelType>::ComponentType;
  using OutputComponentType = typename DefaultConvertPixelTraits<OutputPixelType>::ComponentType;
  using MaskImageType = TMaskImage;
  using PartPixelType = typename NumericTraits<OutputPixelType>::FloatType;
  using PartImageType = typename TOutputImage::template RebindImageType<PartPixelType, ImageDimension>;
  using TransformEnum = InpaintingImageFilterEnums::Transform;
  using ScheduleEnum = InpaintingImageFilterEnums::Schedule;
  using WaveletEnum = CDFWaveletTransformImageFilterEnums::Wavelet;
  using DataObjectIdentifierType = typename Superclass::DataObjectIdentifierType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(InpaintingImageFilter);

  /** Image of the input's size whose pixels other than zero say what is missing. */
  itkSetInputMacro(MaskImage, MaskImageType);
  itkGetInputMacro(MaskImage, MaskImageType);

  /** Whether pixels of MissingValue are missing, besides what a mask says; off by default. */
  itkSetMacro(UseMissingValue, bool);
  itkGetConstMacro(UseMissingValue, bool);
  itkBooleanMacro(UseMissingValue);

  /** The value of all components of a missing pixel, which may be NaN; 0 by default. */
  itkSetMacro(MissingValue, double);
  itkGetConstMacro(MissingValue, double);

  /** Windows by default. */
  itkSetEnumMacro(Transform, TransformEnum);
  itkGetConstMacro(Transform, TransformEnum);

  /** Exponential by default. */
  itkSetEnumMacro(Schedule, ScheduleEnum);
  itkGetConstMacro(Schedule, ScheduleEnum);

  /** For Wavelet and Morphological; CDF97 by default. */
  itkSetEnumMacro(Wavelet, WaveletEnum);
  itkGetConstMacro(Wavelet, WaveletEnum);

  /** Levels of the wavelet transform, at most as many as make every side of the lowest block 1; 0, the default, stands for 5 with cycle spinning, and else for all. */
  itkSetMacro(NumberOfLevels, unsigned int);
  itkGetConstMacro(NumberOfLevels, unsigned int);

  /** Whether the wavelet transform is of the image shifted circularly by random distances, anew in each iteration; on by
   * default. */
  itkSetMacro(CycleSpinning, bool);
  itkGetConstMacro(CycleSpinning, bool);
  itkBooleanMacro(CycleSpinning);

  /** What the random distances depend on, the same on all machines; 1 by default. */
  itkSetMacro(Seed, unsigned int);
  itkGetConstMacro(Seed, unsigned int);

  /** Iterations, at least 1; 50 by default. */
  itkSetMacro(NumberOfIterations, unsigned int);
  itkGetConstMacro(NumberOfIterations, unsigned int);

  /** The first threshold; negative, the default, stands for the largest coefficient of the image whose missing pixels
   * are 0, and for Windows for a quarter of the largest but the means. */
  itkSetMacro(MaximumThreshold, double);
  itkGetConstMacro(MaximumThreshold, double);

  /** The last threshold, above 0 if it falls exponentially. Negative, the default, stands for 3 NoiseLevel or, if that is
   * 0, for a part of the range of the known pixels: 10 / 255 for Windows and Morphological, 5 / 255 for the others. */
  itkSetMacro(MinimumThreshold, double);
  itkGetConstMacro(MinimumThreshold, double);

  /** Standard deviation of the noise in pixel values; 0 by default: known pixels are right, and stay as they are. If it
   * is not 0, they become what the transform makes of them, too. */
  itkSetMacro(NoiseLevel, double);
  itkGetConstMacro(NoiseLevel, double);

  /** Iterations end when the root mean square by which one changed the missing pixels is not above this, once the
   * threshold is below the range of the known pixels; 0, the default, for never. */
  itkSetMacro(MaximumRMSChange, double);
  itkGetConstMacro(MaximumRMSChange, double);

  /** How many iterations were made. */
  itkGetConstMacro(ElapsedIterations, unsigned int);

  /** The threshold of the last iteration. */
  itkGetConstMacro(Threshold, double);

  /** Root mean square of the known pixels less what the last iteration made of them. */
  itkGetConstMacro(Residual, double);

  /** Root mean square by which the last iteration changed the missing pixels. */
  itkGetConstMacro(RMSChange, double);

  /** The part of the result that the wavelets hold, a DeviceImage if the output is one; empty but for Morphological. */
  PartImageType *
  GetCartoonOutput();

  /** The part that the windows hold. */
  PartImageType *
  GetTextureOutput();

protected:
  InpaintingImageFilter();
  ~InpaintingImageFilter() override = default;

  using Superclass::MakeOutput;
  DataObject::Pointer
  MakeOutput(const DataObjectIdentifierType & name) override;

  static constexpr unsigned int Channels = sizeof(InputPixelType) / sizeof(InputComponentType);

  /** Iterates, unless nothing is missing, which it returns; `known` is the number of known pixels. */
  template <typename TInpainter>
  bool
  IterateIfNeeded(TInpainter & inpainter, SizeValueType known);

  /** Throws, as a known pixel has no finite value. */
  void
  RefusePixel(const typename TInputImage::IndexType & index, float component) const;

  /** The size of the input, without pixels. */
  device::ImageView<const char, 3>
  GetShape() const;

  /** The parameters in the form that the library takes. */
  device::InpaintingSettings
  GetSettings() const;

  void
  VerifyPreconditions() ITKv5_CONST override;

  void
  VerifyInputInformation() ITKv5_CONST override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  using InputTraits = DefaultConvertPixelTraits<InputPixelType>;
  using OutputTraits = DefaultConvertPixelTraits<OutputPixelType>;
  static_assert(sizeof(OutputPixelType) == Channels * sizeof(OutputComponentType),
                "Input and output must have the same number of channels.");

  bool
  IsMissingValue(const InputPixelType & pixel) const;

  /** Copies the input and what is known of it; returns how many pixels are known. */
  SizeValueType
  Read(device::Inpainter & inpainter) const;

  template <typename TInpainter>
  void
  Iterate(TInpainter & inpainter);

  /** Writes the estimate, but the input to where it is to stay. */
  void
  Write(device::Inpainter & inpainter, bool keepsAll);

  void
  WriteParts(const device::Inpainter & inpainter);

  static OutputComponentType
  CastKnown(InputComponentType component);

  bool          m_UseMissingValue{ false };
  double        m_MissingValue{ 0 };
  TransformEnum m_Transform{ TransformEnum::Windows };
  ScheduleEnum  m_Schedule{ ScheduleEnum::Exponential };
  WaveletEnum   m_Wavelet{ WaveletEnum::CDF97 };
  unsigned int  m_NumberOfLevels{ 0 };
  bool          m_CycleSpinning{ true };
  unsigned int  m_Seed{ 1 };
  unsigned int  m_NumberOfIterations{ 50 };
  double        m_MaximumThreshold{ -1 };
  double        m_MinimumThreshold{ -1 };
  double        m_NoiseLevel{ 0 };
  double        m_MaximumRMSChange{ 0 };
  unsigned int  m_ElapsedIterations{ 0 };
  double        m_Threshold{ 0 };
  double        m_Residual{ 0 };
  double        m_RMSChange{ 0 };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkInpaintingImageFilter.hxx"
#endif

#endif
