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
#ifndef itkDeviceRuntime_h
#define itkDeviceRuntime_h

#include "itkDeviceBackend.h"

namespace itk::device
{
/** \class Runtime
 * \brief Which CUDA devices there are, and the backend through which they are reached.
 *
 * Lazy: no CUDA call is made before the first member below is called, so that a process may load the library and
 * fork. All members may be called from any thread.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT Runtime
{
public:
  /** Whether a device works. */
  static bool
  IsAvailable()
  {
    return GetNumberOfDevices() > 0;
  }

  /** Why IsAvailable() is false; empty when it is true. */
  static std::string
  GetUnavailableReason();

  /** Whether the user wants the CPU unless a filter says otherwise: ITK_CUDA_IMAGE_FILTERS=off in the environment. */
  static bool
  IsOffByEnvironment();

  /** Number of devices that can run this build's kernels. */
  static int
  GetNumberOfDevices();

  /** The calling thread's current CUDA device, as cudaGetDevice reports it. */
  static int
  GetCurrentDevice();

  /** Bytes free and in all on `device`. */
  static void
  GetMemoryInfo(int device, std::size_t & bytesFree, std::size_t & bytesTotal);

  /** Bytes in use, pooled, and at most in use at once, of the device's default memory pool. Does not wait: what is freed
   * by work that is still enqueued counts as in use, and what another library allocates from that pool counts, too. */
  static MemoryUse
  GetMemoryUse(int device);

  /** From now on the peak is what was most in use since now. */
  static void
  ResetPeakMemoryUse(int device);

  /** Gives the unused memory of the device's default pool back, so that other processes may have it. Does not wait: what is
   * freed by work that is still enqueued stays. */
  static void
  TrimPool(int device);

  static std::string
  GetDeviceName(int device);

  static Backend &
  GetBackend();

  /** For tests: installs another backend. To be called before the first use of any device class. */
  static void
  SetBackend(std::unique_ptr<Backend> backend);
};

/** \class DeviceGuard
 * \brief Makes `device` the calling thread's current device, and restores the caller's at the end of the scope.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT DeviceGuard
{
public:
  explicit DeviceGuard(int device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard &) = delete;
  DeviceGuard &
  operator=(const DeviceGuard &) = delete;

private:
  int  m_CallersDevice{ 0 };
  bool m_Changed{ false };
};
} // namespace itk::device

#endif
