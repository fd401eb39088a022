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
#ifndef itkDeviceBackend_h
#define itkDeviceBackend_h

#include "itkDeviceStream.h"
#include <cstddef>
#include <memory>
#include <string>

namespace itk::device
{
/** Bytes of a device's default memory pool, from which all device memory of this module comes. */
struct MemoryUse
{
  /** Allocated and not yet freed, in the order of the streams. */
  std::size_t inUse;
  /** Kept by the process for its next allocations. */
  std::size_t pooled;
  /** The most that was in use at once, since the process began or Runtime::ResetPeakMemoryUse(). */
  std::size_t peak;
};

/** \class Backend
 * \brief The calls that the runtime makes to CUDA, and nothing else of CUDA.
 *
 * One implementation calls the CUDA runtime; another, of a build without CUDA, has no devices. Tests install a third
 * one whose devices are pretended, so that coherence and execution are tested where there is no GPU.
 *
 * Every call returns a CUDA error code, 0 being success, and leaves no error behind for cudaGetLastError(). Calls that
 * take no stream and no event concern the current device of the calling thread.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Backend
{
public:
  static constexpr int Success = 0;
  static constexpr int OutOfMemory = 2; // cudaErrorMemoryAllocation

  enum class Direction
  {
    HostToDevice,
    DeviceToHost
  };

  virtual ~Backend() = default;

  /** Number of devices that can run this build's kernels; `reason` says why when there is none. */
  virtual int
  CountDevices(std::string & reason) = 0;
  virtual std::string
  GetErrorName(int error) = 0;
  /** Forgets the error of a call that was not made through this class, lest the next cudaGetLastError() takes it for its
   * own kernel's. */
  virtual void
  ForgetLastError() = 0;
  virtual std::string
  GetDeviceName(int device) = 0;
  virtual int
  GetDevice(int & device) = 0;
  virtual int
  SetDevice(int device) = 0;

  virtual int
  CreateStream(CUstream_st *& stream) = 0;
  virtual int
  DestroyStream(CUstream_st * stream) = 0;
  virtual int
  SynchronizeStream(CUstream_st * stream) = 0;
  virtual int
  WaitEvent(CUstream_st * stream, CUevent_st * event) = 0;

  virtual int
  CreateEvent(CUevent_st *& event, bool timing) = 0;
  virtual int
  DestroyEvent(CUevent_st * event) = 0;
  virtual int
  RecordEvent(CUevent_st * event, CUstream_st * stream) = 0;
  virtual int
  SynchronizeEvent(CUevent_st * event) = 0;
  virtual int
  GetElapsedMilliseconds(float & milliseconds, CUevent_st * begin, CUevent_st * end) = 0;

  /** Sets up the current device's default memory pool; called once a device, before its first allocation. */
  virtual int
  PreparePool() = 0;
  /** Gives the pool's unused memory back to the device. */
  virtual int
  TrimPool() = 0;
  virtual int
  GetMemoryUse(MemoryUse & use) = 0;
  /** What is in use becomes the peak. */
  virtual int
  ResetPeakMemoryUse() = 0;
  virtual int
  Allocate(void *& data, std::size_t bytes, CUstream_st * stream) = 0;
  virtual int
  Free(void * data, CUstream_st * stream) = 0;
  virtual int
  GetMemoryInfo(std::size_t & bytesFree, std::size_t & bytesTotal) = 0;

  virtual int
  AllocatePinned(void *& data, std::size_t bytes) = 0;
  /** \param bytes as they were asked for */
  virtual int
  FreePinned(void * data, std::size_t bytes) = 0;
  /** Pins memory that the host has, for all devices. */
  virtual int
  RegisterHost(void * data, std::size_t bytes) = 0;
  virtual int
  UnregisterHost(void * data) = 0;
  /** Loads a kernel of the library to the current device, lest its launch does. */
  virtual int
  LoadKernel(const void *)
  {
    return Success;
  }
  virtual int
  Copy(void * destination, const void * source, std::size_t bytes, Direction direction, CUstream_st * stream) = 0;
};

/** The backend of this build: CUDA's, or the one without devices. */
CudaImageFilters_EXPORT std::unique_ptr<Backend>
                        MakeDefaultBackend();
} // namespace itk::device

#endif
