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
#ifndef itkInpainter_h
#define itkInpainter_h

#include "itkDeviceImageView.h"
#include "itkInpaintingSettings.h"
#include "itkParallelRunner.h"
#include <cstdint>
#include <memory>

namespace itk::device
{
/** \class Inpainter
 * \brief Fills missing pixels on the host: what InpaintingImageFilter is made of.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Inpainter
{
public:
  /** What an iteration did; residual and change are root mean squares over the channels. */
  struct Report
  {
    double threshold;
    double residual;    // of the known pixels less the estimate
    double change;      // of the estimate of the missing pixels, against the iteration before
    bool   showsDetail; // the threshold is below the range of the known pixels
  };

  /** \param settings valid ones
   * \param size in pixels; axes that the image lacks have one
   * \param channels of a pixel
   * \param run what runs parts of the work */
  Inpainter(const InpaintingSettings & settings,
            const std::size_t (&size)[3],
            unsigned int   channels,
            ParallelRunner run);
  ~Inpainter();
  Inpainter(const Inpainter &) = delete;
  Inpainter &
  operator=(const Inpainter &) = delete;

  /** Where the caller puts the pixels of a channel. What it puts into missing ones does not matter. */
  ImageView<float, 3>
  GetInput(unsigned int channel);

  /** Where the caller puts 1 for known and 0 for missing pixels; at least one must be known. */
  ImageView<std::uint8_t, 3>
  GetKnown();

  /** Iteration 0 finds the thresholds that are not set. It reports whether or not that is needed. */
  Report
  Iterate(unsigned int iteration, bool needsReport);

  /** The estimate of a channel: known pixels are estimated, too. With two dictionaries it is the sum of both parts. */
  ImageView<const float, 3>
  GetEstimate(unsigned int channel);

  /** The part of a channel in a dictionary of Morphological: 0 for the cartoon, 1 for the texture. */
  ImageView<const float, 3>
  GetPart(unsigned int channel, unsigned int part) const;

private:
  class Implementation;

  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk::device

#endif
