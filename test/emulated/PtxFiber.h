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
#ifndef PtxFiber_h
#define PtxFiber_h

#include <exception>
#include <functional>
#include <ucontext.h>
#include <utility>
#include <vector>

namespace itk::DeviceTesting::ptx
{
/** A stack of its own to run something on, which may pause there. */
class Fiber
{
public:
  void
  Start(std::function<void()> work)
  {
    m_Work = std::move(work);
    m_Failure = nullptr;
    getcontext(&m_Context);
    m_Context.uc_stack.ss_sp = m_Stack.data();
    m_Context.uc_stack.ss_size = m_Stack.size();
    m_Context.uc_link = &m_Callers;
    makecontext(&m_Context, &Fiber::Enter, 0);
  }

  /** Until it pauses or ends. Rethrows what is thrown in it. */
  void
  Continue()
  {
    running = this;
    swapcontext(&m_Callers, &m_Context);
    if (m_Failure)
    {
      std::rethrow_exception(std::exchange(m_Failure, nullptr));
    }
  }

  void
  Pause()
  {
    swapcontext(&m_Context, &m_Callers);
  }

private:
  static void
  Enter()
  {
    Fiber & self = *running;
    try
    {
      self.m_Work();
    }
    catch (...)
    {
      self.m_Failure = std::current_exception();
    }
  }

  static inline thread_local Fiber * running = nullptr;

  ucontext_t            m_Context{};
  ucontext_t            m_Callers{};
  std::vector<char>     m_Stack = std::vector<char>(std::size_t{ 1 } << 18);
  std::function<void()> m_Work;
  std::exception_ptr    m_Failure;
};
} // namespace itk::DeviceTesting::ptx

#endif
