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
#include "RegionSnakeConvergence.cuh"
#include "RegionSnakeLaunch.h"
#include "RegionSnakeStart.cuh"
#include "Kernels/Grid.cuh"
#include "itkDeviceTransfer.h"
#include <algorithm>

namespace itk::device
{
namespace
{
SnakeMemory
DivideMemory(MemoryDivider & divider, const SnakeSizes & sizes)
{
  SnakeMemory memory{};
  memory.numberOfContours = sizes.contours;
  memory.capacity = sizes.nodes;
  memory.sharedCapacity = sizes.sharedNodes;
  memory.numberOfCandidates = sizes.candidates;
  divider.Take(memory.header, 1);
  divider.Take(memory.hostContours, sizes.contours);
  divider.Take(memory.polygons, sizes.contours);
  divider.Take(memory.hostNodes, sizes.nodes);
  memory.work.Take(divider, sizes.contours, sizes.nodes, false);
  divider.Take(memory.keys, 2 * std::int64_t{ numberOfTallies } * sizes.nodes);
  memory.chainSumsSize = 2 * std::max<std::int64_t>(sizes.nodes, std::int64_t{ sizes.sharedNodes } * sizes.candidates);
  divider.Take(memory.chainSums, 2 * memory.chainSumsSize);
  return memory;
}

SnakeMemory
DivideMemory(void * memory, const SnakeSizes & sizes)
{
  MemoryDivider divider(memory);
  return DivideMemory(divider, sizes);
}

std::size_t
GetMemorySize(const SnakeSizes & sizes)
{
  MemoryDivider divider(nullptr);
  DivideMemory(divider, sizes);
  return divider.GetSize();
}

/** The bytes that host and device exchange, with so many nodes. */
std::size_t
GetExchangedSize(const SnakeSizes & sizes, std::int32_t numberOfNodes)
{
  const SnakeMemory memory = DivideMemory(nullptr, sizes);
  return reinterpret_cast<std::uintptr_t>(memory.hostNodes + numberOfNodes);
}

void
GiveContours(const std::vector<PolygonNodes> & start,
             const std::vector<std::uint8_t> & labels,
             const SnakeMemory &               host)
{
  std::int32_t numberOfNodes = 0;
  for (std::size_t c = 0; c < start.size(); ++c)
  {
    const auto size = static_cast<std::int32_t>(start[c].size());
    host.hostContours[c] = SnakeContour{ numberOfNodes, size, RegionSums{}, 0 };
    host.polygons[c].label = labels[c];
    std::copy(start[c].begin(), start[c].end(), host.hostNodes + numberOfNodes);
    numberOfNodes += size;
  }
  host.header->numberOfNodes = numberOfNodes;
}

/** How much shared memory a block may ask for: it also has some that the kernel declares. */
std::size_t
GetSharedRoom(const Stream & stream)
{
  return static_cast<std::size_t>(kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream) - 2048);
}

std::size_t
GetSharedSize(std::int32_t numberOfContours, std::int32_t numberOfNodes)
{
  MemoryDivider divider(nullptr);
  SnakeWork     work{};
  work.Take(divider, numberOfContours, numberOfNodes, true);
  return divider.GetSize();
}

SnakeSizes
ChooseSizes(const RegionSnakeSettings & settings, std::int32_t numberOfContours, const Stream & stream)
{
  SnakeSizes sizes{ numberOfContours, settings.maximumNumberOfNodes, 1024, 9 };
  for (std::int32_t distance = settings.firstDistance; distance > 1; distance /= 2)
  {
    sizes.candidates += 8;
  }
  const std::size_t room = GetSharedRoom(stream);
  while (sizes.sharedNodes > 0 && GetSharedSize(numberOfContours, sizes.sharedNodes) > room)
  {
    sizes.sharedNodes -= 32;
  }
  return sizes;
}

void
LaunchConverge(const CumulatedImagesView & images,
               const RegionSnakeSettings & settings,
               const SnakeMemory &         memory,
               const Stream &              stream)
{
  const std::size_t shared = GetSharedSize(memory.numberOfContours, memory.sharedCapacity);
  kernels::AllowSharedMemory(Converge, GetSharedRoom(stream));
  // A block a processor: a second one would do again what each does for itself. Contours in small images have few nodes,
  // and gain nothing by more blocks than these.
  constexpr std::int64_t pixelsPerBlock = 1024;
  const std::int64_t     wanted = std::int64_t{ images.width } * images.height / pixelsPerBlock;
  const std::int64_t     most = kernels::GetDeviceAttribute(cudaDevAttrMultiProcessorCount, stream);
  const std::int64_t     blocks = std::min<std::int64_t>(most, std::max<std::int64_t>(wanted, 8));
  void *                 arguments[] = { const_cast<CumulatedImagesView *>(&images),
                                         const_cast<RegionSnakeSettings *>(&settings),
                                         const_cast<SnakeMemory *>(&memory) };
  Check(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(Converge),
                                    dim3(static_cast<unsigned int>(blocks)),
                                    dim3(threadsPerBlock),
                                    arguments,
                                    shared,
                                    stream.GetHandle()),
        "Converge");
}
} // namespace

RegionSnakeOnDevice::RegionSnakeOnDevice(const CumulatedImagesView &       images,
                                         const RegionSnakeSettings &       settings,
                                         const std::vector<PolygonNodes> & start,
                                         const std::vector<std::uint8_t> & labels,
                                         bool                              recordsPolygons,
                                         const Stream &                    stream)
  : m_Sizes(ChooseSizes(settings, start.empty() ? 1 : static_cast<std::int32_t>(start.size()), stream))
  , m_Memory(GetMemorySize(m_Sizes), stream)
{
  SnakeMemory memory = DivideMemory(m_Memory.GetData(), m_Sizes);
  if (recordsPolygons)
  {
    m_Records = Buffer(static_cast<std::size_t>(settings.maximumNumberOfRounds) * sizeof(SnakeRecord), stream);
    Check(cudaMemsetAsync(m_Records.GetData(), 0, m_Records.GetSizeInBytes(), stream.GetHandle()), "cudaMemsetAsync");
    m_RecordedNodes = Buffer(SnakeMemory::NumberOfRecordedNodes * sizeof(PolygonNode), stream);
    memory.records = m_Records.As<SnakeRecord>();
    memory.recordedNodes = m_RecordedNodes.As<PolygonNode>();
  }
  // Collect() downloads more nodes than there may be in the end.
  Check(cudaMemsetAsync(m_Memory.GetData(), 0, GetExchangedSize(m_Sizes, this->GetExpectedNodes()), stream.GetHandle()),
        "cudaMemsetAsync");
  if (start.empty())
  {
    memory.label = labels.front();
    EnqueueRegionSnakeStart(images, settings, memory, stream);
  }
  else
  {
    std::int32_t numberOfNodes = 0;
    for (const PolygonNodes & polygon : start)
    {
      numberOfNodes += static_cast<std::int32_t>(polygon.size());
    }
    std::vector<char> given(GetExchangedSize(m_Sizes, numberOfNodes));
    GiveContours(start, labels, DivideMemory(given.data(), m_Sizes));
    Upload(m_Memory.GetData(), given.data(), given.size(), stream);
  }
  LaunchConverge(images, settings, memory, stream);
}

std::int32_t
RegionSnakeOnDevice::GetExpectedNodes() const
{
  // Few contours have more.
  return std::min(m_Sizes.nodes, 4096);
}

PolygonsView
RegionSnakeOnDevice::GetPolygons() const
{
  const SnakeMemory memory = DivideMemory(m_Memory.GetData(), m_Sizes);
  return { memory.hostNodes, memory.polygons, m_Sizes.contours };
}

RegionSnakeResult
RegionSnakeOnDevice::Collect(const RegionSnakeObserver & observer) const
{
  const std::int32_t expected = this->GetExpectedNodes();
  std::vector<char>  bytes(GetExchangedSize(m_Sizes, expected));
  Download(bytes.data(), m_Memory.GetData(), bytes.size(), m_Memory.GetStream());
  SnakeMemory host = DivideMemory(bytes.data(), m_Sizes);
  if (host.header->numberOfNodes > expected)
  {
    bytes.resize(GetExchangedSize(m_Sizes, host.header->numberOfNodes));
    Download(bytes.data(), m_Memory.GetData(), bytes.size(), m_Memory.GetStream());
    host = DivideMemory(bytes.data(), m_Sizes);
  }
  RegionSnakeResult result;
  result.background = host.header->background;
  result.scale = host.header->scale;
  result.criterion = host.header->criterion;
  result.numberOfRounds = host.header->numberOfRounds;
  result.hasConverged = host.header->hasConverged != 0;
  for (std::int32_t c = 0; c < m_Sizes.contours; ++c)
  {
    const PolygonNode * const first = host.hostNodes + host.hostContours[c].firstNode;
    result.polygons.emplace_back(first, first + host.hostContours[c].numberOfNodes);
    result.regions.push_back(host.hostContours[c].GetRegion());
  }
  if (observer && m_Records.GetData() != nullptr)
  {
    this->Replay(result.numberOfRounds, observer);
  }
  return result;
}

void
RegionSnakeOnDevice::Replay(std::int32_t numberOfRounds, const RegionSnakeObserver & observer) const
{
  std::vector<SnakeRecord> records(numberOfRounds);
  Download(records.data(), m_Records.GetData(), records.size() * sizeof(SnakeRecord), m_Records.GetStream());
  std::int64_t end = 0;
  for (const SnakeRecord & record : records)
  {
    end = record.firstNode < 0 ? end : record.firstNode + m_Sizes.contours + record.round.numberOfNodes;
  }
  std::vector<PolygonNode> nodes(static_cast<std::size_t>(end));
  Download(nodes.data(), m_RecordedNodes.GetData(), nodes.size() * sizeof(PolygonNode), m_Records.GetStream());
  std::vector<PolygonNodes> polygons(m_Sizes.contours);
  for (const SnakeRecord & record : records)
  {
    for (std::int32_t c = 0; c < m_Sizes.contours && record.firstNode >= 0; ++c)
    {
      const PolygonNode range = nodes[record.firstNode + c];
      const auto        first = nodes.begin() + record.firstNode + m_Sizes.contours + range.x;
      polygons[c].assign(first, first + range.y);
    }
    observer(record.round, polygons);
  }
}
} // namespace itk::device
