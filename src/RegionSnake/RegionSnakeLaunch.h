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
#ifndef RegionSnakeLaunch_h
#define RegionSnakeLaunch_h

#include "itkDeviceBuffer.h"
#include "RegionSnake.h"

namespace itk::device
{
/** For how much a convergence has room on a device. */
struct SnakeSizes
{
  std::int32_t contours;
  std::int32_t nodes;
  std::int32_t sharedNodes; // of which a block can have a copy in shared memory
  std::int32_t candidates;  // for the moves of one element
};

/** \class RegionSnakeOnDevice
 * \brief One convergence of region snakes on a device, from cumulated images that are there.
 *
 * The nodes, the sums, the criterion and the rounds are those of ConvergeRegionSnake and FindRegionSnakeStart, bit for
 * bit. All rounds are one cooperative launch: the host is not asked between them.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT RegionSnakeOnDevice
{
public:
  /** Enqueues the convergence on `stream` and returns without waiting.
   *
   * \param images device memory of stream.GetDevice(), which must stay until the work is done
   * \param settings what to do
   * \param start as for ConvergeRegionSnake; if empty, one contour begins as FindRegionSnakeStart has it
   * \param labels of the contours, or of the one that is found, for GetPolygons()
   * \param recordsPolygons whether Collect() can tell the polygons after each round
   * \param stream where to enqueue
   * \exception device::Error a launch failed, or the device cannot launch cooperatively
   * \exception device::MemoryError no memory was left; 300 bytes a node are taken, and 64 MiB if polygons are recorded */
  RegionSnakeOnDevice(const CumulatedImagesView &       images,
                      const RegionSnakeSettings &       settings,
                      const std::vector<PolygonNodes> & start,
                      const std::vector<std::uint8_t> & labels,
                      bool                              recordsPolygons,
                      const Stream &                    stream);

  /** The result; waits for it. `observer` is called once for each round that there was, with polygons as far as 64 MiB
   * hold them, and with those of the last round that had room after that. */
  RegionSnakeResult
  Collect(const RegionSnakeObserver & observer = {}) const;

  /** The contours in device memory, for work that is enqueued on the same stream. */
  PolygonsView
  GetPolygons() const;

private:
  /** So many nodes, or less, come back in one download. */
  std::int32_t
  GetExpectedNodes() const;

  void
  Replay(std::int32_t numberOfRounds, const RegionSnakeObserver & observer) const;

  SnakeSizes m_Sizes;
  Buffer     m_Memory;
  Buffer     m_Records; // empty if polygons are not recorded
  Buffer     m_RecordedNodes;
};
} // namespace itk::device

#endif
