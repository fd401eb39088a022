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
#ifndef itkDeviceTransferModel_h
#define itkDeviceTransferModel_h

#include <map>

namespace itk::DeviceTesting
{
/** \class DeviceTransferModel
 * \brief The fewest transfers for a sequence of reads and writes on host and device, by plain book-keeping.
 *
 * Pixels are current on the host, on the device or on both. A read where they are not current costs one transfer and
 * makes them current on both sides; a write makes the other side stale. What ITK itself makes of it: the model counts
 * one download when a CPU filter pulls pixels that it does not look at (ChangeInformationImageFilter), and takes the
 * pixels that such a filter hands on for written, since a filter that writes in place hands them on just so; and
 * DisconnectPipeline() calls Modified(), which a user calls to tell of written pixels, too.
 */
class DeviceTransferModel
{
public:
  enum class Side
  {
    Host,
    Device,
    DeviceToHost // a device filter of a DeviceImage and a plain output
  };

  void
  Read(const void * container, Side side)
  {
    State & state = m_States[container];
    if (side == Side::Host && !state.onHost)
    {
      ++m_Downloads;
      state.onHost = true;
    }
    if (side != Side::Host && !state.onDevice)
    {
      ++m_Uploads;
      state.onDevice = true;
    }
  }

  void
  Write(const void * container, Side side)
  {
    m_Downloads += side == Side::DeviceToHost ? 1 : 0;
    m_States[container] = side == Side::Device ? State{ false, true } : State{ true, false };
  }

  /** The host side, if it is current, may have been written. */
  void
  MayHaveBeenWritten(const void * container)
  {
    State & state = m_States[container];
    state.onDevice = state.onDevice && !state.onHost;
  }

  bool
  IsCurrentOnHost(const void * container)
  {
    return m_States[container].onHost;
  }

  unsigned int
  GetUploads() const
  {
    return m_Uploads;
  }

  unsigned int
  GetDownloads() const
  {
    return m_Downloads;
  }

private:
  struct State
  {
    bool onHost{ true };
    bool onDevice{ false };
  };

  std::map<const void *, State> m_States;
  unsigned int                  m_Uploads{ 0 };
  unsigned int                  m_Downloads{ 0 };
};
} // namespace itk::DeviceTesting

#endif
