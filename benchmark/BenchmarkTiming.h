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
#ifndef BenchmarkTiming_h
#define BenchmarkTiming_h

#include "itkDeviceEvent.h"
#include <algorithm>
#include <chrono>
#include <vector>

inline double
Median(std::vector<double> values)
{
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/** How long one measurement takes. */
inline double secondsPerMeasurement = 0.3;

/** Median of what `measure(n)` returns: the seconds of each of n passes, after one pass to warm up, unless a single pass
 * takes longer than half a second. */
template <typename TMeasure>
double
MedianTime(const TMeasure & measure)
{
  const double first = Median(measure(1));
  return first > 0.5 ? first : Median(measure(std::clamp(static_cast<int>(secondsPerMeasurement / first), 3, 15)));
}

/** Times what `enqueue()` puts on `stream`, by CUDA events. The host does not wait between passes, so that its own work
 * is not measured. */
template <typename TEnqueue>
std::vector<double>
TimeOnDevice(int passes, const itk::device::Stream & stream, const TEnqueue & enqueue)
{
  using itk::device::Event;
  std::vector<Event> begins;
  std::vector<Event> ends;
  for (int pass = 0; pass < passes; ++pass)
  {
    begins.push_back(Event::Record(stream, Event::Timing::On));
    enqueue();
    ends.push_back(Event::Record(stream, Event::Timing::On));
  }
  std::vector<double> seconds;
  for (int pass = 0; pass < passes; ++pass)
  {
    seconds.push_back(Event::GetElapsedMilliseconds(begins[pass], ends[pass]) * 1e-3);
  }
  return seconds;
}

/** Times `function()` by the wall clock. */
template <typename TFunction>
std::vector<double>
TimeOnHost(int passes, const TFunction & function)
{
  std::vector<double> seconds;
  for (int pass = 0; pass < passes; ++pass)
  {
    const auto begin = std::chrono::steady_clock::now();
    function();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return seconds;
}

template <typename TEnqueue>
double
MedianTimeOnDevice(const itk::device::Stream & stream, const TEnqueue & enqueue)
{
  return MedianTime([&](int passes) { return TimeOnDevice(passes, stream, enqueue); });
}

template <typename TFunction>
double
MedianTimeOnHost(const TFunction & function)
{
  return MedianTime([&](int passes) { return TimeOnHost(passes, function); });
}

/** Runs a filter once more. */
template <typename TFilter>
void
UpdateAgain(TFilter & filter)
{
  filter.Modified();
  filter.Update();
}

#endif
