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
#ifndef itkIsolineDenoisingImageFilter_h
#define itkIsolineDenoisingImageFilter_h

#include "itkDefaultConvertPixelTraits.h"
#include "itkDeviceCompatibility.h"
#include "itkDeviceImageView.h"
#include "itkImageToImageFilter.h"
#include "itkIsolineDenoisingSettings.h"
#include <array>
#include <functional>
#include <type_traits>

namespace itk
{
/** \class IsolineDenoisingImageFilter
 * \brief Removes white Gaussian noise by averaging along the isolines of an image.
 *
 * Every pixel becomes the mean of the pixels of broken lines that run through it and along which the image hardly
 * changes. Lines are made of segments of SegmentLength pixels in 32 directions, rasterised as src/IsolineDenoising/IsolineDirections.h
 * lists them. After G. Perrot, S. Domas, R. Couturier and N. Bertaux, Fast GPU-based denoising filter using isoline levels,
 * Journal of Real-Time Image Processing 12, 2016, and chapter 7 of G. Perrot's thesis, Universite de Franche-Comte,
 * 2014, whose symbols are in parentheses below.
 *
 * Models:
 * - LimitedDeviation (PI-LD): 16 lines start as the two segments in opposite directions from the pixel, and are
 *   extended at both ends. Of the segments whose directions differ by at most MaximumDeviation from the end's, that is
 *   taken which makes the likeliest line, if the test accepts any. Some 7000 operations a pixel.
 * - PrecomputedDirections (PI-PD): only the first two segments are judged, in all directions. A line is extended by
 *   what was found for the pixel where it ends, if the test accepts it and the direction of its likeliest line differs
 *   by at most MaximumDeviation. Some 1200 operations a pixel.
 * - Hybrid, the default: the same, but where there is no edge in the window of 2 SegmentLength + 1 pixels a side, its
 *   mean. There is an edge if, of the pixel and the 8 segments in steps of 45 degrees from it, any 5 neighbouring
 *   segments with the pixel and the other 3 have different means (thesis, algorithm 7).
 * - Tubes: not of the thesis, and not a mean along lines alone; see below. Some 3000 operations a pixel.
 * - TubesAndGroups: the same, and a third stage that groups blocks; see below. Some 9000 operations a pixel.
 *
 * The test (thesis 7.8 and 7.20) is the generalised likelihood ratio for two sets of n and p pixels to have different
 * means: n p / (n + p) (difference of means)^2 / NoiseLevel^2, summed over the channels, against ExtensionThreshold, or
 * EdgeThreshold in the detector of edges. If there is no difference it has a chi-squared distribution with one degree
 * of freedom for each channel. It has no unit: thresholds need no change for another noise level.
 *
 * Where the filter departs from the thesis, it is for what was measured: as there described, the models gain 4.2
 * (PI-LD) and 4.7 dB (hybrid) on the image lena with noise of 25 grey levels, where the thesis reports 8.4 and 9.2.
 * - Lines run through their pixel, instead of starting at it: 7.1 dB of a single straight line of 11 pixels.
 * - A line's deviations are means over the 3 x 3 neighbours of each segment's start, which makes the choice of
 *   directions less random.
 * - The result is the mean over all 16 lines, weighted by exp(-deviation / (4 NoiseLevel^2)), instead of the mean of
 *   the likeliest or longest line. With the former: 9.8 dB for LimitedDeviation, 9.4 for PrecomputedDirections. The
 *   quarter instead of the half of the likelihood allows for lines that share pixels.
 * - The noise level is known, and takes the place of the standard deviation of a few pixels in the test.
 * - A window without edges takes its mean over all of its pixels, as the thesis suggests for later, and one edge alone
 *   does not average over one side of it, which cost 0.3 dB.
 *
 * Reduction of staircases, off by default: see src/IsolineDenoising/IsolineStaircaseCore.h. It needs 121 neighbours of a pixel, some 6000
 * operations, and gains about 1 dB more.
 *
 * Tubes finds bundles of isolines and removes the noise from their cosine transform. Each cell of 4 x 4 pixels takes
 * the likeliest of 18 tubes, which are 10 parallel lines of 16 pixels in the 16 orientations of the isolines (those of
 * 45 degrees both across x and across y): the one with the least sum of squared deviations from the means of its lines.
 * - First stage: the cosine transform of 8 lines along and across them, at two positions; coefficients below 2.7
 *   standard deviations of the noise are removed; a pixel's first estimate is the mean over the tubes that hold it,
 *   weighted by the inverse of the number of coefficients left, to which the variance of the noise left is
 *   proportional.
 * - Second stage: the tubes are chosen again on the first estimate, and the noisy image's coefficients shrunk as
 *   Wiener's filter does with the spectrum of the first estimate. Weights are the inverse sums of squared factors.
 *
 * Shrinkage in overlapping transformed windows is L. Yaroslavsky's, Local adaptive image restoration and enhancement
 * with the use of DFT and DCT in a running window, Proceedings of SPIE 2825, 1996; transforms along oriented lines are
 * known from image coding, as in B. Zeng and J. Fu, Directional discrete cosine transforms, IEEE Transactions on
 * Circuits and Systems for Video Technology 18(3), 2008. What brought how much, as the mean peak signal-to-noise ratio
 * in dB over the images lena, barbara, boat, man and couple of 512 x 512 pixels, NoiseLevel 25, noisy 20.2:
 *
 * | estimator | dB |
 * |---|---|
 * | mean of the likeliest line of 7 (11) pixels | 25.4 (25.7) |
 * | mean over all 16 lines, weighted by exp(-deviation / (2 NoiseLevel^2)) | 27.3 (26.9) |
 * | the likeliest line's mean for all pixels on it, weighted by 1 / variance | 26.0 (27.2) |
 * | both | 27.3 (27.6) |
 * | the same on lines chosen on that estimate, over the noisy pixels | 28.1 (27.8) |
 * | Hybrid; with ReduceStaircase | 27.8; 29.0 |
 * | first stage of Tubes with tubes along x alone; the likeliest ones | 28.9; 29.3 |
 * | both stages with tubes along x alone; the likeliest ones: **Tubes** | 29.3; 29.85 |
 * | the second likeliest tubes in the first stage, too (not done) | 29.9 |
 * | Hybrid with ReduceStaircase as the first stage (not done) | 29.6 |
 * | windows of 8 x 8 at all positions instead, either stage (8 times as many) | 29.4, 29.65 |
 * | BM3D, which matches similar windows (published) | 30.4 |
 *
 * So it is the transform that carries Tubes, and the choice of directions is worth 0.6 dB of it. Not worth their cost
 * were tubes whose width adapts (-0.03 dB), weights that fall towards the ends of a tube (+0.01), a third stage
 * (+0.02), a second scale (+0.05).
 *
 * | NoiseLevel 25 | lena | barbara | boat | man | couple |
 * |---|---|---|---|---|---|
 * | Tubes, dB | 31.77 | 29.67 | 29.32 | 29.25 | 29.24 |
 * | mean structural similarity | 0.855 | 0.867 | 0.782 | 0.791 | 0.801 |
 *
 * TubesAndGroups has a third stage, on the result of Tubes, the pilot. A block of 8 x 8 pixels begins at each cell of
 * 4 x 4. Its group has 16 blocks: itself, and in pairs, one to either side of it, those at 8 of 84 fixed displacements
 * of up to 6 pixels along each axis; the last of the pairs lacks its second block. Displacements are taken whose two
 * blocks together have the least sum of squared differences from the block in the pilot. So a group is symmetric about
 * its block, as an isoline is, and near to it. BM3D, in contrast, ranks single blocks in a window around, on the noisy
 * image first, keeps those under a threshold, and has no tubes. The cosine transforms of the noisy blocks, along both
 * axes and through the group, are shrunk as Wiener's filter does with those of the pilot; all blocks of a group then
 * vote for their pixels, weighted by the inverse sum of squared factors. Votes are summed as integers, in 1024ths of
 * the noise level from the pilot, so that their order does not matter. That this is free of others' rights has not
 * been examined.
 *
 * What was predicted before it was measured, and what came out. Mean over the same images with another noise, of which
 * Tubes makes 29.83 dB; operations are those of the stages added, additions and multiplications for each pixel,
 * counted from the loops.
 *
 * | third stage | predicted | lena | barbara | boat | man | couple | mean | operations |
 * |---|---|---|---|---|---|---|---|---|
 * | Tubes, for comparison | | 31.80 | 29.62 | 29.30 | 29.20 | 29.20 | 29.83 | |
 * | no group: windows of 8 x 8 in steps of 2 | 29.95 | 31.63 | 29.37 | 29.38 | 29.22 | 29.25 | 29.77 | 700 |
 * | the same, 0.7 of it with 0.3 of Tubes | 30.05 | 31.78 | 29.56 | 29.43 | 29.29 | 29.30 | 29.87 | 700 |
 * | 8 blocks in a row, the likeliest of 24 displacements | 30.15 | 31.81 | 29.89 | 29.45 | 29.34 | 29.28 | 29.95 | 5000 |
 * | 4 blocks in a row, the likeliest of 84 displacements | | 31.77 | 29.89 | 29.48 | 29.35 | 29.28 | 29.96 | 6200 |
 * | 8 blocks, pairs at 84 displacements | | 31.85 | 30.05 | 29.55 | 29.40 | 29.38 | 30.05 | 3900 |
 * | 16 blocks, pairs at 84 displacements: **TubesAndGroups** | | 31.91 | 30.10 | 29.56 | 29.41 | 29.41 | 30.08 | 6200 |
 * | 16 single blocks of 441 around (not done) | 30.45 | 31.95 | 30.23 | 29.58 | 29.41 | 29.47 | 30.13 | 9500 |
 * | the same, 8 blocks | 30.35 | 31.88 | 30.14 | 29.57 | 29.41 | 29.42 | 30.08 | 7200 |
 * | the same, 16 blocks, a group every 3 pixels | | 31.95 | 30.23 | 29.59 | 29.41 | 29.48 | 30.13 | 16800 |
 * | the same, 16 of 1089 blocks | | 31.95 | 30.27 | 29.60 | 29.42 | 29.48 | 30.14 | 17200 |
 * | the same, 16 of 121 in steps of 2 | | 31.85 | 29.92 | 29.38 | 29.23 | 29.32 | 29.94 | 5600 |
 * | the same, a block's vote for itself alone | | 31.70 | 29.96 | 29.40 | 29.28 | 29.26 | 29.92 | 8000 |
 * | the same, noise taken for 0.75 of its variance | | 31.91 | 30.13 | 29.58 | 29.43 | 29.46 | 30.10 | 9500 |
 * | the same twice, 0.7 of it with 0.3 of Tubes | | 31.94 | 30.24 | 29.61 | 29.42 | 29.49 | 30.14 | 18900 |
 * | 32 blocks twice: threshold, half with Tubes; then Wiener | 30.35 | 31.90 | 30.37 | 29.62 | 29.42 | 29.50 | 30.16 | 21500 |
 *
 * So all predictions were too high (none was made where none stands), and no third stage tried passed 30.16 dB: BM3D's
 * 30.4 was not reached. Groups gain where texture repeats. What is missing is on lena, 0.2 dB, and barbara, where what
 * Tubes removed from the pilot does not come back. examples/IsolineQuality has other pictures and noise levels: at
 * NoiseLevel 50 groups lose 0.12 dB on two of twelve pictures.
 *
 * Tubes and TubesAndGroups split colour into brightness, by which they choose, and two differences. Of the parameters
 * below they take NoiseModel, NoiseLevel and SliceAxis; ReduceStaircase after Tubes costs 0.2 dB and more. Images of
 * less than 16 pixels across lose less noise, as what the mirror shows of it is not independent. A line of one pixel 4
 * standard deviations of the noise above its surroundings keeps at least 55 % of its height.
 *
 * What becomes of simple images, TubesAndGroups as Tubes, by lines of one pixel's thickness and without reduction of
 * staircases:
 *
 * | image | result |
 * |---|---|
 * | constant | unchanged; by Tubes but for rounding |
 * | edge of 4 standard deviations, in any direction | noise falls by 10 dB and more, by Tubes by 15; one along the axes without noise is unchanged |
 * | line of one pixel, of 4 standard deviations | LimitedDeviation keeps a fifth of its height and more, the other models of lines a third |
 * | checkerboard far above the noise | unchanged, as its diagonals are isolines; grey by lines of two pixels' thickness |
 * | impulse far above the noise | divided by the 2 SegmentLength + 1 pixels of a line; unchanged by Tubes and where staircases are reduced |
 * | one pixel | unchanged |
 * | one row or column | noise falls by some 5 dB, by Tubes by 0.4: mirrored, it looks like isolines itself |
 *
 * The image is mirrored at its outermost pixels; lines end at its border. A 3D image is filtered slice by slice. Every
 * channel counts the same; a colour image has one set of lines, and thresholds for the sum over its channels (thesis,
 * section 7.5). Integer results are rounded to the nearest, halves upwards. Where the noise level is 0, or estimated as
 * 0, the image is left as it is. A NaN spreads as far as lines may reach.
 *
 * | pixel type | any scalar, or RGBPixel of it; the output of as many channels |
 * | dimension | 2, 3 |
 *
 * \sa NoiseLevelImageCalculator CudaIsolineDenoisingImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT IsolineDenoisingImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(IsolineDenoisingImageFilter);

  using Self = IsolineDenoisingImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  static constexpr unsigned int InputImageDimension = TInputImage::ImageDimension;
  static constexpr unsigned int ImageDimension = TOutputImage::ImageDimension;
  static_assert(InputImageDimension == ImageDimension, "Input and output must have the same dimension.");
  static_assert(ImageDimension == 2 || ImageDimension == 3, "The image must have 2 or 3 dimensions.");

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;
  using OutputComponentType = typename DefaultConvertPixelTraits<OutputPixelType>::ComponentType;
  using RegionType = typename TOutputImage::RegionType;
  using ModelEnum = IsolineDenoisingImageFilterEnums::Model;
  using NoiseModelEnum = IsolineDenoisingImageFilterEnums::NoiseModel;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(IsolineDenoisingImageFilter);

  /** How lines are found; Hybrid by default. */
  itkSetEnumMacro(Model, ModelEnum);
  itkGetConstMacro(Model, ModelEnum);

  /** The law of the noise; Gaussian by default. Under the others every model works on values transformed so that the
   * noise has a known variance, the same everywhere: by Anscombe's transform for Poisson, by the logarithm for Speckle.
   * The results go back by the unbiased inverses of src/IsolineDenoising/IsolineNoise.h, so an image without noise does not stay as it
   * is: counts gain 1/4, and speckle is multiplied by Looks exp(-digamma(Looks)). */
  itkSetEnumMacro(NoiseModel, NoiseModelEnum);
  itkGetConstMacro(NoiseModel, NoiseModelEnum);

  /** Value of one count, for Poisson; above 0, 1 by default. */
  itkSetMacro(NoiseGain, double);
  itkGetConstMacro(NoiseGain, double);

  /** Order of the Gamma law, for Speckle; above 0, 1 by default. */
  itkSetMacro(Looks, double);
  itkGetConstMacro(Looks, double);

  /** For Gaussian: standard deviation of the noise in pixel values; 0, the default, stands for the estimate of
   * NoiseLevelImageCalculator from the whole input, which a streamed pipeline then needs at once. */
  itkSetMacro(NoiseLevel, double);
  itkGetConstMacro(NoiseLevel, double);

  /** Pixels of a segment (a in the thesis), 3 to 9; 3 by default. */
  itkSetMacro(SegmentLength, unsigned int);
  itkGetConstMacro(SegmentLength, unsigned int);

  /** Most segments of a line (q), half of them on either side of the pixel, 2 to 16; 6 by default. */
  itkSetMacro(MaximumNumberOfSegments, unsigned int);
  itkGetConstMacro(MaximumNumberOfSegments, unsigned int);

  /** Threshold of the test that extends a line (T_max), at least 0; by default 1, and 5 for colour images. */
  itkSetMacro(ExtensionThreshold, double);
  itkGetConstMacro(ExtensionThreshold, double);

  /** Threshold of the test that detects an edge (T2_max), at least 0; by default 2, and 5 for colour images. */
  itkSetMacro(EdgeThreshold, double);
  itkGetConstMacro(EdgeThreshold, double);

  /** Largest difference between the directions of a segment and the next, in steps of 11.25 degrees (Delta d_max), 0 to
   * 8; 2 by default. */
  itkSetMacro(MaximumDeviation, unsigned int);
  itkGetConstMacro(MaximumDeviation, unsigned int);

  /** How many pixels thick lines are, 1 to 3: copies of a line beside it are part of it. 1 by default; more suits large
   * images without fine details. */
  itkSetMacro(Thickness, unsigned int);
  itkGetConstMacro(Thickness, unsigned int);

  /** Whether staircases are reduced; off by default. */
  itkSetMacro(ReduceStaircase, bool);
  itkGetConstMacro(ReduceStaircase, bool);
  itkBooleanMacro(ReduceStaircase);

  /** Axis across the slices of a 3D image; the last by default. */
  itkSetMacro(SliceAxis, unsigned int);
  itkGetConstMacro(SliceAxis, unsigned int);

protected:
  IsolineDenoisingImageFilter() = default;
  ~IsolineDenoisingImageFilter() override = default;

  /** The parameters in the form that the library takes. */
  device::IsolineDenoisingSettings
  GetSettings() const;

  /** `region` grown by `margin` along the axes of its slices, and cropped to the image. */
  RegionType
  GrowInSlices(const RegionType & region, SizeValueType margin) const;

  /** Where the first pixel of a region is in the slices of the image, from their first pixel. */
  std::array<std::size_t, 2>
  GetPosition(const RegionType & region) const;

  void
  VerifyPreconditions() ITKv5_CONST override;

  /** Asks for the requested region grown by the reach within slices, or for the whole image if the noise level is to be
   * estimated. */
  void
  GenerateInputRequestedRegion() override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  static constexpr unsigned int Channels =
    sizeof(InputPixelType) / sizeof(typename DefaultConvertPixelTraits<InputPixelType>::ComponentType);
  static_assert(Channels == 1 || Channels == 3, "Pixels must have one channel or three.");
  static_assert(sizeof(OutputPixelType) == Channels * sizeof(OutputComponentType),
                "Input and output must have the same number of channels.");

  double
  EstimateNoiseLevel() const;

  /** Copies a slice of a region of the input, of the size of view, to floats. */
  void
  ReadSlice(const RegionType & region, SizeValueType slice, const device::ImageView<float, 3> & view) const;

  /** Copies floats to a slice of the output. */
  void
  WriteSlice(const device::ImageView<const float, 3> & view, SizeValueType slice) const;

  /** Runs a function on parts of the rows, by the filter's threads. */
  void
  RunRows(std::size_t rows, const std::function<void(std::size_t begin, std::size_t end)> & function) const;

  ModelEnum      m_Model{ ModelEnum::Hybrid };
  NoiseModelEnum m_NoiseModel{ NoiseModelEnum::Gaussian };
  double         m_NoiseGain{ 1 };
  double         m_Looks{ 1 };
  double         m_NoiseLevel{ 0 };
  unsigned int   m_SegmentLength{ 3 };
  unsigned int   m_MaximumNumberOfSegments{ 6 };
  double         m_ExtensionThreshold{ Channels == 1 ? 1.0 : 5.0 };
  double         m_EdgeThreshold{ Channels == 1 ? 2.0 : 5.0 };
  unsigned int   m_MaximumDeviation{ 2 };
  unsigned int   m_Thickness{ 1 };
  bool           m_ReduceStaircase{ false };
  unsigned int   m_SliceAxis{ ImageDimension - 1 };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkIsolineDenoisingImageFilter.hxx"
#endif

#endif
