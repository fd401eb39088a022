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
#ifndef itkFuzzRun_h
#define itkFuzzRun_h

#include "itkFuzzFilter.h"
#include "itkFuzzImages.h"
#include <set>

namespace itk::DeviceTesting
{
/** What holds for all cases of a process. */
struct FuzzSettings
{
  bool hasDevice{ false };
  /** Kernels of pretended devices do nothing, so that pixels are not to be compared. */
  bool          hasPixels{ true };
  SizeValueType mostPixels{ 0 };
  /** Before each update it is told what has been done. */
  bool isVerbose{ false };
  /** Cases with one of these filters are left out. */
  std::set<std::string> leftOut;
};

struct FuzzCounts
{
  unsigned int updates{ 0 };
  unsigned int comparedPixels{ 0 };
  /** Updates for which the filter and its parent threw the same. */
  unsigned int exceptions{ 0 };
  /** Updates on the parent, because there is no kernel for the parameters. */
  unsigned int withoutKernel{ 0 };
  /** Updates of pretended kernels over which ITK's own code stumbled. */
  unsigned int stumbled{ 0 };
};

/** \class FuzzRun
 * \brief Some updates of a filter and of its parent, with random inputs, parameters and requested regions. */
class FuzzRun
{
public:
  FuzzRun(const FuzzedFilter & fuzzed, const FuzzSettings & settings, unsigned int seed);

  /** Returns what differs; nothing if all is the same. */
  std::vector<std::string>
  Run();

  const FuzzCounts &
  GetCounts() const
  {
    return m_Counts;
  }

private:
  using UseDevice = DeviceImageFilterEnums::UseDevice;

  /** How an Update() ended: the type and the description of what it threw. */
  struct End
  {
    std::string type;
    std::string description;
  };

  /** What is asked of both filters alike. */
  struct Request
  {
    bool         isPart{ false };
    bool         isOutside{ false };
    unsigned int partSeed{ 0 };
    FuzzTail     tail{ FuzzTail::None };
    unsigned int pieces{ 1 };
    bool         isGrafted{ false };
  };

  template <typename TFunction>
  static End
  Catch(const TFunction & function);

  static DataObject::Pointer
  Pull(ProcessObject * filter, const Request & request);

  FuzzPicture
  PickPicture();

  void
  MakeParent();
  void
  MakeTested();
  /** After an exception, of which the filter is to recover on the device. ITK's filters with inner ones do not: these are left
   * as if they were updating. Then both are new, since what parents keep from before an exception differs. */
  void
  Recover();
  void
  MakeInputs();
  void
  Connect();
  void
  SetParameters();
  void
  SetUseDevice(UseDevice useDevice);
  Request
  PickRequest();

  void
  MakeUpdates();
  void
  UpdateBoth(const Request & request);
  void
  Spoil();
  void
  Compare(const DataObject * actual, const DataObject * expected, const std::string & what);
  void
  CompareOutputs();
  void
  CheckWhereItRan();

  void
  Fail(const std::string & what)
  {
    m_Faults.push_back(m_Story + ": " + what);
  }

  const FuzzedFilter &        m_Fuzzed;
  const FuzzSettings &        m_Settings;
  Random                      m_Random;
  bool                        m_HasDeviceImages;
  bool                        m_IsInPlace{ false };
  UseDevice                   m_UseDevice{ UseDevice::Auto };
  FuzzTolerance               m_Tolerance;
  FuzzedParentsFaults         m_ParentsFaults;
  bool                        m_HasThrown{ false };
  bool                        m_IsRecovering{ false };
  std::unique_ptr<FuzzInputs> m_Inputs;
  FuzzFilter                  m_Tested;
  FuzzFilter                  m_Parent;
  FuzzCounts                  m_Counts;
  std::string                 m_Story;
  std::vector<std::string>    m_Faults;
};
} // namespace itk::DeviceTesting

#endif
