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
#ifndef DiscreteCosineThresholdingLaunch_h
#define DiscreteCosineThresholdingLaunch_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <memory>

namespace itk::device
{
/** \class DiscreteCosineThresholding
 * Cosine transforms of float images of one size, of which small coefficients are removed, and back. Enqueues on the stream
 * of the constructor. The image must have more than a pixel. */
class DiscreteCosineThresholding
{
public:
  DiscreteCosineThresholding(const std::size_t (&size)[3], const Stream & stream);
  ~DiscreteCosineThresholding();

  /** Coefficients below `threshold` become 0. `from` and `to` may be the same. If `largest` is not null, the image is only
   * read, and *largest becomes the bits of the largest magnitude if that is larger. */
  void
  Run(const float * from, float * to, float threshold, unsigned int * largest) const;

private:
  class Implementation;

  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk::device

#endif
