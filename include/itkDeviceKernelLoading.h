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
#ifndef itkDeviceKernelLoading_h
#define itkDeviceKernelLoading_h

#include "CudaImageFiltersExport.h"
#include "itkDeviceStream.h"
#include <atomic>

namespace itk::device
{
/** \class KernelLoading
 * \brief Has the kernels of a chain of filters loaded while the first of them uploads its input.
 *
 * CUDA loads a kernel when it is first asked for, unless CUDA_MODULE_LOADING is EAGER, which takes a millisecond or more.
 * A filter, before it pulls its inputs, notes the kernels that it is going to launch; the first that runs has all of them
 * loaded, by another thread. The outermost KernelLoading of a thread, which is that of the filter whose Update() was
 * called, waits for it in the end.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT KernelLoading
{
public:
  /** While there is one, the launchers that the calling thread calls launch nothing, but note their kernels. */
  class CudaImageFilters_EXPORT Notes
  {
  public:
    Notes();
    ~Notes();
    Notes(const Notes &) = delete;
    Notes &
    operator=(const Notes &) = delete;

    /** For launchers, which get no more than attributes of it. */
    const Stream &
    GetStream() const
    {
      return m_Stream;
    }

  private:
    Stream m_Stream;
  };

  KernelLoading();
  ~KernelLoading();
  KernelLoading(const KernelLoading &) = delete;
  KernelLoading &
  operator=(const KernelLoading &) = delete;

  /** Whether a class of filters is to note its kernels: the first time, where CUDA loads them when they are asked for. */
  static bool
  IsToNote(std::atomic<bool> & isNoted);

  /** Whether there are Notes of the calling thread. */
  static bool
  IsNoting();

  /** Notes a kernel. */
  static void
  Note(const void * kernel);

  /** Throws while kernels are noted: what comes needs pixels. */
  static void
  RequirePixels();

  /** Has the kernels loaded that the calling thread has noted since it last called this. */
  static void
  Begin(int device);
};
} // namespace itk::device

#endif
