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
#include "itkCudaBilateralLaunch.h"
#include "BilateralKernel.cuh"
#include "BilateralLookup.h"
#include "Device/itkDeviceUploadArray.h"
#include "Kernels/Instantiate.h"

namespace itk::device
{
namespace bilateral
{
/** Of the window's tile and the samples, with as many copies of these, up to one for each lane that reads at once, as take
 * no more than 16 KiB; nothing if that is more than a block of the device can have. */
template <typename TPixel>
std::optional<SharedLayout>
FindLayout(const BilateralTask<TPixel> & task, std::size_t samples, std::size_t mostBytes)
{
  // So that nothing below overflows.
  constexpr std::ptrdiff_t mostRadius = 1 << 12;
  if (std::max({ task.radius[0], task.radius[1], task.radius[2] }) > mostRadius)
  {
    return std::nullopt;
  }
  SharedLayout layout{ TileWidth + 2 * static_cast<int>(task.radius[0]),
                       TileHeight + 2 * static_cast<int>(task.radius[1]),
                       static_cast<int>(samples) + 1,
                       4 };
  while (layout.copyBits > 0 && layout.samples * sizeof(double) << layout.copyBits > 16384)
  {
    --layout.copyBits;
  }
  return layout.GetBytes() <= mostBytes ? std::optional(layout) : std::nullopt;
}

/** Whether products with a weight of 0 are 0, and distances have a lookup that is not the parent's. */
template <unsigned int VDimension>
bool
IsOrdinary(const BilateralTables<VDimension> & tables, const ComparedLookup & lookup)
{
  return tables.distanceLimit > 0 && tables.distanceLimit < FarthestLimit && std::isfinite(lookup.scale) &&
         std::all_of(
           tables.domain.begin(), tables.domain.end(), [](double weight) { return std::isfinite(weight); }) &&
         std::all_of(tables.range.begin(), tables.range.end(), [](double weight) { return std::isfinite(weight); });
}

/** A window's weights on the device: where the kernel has them as parameters, none. */
class Domain
{
public:
  Domain(const std::vector<double> & weights, const Stream & stream)
  {
    if (weights.size() <= DomainInParameters::MostWeights)
    {
      m_Parameters.emplace();
      std::copy(weights.begin(), weights.end(), m_Parameters->weights);
    }
    else
    {
      m_Buffer = UploadArray(weights, stream);
    }
  }

  template <typename TUse>
  void
  Visit(const TUse & use) const
  {
    if (m_Parameters)
    {
      use(*m_Parameters);
    }
    else
    {
      use(DomainInMemory{ m_Buffer.As<double>() });
    }
  }

private:
  std::optional<DomainInParameters> m_Parameters;
  Buffer                            m_Buffer;
};

template <typename TPixel, typename TLookup>
void
LaunchTiles(const BilateralTask<TPixel> & task,
            const Domain &                domain,
            const TLookup &               lookup,
            const SharedLayout &          layout,
            std::size_t                   mostSharedMemory,
            const Stream &                stream)
{
  domain.Visit([&](const auto & weights) {
    const auto kernel = BilateralKernel<TPixel, TLookup, std::decay_t<decltype(weights)>>;
    kernels::AllowSharedMemory(kernel, mostSharedMemory);
    const std::ptrdiff_t tilesOfLayer =
      kernels::DivideUp(task.outputSize[0], TileWidth) * kernels::DivideUp(task.outputSize[1], TileHeight);
    kernels::ForEachGrid(task.outputSize[2], tilesOfLayer, [&](std::ptrdiff_t first, std::ptrdiff_t count) {
      kernels::Launch("Bilateral",
                      kernel,
                      { tilesOfLayer * count, Threads, layout.GetBytes() },
                      stream,
                      kernels::GetLayers(task, first, count),
                      weights,
                      lookup,
                      layout);
    });
  });
}

/** Calls launch(lookup) with the cheapest lookup that is right for the pixels. */
template <typename TPixel, typename TLaunch>
void
ChooseLookup(const ComparedLookup & compared, const TLaunch & launch)
{
  if (const auto exact = FindExactLookup<TPixel>(compared))
  {
    return launch(*exact);
  }
  if constexpr (std::is_floating_point_v<TPixel>)
  {
    if (const auto rounded = FindRoundedLookup<TPixel>(compared))
    {
      return launch(*rounded);
    }
  }
  launch(compared);
}
} // namespace bilateral

template <typename TPixel, unsigned int VDimension>
void
LaunchBilateral(const ImageView<const TPixel, VDimension> & input,
                const ImageView<TPixel, VDimension> &       output,
                const std::size_t (&offset)[VDimension],
                const BilateralTables<VDimension> & tables,
                const Stream &                      stream)
{
  using namespace bilateral;
  BilateralTask<TPixel> task{ kernels::MakeTask(input, output, offset), {}, nullptr };
  std::copy_n(tables.radius, VDimension, task.radius);
  auto samples = tables.range;
  samples.push_back(0);
  const Buffer range = UploadArray(samples, stream);
  task.range = range.As<double>();

  const auto compared = MakeComparedLookup(tables.range.size(), tables.distanceLimit);
  const auto mostSharedMemory =
    kernels::GetDeviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream) - sizeof(TileAxes);
  const auto layout = FindLayout(task, tables.range.size(), mostSharedMemory);
  if (layout && IsOrdinary(tables, compared))
  {
    const Domain domain(tables.domain, stream);
    ChooseLookup<TPixel>(
      compared, [&](const auto & lookup) { LaunchTiles(task, domain, lookup, *layout, mostSharedMemory, stream); });
    return;
  }
  const Buffer         domain = UploadArray(tables.domain, stream);
  const std::ptrdiff_t pixels = task.outputSize[0] * task.outputSize[1] * task.outputSize[2];
  kernels::Launch("BilateralAny",
                  BilateralAnyKernel<TPixel>,
                  { kernels::DivideUp(pixels, Threads), Threads },
                  stream,
                  task,
                  domain.As<double>(),
                  compared);
}

#define ITK_INSTANTIATE(pixel, dimension)                                                    \
  template void LaunchBilateral<pixel, dimension>(const ImageView<const pixel, dimension> &, \
                                                  const ImageView<pixel, dimension> &,       \
                                                  const std::size_t(&)[dimension],           \
                                                  const BilateralTables<dimension> &,        \
                                                  const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
