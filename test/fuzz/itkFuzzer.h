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
#ifndef itkFuzzer_h
#define itkFuzzer_h

#include "itkFuzzRun.h"
#include <iosfwd>
#include <map>
#include <set>

namespace itk::DeviceTesting
{
/** \class Fuzzer
 * \brief Cases of a seed, one after the other: each is one or a few runs of random filters, at the same time. */
class Fuzzer
{
public:
  Fuzzer(unsigned int seed, const std::string & onlyFilter, const FuzzSettings & settings);

  /** Runs a case, unless it is of no filter that is asked for, or of one that is left out. Says what failed. */
  void
  RunCase(unsigned int number);

  /** Runs cases from number `first` on, for so long or until the device is lost. Writes what it has come to once a second,
   * should a case end the process. */
  void
  RunFor(double seconds, unsigned int first, const std::string & file);

  unsigned int
  GetNumberOfFailures() const
  {
    return static_cast<unsigned int>(m_Failures.size());
  }

  bool
  HasCases() const
  {
    return m_Cases > 0;
  }

  void
  Print(std::ostream & os) const;

  void
  WriteJSON(const std::string & file) const;

private:
  struct Picked
  {
    const FuzzedFilter * filter;
    unsigned int         seed;
  };

  std::vector<Picked>
  Pick(unsigned int number) const;

  std::vector<std::string>
  RunAtOnce(const std::vector<Picked> & picked);

  bool
  DoesDeviceWork() const;

  std::string
  GetLineOf(unsigned int number) const;

  void
  Fail(unsigned int number, const std::string & why);

  unsigned int                                             m_Seed;
  std::string                                              m_OnlyFilter;
  FuzzSettings                                             m_Settings;
  std::vector<FuzzedFilter>                                m_Filters;
  std::map<std::string, std::vector<const FuzzedFilter *>> m_FiltersOfName;
  std::map<std::string, unsigned int>                      m_CasesOfName;
  std::set<unsigned int>                                   m_Failures;
  unsigned int                                             m_Cases{ 0 };
  unsigned int                                             m_CasesOfThreads{ 0 };
  FuzzCounts                                               m_Counts;
};
} // namespace itk::DeviceTesting

#endif
