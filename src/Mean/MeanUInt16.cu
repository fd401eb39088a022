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
#include "MeanLaunch.cuh"

namespace itk::device
{
#define ITK_INSTANTIATE(input, output, dimension)                                               \
  template void LaunchMean<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                     const ImageView<output, dimension> &,      \
                                                     const std::size_t(&)[dimension],           \
                                                     const std::size_t(&)[dimension],           \
                                                     const Stream &)
ITK_INSTANTIATE(std::uint16_t, std::uint16_t, 2);
ITK_INSTANTIATE(std::uint16_t, float, 2);
ITK_INSTANTIATE(std::uint16_t, std::uint16_t, 3);
ITK_INSTANTIATE(std::uint16_t, float, 3);
} // namespace itk::device
