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
#include <functional>

namespace itk::device
{
using WaveletEnum = CDFWaveletTransformImageFilterEnums::Wavelet;

template <typename TPixel>
void
LaunchForwardCDFWaveletTransform(const ImageView<const TPixel, 3> & input,
                                 const ImageView<TPixel, 3> &       output,
                                 WaveletEnum                        kind,
                                 unsigned int                       numberOfLevels,
                                 const Stream &                     stream)
{
  wavelet::CallWithLifting<TPixel>(kind, [&](const auto & lifting) {
    wavelet::Levels(lifting, input.size, numberOfLevels, stream).Forward(input.data, output.data, 0.0f);
  });
}

template <typename TPixel>
void
LaunchInverseCDFWaveletTransform(const ImageView<const TPixel, 3> & input,
                                 const ImageView<TPixel, 3> &       output,
                                 WaveletEnum                        kind,
                                 unsigned int                       numberOfLevels,
                                 const Stream &                     stream)
{
  wavelet::CallWithLifting<TPixel>(kind, [&](const auto & lifting) {
    wavelet::Levels(lifting, input.size, numberOfLevels, stream).Inverse(input.data, output.data);
  });
}

class CDFWaveletPlan::Implementation
{
public:
  std::function<void(const float *, float *, float)>          forward;
  std::function<void(const float *, float *, float *, float)> threshold;
};

CDFWaveletPlan::CDFWaveletPlan(WaveletEnum  kind,
                               unsigned int numberOfLevels,
                               const std::size_t (&size)[3],
                               const Stream & stream)
  : m_Implementation(std::make_unique<Implementation>())
{
  wavelet::CallWithLifting<float>(kind, [&](const auto & lifting) {
    using LevelsType = wavelet::Levels<std::decay_t<decltype(lifting)>>;
    const auto levels = std::make_shared<LevelsType>(lifting, size, numberOfLevels, stream);
    m_Implementation->forward = [levels](const float * image, float * coefficients, float threshold) {
      levels->Forward(image, coefficients, threshold);
    };
    m_Implementation->threshold = [levels](const float * from, float * coefficients, float * to, float threshold) {
      levels->Threshold(from, coefficients, to, threshold);
    };
  });
}

CDFWaveletPlan::~CDFWaveletPlan() = default;

void
LaunchForwardCDFWaveletTransform(const CDFWaveletPlan & plan,
                                 const float *          image,
                                 float *                coefficients,
                                 float                  threshold)
{
  plan.GetImplementation().forward(image, coefficients, threshold);
}

void
LaunchCDFWaveletThresholding(const CDFWaveletPlan & plan,
                             const float *          from,
                             float *                coefficients,
                             float *                to,
                             float                  threshold)
{
  plan.GetImplementation().threshold(from, coefficients, to, threshold);
}

#define ITK_INSTANTIATE(pixel)                                                                                  \
  template void LaunchForwardCDFWaveletTransform(                                                               \
    const ImageView<const pixel, 3> &, const ImageView<pixel, 3> &, WaveletEnum, unsigned int, const Stream &); \
  template void LaunchInverseCDFWaveletTransform(                                                               \
    const ImageView<const pixel, 3> &, const ImageView<pixel, 3> &, WaveletEnum, unsigned int, const Stream &)
ITK_INSTANTIATE(float);
ITK_INSTANTIATE(std::int32_t);
} // namespace itk::device
