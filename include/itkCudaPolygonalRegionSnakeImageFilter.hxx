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
#ifndef itkCudaPolygonalRegionSnakeImageFilter_hxx
#define itkCudaPolygonalRegionSnakeImageFilter_hxx

#include "itkCudaRegionSnakeLaunch.h"
#include "itkCudaRegionSumsLaunch.h"
#include <optional>

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
CudaPolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>::EnqueueOnDevice(const device::Stream & stream)
{
  if constexpr (KernelExists)
  {
    const auto start = this->MakeStart();
    const auto settings = this->MakeSettings(start);
    const auto input = this->ViewInput(this->GetInput(), stream);
    const auto output = this->ViewOutput(this->GetOutput(), stream);
    const auto layout = device::MakeCumulatedImagesLayout<InputPixelType>(static_cast<std::int32_t>(input.size[0]),
                                                                          static_cast<std::int32_t>(input.size[1]));
    const device::Buffer              memory(layout.GetSizeInBytes(), stream);
    const device::CumulatedImagesView images = layout.MakeView(memory.GetData());
    device::LaunchCumulatedImages<InputPixelType>(input, images, stream);

    const bool                        isObserved = this->HasObserver(IterationEvent());
    const device::RegionSnakeOnDevice given(images, settings, start.polygons, start.labels, isObserved, stream);
    std::optional<device::RegionSnakeOnDevice> found;
    if (this->MayRestart(start))
    {
      const auto settingsToFind = this->MakeSettings({});
      found.emplace(images, settingsToFind, std::vector<device::PolygonNodes>{}, start.labels, isObserved, stream);
    }
    if (!found)
    {
      device::LaunchPolygonMask(given.GetPolygons(), output, stream);
    }
    const device::RegionSnakeObserver observer = this->MakeObserver();
    const device::RegionSnakeResult   result = given.Collect(observer);
    if (!found)
    {
      this->SetResult(result, false);
      return;
    }
    const device::RegionSnakeResult resultFound = found->Collect(observer);
    const bool                      restarts = device::IsRestartBetter(settings, result, resultFound);
    this->SetResult(restarts ? resultFound : result, restarts);
    device::LaunchPolygonMask((restarts ? *found : given).GetPolygons(), output, stream);
  }
}
} // namespace itk

#endif
