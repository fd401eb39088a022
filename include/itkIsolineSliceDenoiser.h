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
#ifndef itkIsolineSliceDenoiser_h
#define itkIsolineSliceDenoiser_h

#include "itkDeviceImageView.h"
#include "itkIsolineDenoisingSettings.h"
#include <functional>
#include <memory>

namespace itk::device
{
/** \class IsolineSliceDenoiser
 * \brief Denoises slices of the same size, one after another, on the host.
 *
 * All that decides the result is compiled in this library, without contraction, so that host and device get the same
 * bits whatever options a user's own code is compiled with.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT IsolineSliceDenoiser
{
public:
  /** Calls function(begin, end) for parts of [0, rows) that make up the whole, in any order and on any threads, and
   * returns when all are done. */
  using RowRunner =
    std::function<void(std::size_t rows, const std::function<void(std::size_t begin, std::size_t end)> & function)>;

  /** In pixels; the input reaches as far around the output as GetReach(settings), or to the border of the image. */
  struct Geometry
  {
    std::size_t channels; // 1 or 3
    std::size_t inputSize[2];
    std::size_t outputSize[2];
    std::size_t offset[2];   // of the output's first pixel in the input
    std::size_t position[2]; // of the input's first pixel in the image
  };

  /** \param settings valid ones, with the noise level to denoise by; where it is 0, slices stay as they are
   * \param geometry of the slices
   * \param run what runs parts of a slice */
  IsolineSliceDenoiser(const IsolineDenoisingSettings & settings, const Geometry & geometry, RowRunner run);
  ~IsolineSliceDenoiser();
  IsolineSliceDenoiser(const IsolineSliceDenoiser &) = delete;
  IsolineSliceDenoiser &
  operator=(const IsolineSliceDenoiser &) = delete;

  /** Where the pixels of a slice go, whose axis 2 is the channel; Denoise() changes them. */
  ImageView<float, 3>
  GetInput() const;

  /** Where they are after Denoise(), not rounded. */
  ImageView<const float, 3>
  GetOutput() const;

  /** Returns when it is done. */
  void
  Denoise();

private:
  class Implementation;

  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk::device

#endif
