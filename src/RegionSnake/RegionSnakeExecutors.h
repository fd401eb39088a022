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
#ifndef RegionSnakeExecutors_h
#define RegionSnakeExecutors_h

#include "ComputeCumulatedImages.h"
#include "ComputePolygonMask.h"
#include "RegionSnakeStart.h"
#include "itkDeviceSupports.h"
#include "itkRegionSnakeSegmentation.h"
#include <cstddef>
#include <memory>
#ifdef CUDAIMAGEFILTERS_HAS_CUDA
#  include "RegionSnakeLaunch.h"
#  include "RegionSumsLaunch.h"
#endif

/** \file
 * \brief The parts of a segmentation, on the host and on a device, for the one source that puts them together.
 */
namespace itk::device
{
/** Runs a segmentation's parts on the host, each to its end. */
template <typename TPixel>
class HostExecutor
{
public:
  using Convergence = RegionSnakeResult;
  using Observer = RegionSnakeSegmentation::Observer;

  HostExecutor(const ImageView<const TPixel, 2> & input,
               const ImageView<std::uint8_t, 2> & mask,
               MultiThreaderBase *                threader,
               const Observer &                   observer,
               const RegionSnakeObserver &        afterRound)
    : m_Mask(mask)
    , m_Threader(threader)
    , m_Observer(observer)
    , m_AfterRound(afterRound)
  {
    const auto layout = MakeCumulatedImagesLayout<TPixel>(static_cast<std::int32_t>(input.size[0]),
                                                          static_cast<std::int32_t>(input.size[1]));
    m_Memory.reset(new std::max_align_t[layout.GetSizeInBytes() / sizeof(std::max_align_t) + 1]);
    m_Images = layout.MakeView(m_Memory.get());
    ComputeCumulatedImages<TPixel>(input, m_Images, threader);
    m_Observer.progress(0.1f);
  }

  Convergence
  Converge(const RegionSnakeSettings & settings, const std::vector<PolygonNodes> & start) const
  {
    return ConvergeRegionSnake(
      m_Images,
      settings,
      start.empty() ? std::vector<PolygonNodes>{ FindRegionSnakeStart(m_Images, settings, m_Threader) } : start,
      m_Threader,
      m_AfterRound);
  }

  const RegionSnakeResult &
  Collect(const Convergence & convergence) const
  {
    return convergence;
  }

  void
  FillMask(const Convergence & convergence, const std::vector<std::uint8_t> & labels) const
  {
    m_Observer.progress(0.9f);
    std::vector<PolygonNode>     nodes;
    std::vector<LabelledPolygon> polygons;
    for (std::size_t contour = 0; contour < convergence.polygons.size(); ++contour)
    {
      const PolygonNodes & own = convergence.polygons[contour];
      polygons.push_back(
        { static_cast<std::int32_t>(nodes.size()), static_cast<std::int32_t>(own.size()), labels[contour] });
      nodes.insert(nodes.end(), own.begin(), own.end());
    }
    ComputePolygonMask(
      { nodes.data(), polygons.data(), static_cast<std::int32_t>(polygons.size()) }, m_Mask, m_Threader);
  }

private:
  ImageView<std::uint8_t, 2>          m_Mask;
  MultiThreaderBase *                 m_Threader;
  const Observer &                    m_Observer;
  const RegionSnakeObserver &         m_AfterRound;
  std::unique_ptr<std::max_align_t[]> m_Memory;
  CumulatedImagesView                 m_Images{};
};

#ifdef CUDAIMAGEFILTERS_HAS_CUDA
/** Enqueues a segmentation's parts on a stream, and waits only to collect. */
template <typename TPixel>
class DeviceExecutor
{
public:
  using Convergence = RegionSnakeOnDevice;

  DeviceExecutor(const ImageView<const TPixel, 2> & input,
                 const ImageView<std::uint8_t, 2> & mask,
                 const Stream &                     stream,
                 const std::vector<std::uint8_t> &  labels,
                 bool                               recordsRounds,
                 const RegionSnakeObserver &        afterRound)
    : m_Mask(mask)
    , m_Stream(stream)
    , m_Labels(labels)
    , m_RecordsRounds(recordsRounds)
    , m_AfterRound(afterRound)
  {
    const auto layout = MakeCumulatedImagesLayout<TPixel>(static_cast<std::int32_t>(input.size[0]),
                                                          static_cast<std::int32_t>(input.size[1]));
    m_Memory = Buffer(layout.GetSizeInBytes(), stream);
    m_Images = layout.MakeView(m_Memory.GetData());
    LaunchCumulatedImages<TPixel>(input, m_Images, stream);
  }

  Convergence
  Converge(const RegionSnakeSettings & settings, const std::vector<PolygonNodes> & start) const
  {
    return { m_Images, settings, start, m_Labels, m_RecordsRounds, m_Stream };
  }

  RegionSnakeResult
  Collect(const Convergence & convergence) const
  {
    return convergence.Collect(m_AfterRound);
  }

  void
  FillMask(const Convergence & convergence, const std::vector<std::uint8_t> &) const
  {
    LaunchPolygonMask(convergence.GetPolygons(), m_Mask, m_Stream);
  }

private:
  ImageView<std::uint8_t, 2>        m_Mask;
  const Stream &                    m_Stream;
  const std::vector<std::uint8_t> & m_Labels;
  bool                              m_RecordsRounds;
  const RegionSnakeObserver &       m_AfterRound;
  Buffer                            m_Memory;
  CumulatedImagesView               m_Images{};
};
#endif
} // namespace itk::device

#endif
