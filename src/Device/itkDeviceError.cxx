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
#include "itkDeviceError.h"
#include "itkDeviceCheck.h"
#include "itkDeviceRuntime.h"

namespace itk::device
{
Error::Error(const char * file, unsigned int line, std::string description)
  : ExceptionObject(file, line, std::move(description))
{}

Error::~Error() = default;

MemoryError::MemoryError(const char * file,
                         unsigned int line,
                         std::string  description,
                         std::size_t  asked,
                         std::size_t  free)
  : Error(file, line, std::move(description))
  , m_BytesAsked(asked)
  , m_BytesFree(free)
{}

MemoryError::~MemoryError() = default;

void
Check(int cudaError, const char * call)
{
  if (cudaError != Backend::Success)
  {
    Backend & backend = Runtime::GetBackend();
    backend.ForgetLastError();
    throw Error(__FILE__, __LINE__, backend.GetErrorName(cudaError) + " in " + call);
  }
}
} // namespace itk::device
