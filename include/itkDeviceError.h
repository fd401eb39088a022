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
#ifndef itkDeviceError_h
#define itkDeviceError_h

#include "CudaImageFiltersExport.h"
#include "itkMacro.h"

namespace itk::device
{
/** \class Error
 * \brief A CUDA call failed. The description holds the CUDA error's name and the call.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Error : public ExceptionObject
{
public:
  Error(const char * file, unsigned int line, std::string description);
  Error(const Error &) = default;
  ~Error() override;
  itkTypeMacro(Error, ExceptionObject);
};

/** \class MemoryError
 * \brief No device memory was left, even after the memory pool was trimmed.
 *
 * Inputs are untouched, and the next Update() works when there is memory again. itk::StreamingImageFilter makes a
 * filter need less.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT MemoryError : public Error
{
public:
  MemoryError(const char * file, unsigned int line, std::string description, std::size_t asked, std::size_t free);
  MemoryError(const MemoryError &) = default;
  ~MemoryError() override;
  itkTypeMacro(MemoryError, Error);

  std::size_t
  GetBytesAsked() const
  {
    return m_BytesAsked;
  }

  /** Bytes that the device reported free after trimming. */
  std::size_t
  GetBytesFree() const
  {
    return m_BytesFree;
  }

private:
  std::size_t m_BytesAsked;
  std::size_t m_BytesFree;
};
} // namespace itk::device

#endif
