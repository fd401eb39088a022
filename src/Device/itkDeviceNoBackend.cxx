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
#include "itkDeviceBackend.h"
#include "itkDeviceFFT.h"

namespace itk::device
{
namespace
{
/** The backend of a build without CUDA: there are no devices, so only the first call is ever made. */
class NoBackend : public Backend
{
public:
  int
  CountDevices(std::string & reason) override
  {
    reason = "the library was built without CUDA";
    return 0;
  }
  std::string
  GetErrorName(int) override
  {
    return "cudaErrorNoDevice";
  }
  void
  ForgetLastError() override
  {}
  std::string
  GetDeviceName(int) override
  {
    return {};
  }
  int
  GetDevice(int &) override
  {
    return NoDevice;
  }
  int
  SetDevice(int) override
  {
    return NoDevice;
  }
  int
  CreateStream(CUstream_st *&) override
  {
    return NoDevice;
  }
  int
  DestroyStream(CUstream_st *) override
  {
    return NoDevice;
  }
  int
  SynchronizeStream(CUstream_st *) override
  {
    return NoDevice;
  }
  int
  WaitEvent(CUstream_st *, CUevent_st *) override
  {
    return NoDevice;
  }
  int
  CreateEvent(CUevent_st *&, bool) override
  {
    return NoDevice;
  }
  int
  DestroyEvent(CUevent_st *) override
  {
    return NoDevice;
  }
  int
  RecordEvent(CUevent_st *, CUstream_st *) override
  {
    return NoDevice;
  }
  int
  SynchronizeEvent(CUevent_st *) override
  {
    return NoDevice;
  }
  int
  GetElapsedMilliseconds(float &, CUevent_st *, CUevent_st *) override
  {
    return NoDevice;
  }
  int
  PreparePool() override
  {
    return NoDevice;
  }
  int
  TrimPool() override
  {
    return NoDevice;
  }
  int
  GetMemoryUse(MemoryUse &) override
  {
    return NoDevice;
  }
  int
  ResetPeakMemoryUse() override
  {
    return NoDevice;
  }
  int
  Allocate(void *&, std::size_t, CUstream_st *) override
  {
    return NoDevice;
  }
  int
  Free(void *, CUstream_st *) override
  {
    return NoDevice;
  }
  int
  GetMemoryInfo(std::size_t &, std::size_t &) override
  {
    return NoDevice;
  }
  int
  AllocatePinned(void *&, std::size_t) override
  {
    return NoDevice;
  }
  int
  FreePinned(void *, std::size_t) override
  {
    return NoDevice;
  }
  int
  RegisterHost(void *, std::size_t) override
  {
    return NoDevice;
  }
  int
  UnregisterHost(void *) override
  {
    return NoDevice;
  }
  int
  Copy(void *, const void *, std::size_t, Direction, CUstream_st *) override
  {
    return NoDevice;
  }

private:
  static constexpr int NoDevice = 100; // cudaErrorNoDevice
};
} // namespace

std::unique_ptr<Backend>
MakeDefaultBackend()
{
  return std::make_unique<NoBackend>();
}

const std::string &
GetFFTUnavailableReason()
{
  static const std::string reason = "the library was built without CUDA";
  return reason;
}
} // namespace itk::device
