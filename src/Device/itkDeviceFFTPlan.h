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
#ifndef itkDeviceFFTPlan_h
#define itkDeviceFFTPlan_h

#include "itkDeviceBuffer.h"
#include <array>
#include <memory>

namespace itk::device
{
/** \class FFTPlan
 * \brief Fourier transforms of equal boxes of float, in place, by cuFFT.
 *
 * A box has `length` pixels an axis, axis 0 fastest; one behind the other, with rows of length[0] / 2 + 1 complex
 * numbers. Lengths of 1 at the end are of no account. Making a plan may wait for the device; plans are kept for the next
 * who needs the same.
 *
 * \exception device::Error there is no cuFFT, or it failed
 */
class FFTPlan
{
public:
  enum class Direction
  {
    Forward, // from real to complex
    Inverse  // from complex to real, times the number of pixels of a box
  };

  FFTPlan(const std::array<int, 3> & length, int boxes, Direction direction, const Stream & stream);
  ~FFTPlan();
  FFTPlan(const FFTPlan &) = delete;
  FFTPlan &
  operator=(const FFTPlan &) = delete;

  /** Enqueues the transform. */
  void
  Execute(float * boxes) const;

private:
  class Plan;
  struct Pool;

  std::unique_ptr<Plan> m_Plan;
  Buffer                m_Work;
};
} // namespace itk::device

#endif
