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
#include "itkFuzzer.h"
#include "Device/itkDeviceIdleHandles.h"
#include "itkFaultyBackend.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace itk::DeviceTesting
{
namespace
{
/** A case takes seconds at most. */
constexpr unsigned int mostSecondsOfCase = 240;

struct NamedSignal
{
  int          number;
  const char * name;
};
constexpr NamedSignal signals[]{ { SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" },
                                 { SIGFPE, "SIGFPE" },   { SIGILL, "SIGILL" },
                                 { SIGBUS, "SIGBUS" },   { SIGALRM, "SIGALRM, as it took more than 240 s," } };
static_assert(mostSecondsOfCase == 240, "The name of the last signal says it.");

// What is written around the name of a signal that ends the process.
char beforeSignal[512];
char behindSignal[128];

void
SetLine(const std::string & before, const std::string & behind)
{
  beforeSignal[before.copy(beforeSignal, sizeof(beforeSignal) - 1)] = '\0';
  behindSignal[behind.copy(behindSignal, sizeof(behindSignal) - 1)] = '\0';
}

void
TellAndEnd(int signal)
{
  const auto * const named =
    std::find_if(std::begin(signals), std::end(signals), [&](const NamedSignal & one) { return one.number == signal; });
  for (const char * const part : { static_cast<const char *>(beforeSignal),
                                   named->name,
                                   " ended the process. ",
                                   static_cast<const char *>(behindSignal) })
  {
    if (write(STDOUT_FILENO, part, std::strlen(part)) < 0)
    {
      _exit(2);
    }
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void
Add(FuzzCounts & sum, const FuzzCounts & counts)
{
  sum.updates += counts.updates;
  sum.comparedPixels += counts.comparedPixels;
  sum.exceptions += counts.exceptions;
  sum.withoutKernel += counts.withoutKernel;
  sum.stumbled += counts.stumbled;
}
} // namespace

Fuzzer::Fuzzer(unsigned int seed, const std::string & onlyFilter, const FuzzSettings & settings)
  : m_Seed(seed)
  , m_OnlyFilter(onlyFilter)
  , m_Settings(settings)
  , m_Filters(GetFuzzedFilters())
{
  for (const auto & filter : m_Filters)
  {
    m_FiltersOfName[filter.name].push_back(&filter);
    m_CasesOfName[filter.name] = 0;
  }
  for (const NamedSignal & signal : signals)
  {
    std::signal(signal.number, TellAndEnd);
  }
}

std::string
Fuzzer::GetLineOf(unsigned int number) const
{
  return "CudaImageFiltersFuzz --seed " + std::to_string(m_Seed) + " --case " + std::to_string(number);
}

void
Fuzzer::Fail(unsigned int number, const std::string & why)
{
  m_Failures.insert(number);
  std::string line = why;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::cout << this->GetLineOf(number) << "  # " << line.substr(0, 700) << std::endl;
}

std::vector<Fuzzer::Picked>
Fuzzer::Pick(unsigned int number) const
{
  std::seed_seq       seeds{ m_Seed, number };
  Random              random(seeds);
  std::vector<Picked> picked(DeviceTesting::Pick(random, 0, 11) == 0 ? DeviceTesting::Pick(random, 2, 4) : 1);
  for (auto & one : picked)
  {
    const auto & variants =
      std::next(m_FiltersOfName.begin(), DeviceTesting::Pick(random, 0, m_FiltersOfName.size() - 1))->second;
    one.filter = variants[DeviceTesting::Pick(random, 0, variants.size() - 1)];
    one.seed = random();
  }
  return picked;
}

std::vector<std::string>
Fuzzer::RunAtOnce(const std::vector<Picked> & picked)
{
  std::vector<std::vector<std::string>> faults(picked.size());
  std::vector<FuzzCounts>               counts(picked.size());
  std::vector<std::thread>              threads;
  for (std::size_t i = 0; i < picked.size(); ++i)
  {
    // A thread's stream goes with it.
    threads.emplace_back([&, i] {
      FuzzRun run(*picked[i].filter, m_Settings, picked[i].seed);
      faults[i] = run.Run();
      counts[i] = run.GetCounts();
    });
  }
  std::vector<std::string> all;
  for (std::size_t i = 0; i < picked.size(); ++i)
  {
    threads[i].join();
    Add(m_Counts, counts[i]);
    if (!faults[i].empty())
    {
      all.push_back(picked[i].filter->name + " in " + std::to_string(picked[i].filter->dimension) +
                    "D: " + faults[i].front());
    }
  }
  return all;
}

void
Fuzzer::RunCase(unsigned int number)
{
  const auto picked = this->Pick(number);
  const bool isWanted = m_OnlyFilter.empty() || std::any_of(picked.begin(), picked.end(), [this](const Picked & one) {
                          return one.filter->name == m_OnlyFilter;
                        });
  const bool isLeftOut = std::any_of(picked.begin(), picked.end(), [this](const Picked & one) {
    const std::string & name = one.filter->name;
    return m_Settings.leftOut.count(name) > 0 || (!m_Settings.hasDevice && GetParentsFaults(name).isEndless);
  });
  if (!isWanted || isLeftOut)
  {
    return;
  }
  std::string names;
  for (const auto & one : picked)
  {
    names += (names.empty() ? "" : ", ") + one.filter->name;
  }
  const std::string others = "--first " + std::to_string(number + 1) + " goes on behind it.\n";
  SetLine(this->GetLineOf(number) + "  # " + names + ": ", others);
  alarm(mostSecondsOfCase);
  ++m_Cases;
  m_CasesOfThreads += picked.size() > 1 ? 1 : 0;
  for (const auto & one : picked)
  {
    ++m_CasesOfName[one.filter->name];
  }
  // What a filter has for the whole process, the first case makes.
  for (int round = 0; round < 2; ++round)
  {
    const auto before = FaultyBackend::Install().GetHoldings();
    const auto faults = this->RunAtOnce(picked);
    const auto after = FaultyBackend::Install().GetHoldings();
    for (const auto & fault : faults)
    {
      this->Fail(number, fault);
    }
    // Some streams are kept to be used again, in whichever case it is.
    if (after.bytes <= before.bytes && after.streams <= std::max(before.streams, device::MostIdleStreams))
    {
      break;
    }
    if (round == 1)
    {
      this->Fail(number,
                 names + ": " + std::to_string(after.bytes - before.bytes) + " bytes and " +
                   std::to_string(after.streams - before.streams) + " streams leak");
    }
  }
  alarm(0);
  SetLine(this->GetLineOf(number) + "  # behind that case ", others);
}

bool
Fuzzer::DoesDeviceWork() const
{
  try
  {
    std::size_t bytesFree = 0;
    std::size_t bytesTotal = 0;
    if (m_Settings.hasDevice)
    {
      device::Runtime::GetMemoryInfo(0, bytesFree, bytesTotal);
    }
  }
  catch (const device::Error &)
  {
    return false;
  }
  return true;
}

void
Fuzzer::RunFor(double seconds, unsigned int first, const std::string & file)
{
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  auto       written = Clock::now();
  for (unsigned int number = first; Clock::now() < end; ++number)
  {
    const auto failures = m_Failures.size();
    this->RunCase(number);
    if (!file.empty() && Clock::now() - written > std::chrono::seconds(1))
    {
      this->WriteJSON(file);
      written = Clock::now();
    }
    if (m_Failures.size() > failures && !this->DoesDeviceWork())
    {
      std::cout << "The device is lost to this process. --first " << number + 1 << " goes on behind it." << std::endl;
      return;
    }
  }
}

void
Fuzzer::Print(std::ostream & os) const
{
  for (const auto & [name, cases] : m_CasesOfName)
  {
    os << name << ": " << cases << '\n';
  }
  os << "Seed " << m_Seed << ": " << m_Cases << " cases, " << m_Failures.size() << " failures; " << m_CasesOfThreads
     << " cases of several threads; " << m_Counts.updates << " updates, " << m_Counts.comparedPixels
     << " with pixels compared, " << m_Counts.exceptions << " with the same exception, " << m_Counts.withoutKernel
     << " without a kernel";
  if (!m_Settings.hasPixels)
  {
    os << ", " << m_Counts.stumbled
       << " stumbled over what pretended kernels have not made. Pixels are not compared: pretended kernels do nothing";
  }
  else if (!m_Settings.hasDevice)
  {
    os << ". No device: filters ran their parents";
  }
  os << std::endl;
}

void
Fuzzer::WriteJSON(const std::string & file) const
{
  std::ofstream json(file);
  const auto    name = m_Settings.hasDevice ? device::Runtime::GetDeviceName(0) : std::string("none");
  json << "{\n  \"device\": \"" << name << "\",\n  \"seed\": " << m_Seed << ",\n  \"cases\": " << m_Cases
       << ",\n  \"cases_of_several_threads\": " << m_CasesOfThreads << ",\n  \"updates\": " << m_Counts.updates
       << ",\n  \"updates_with_pixels_compared\": " << m_Counts.comparedPixels
       << ",\n  \"updates_with_the_same_exception\": " << m_Counts.exceptions
       << ",\n  \"updates_without_a_kernel\": " << m_Counts.withoutKernel << ",\n  \"failures\": " << m_Failures.size()
       << ",\n  \"failed_cases\": [";
  const char * separator = "";
  for (const auto number : m_Failures)
  {
    json << separator << number;
    separator = ", ";
  }
  json << "],\n  \"cases_of_filter\": {";
  separator = "\n";
  for (const auto & [filter, cases] : m_CasesOfName)
  {
    json << separator << "    \"" << filter << "\": " << cases;
    separator = ",\n";
  }
  json << "\n  }\n}\n";
}
} // namespace itk::DeviceTesting
