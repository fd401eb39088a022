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
#include "itkRegionSnakeSegmentation.h"
#include "RegionSnakeCells.h"
#include "RegionSnakeExecutors.h"
#include "RegionSnakePath.h"
#include <algorithm>

namespace itk::device
{
struct RegionSnakeSegmentation::Implementation
{
  Parameters                parameters{};
  RegionType                region;
  std::vector<PolygonNodes> start; // empty: to be found
  std::vector<std::uint8_t> labels;
  RegionSnakeResult         result;
  bool                      hasRestarted{ false };

  void
  Begin(const Parameters & newParameters, const RegionType & newRegion)
  {
    const SizeValueType longest = std::max(newRegion.GetSize(0), newRegion.GetSize(1));
    if (longest > MaximumNodeCoordinate)
    {
      itkGenericExceptionMacro(<< "An axis of " << longest << " pixels is too long.");
    }
    parameters = newParameters;
    region = newRegion;
    start.clear();
    labels.clear();
  }

  void
  VerifyStart() const
  {
    const std::string fault = DescribeFault(start);
    if (!fault.empty())
    {
      itkGenericExceptionMacro(<< "Initial " << fault << '.');
    }
  }

  RegionSnakeSettings
  MakeSettings(const std::vector<PolygonNodes> & polygons) const
  {
    const auto   longest = static_cast<std::int32_t>(std::max(region.GetSize(0), region.GetSize(1)));
    std::int32_t numberOfNodes = CellGrid::MaximumNumberOfNodes;
    for (const PolygonNodes & polygon : polygons)
    {
      numberOfNodes += static_cast<std::int32_t>(polygon.size());
    }
    RegionSnakeSettings settings{};
    settings.law = parameters.law;
    settings.lawParameter = parameters.law == NoiseLaw::Gamma ? parameters.order : parameters.sigma;
    settings.model = parameters.model;
    settings.firstDistance = parameters.model == RegionSnakeModel::Published
                               ? parameters.maximumDistance
                               : std::max(1, longest / (polygons.empty() ? 32 : 16));
    settings.minimumLength = parameters.minimumLength;
    settings.maximumNumberOfRounds = parameters.maximumNumberOfRounds;
    settings.nodeCost = NaturalLogarithm(static_cast<double>(region.GetNumberOfPixels()));
    settings.maximumNumberOfNodes = std::max(2 * numberOfNodes, std::min(4 * longest, 1 << 16));
    return settings;
  }

  RegionSnakeObserver
  MakeRoundObserver(const Observer & observer)
  {
    return [this, &observer](const RegionSnakeRound & round, const std::vector<PolygonNodes> & polygons) {
      if (observer.isOfRounds)
      {
        result.criterion = round.criterion;
        result.polygons = polygons;
        ++result.numberOfRounds;
      }
      observer.afterRound();
    };
  }

  /** Forgets the last result. */
  void
  Reset()
  {
    result = RegionSnakeResult{};
    hasRestarted = false;
  }

  /** On host and device: enqueues all that may be, before it collects anything. */
  template <typename TExecutor>
  void
  Run(const TExecutor & executor)
  {
    using Convergence = typename TExecutor::Convergence;
    const RegionSnakeSettings settings = MakeSettings(start);
    const Convergence         given = executor.Converge(settings, start);
    const bool                mayRestart =
      parameters.restart && parameters.model == RegionSnakeModel::MinimumDescriptionLength && start.size() == 1;
    if (!mayRestart)
    {
      executor.FillMask(given, labels);
      result = executor.Collect(given);
      return;
    }
    const Convergence found = executor.Converge(MakeSettings({}), {});
    RegionSnakeResult resultGiven = executor.Collect(given);
    RegionSnakeResult resultFound = executor.Collect(found);
    const bool        restarts = IsRestartBetter(settings, resultGiven, resultFound);
    executor.FillMask(restarts ? found : given, labels);
    result = std::move(restarts ? resultFound : resultGiven);
    hasRestarted = restarts;
  }

  Figures
  GetFigures(const RegionSums & sums) const
  {
    return { static_cast<std::size_t>(sums.count), result.GetMean(sums), result.GetVariance(sums) };
  }

  template <typename TElement>
  static const TElement &
  GetElement(const std::vector<TElement> & elements, unsigned int contour)
  {
    if (contour >= elements.size())
    {
      itkGenericExceptionMacro(<< "There is no contour " << contour << " among " << elements.size() << '.');
    }
    return elements[contour];
  }
};

RegionSnakeSegmentation::RegionSnakeSegmentation()
  : m_Implementation(std::make_unique<Implementation>())
{}

RegionSnakeSegmentation::~RegionSnakeSegmentation() = default;

void
RegionSnakeSegmentation::Begin(const Parameters &                    parameters,
                               const RegionType &                    region,
                               const std::vector<const PathType *> & contours)
{
  Implementation & own = *m_Implementation;
  own.Begin(parameters, region);
  for (const PathType * const contour : contours)
  {
    own.start.push_back(MakePolygonNodes(*contour, region));
    own.labels.push_back(static_cast<std::uint8_t>(own.start.size()));
  }
  if (contours.empty())
  {
    own.labels.push_back(1);
  }
  own.VerifyStart();
}

void
RegionSnakeSegmentation::Begin(const Parameters & parameters, const RegionType & region, const std::uint8_t * labels)
{
  Implementation & own = *m_Implementation;
  own.Begin(parameters, region);
  const std::size_t size[]{ region.GetSize(0), region.GetSize(1) };
  for (LabelledNodes & outline : TraceLabels(MakeImageView<const std::uint8_t, 2>(labels, size)))
  {
    own.labels.push_back(outline.label);
    own.start.push_back(std::move(outline.nodes));
  }
  if (own.start.empty())
  {
    itkGenericExceptionMacro(<< "There is no label in the image of labels.");
  }
  own.VerifyStart();
}

template <typename TPixel>
void
RegionSnakeSegmentation::Segment(const TPixel *      pixels,
                                 std::uint8_t *      labels,
                                 MultiThreaderBase * threader,
                                 const Observer &    observer)
{
  Implementation &  own = *m_Implementation;
  const std::size_t size[]{ own.region.GetSize(0), own.region.GetSize(1) };
  own.Reset();
  const RegionSnakeObserver afterRound = own.MakeRoundObserver(observer);
  own.Run(HostExecutor<TPixel>(MakeImageView<const TPixel, 2>(pixels, size),
                               MakeImageView<std::uint8_t, 2>(labels, size),
                               threader,
                               observer,
                               afterRound));
}

template CudaImageFilters_EXPORT void
RegionSnakeSegmentation::Segment(const std::uint8_t *, std::uint8_t *, MultiThreaderBase *, const Observer &);
template CudaImageFilters_EXPORT void
RegionSnakeSegmentation::Segment(const std::int16_t *, std::uint8_t *, MultiThreaderBase *, const Observer &);
template CudaImageFilters_EXPORT void
RegionSnakeSegmentation::Segment(const std::uint16_t *, std::uint8_t *, MultiThreaderBase *, const Observer &);
template CudaImageFilters_EXPORT void
RegionSnakeSegmentation::Segment(const float *, std::uint8_t *, MultiThreaderBase *, const Observer &);

#ifdef CUDAIMAGEFILTERS_HAS_CUDA
template <typename TPixel>
void
RegionSnakeSegmentation::SegmentOnDevice(const ImageView<const TPixel, 2> & input,
                                         const ImageView<std::uint8_t, 2> & labels,
                                         const Stream &                     stream,
                                         const Observer &                   observer)
{
  Implementation & own = *m_Implementation;
  own.Reset();
  const RegionSnakeObserver afterRound = own.MakeRoundObserver(observer);
  own.Run(DeviceExecutor<TPixel>(input, labels, stream, own.labels, observer.isOfRounds, afterRound));
}

#  define ITK_SEGMENT_ON_DEVICE(TPixel)                                             \
    template CudaImageFilters_EXPORT void RegionSnakeSegmentation::SegmentOnDevice( \
      const ImageView<const TPixel, 2> &, const ImageView<std::uint8_t, 2> &, const Stream &, const Observer &)

ITK_SEGMENT_ON_DEVICE(std::uint8_t);
ITK_SEGMENT_ON_DEVICE(std::int16_t);
ITK_SEGMENT_ON_DEVICE(std::uint16_t);
ITK_SEGMENT_ON_DEVICE(float);
#endif

unsigned int
RegionSnakeSegmentation::GetNumberOfContours() const
{
  return static_cast<unsigned int>(m_Implementation->result.polygons.size());
}

unsigned int
RegionSnakeSegmentation::GetNumberOfNodes(unsigned int contour) const
{
  return static_cast<unsigned int>(Implementation::GetElement(m_Implementation->result.polygons, contour).size());
}

double
RegionSnakeSegmentation::GetCriterion() const
{
  return m_Implementation->result.criterion;
}

unsigned int
RegionSnakeSegmentation::GetNumberOfRounds() const
{
  return static_cast<unsigned int>(m_Implementation->result.numberOfRounds);
}

bool
RegionSnakeSegmentation::HasConverged() const
{
  return m_Implementation->result.hasConverged;
}

bool
RegionSnakeSegmentation::HasRestarted() const
{
  return m_Implementation->hasRestarted;
}

auto
RegionSnakeSegmentation::GetFigures(unsigned int contour) const -> Figures
{
  return m_Implementation->GetFigures(Implementation::GetElement(m_Implementation->result.regions, contour));
}

auto
RegionSnakeSegmentation::GetFiguresOfBackground() const -> Figures
{
  return m_Implementation->GetFigures(m_Implementation->result.background);
}

void
RegionSnakeSegmentation::FillPath(unsigned int contour, PathType & path) const
{
  itk::FillPath(Implementation::GetElement(m_Implementation->result.polygons, contour), m_Implementation->region, path);
}

void
RegionSnakeSegmentation::FillPath(const RegionType & region, PathType & path)
{
  const auto clip = [&region](unsigned int axis) {
    return static_cast<std::int32_t>(std::min<SizeValueType>(region.GetSize(axis), MaximumNodeCoordinate));
  };
  itk::FillPath({ { 0, 0 }, { clip(0), 0 }, { clip(0), clip(1) }, { 0, clip(1) } }, region, path);
}
} // namespace itk::device
