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
#ifndef IsolineDenoisingLaunch_h
#define IsolineDenoisingLaunch_h

#include "IsolineDenoisingOptions.h"
#include "itkCudaIsolineDenoisingLaunch.h"

namespace itk::device
{
/** What LaunchIsolineDenoising of itkCudaIsolineDenoisingLaunch.h calls. */
template <typename TComponent, int VChannels>
void
LaunchIsolineDenoising(const IsolineVolume<const TComponent> & input,
                       const IsolineVolume<TComponent> &       output,
                       const std::size_t (&offset)[3],
                       const IsolineOptions & options,
                       const Stream &         stream);
} // namespace itk::device

#endif
