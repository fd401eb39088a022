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
#ifndef itkPolygonalRegionSnakeImageFilter_h
#define itkPolygonalRegionSnakeImageFilter_h

#include "itkDeviceCompatibility.h"
#include "itkImage.h"
#include "itkImageToImageFilter.h"
#include "itkRegionSnakeSegmentation.h"

namespace itk
{
/** \class PolygonalRegionSnakeImageFilter
 * \brief Segments an image into targets and background by polygons that make its pixels most likely.
 *
 * The grey levels of each target and of the background are taken for independent samples of one law of noise, whose
 * parameters are estimated from the region. What is minimised is the sum over the regions of the negative logarithm of
 * their likelihood; N pixels, S1 their sum, S2 the sum of their squares, m = S1 / N:
 *
 * | SetNoiseLaw | term of a region | pixels |
 * | --- | --- | --- |
 * | Gaussian (default) | 1/2 N log(S2 / N - m^2) | any |
 * | GaussianOfKnownSigma | (S2 - N m^2) / (2 Sigma^2) | any |
 * | Gamma | Order N log m | positive: speckle; Order 1 is the exponential law |
 * | Poisson | -S1 log m | counts |
 * | Bernoulli | -N [m log m + (1 - m) log(1 - m)] | 0 and 1 |
 * | Rayleigh | N log(S2 / N) | positive |
 *
 * What happens where m, a variance or N comes to 0 is said at device::RegionCriterion, in src/RegionSnake like what else
 * is named below of the namespace device. Pixels of another type than uint8,
 * int16, uint16 or float are cast to float; NaN and infinite ones count as about the mean of the image.
 *
 * **Models.** MinimumDescriptionLength, the default, adds log(pixels of the image) for every node, but for four around
 * an image without background, so that the number of nodes needs no parameter: the description length of the image. All
 * displacements, removals and insertions of nodes are tried at once, the real criterion counts for each, and those are
 * made together that exclude no better one. Published is the algorithm of the paper below: nodes of even and odd number
 * in turn, distances from MaximumDistance halved to 1, edges split that are longer than MinimumLength. Both refuse
 * whatever makes contours cross or touch themselves or one another. The steps of both are at
 * device::RegionSnakeSchedule.
 *
 * **Inside** a polygon is a pixel whose centre is inside; a centre on an edge belongs to the side of larger index along
 * axis 0. Nodes are corners of pixels, so no case is open. Sums over regions are exact, and host and device come to the
 * same polygons: see src/RegionSnake/PolygonRegionCore.h. Nodes do not leave the image.
 *
 * **Initial contours.** Without any, the contour begins as the best rectangle by likelihood, as the thesis below finds it
 * (Published), or as the outline of cells of a 32 x 32 grid that begin as the best rectangle of cells
 * (MinimumDescriptionLength: src/RegionSnake/RegionSnakeCells.h). Else with AddInitialContour, one polygon a target, or with the
 * labels of an image of labels, each of which gives its largest piece's outline without holes. Several contours share one
 * background and never overlap. Initial polygons are fitted to corners of pixels in the image; it is an error if a polygon
 * then has fewer than 3 nodes that are not on one line, crosses or touches itself or another one, or surrounds another.
 *
 * A single initial contour that lies in the background grows into all of the background, with the target outside. With
 * RestartOn, the default, MinimumDescriptionLength also lets a contour converge that begins as if none had been given; it
 * is the result if its criterion is smaller, or if the other one's target is more like its background than like its target.
 * RestartOff keeps to the minimum near the initial contour, for example where larger targets than the one meant are in the
 * image.
 *
 * **Results.** The first output is an image of labels: 1, 2, ... in the order of the contours, or the labels of the label
 * image; 0 outside. Output 1 + k is polygon k, closed: its last vertex is its first one. The polygon's pixels are exactly
 * those of the label. Where no contour pays for its nodes, as in a constant image, MinimumDescriptionLength makes
 * all of the image the target; Published keeps the initial contour, which without a given one is all of the image, too.
 *
 * An IterationEvent is sent after each round, when GetCriterion(), GetElapsedRounds(), GetNumberOfNodes() and GetPolygon()
 * give the state of that round. Rounds are bounded by MaximumNumberOfRounds; HasConverged() tells whether it was reached.
 *
 * Memory: 12 to 16 bytes a pixel for the cumulated images of device::CumulatedImagesLayout. The whole image is needed and
 * produced, whatever region is asked for.
 *
 * C. Chesnaud, P. Refregier, V. Boulet, "Statistical region snake-based segmentation adapted to different physical noise
 * models", IEEE PAMI 21 (1999). G. Perrot, S. Domas, R. Couturier, "GPU implementation of a region based algorithm for
 * large images segmentation", IEEE CIT (2011). G. Perrot, "Parallelisation d'algorithmes de debruitage et de segmentation
 * d'images sur GPU", thesis, Universite de Franche-Comte (2013), chapter 6. The description length is that of O. Ruch,
 * P. Refregier, "Minimal-complexity segmentation with a polygonal snake adapted to different optical noise models", Optics
 * Letters 26 (2001).
 *
 * \exception ExceptionObject an initial contour or a parameter is not as said here; or Sigma or Order is not positive
 *
 * \sa CudaPolygonalRegionSnakeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = Image<unsigned char, 2>>
class ITK_TEMPLATE_EXPORT PolygonalRegionSnakeImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PolygonalRegionSnakeImageFilter);

  using Self = PolygonalRegionSnakeImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  static constexpr unsigned int InputImageDimension = TInputImage::ImageDimension;
  static constexpr unsigned int ImageDimension = TOutputImage::ImageDimension;
  static_assert(InputImageDimension == 2 && ImageDimension == 2, "Contours are drawn in two dimensions.");
  static_assert(std::is_same_v<typename TOutputImage::PixelType, unsigned char>, "Labels are of unsigned char.");

  using InputPixelType = typename TInputImage::PixelType;
  using RegionType = typename TInputImage::RegionType;
  using PathType = PolyLineParametricPath<2>;
  using NoiseLawEnum = PolygonalRegionSnakeImageFilterEnums::NoiseLaw;
  using ModelEnum = PolygonalRegionSnakeImageFilterEnums::Model;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(PolygonalRegionSnakeImageFilter);

  /** The law of the pixels of a region; Gaussian by default. */
  itkSetEnumMacro(NoiseLaw, NoiseLawEnum);
  itkGetConstMacro(NoiseLaw, NoiseLawEnum);

  /** The standard deviation of GaussianOfKnownSigma; 1 by default. */
  itkSetMacro(Sigma, double);
  itkGetConstMacro(Sigma, double);

  /** The order of Gamma, such as the number of looks of a radar image; 1 by default. */
  itkSetMacro(Order, double);
  itkGetConstMacro(Order, double);

  /** How contours converge; MinimumDescriptionLength by default. */
  itkSetEnumMacro(Model, ModelEnum);
  itkGetConstMacro(Model, ModelEnum);

  /** Of Published: the distance in pixels by which nodes move at first; 32 by default, at least 1. */
  itkSetClampMacro(MaximumDistance, int, 1, 1 << 20);
  itkGetConstMacro(MaximumDistance, int);

  /** Of Published: the length in pixels above which edges are split; 8 by default, at least 1. */
  itkSetClampMacro(MinimumLength, int, 1, 1 << 20);
  itkGetConstMacro(MinimumLength, int);

  /** After so many rounds a contour stays as it is; 10000 by default, at least 1. */
  itkSetClampMacro(MaximumNumberOfRounds, int, 1, 1 << 20);
  itkGetConstMacro(MaximumNumberOfRounds, int);

  /** Whether a single initial contour of MinimumDescriptionLength is given up for the one that would be found without it,
   * where that is better; on by default. */
  itkSetMacro(Restart, bool);
  itkGetConstMacro(Restart, bool);
  itkBooleanMacro(Restart);

  /** Begins another contour at a polygon, whose vertices are continuous indices of the input; it is an input of the
   * pipeline. A last vertex that is the first one counts once. */
  void
  AddInitialContour(const PathType * contour);

  /** Begins another contour around the pixels of a region. */
  void
  AddInitialContour(const RegionType & region);

  /** Begins without contours, as a new filter does. */
  void
  ClearInitialContours();

  unsigned int
  GetNumberOfInitialContours() const
  {
    return m_NumberOfInitialContours;
  }

  /** Begins contours at the outlines of labels, if it is not null; no other initial contours may be given. The image has
   * the size of the input. */
  void
  SetLabelInput(const TOutputImage * labels);
  const TOutputImage *
  GetLabelInput() const;

  /** Of the last Update(), or of the round during an IterationEvent. */
  unsigned int
  GetNumberOfContours() const
  {
    return m_Segmentation.GetNumberOfContours();
  }

  /** Polygon `contour`, output 1 + `contour`. */
  const PathType *
  GetPolygon(unsigned int contour = 0) const;
  PathType *
  GetPolygon(unsigned int contour = 0);

  unsigned int
  GetNumberOfNodes(unsigned int contour = 0) const
  {
    return m_Segmentation.GetNumberOfNodes(contour);
  }

  /** What is minimised, in units of natural logarithms. */
  double
  GetCriterion() const
  {
    return m_Segmentation.GetCriterion();
  }

  unsigned int
  GetElapsedRounds() const
  {
    return m_Segmentation.GetNumberOfRounds();
  }

  /** Whether the last Update() came to an end before MaximumNumberOfRounds. */
  bool
  HasConverged() const
  {
    return m_Segmentation.HasConverged();
  }

  /** Whether the last Update() gave the initial contour up; see SetRestart. */
  bool
  GetHasRestarted() const
  {
    return m_Segmentation.HasRestarted();
  }

  /** Figures of the regions, after Update(). Means and variances of regions without pixels are 0. */
  SizeValueType
  GetNumberOfTargetPixels(unsigned int contour = 0) const
  {
    return m_Segmentation.GetFigures(contour).count;
  }
  double
  GetTargetMean(unsigned int contour = 0) const
  {
    return m_Segmentation.GetFigures(contour).mean;
  }
  double
  GetTargetVariance(unsigned int contour = 0) const
  {
    return m_Segmentation.GetFigures(contour).variance;
  }
  double
  GetBackgroundMean() const
  {
    return m_Segmentation.GetFiguresOfBackground().mean;
  }
  double
  GetBackgroundVariance() const
  {
    return m_Segmentation.GetFiguresOfBackground().variance;
  }

  using DataObjectPointerArraySizeType = ProcessObject::DataObjectPointerArraySizeType;
  using Superclass::MakeOutput;
  DataObject::Pointer
  MakeOutput(DataObjectPointerArraySizeType index) override;

protected:
  PolygonalRegionSnakeImageFilter();
  ~PolygonalRegionSnakeImageFilter() override = default;

  /** Takes parameters and initial contours over, and verifies these; first of all. */
  void
  BeginSegmentation();

  /** Whom a segmentation calls: it makes progress known, and rounds to those who observe them, and stops if it is to. */
  device::RegionSnakeSegmentation::Observer
  MakeObserver();

  /** Takes the polygons of the last result, or round, over to the outputs. */
  void
  UpdatePaths();

  device::RegionSnakeSegmentation &
  GetSegmentation()
  {
    return m_Segmentation;
  }

  void
  VerifyPreconditions() ITKv5_CONST override;

  /** The whole input. */
  void
  GenerateInputRequestedRegion() override;

  /** The whole output. */
  void
  EnlargeOutputRequestedRegion(DataObject * output) override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  std::string
  GetContourName(unsigned int contour) const
  {
    return "InitialContour" + std::to_string(contour);
  }

  NoiseLawEnum m_NoiseLaw{ NoiseLawEnum::Gaussian };
  double       m_Sigma{ 1.0 };
  double       m_Order{ 1.0 };
  ModelEnum    m_Model{ ModelEnum::MinimumDescriptionLength };
  int          m_MaximumDistance{ 32 };
  int          m_MinimumLength{ 8 };
  int          m_MaximumNumberOfRounds{ 10000 };
  bool         m_Restart{ true };
  unsigned int m_NumberOfInitialContours{ 0 };

  device::RegionSnakeSegmentation m_Segmentation;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkPolygonalRegionSnakeImageFilter.hxx"
#endif

#endif
