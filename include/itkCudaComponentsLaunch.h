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
#ifndef itkCudaComponentsLaunch_h
#define itkCudaComponentsLaunch_h

#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** Enqueues the making of pixels of `components` components, 2 or 3, one of each input. `size` is in pixels; the output has
 * no gaps. TComponent is std::uint8_t, std::uint16_t or std::uint32_t, for all components of that size. Does not wait.
 * \exception device::Error a launch failed */
template <typename TComponent>
void
LaunchCompose(const PointwiseInput<TComponent> (&inputs)[3],
              TComponent * output,
              const std::size_t (&size)[3],
              int            components,
              const Stream & stream);

/** Enqueues the taking of one component of pixels that have 2 or 3: `input` is the component of the first pixel, and its
 * strides are in components. The output has no gaps. Does not wait.
 * \exception device::Error a launch failed */
template <typename TComponent>
void
LaunchSelectComponent(const PointwiseInput<TComponent> & input,
                      TComponent *                       output,
                      const std::size_t (&size)[3],
                      int            components,
                      const Stream & stream);
} // namespace itk::device

#endif
