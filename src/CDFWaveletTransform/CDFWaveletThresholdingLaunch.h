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
#ifndef CDFWaveletThresholdingLaunch_h
#define CDFWaveletThresholdingLaunch_h

#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkDeviceStream.h"
#include <cstddef>
#include <functional>

namespace itk::device
{
/** \class CDFWaveletThresholding
 * Wavelet transforms of float images of one size, of which small coefficients are removed, and back. Enqueues on the stream
 * of the constructor. */
class CDFWaveletThresholding
{
public:
  CDFWaveletThresholding(CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                         unsigned int                                 levels,
                         const std::size_t (&size)[3],
                         const Stream & stream);

  /** From `image` to `coefficients`; those below `threshold` become 0. */
  void
  Forward(const float * image, float * coefficients, float threshold) const
  {
    m_Forward(image, coefficients, threshold);
  }

  void
  Inverse(const float * coefficients, float * image) const
  {
    m_Inverse(coefficients, image);
  }

private:
  std::function<void(const float *, float *, float)> m_Forward;
  std::function<void(const float *, float *)>        m_Inverse;
};
} // namespace itk::device

#endif
