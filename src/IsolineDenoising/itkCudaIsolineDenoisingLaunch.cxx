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
#include "IsolineDenoisingLaunch.h"

namespace itk::device
{
template <typename TComponent, int VChannels>
void
LaunchIsolineDenoising(const IsolineVolume<const TComponent> & input,
                       const IsolineVolume<TComponent> &       output,
                       const std::size_t (&offset)[3],
                       const IsolineDenoisingSettings &   settings,
                       const std::array<std::size_t, 2> & position,
                       const Stream &                     stream)
{
  IsolineOptions options = MakeIsolineOptions(settings);
  options.position = position;
  LaunchIsolineDenoising<TComponent, VChannels>(input, output, offset, options, stream);
}

#define ITK_ISOLINE_DENOISING(TComponent, VChannels)                                                   \
  template void LaunchIsolineDenoising<TComponent, VChannels>(const IsolineVolume<const TComponent> &, \
                                                              const IsolineVolume<TComponent> &,       \
                                                              const std::size_t(&)[3],                 \
                                                              const IsolineDenoisingSettings &,        \
                                                              const std::array<std::size_t, 2> &,      \
                                                              const Stream &)

ITK_ISOLINE_DENOISING(std::uint8_t, 1);
ITK_ISOLINE_DENOISING(std::int16_t, 1);
ITK_ISOLINE_DENOISING(std::uint16_t, 1);
ITK_ISOLINE_DENOISING(float, 1);
ITK_ISOLINE_DENOISING(std::uint8_t, 3);
ITK_ISOLINE_DENOISING(float, 3);
} // namespace itk::device
