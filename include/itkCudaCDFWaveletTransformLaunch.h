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
#ifndef itkCudaCDFWaveletTransformLaunch_h
#define itkCudaCDFWaveletTransformLaunch_h

#include "itkCDFWaveletTransformImageFilterEnums.h"
#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <memory>

namespace itk::device
{
/** So many levels of the wavelet transform, at most GetNumberOfCDFWaveletLevels(), of contiguous pixels, with the bits of
 * ForwardCDFWaveletTransform().
 *
 * float, or std::int32_t, reversibly and by CDF53 alone; sides below 2^30. `input` and `output` must not overlap. Takes
 * memory for a third of the image in planes, for 8 / 7 of it in volumes. Enqueues on `stream`; does not wait. */
template <typename TPixel>
void
LaunchForwardCDFWaveletTransform(const ImageView<const TPixel, 3> &           input,
                                 const ImageView<TPixel, 3> &                 output,
                                 CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                                 unsigned int                                 levels,
                                 const Stream &                               stream);

/** Its inverse, with the bits of InverseCDFWaveletTransform(). */
template <typename TPixel>
void
LaunchInverseCDFWaveletTransform(const ImageView<const TPixel, 3> &           input,
                                 const ImageView<TPixel, 3> &                 output,
                                 CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                                 unsigned int                                 levels,
                                 const Stream &                               stream);

/** \class CDFWaveletPlan
 * \brief Transforms of float images of one size on one stream, and the memory that they take.
 *
 * \ingroup CudaImageFilters
 */
class CDFWaveletPlan
{
public:
  CDFWaveletPlan(CDFWaveletTransformImageFilterEnums::Wavelet wavelet,
                 unsigned int                                 levels,
                 const std::size_t (&size)[3],
                 const Stream & stream);
  ~CDFWaveletPlan();

  class Implementation;

  const Implementation &
  GetImplementation() const
  {
    return *m_Implementation;
  }

private:
  std::unique_ptr<Implementation> m_Implementation;
};

/** From an image to its coefficients, of which those below `threshold` become 0. */
void
LaunchForwardCDFWaveletTransform(const CDFWaveletPlan & plan,
                                 const float *          image,
                                 float *                coefficients,
                                 float                  threshold);

/** From `from` to `to`, which is the image without the coefficients below `threshold`, with the bits of the transform above
 * and its inverse. `coefficients` is as large as the image, and scratch: the lowest levels of planes, from 256 x 256 pixels
 * on, stay in the shared memory of a cluster of blocks, from compute capability 9 on. The three must not overlap. Enqueues on the plan's stream; does not wait. */
void
LaunchCDFWaveletThresholding(const CDFWaveletPlan & plan,
                             const float *          from,
                             float *                coefficients,
                             float *                to,
                             float                  threshold);
} // namespace itk::device

#endif
