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
#include "itkDeviceFFTPlan.h"
#include "itkDeviceError.h"
#include "itkDeviceFFT.h"
#include "itkDeviceTrustedFile.h"
#include <algorithm>
#include <dlfcn.h>
#include <mutex>
#include <tuple>
#include <vector>

namespace itk::device
{
namespace
{
/** The functions of cuFFT that are used, as its header declares them but for the names of types. The library is loaded
 * at run time, so that whoever does not need it need not have it. */
struct Library
{
  using Handle = int;

  int (*cufftCreate)(Handle *);
  int (*cufftDestroy)(Handle);
  int (*cufftSetAutoAllocation)(Handle, int);
  int (*cufftMakePlanMany64)(Handle,
                             int,
                             long long *,
                             long long *,
                             long long,
                             long long,
                             long long *,
                             long long,
                             long long,
                             int,
                             long long,
                             std::size_t *);
  int (*cufftSetStream)(Handle, CUstream_st *);
  int (*cufftSetWorkArea)(Handle, void *);
  int (*cufftExecR2C)(Handle, float *, void *);
  int (*cufftExecC2R)(Handle, void *, float *);

  std::string reason;

  Library()
  {
    void * library = nullptr;
    if (const char * const name = GetTrustedEnvironment("ITK_CUDA_IMAGE_FILTERS_CUFFT"))
    {
      library = Open(name);
    }
    else
    {
      // Of CUDA 13, 12 and 11, and of the toolkit that is there.
      for (const char * const usual :
           { "libcufft.so.12", "libcufft.so.11", "libcufft.so.10", "/usr/local/cuda/lib64/libcufft.so" })
      {
        library = library == nullptr ? Open(usual) : library;
      }
    }
    if (library == nullptr)
    {
      return;
    }
    reason.clear();
    Find(library, "cufftCreate", cufftCreate);
    Find(library, "cufftDestroy", cufftDestroy);
    Find(library, "cufftSetAutoAllocation", cufftSetAutoAllocation);
    Find(library, "cufftMakePlanMany64", cufftMakePlanMany64);
    Find(library, "cufftSetStream", cufftSetStream);
    Find(library, "cufftSetWorkArea", cufftSetWorkArea);
    Find(library, "cufftExecR2C", cufftExecR2C);
    Find(library, "cufftExecC2R", cufftExecC2R);
  }

  /** A name without a slash is looked for where the system's loader looks, and nothing means the program itself. */
  void *
  Open(const std::string & name)
  {
    std::string file = name;
    if (name.find('/') != std::string::npos)
    {
      file = FindTrustedFile(name, reason);
      if (file.empty())
      {
        reason = "cuFFT is not loaded: " + reason;
        return nullptr;
      }
    }
    void * const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
    {
      reason = std::string("cuFFT was not found: ") + dlerror();
    }
    return library;
  }

  template <typename TFunction>
  void
  Find(void * library, const char * name, TFunction & function)
  {
    function = reinterpret_cast<TFunction>(dlsym(library, name));
    if (function == nullptr)
    {
      reason = std::string("cuFFT has no ") + name;
    }
  }
};

const Library &
GetLibrary()
{
  static const Library library;
  return library;
}

void
CheckFFT(int result, const char * call)
{
  if (result != 0)
  {
    throw Error(__FILE__, __LINE__, std::string(call) + " returned " + std::to_string(result));
  }
}
} // namespace

const std::string &
GetFFTUnavailableReason()
{
  return GetLibrary().reason;
}

/** A plan of cuFFT, which brings no memory of its own to work in. */
class FFTPlan::Plan
{
public:
  /** What plans may differ in: device, length, boxes, direction. */
  using Shape = std::tuple<int, std::array<int, 3>, int, Direction>;

  explicit Plan(const Shape & shape)
    : m_Shape(shape)
  {
    const auto & length = std::get<1>(shape);
    int          rank = 3;
    while (rank > 1 && length[rank - 1] == 1)
    {
      --rank;
    }
    // The slowest axis comes first.
    long long sizes[3];
    std::reverse_copy(length.begin(), length.begin() + rank, sizes);
    constexpr int realToComplex = 0x2a;
    constexpr int complexToReal = 0x2c;
    const int     type = std::get<3>(shape) == Direction::Forward ? realToComplex : complexToReal;

    CheckFFT(m_Library.cufftCreate(&m_Handle), "cufftCreate");
    int result = m_Library.cufftSetAutoAllocation(m_Handle, 0);
    if (result == 0)
    {
      result = m_Library.cufftMakePlanMany64(
        m_Handle, rank, sizes, nullptr, 1, 0, nullptr, 1, 0, type, std::get<2>(shape), &m_WorkInBytes);
    }
    if (result != 0)
    {
      m_Library.cufftDestroy(m_Handle);
    }
    CheckFFT(result, "cufftMakePlanMany64");
  }

  ~Plan() { m_Library.cufftDestroy(m_Handle); }
  Plan(const Plan &) = delete;
  Plan &
  operator=(const Plan &) = delete;

  const Shape &
  GetShape() const
  {
    return m_Shape;
  }

  std::size_t
  GetWorkInBytes() const
  {
    return m_WorkInBytes;
  }

  void
  Execute(float * boxes, void * work, const Stream & stream) const
  {
    CheckFFT(m_Library.cufftSetStream(m_Handle, stream.GetHandle()), "cufftSetStream");
    CheckFFT(m_Library.cufftSetWorkArea(m_Handle, work), "cufftSetWorkArea");
    if (std::get<3>(m_Shape) == Direction::Forward)
    {
      CheckFFT(m_Library.cufftExecR2C(m_Handle, boxes, boxes), "cufftExecR2C");
    }
    else
    {
      CheckFFT(m_Library.cufftExecC2R(m_Handle, boxes, boxes), "cufftExecC2R");
    }
  }

private:
  const Library & m_Library{ GetLibrary() };
  Shape           m_Shape;
  int             m_Handle{ 0 };
  std::size_t     m_WorkInBytes{ 0 };
};

/** Plans that nobody uses: what was enqueued with a plan has taken what it needs of it. */
struct FFTPlan::Pool
{
  static constexpr std::size_t Most = 32;

  std::mutex                         mutex;
  std::vector<std::unique_ptr<Plan>> plans; // the one that was used last comes last

  // So that giving a plan back allocates nothing.
  Pool() { plans.reserve(Most + 1); }

  // Never destroyed: cuFFT may be gone when the process ends.
  static Pool &
  Get()
  {
    static Pool * const pool = new Pool;
    return *pool;
  }

  std::unique_ptr<Plan>
  Take(const Plan::Shape & shape)
  {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto                        found =
      std::find_if(plans.rbegin(), plans.rend(), [&](const auto & plan) { return plan->GetShape() == shape; });
    if (found == plans.rend())
    {
      return nullptr;
    }
    auto plan = std::move(*found);
    plans.erase(std::next(found).base());
    return plan;
  }

  void
  GiveBack(std::unique_ptr<Plan> plan) noexcept
  {
    const std::lock_guard<std::mutex> lock(mutex);
    plans.push_back(std::move(plan));
    if (plans.size() > Most)
    {
      plans.erase(plans.begin());
    }
  }
};

FFTPlan::FFTPlan(const std::array<int, 3> & length, int boxes, Direction direction, const Stream & stream)
{
  if (!GetFFTUnavailableReason().empty())
  {
    throw Error(__FILE__, __LINE__, GetFFTUnavailableReason());
  }
  const Plan::Shape shape{ stream.GetDevice(), length, boxes, direction };
  m_Plan = Pool::Get().Take(shape);
  if (m_Plan == nullptr)
  {
    m_Plan = std::make_unique<Plan>(shape);
  }
  // Some plans need none, but an address.
  m_Work = Buffer(std::max<std::size_t>(m_Plan->GetWorkInBytes(), 256), stream);
}

FFTPlan::~FFTPlan() { Pool::Get().GiveBack(std::move(m_Plan)); }

void
FFTPlan::Execute(float * boxes) const
{
  m_Plan->Execute(boxes, m_Work.GetData(), m_Work.GetStream());
}
} // namespace itk::device
