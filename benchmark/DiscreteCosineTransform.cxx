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
#include "BenchmarkLaunch.h"
#include "BenchmarkTransform.h"
#include "itkCudaDiscreteCosineTransformLaunch.h"

namespace
{
/** "DiscreteCosine/2D/float/forward/8192" */
template <std::size_t VDimension>
void
RegisterCosines(std::size_t side)
{
  RegisterLaunch<VDimension, Inputs<float>, Outputs<float>>(
    MakeName("DiscreteCosine", VDimension, "float", "forward", side),
    side,
    [](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchForwardDiscreteCosineTransform(
        MakeVolume<VDimension>(input), MakeVolume<VDimension>(output), stream);
    });
  RegisterLaunch<VDimension, Inputs<float>, Outputs<float>>(
    MakeName("DiscreteCosine", VDimension, "float", "inverse", side),
    side,
    [](const auto & input, const auto & output, const Stream & stream) {
      itk::device::LaunchInverseDiscreteCosineTransform(
        MakeVolume<VDimension>(input), MakeVolume<VDimension>(output), stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const std::size_t side : { 2048, 8192, 8191 })
    {
      RegisterCosines<2>(side);
    }
    RegisterCosines<3>(512);
  }
});
} // namespace
