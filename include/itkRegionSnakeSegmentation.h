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
#ifndef itkRegionSnakeSegmentation_h
#define itkRegionSnakeSegmentation_h

#include "itkDeviceImageView.h"
#include "itkPolyLineParametricPath.h"
#include "itkRegionSnakeEnums.h"
#include <functional>
#include <memory>
#include <vector>

namespace itk
{
class MultiThreaderBase;

namespace device
{
class Stream;

/** \class RegionSnakeSegmentation
 * \brief Segments images for PolygonalRegionSnakeImageFilter, on the host or on a device, and keeps the last result.
 *
 * Whatever decides a result is compiled in this library alone, without contraction, so that host and device come to the
 * same polygons whatever options a user's own code is compiled with.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT RegionSnakeSegmentation
{
public:
  using PathType = PolyLineParametricPath<2>;
  using RegionType = ImageRegion<2>;

  /** As PolygonalRegionSnakeImageFilter has them. */
  struct Parameters
  {
    NoiseLaw         law;
    double           sigma;
    double           order;
    RegionSnakeModel model;
    int              maximumDistance;
    int              minimumLength;
    int              maximumNumberOfRounds;
    bool             restart;
  };

  RegionSnakeSegmentation();
  ~RegionSnakeSegmentation();
  RegionSnakeSegmentation(const RegionSnakeSegmentation &) = delete;
  RegionSnakeSegmentation &
  operator=(const RegionSnakeSegmentation &) = delete;

  /** Takes over what the next segmentation is to do.
   *
   * \param parameters valid ones
   * \param region of the whole image
   * \param contours to begin with, labelled 1, 2, ...; none is null; if empty, the contour is to be found
   * \exception ExceptionObject a contour or the image is not as PolygonalRegionSnakeImageFilter needs it */
  void
  Begin(const Parameters & parameters, const RegionType & region, const std::vector<const PathType *> & contours);

  /** The same with the outlines of labels.
   *
   * \param labels host memory, a pixel each for those of `region` */
  void
  Begin(const Parameters & parameters, const RegionType & region, const std::uint8_t * labels);

  /** Whom to call. */
  struct Observer
  {
    bool                       isOfRounds; // whether the result is to be that of each round when `afterRound` is called
    std::function<void()>      afterRound;
    std::function<void(float)> progress; // on the host
  };

  /** Segments an image in host memory; returns when it is done.
   *
   * | TPixel | std::uint8_t, std::int16_t, std::uint16_t, float |
   *
   * \param pixels of the region of Begin()
   * \param labels where to write the labels
   * \param threader whose threads do it
   * \param observer `afterRound` is called after every round, and may throw */
  template <typename TPixel>
  void
  Segment(const TPixel * pixels, std::uint8_t * labels, MultiThreaderBase * threader, const Observer & observer);

  /** Segments an image in memory of a device; returns when all but the labels is done, which are enqueued then.
   *
   * | TPixel | as for Segment |
   *
   * \param input memory of stream.GetDevice(), of the region of Begin()
   * \param labels memory of the same device, of the same size
   * \param stream where to enqueue
   * \param observer if it is of rounds, `afterRound` is called for each when they are all over
   * \exception device::Error a launch failed, or the device cannot launch cooperatively
   * \exception device::MemoryError no memory was left */
  template <typename TPixel>
  void
  SegmentOnDevice(const ImageView<const TPixel, 2> & input,
                  const ImageView<std::uint8_t, 2> & labels,
                  const Stream &                     stream,
                  const Observer &                   observer);

  // The last result, or that of the round. Numbers of contours must be less than GetNumberOfContours().

  unsigned int
  GetNumberOfContours() const;

  unsigned int
  GetNumberOfNodes(unsigned int contour) const;

  double
  GetCriterion() const;

  unsigned int
  GetNumberOfRounds() const;

  bool
  HasConverged() const;

  /** Whether the contour given was given up for the one found. */
  bool
  HasRestarted() const;

  /** Of pixels: how many, their mean, and their variance divided by their number; 0 if there are none. */
  struct Figures
  {
    std::size_t count;
    double      mean;
    double      variance;
  };

  Figures
  GetFigures(unsigned int contour) const;

  Figures
  GetFiguresOfBackground() const;

  /** Makes a path go along a contour and back to its first node. */
  void
  FillPath(unsigned int contour, PathType & path) const;

  /** Makes a path go around the pixels of a region. */
  static void
  FillPath(const RegionType & region, PathType & path);

private:
  struct Implementation;

  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace device
} // namespace itk

#endif
