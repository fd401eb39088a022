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
#ifndef itkCudaRelabelComponentLaunch_h
#define itkCudaRelabelComponentLaunch_h

#include "itkDeviceBuffer.h"
#include "itkDevicePointwiseImages.h"
#include "itkDeviceStream.h"
#include <cstdint>
#include <utility>

namespace itk::device
{
/** \class LabelOrder
 * \brief The labels of an image other than 0, and new ones: from 1 on in the order of their sizes, the larger first and of
 * the same size the smaller label, or in the order of the labels.
 *
 * TLabel: std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t. Images are of the stream's device. Takes
 * some 40 bytes of its memory for each number between the least and the greatest label, or if that were more than for each
 * pixel, for each label. Functions may throw device::MemoryError or device::Error.
 *
 * \ingroup CudaImageFilters
 */
class LabelOrder
{
public:
  /** Waits.
   * \param size of the image, 1 for axes that it lacks, none 0
   * \param minimumSize labels of fewer pixels become 0 */
  template <typename TLabel>
  LabelOrder(const PointwiseInput<TLabel> & labels,
             const std::size_t (&size)[3],
             bool           isBySize,
             std::uint64_t  minimumSize,
             const Stream & stream);

  /** How many labels there are. */
  std::uint64_t
  GetOriginalNumber() const
  {
    return m_OriginalNumber;
  }

  /** How many of them have a new one. */
  std::uint64_t
  GetNumber() const
  {
    return m_Number;
  }

  /** Of the new labels, in pixels: std::uint64_t. Once. */
  Buffer
  TakeSizes()
  {
    return std::move(m_Sizes);
  }

  /** Enqueues the replacement of labels, among which there are no others, by the new ones, and returns without waiting.
   * TOutput is TLabel, or of fewer bits: std::uint8_t or std::uint16_t. */
  template <typename TOutput, typename TLabel>
  void
  Apply(const PointwiseImages<TOutput, TLabel> & images) const;

private:
  template <typename TLabel>
  void
  ListLabels(const PointwiseInput<TLabel> & labels, const std::size_t (&size)[3]);

  Stream        m_Stream;
  std::uint64_t m_OriginalNumber{ 0 };
  std::uint64_t m_Number{ 0 };
  std::int64_t  m_First{ 0 }; // the least label
  std::size_t   m_Places{ 0 };
  Buffer        m_Labels; // where they are sparse: that of each place
  Buffer        m_NewLabels;
  Buffer        m_Sizes;
};
} // namespace itk::device

#endif
