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
#ifndef itkDeviceStrips_h
#define itkDeviceStrips_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <functional>

namespace itk
{
class ProcessObject;

namespace device
{
/** An input and an output on the host, in rows: what lies beside each other but along the axis of the strips. */
struct StripImages
{
  // A smaller output is on the device and back as fast at once.
  static constexpr std::size_t SmallestOutput = std::size_t{ 1 } << 24;

  const void * input;
  void *       output;
  std::size_t  inputRows;
  std::size_t  outputRows;
  std::size_t  bytesOfInputRow;
  std::size_t  bytesOfOutputRow;
  /** The row of the input at the output's first. */
  std::size_t offset;
  /** How many rows of the input before and behind its own a row of the output depends on. */
  std::size_t reach;
};

/** Rows of StripImages, in device memory. */
struct Strip
{
  const void * input;
  void *       output;
  std::size_t  firstInputRow;
  std::size_t  firstOutputRow;
  std::size_t  inputRows;
  std::size_t  outputRows;
};

/** Makes all rows of the output, strip by strip, so that upload, kernel and download of different strips overlap, and needs
 * device memory for a few strips alone. Calls launch(strip, stream), from several threads at once, each with a stream of its
 * own and `device` as the current one, to enqueue what makes a strip. Waits until the output is there, or, at an exception,
 * until nothing is enqueued any more. Reports progress to `filter`, from the calling thread. False, with nothing done, where
 * there would be too few strips.
 * \exception ProcessAborted the filter is to stop */
CudaImageFilters_EXPORT bool
ComputeInStrips(const StripImages &                                        images,
                int                                                        device,
                ProcessObject &                                            filter,
                const std::function<void(const Strip &, const Stream &)> & launch);
} // namespace device
} // namespace itk

#endif
