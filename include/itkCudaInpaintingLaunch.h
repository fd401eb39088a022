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
#ifndef itkCudaInpaintingLaunch_h
#define itkCudaInpaintingLaunch_h

#include "itkDeviceStream.h"
#include "itkInpainter.h"

namespace itk::device
{
/** \class CudaInpainter
 * \brief Fills missing pixels on the device: what CudaInpaintingImageFilter is made of. It does what Inpainter does.
 *
 * All is enqueued on the stream of the constructor. What the host has to know is waited for: the result of Read(), the
 * thresholds in iteration 0 if they are not set, and reports.
 *
 * \ingroup CudaImageFilters
 */
class CudaInpainter
{
public:
  /** What Read() found. `notFinite` says whether a known component, of this index and value, is infinite or NaN. */
  struct Known
  {
    std::size_t count;
    bool        notFinite;
    std::size_t component;
    float       value;
  };

  /** Pixels of interleaved components, and their number; `mask` may be null, and `missingValue` too. */
  template <typename TComponent>
  struct Source
  {
    const TComponent *   pixels;
    const std::uint8_t * mask;
    const double *       missingValue;
  };

  /** Whether there are kernels: not for Windows and Morphological of lines, nor for Cosine without cuFFT. */
  static bool
  IsAvailable(const InpaintingSettings & settings, const std::size_t (&size)[3]);

  CudaInpainter(const InpaintingSettings & settings,
                const std::size_t (&size)[3],
                unsigned int   channels,
                const Stream & stream);
  ~CudaInpainter();
  CudaInpainter(const CudaInpainter &) = delete;
  CudaInpainter &
  operator=(const CudaInpainter &) = delete;

  /** Of uint8, int16, uint16 or float. */
  template <typename TComponent>
  Known
  Read(const Source<TComponent> & source);

  /** Without a need for it the report has the threshold alone. */
  Inpainter::Report
  Iterate(unsigned int iteration, bool needsReport);

  /** Writes the estimate, or what is known. */
  template <typename TComponent>
  void
  Write(const TComponent * input, TComponent * output, bool keepsKnown) const;

  /** Writes the part of the estimate in a dictionary of Morphological, 0 for the cartoon, 1 for the texture, as interleaved
   * components. */
  void
  WritePart(unsigned int part, float * output) const;

private:
  class Implementation;

  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk::device

#endif
