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
#include "itkCDFWaveletTransform.h"
#include "itkCudaCDFWaveletTransformLaunch.h"

namespace
{
using Wavelet = itk::CDFWaveletTransformImageFilterEnums::Wavelet;

/** "CDFWavelet/2D/float/97/forward/1level/16384"; of no levels all. */
template <typename TPixel, std::size_t VDimension>
void
RegisterWavelet(Wavelet wavelet, unsigned int levels, std::size_t side)
{
  const std::string name = std::string(wavelet == Wavelet::CDF53 ? "53/" : "97/");
  const std::string ofLevels = levels == 0 ? "/all" : "/" + std::to_string(levels);
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName("CDFWavelet", VDimension, PixelName<TPixel>, name + "forward" + ofLevels, side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      const auto from = MakeVolume<VDimension>(input);
      itk::device::LaunchForwardCDFWaveletTransform<TPixel>(
        from,
        MakeVolume<VDimension>(output),
        wavelet,
        levels > 0 ? levels : itk::device::GetNumberOfCDFWaveletLevels(from.size),
        stream);
    });
  RegisterLaunch<VDimension, Inputs<TPixel>, Outputs<TPixel>>(
    MakeName("CDFWavelet", VDimension, PixelName<TPixel>, name + "inverse" + ofLevels, side),
    side,
    [=](const auto & input, const auto & output, const Stream & stream) {
      const auto from = MakeVolume<VDimension>(input);
      itk::device::LaunchInverseCDFWaveletTransform<TPixel>(
        from,
        MakeVolume<VDimension>(output),
        wavelet,
        levels > 0 ? levels : itk::device::GetNumberOfCDFWaveletLevels(from.size),
        stream);
    });
}

const BenchmarkFile file(BenchmarkFile::Needs::Device, [] {
  if constexpr (itk::device::HasCuda)
  {
    for (const unsigned int levels : { 1, 4, 0 })
    {
      RegisterWavelet<float, 2>(Wavelet::CDF97, levels, 16384);
      RegisterWavelet<float, 3>(Wavelet::CDF97, levels, 512);
    }
    RegisterWavelet<float, 2>(Wavelet::CDF97, 5, 2048);
    RegisterWavelet<float, 2>(Wavelet::CDF53, 1, 16384);
    RegisterWavelet<float, 3>(Wavelet::CDF53, 1, 512);
    RegisterWavelet<std::int32_t, 2>(Wavelet::CDF53, 1, 16384);
  }
});
} // namespace
