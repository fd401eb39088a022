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
#ifndef itkDeviceUploadArray_h
#define itkDeviceUploadArray_h

#include "itkDeviceBuffer.h"
#include <vector>

namespace itk::device
{
/** Copies what a kernel takes besides images, a table of coefficients say, to the device in the order of `stream`. Returns
 * when `values` may be changed again. GetTransferCounts(), which is about images, does not count it. */
Buffer
UploadArray(const void * values, std::size_t bytes, const Stream & stream);

template <typename T>
Buffer
UploadArray(const std::vector<T> & values, const Stream & stream)
{
  return UploadArray(values.data(), values.size() * sizeof(T), stream);
}
} // namespace itk::device

#endif
