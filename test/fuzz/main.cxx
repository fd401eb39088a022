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
#include "itkFaultyBackend.h"
#include "itkFuzzer.h"
#include <iostream>

namespace
{
using itk::DeviceTesting::FaultPlan;
using itk::DeviceTesting::FaultyBackend;

struct Options
{
  double                seconds{ 60 };
  unsigned int          seed{ 1 };
  unsigned int          first{ 0 };
  long                  number{ -1 };
  unsigned long         mostPixels{ 9000000 };
  unsigned int          loseAt{ 0 };
  std::string           filter;
  std::set<std::string> leftOut;
  std::string           json;
};

constexpr const char * usage =
  "CudaImageFiltersFuzz [--seconds N] [--seed S] [--filter NAME] [--case K | --first K] [--most-pixels N] [--json "
  "FILE]\n"
  "                     [--leave-out NAME]... [--lose-device-at CALL]\n"
  "Runs random filters of the module and their parents, which must agree. Of each failure it prints the options that\n"
  "repeat it; of a single case it tells each update. From a call of CUDA on, which --lose-device-at counts, all may "
  "fail.\n";

Options
Parse(int argc, char ** argv)
{
  Options options;
  for (int i = 1; i < argc; i += 2)
  {
    const std::string option = argv[i];
    if (i + 1 == argc)
    {
      throw std::invalid_argument(option);
    }
    const std::string value = argv[i + 1];
    if (option == "--seconds")
    {
      options.seconds = std::stod(value);
    }
    else if (option == "--seed")
    {
      options.seed = static_cast<unsigned int>(std::stoul(value));
    }
    else if (option == "--case")
    {
      options.number = std::stol(value);
    }
    else if (option == "--first")
    {
      options.first = static_cast<unsigned int>(std::stoul(value));
    }
    else if (option == "--most-pixels")
    {
      options.mostPixels = std::stoul(value);
    }
    else if (option == "--lose-device-at")
    {
      options.loseAt = static_cast<unsigned int>(std::stoul(value));
    }
    else if (option == "--filter")
    {
      options.filter = value;
    }
    else if (option == "--leave-out")
    {
      options.leftOut.insert(value);
    }
    else if (option == "--json")
    {
      options.json = value;
    }
    else
    {
      throw std::invalid_argument(option);
    }
  }
  return options;
}
} // namespace

int
main(int argc, char ** argv)
{
  Options options;
  try
  {
    options = Parse(argc, argv);
  }
  catch (const std::exception &)
  {
    std::cerr << usage;
    return 2;
  }
  itk::Object::GlobalWarningDisplayOff();
  const FaultyBackend &            backend = FaultyBackend::Install();
  itk::DeviceTesting::FuzzSettings settings;
  settings.hasDevice = itk::device::Runtime::IsAvailable();
  settings.hasPixels = !settings.hasDevice || !backend.HasPretendedDevices();
  settings.mostPixels = options.mostPixels;
  settings.isVerbose = options.number >= 0;
  settings.leftOut = options.leftOut;
  if (!settings.hasDevice && itk::DeviceTesting::IsSwitchedOn("CUDAIMAGEFILTERS_REQUIRE_DEVICE"))
  {
    std::cerr << "A device is required: " << itk::device::Runtime::GetUnavailableReason() << std::endl;
    return 2;
  }
  if (options.loseAt > 0)
  {
    FaultPlan::Get().Begin(FaultPlan::Fault::LostDevice, options.loseAt);
  }
  itk::DeviceTesting::Fuzzer fuzzer(options.seed, options.filter, settings);
  if (options.number >= 0)
  {
    fuzzer.RunCase(static_cast<unsigned int>(options.number));
  }
  else
  {
    fuzzer.RunFor(options.seconds, options.first, options.json);
  }
  fuzzer.Print(std::cout);
  if (!options.json.empty())
  {
    fuzzer.WriteJSON(options.json);
  }
  return fuzzer.GetNumberOfFailures() == 0 && fuzzer.HasCases() ? 0 : 1;
}
