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
#ifndef InpaintingOnDevice_h
#define InpaintingOnDevice_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include "itkInpaintingSettings.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace itk::device
{
/** \class InpaintingDictionaryOnDevice
 * A transform in which an image has few large coefficients. */
class InpaintingDictionaryOnDevice
{
public:
  virtual ~InpaintingDictionaryOnDevice() = default;

  /** From `from` to `to`, which is the image without the coefficients below the threshold. */
  virtual void
  Threshold(const float * from, float * to, float threshold) = 0;

  /** *largest, the bits of a float that is not negative, becomes the largest magnitude of a coefficient, if larger. */
  virtual void
  FindLargest(const float * from, unsigned int * largest) = 0;
};

/** The one of a transform or, of Morphological, both: the cartoon's and the texture's. */
std::vector<std::unique_ptr<InpaintingDictionaryOnDevice>>
MakeInpaintingDictionariesOnDevice(const InpaintingSettings & settings,
                                   const std::size_t (&size)[3],
                                   const Stream & stream);

/** Does what the dictionary of MakeInpaintingWindows() does. */
std::unique_ptr<InpaintingDictionaryOnDevice>
MakeInpaintingWindowsOnDevice(const std::size_t (&size)[3], bool keepsMeans, const Stream & stream);

/** Does what FillFromCoarserImages() does. */
void
LaunchFillFromCoarserImages(const ImageView<float, 3> & pixels, const std::uint8_t * known, const Stream & stream);
} // namespace itk::device

#endif
