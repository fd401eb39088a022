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
#ifndef itkCudaConnectedComponentsLaunch_h
#define itkCudaConnectedComponentsLaunch_h

#include "itkDeviceBuffer.h"
#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>

namespace itk::device
{
/** \class ConnectedComponents
 * \brief The connected components of some pixels of an image, numbered from 0 on in the raster order of their first pixels.
 *
 * The nodes of a union-find forest are runs of pixels in words of 32 of a row; tiles of words are connected in shared
 * memory, and then across their borders (linking by atomicMin: D. P. Playne and K. Hawick, A new algorithm for parallel
 * connected-component labelling on GPUs, IEEE Transactions on Parallel and Distributed Systems 29, 2018).
 * Takes a quarter of a byte of device memory for each pixel, and 8 bytes for each run.
 *
 * TPixel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, float. Images are of the stream's device.
 * Functions that do not say that they wait return when their work is enqueued on the stream. Each may throw
 * device::MemoryError or device::Error.
 *
 * \ingroup CudaImageFilters
 */
class ConnectedComponents
{
public:
  /** Whether there are few enough pixels: 2^33, or less if rows are not of a multiple of 32. */
  static bool
  Fits(const std::size_t (&size)[3]);

  /** \param size 1 for axes that the image lacks, none 0
   * \param dimension of the image, 2 or 3 */
  ConnectedComponents(const std::size_t (&size)[3], unsigned int dimension, const Stream & stream);

  /** Leaves the pixels at which `image` is equal to `value`, or is not. Called at least once, and before Connect(). */
  template <typename TPixel>
  void
  Restrict(const PointwiseInput<TPixel> & image, TPixel value, bool isEqual);

  /** Finds the components, of pixels with a common face, or if they are fully connected with a common corner. Waits. */
  void
  Connect(bool isFullyConnected);

  std::uint64_t
  GetNumberOfComponents() const
  {
    return m_NumberOfComponents;
  }

  /** The number of each component's pixels, std::uint64_t. */
  Buffer
  CountPixels() const;

  /** For each component std::uint8_t: 0 if it has a pixel at the image's border, else 1. */
  Buffer
  FindInnerOnes() const;

  /** Writes components as labels, from 0 on without `background`, and `background` where there is none. TPixel is an
   * integer. */
  template <typename TPixel>
  void
  WriteLabels(const PointwiseOutput<TPixel> & output, TPixel background) const;

  /** Copies `input`, with `value` in place of all pixels of components whose std::uint8_t of `isReplaced` is not 0. */
  template <typename TPixel>
  void
  Replace(const PointwiseInput<TPixel> &  input,
          const PointwiseOutput<TPixel> & output,
          const Buffer &                  isReplaced,
          TPixel                          value) const;

private:
  template <typename TPixel, typename TWrite>
  void
  Write(const PointwiseInput<TPixel> & input, const PointwiseOutput<TPixel> & output, const TWrite & write) const;

  Stream        m_Stream;
  unsigned int  m_Dimension;
  std::size_t   m_Size[3];
  std::uint64_t m_NumberOfComponents{ 0 };
  bool          m_IsRestricted{ false };
  Buffer        m_Words;
  Buffer        m_FirstRuns;  // the number of each word's first run
  Buffer        m_Components; // of each run
};
} // namespace itk::device

#endif
