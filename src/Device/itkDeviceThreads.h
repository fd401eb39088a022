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
#ifndef itkDeviceThreads_h
#define itkDeviceThreads_h

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

// Threads that share work, for as long as it takes.
namespace itk::device
{
/** \class Turns
 * \brief Numbers that threads take in turn.
 *
 * \ingroup CudaImageFilters
 */
class Turns
{
public:
  explicit Turns(std::size_t number)
    : m_Number(number)
  {}

  /** The next one; false if there is none left. */
  bool
  Take(std::size_t & turn)
  {
    turn = m_Next++;
    return turn < m_Number;
  }

  /** Leaves none. */
  void
  Stop()
  {
    m_Next = m_Number;
  }

private:
  std::size_t              m_Number;
  std::atomic<std::size_t> m_Next{ 0 };
};

/** Calls run(), which throws nothing, on `threads` threads, the caller's among them, and waits for them. Each begins half of
 * those that are left to it, so that the last is soon there. Where the system gives none, those that there are do it. */
template <typename TRun>
void
RunAtOnce(std::size_t threads, const TRun & run)
{
  std::vector<std::thread> helpers;
  try
  {
    while (threads > 1)
    {
      const std::size_t others = threads / 2;
      helpers.emplace_back([&run, others] { RunAtOnce(others, run); });
      threads -= others;
    }
  }
  catch (const std::exception &)
  {
    // Fewer threads do it, too.
  }
  run();
  for (auto & helper : helpers)
  {
    helper.join();
  }
}
} // namespace itk::device

#endif
