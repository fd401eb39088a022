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
#include "CDFWaveletTransform/CDFWaveletLevels.cuh"
#include "itkCudaCDFWaveletTransformLaunch.h"

namespace itk::device
{
template <typename TPixel>
void
LaunchForwardCDFWaveletTransform(const ImageView<const TPixel, 3> &           input,
                                 const ImageView<TPixel, 3> &                 output,
                                 CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                                 unsigned int                                 numberOfLevels,
                                 float                                        threshold,
                                 const Stream &                               stream)
{
  wavelet::CallWithLevels<TPixel>(wavelet, input.size, numberOfLevels, stream, [&](const auto & levels) {
    levels.Forward(input.data, output.data, threshold);
  });
}

template void
LaunchForwardCDFWaveletTransform(const ImageView<const float, 3> &,
                                 const ImageView<float, 3> &,
                                 CDFWaveletTransformImageFilterEnums::Wavelet,
                                 unsigned int,
                                 float,
                                 const Stream &);
template void
LaunchForwardCDFWaveletTransform(const ImageView<const std::int32_t, 3> &,
                                 const ImageView<std::int32_t, 3> &,
                                 CDFWaveletTransformImageFilterEnums::Wavelet,
                                 unsigned int,
                                 float,
                                 const Stream &);
} // namespace itk::device
