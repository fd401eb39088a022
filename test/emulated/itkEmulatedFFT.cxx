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
#include "itkFaultPlan.h"
#include "itkPretendedKernels.h"
#include <cmath>
#include <complex>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

// What the library calls of cuFFT, which it finds in the program itself: transforms in place, rows of which are padded to
// what their complex result needs. They are computed in double.

namespace
{
using itk::DeviceTesting::FaultPlan;
using Complex = std::complex<double>;
using Line = std::vector<Complex>;

const bool isNamed = [] { return setenv("ITK_CUDA_IMAGE_FILTERS_CUFFT", "", 1) == 0; }();

struct Plan
{
  std::vector<std::size_t> sizes; // the slowest axis first
  std::size_t              number{ 0 };
  bool                     isForward{ true };
  CUstream_st *            stream{ nullptr };
};

std::mutex          mutex;
std::map<int, Plan> plans;
int                 lastPlan = 0;

std::size_t
FindFactor(std::size_t n)
{
  std::size_t factor = 2;
  while (factor * factor <= n && n % factor != 0)
  {
    ++factor;
  }
  return n % factor == 0 ? factor : n;
}

/** By the smallest factor of the length first. `sign` is that of the exponent. */
Line
Transform(const Line & line, int sign)
{
  const std::size_t n = line.size();
  if (n == 1)
  {
    return line;
  }
  const std::size_t factor = FindFactor(n);
  const std::size_t length = n / factor;
  std::vector<Line> parts;
  for (std::size_t first = 0; first < factor; ++first)
  {
    Line part(length);
    for (std::size_t i = 0; i < length; ++i)
    {
      part[i] = line[i * factor + first];
    }
    parts.push_back(length == 1 ? part : Transform(part, sign));
  }
  Line result(n);
  for (std::size_t k = 0; k < n; ++k)
  {
    for (std::size_t first = 0; first < factor; ++first)
    {
      const double turns = static_cast<double>(first * k % n) / static_cast<double>(n);
      result[k] += parts[first][k % length] * std::polar(1.0, sign * 2 * M_PI * turns);
    }
  }
  return result;
}

void
TransformAxis(Line & box, std::size_t size, std::size_t stride, int sign)
{
  Line line(size);
  for (std::size_t first = 0; first < box.size(); ++first)
  {
    if (first / stride % size != 0)
    {
      continue;
    }
    for (std::size_t i = 0; i < size; ++i)
    {
      line[i] = box[first + i * stride];
    }
    const Line transformed = Transform(line, sign);
    for (std::size_t i = 0; i < size; ++i)
    {
      box[first + i * stride] = transformed[i];
    }
  }
}

/** The row of the frequencies that are the opposite of a row's. */
std::size_t
FindOppositeRow(const std::vector<std::size_t> & sizes, std::size_t row)
{
  std::size_t opposite = 0;
  std::size_t stride = 1;
  for (std::size_t axis = sizes.size() - 1; axis-- > 0;)
  {
    const std::size_t index = row / stride % sizes[axis];
    opposite += (sizes[axis] - index) % sizes[axis] * stride;
    stride *= sizes[axis];
  }
  return opposite;
}

void
TransformBox(const Plan & plan, float * values)
{
  const std::size_t columns = plan.sizes.back();
  const std::size_t padded = columns / 2 + 1;
  std::size_t       rows = 1;
  for (std::size_t axis = 0; axis + 1 < plan.sizes.size(); ++axis)
  {
    rows *= plan.sizes[axis];
  }
  const auto getComplex = [&](std::size_t row, std::size_t column) { return values + 2 * (row * padded + column); };

  Line box(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
  {
    const std::size_t opposite = FindOppositeRow(plan.sizes, row);
    for (std::size_t column = 0; column < columns; ++column)
    {
      Complex & place = box[row * columns + column];
      if (plan.isForward)
      {
        place = values[2 * row * padded + column];
      }
      else if (column < padded)
      {
        place = { getComplex(row, column)[0], getComplex(row, column)[1] };
      }
      else
      {
        // The spectrum of what is real is symmetric.
        const float * const mirrored = getComplex(opposite, columns - column);
        place = { mirrored[0], -mirrored[1] };
      }
    }
  }

  std::size_t stride = 1;
  for (std::size_t axis = plan.sizes.size(); axis-- > 0;)
  {
    TransformAxis(box, plan.sizes[axis], stride, plan.isForward ? -1 : 1);
    stride *= plan.sizes[axis];
  }

  for (std::size_t row = 0; row < rows; ++row)
  {
    for (std::size_t column = 0; column < (plan.isForward ? padded : columns); ++column)
    {
      const Complex & value = box[row * columns + column];
      if (plan.isForward)
      {
        getComplex(row, column)[0] = static_cast<float>(value.real());
        getComplex(row, column)[1] = static_cast<float>(value.imag());
      }
      else
      {
        values[2 * row * padded + column] = static_cast<float>(value.real());
      }
    }
  }
}

int
Count(const char * call)
{
  constexpr int internalError = 5;
  return FaultPlan::Get().Count(call) == FaultPlan::Success ? 0 : internalError;
}

int
Enqueue(const char * call, int handle, float * values)
{
  const int error = Count(call);
  if (error != 0)
  {
    return error;
  }
  Plan plan;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    plan = plans.at(handle);
  }
  std::size_t floatsOfBox = 2 * (plan.sizes.back() / 2 + 1);
  for (std::size_t axis = 0; axis + 1 < plan.sizes.size(); ++axis)
  {
    floatsOfBox *= plan.sizes[axis];
  }
  itk::DeviceTesting::GetPretendedBackend().EnqueueOn(plan.stream, [=] {
    for (std::size_t box = 0; box < plan.number; ++box)
    {
      TransformBox(plan, values + box * floatsOfBox);
    }
  });
  return 0;
}
} // namespace

extern "C"
{
  int
  cufftCreate(int * plan)
  {
    const std::lock_guard<std::mutex> lock(mutex);
    *plan = ++lastPlan;
    return Count("cufftCreate");
  }
  int
  cufftDestroy(int plan)
  {
    const std::lock_guard<std::mutex> lock(mutex);
    plans.erase(plan);
    return 0;
  }
  int
  cufftSetAutoAllocation(int, int)
  {
    return Count("cufftSetAutoAllocation");
  }
  int
  cufftMakePlanMany64(int         plan,
                      int         rank,
                      long long * sizes,
                      long long *,
                      long long,
                      long long,
                      long long *,
                      long long,
                      long long,
                      int           type,
                      long long     number,
                      std::size_t * workInBytes)
  {
    constexpr int                     realToComplex = 0x2a;
    const std::lock_guard<std::mutex> lock(mutex);
    plans[plan].sizes.assign(sizes, sizes + rank);
    plans[plan].number = static_cast<std::size_t>(number);
    plans[plan].isForward = type == realToComplex;
    *workInBytes = 4096;
    return Count("cufftMakePlanMany64");
  }
  int
  cufftSetStream(int plan, CUstream_st * stream)
  {
    const std::lock_guard<std::mutex> lock(mutex);
    plans.at(plan).stream = stream;
    return Count("cufftSetStream");
  }
  int
  cufftSetWorkArea(int, void *)
  {
    return Count("cufftSetWorkArea");
  }
  int
  cufftExecR2C(int plan, float * values, void *)
  {
    return Enqueue("cufftExecR2C", plan, values);
  }
  int
  cufftExecC2R(int plan, void * values, float *)
  {
    return Enqueue("cufftExecC2R", plan, static_cast<float *>(values));
  }
}
