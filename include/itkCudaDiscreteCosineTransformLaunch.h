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
#ifndef itkCudaDiscreteCosineTransformLaunch_h
#define itkCudaDiscreteCosineTransformLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <memory>

namespace itk::device
{
/** The orthonormal cosine transform of type II of contiguous pixels along all axes, by one real Fourier transform of
 * the image with the pixels of even index before those of odd index along each axis: J. Makhoul, A fast cosine transform
 * in one and two dimensions, IEEE Transactions on Acoustics, Speech and Signal Processing 28(1), 1980.
 *
 * Sides below 2^30. `input` and `output` may be the same. Takes memory for one more image and for what cuFFT takes.
 * Enqueues on `stream`; does not wait, but for the first image of a size, whose plan is made.
 * \exception device::Error there is no cuFFT, or it failed */
void
LaunchForwardDiscreteCosineTransform(const ImageView<const float, 3> & input,
                                     const ImageView<float, 3> &       output,
                                     const Stream &                    stream);

/** Its inverse, the transform of type III. */
void
LaunchInverseDiscreteCosineTransform(const ImageView<const float, 3> & input,
                                     const ImageView<float, 3> &       output,
                                     const Stream &                    stream);

/** \class DiscreteCosinePlan
 * \brief Transforms of float images of one size, of more than a pixel, on one stream, and the memory that they take.
 *
 * \ingroup CudaImageFilters
 */
class DiscreteCosinePlan
{
public:
  DiscreteCosinePlan(const std::size_t (&size)[3], const Stream & stream);
  ~DiscreteCosinePlan();

  class Implementation;

  const Implementation &
  GetImplementation() const
  {
    return *m_Implementation;
  }

private:
  std::unique_ptr<Implementation> m_Implementation;
};

/** The image without the coefficients below `threshold`. `from` and `to` may be the same. If `largest` is not null, the
 * image is only read, and *largest becomes the bits of the largest magnitude of a coefficient, if that is larger. */
void
LaunchDiscreteCosineThresholding(const DiscreteCosinePlan & plan,
                                 const float *              from,
                                 float *                    to,
                                 float                      threshold,
                                 unsigned int *             largest);
} // namespace itk::device

#endif
