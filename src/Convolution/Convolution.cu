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
#include "ConvolutionDirect.h"
#include "ConvolutionFFT.h"
#include "ConvolutionFixedPoint.h"
#include "itkCudaConvolutionLaunch.h"
#include "ConvolutionStore.h"
#include "ConvolutionSumError.h"
#include "ConvolutionSeparable.h"
#include "itkCudaSeparableConvolutionLaunch.h"
#include "KernelSeparation.h"
#include "itkDeviceBuffer.h"
#include "Kernels/Instantiate.h"
#include <algorithm>
#include <cmath>

namespace itk::device
{
namespace
{
using namespace convolution;
using Method = CudaConvolutionImageFilterEnums::Method;

// Of 16-bit pixels a float sum leaves many in doubt: kernels that are not wider than LaunchFixedPoint takes are faster there.
template <typename TOutput>
constexpr double LeastTermsOfSeparable = std::is_same_v<TOutput, float> ? 0
                                         : sizeof(TOutput) == 1         ? 121
                                                                        : 37 * 37;
template <typename TOutput>
constexpr double LeastTermsInDouble = sizeof(TOutput) == 1 ? 49 : 25;
template <typename TOutput>
constexpr double LeastTermsOfBoxInDouble = sizeof(TOutput) == 1 ? 81 : 49;
constexpr double LeastTermsOfFFT = 450;
constexpr double LeastWorkOfFFT = 1e9; // terms in all

template <typename TInput, typename TOutput, unsigned int VDimension>
Task<TInput, TOutput>
MakeTask(const ImageView<const TInput, VDimension> & input,
         const ImageView<TOutput, VDimension> &      output,
         const std::size_t (&offset)[VDimension],
         const ConvolutionKernel<VDimension> & kernel,
         ConvolutionBorder                     border,
         TInput                                constant)
{
  Task<TInput, TOutput> task{ kernels::MakeTask(input, output, offset), {}, border, constant, nullptr, {} };
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    task.radius[axis] = static_cast<int>(kernel.size[axis] / 2);
  }
  return task;
}

/** A part of the output. */
struct Box
{
  std::ptrdiff_t begin[3];
  std::ptrdiff_t end[3];
};

template <typename TInput, typename TOutput>
Task<TInput, TOutput>
GetPart(Task<TInput, TOutput> task, const Box & box)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    task.output += box.begin[axis] * (axis == 0 ? 1 : task.outputStride[axis]);
    task.offset[axis] += box.begin[axis];
    task.outputSize[axis] = box.end[axis] - box.begin[axis];
  }
  return task;
}

template <unsigned int VDimension>
SeparableKernel<VDimension>
MakeSeparableKernel(const std::vector<std::vector<double>> & factors)
{
  SeparableKernel<VDimension> kernel;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    kernel.coefficients[axis].assign(factors[axis].begin(), factors[axis].end());
  }
  return kernel;
}

/** The factors of a kernel of rank 1. */
struct Factors
{
  // One vector an axis; none if the kernel is not of rank 1.
  std::vector<std::vector<double>> ofAxes;
  // If LaunchSeparableInDouble is faster than the others.
  std::optional<SeparableFactors> inDouble;
};

/** Whether LaunchSeparableInDouble is faster than the other ways, as measured on an H200. */
template <typename TInput, typename TOutput>
bool
IsFasterInDouble(const Task<TInput, TOutput> & task, const Coefficients & coefficients)
{
  const auto terms = static_cast<double>(coefficients.values.size());
  if (task.radius[2] > 0)
  {
    return sizeof(TOutput) > 1 || !coefficients.IsBox() || terms <= MostTermsOfBoxInWalk;
  }
  return task.radius[1] > 0 &&
         terms >= (coefficients.IsBox() ? LeastTermsOfBoxInDouble<TOutput> : LeastTermsInDouble<TOutput>);
}

template <typename TInput, typename TOutput, unsigned int VDimension>
Factors
FindFactors(const Task<TInput, TOutput> &         task,
            const ConvolutionKernel<VDimension> & kernel,
            const Coefficients &                  coefficients,
            const Stream &                        stream)
{
  Factors factors;
  if (IsLong(task) || !coefficients.FitFloat())
  {
    return factors;
  }
  factors.ofAxes = SeparateKernel({ kernel.size, kernel.size + VDimension }, kernel.coefficients);
  if constexpr (std::is_integral_v<TOutput>)
  {
    // Layers, and the bytes of one, are counted in 32 bits where there are several.
    const bool isSmall = task.radius[2] == 0 || (task.inputSize[2] <= LongestAxis &&
                                                 task.inputSize[1] * task.inputStride[1] <=
                                                   static_cast<std::ptrdiff_t>(0xffffffff / sizeof(TInput)));
    if (!factors.ofAxes.empty() && IsFasterInDouble(task, coefficients) && isSmall && IsFastInDouble(stream))
    {
      factors.inDouble = FindSeparableFactors<TOutput>(coefficients, factors.ofAxes);
    }
  }
  return factors;
}

/** One axis after the other, with the nearest pixel for those outside. */
template <unsigned int VDimension, typename TInput, typename TOutput>
void
LaunchSeparable(const Task<TInput, TOutput> & task,
                const Coefficients &          coefficients,
                const Factors &               factors,
                const Stream &                stream)
{
  const auto  input = kernels::MakeView<VDimension>(task.input, task.inputSize, task.inputStride);
  std::size_t offset[VDimension];
  std::copy_n(task.offset, VDimension, offset);
  if constexpr (std::is_same_v<TOutput, float>)
  {
    const auto output = kernels::MakeView<VDimension>(task.output, task.outputSize, task.outputStride);
    LaunchSeparableConvolution<TInput, VDimension>(
      input, output, offset, MakeSeparableKernel<VDimension>(factors.ofAxes), stream);
  }
  else
  {
    if (factors.inDouble)
    {
      return LaunchSeparableInDouble(task, coefficients, *factors.inDouble, stream);
    }
    // Of one coefficient after the other, and what a kernel may differ from the product of its factors.
    int roundings = VDimension + 4;
    for (const auto & factor : factors.ofAxes)
    {
      roundings += static_cast<int>(factor.size());
    }
    const Sums sums(task, stream);
    const auto output = kernels::MakeView<VDimension>(sums.buffer.As<float>(), task.outputSize, sums.stride);
    LaunchSeparableConvolution<TInput, VDimension>(
      input, output, offset, MakeSeparableKernel<VDimension>(factors.ofAxes), stream);
    const SumError error = FindSumBound<TInput>(coefficients, roundings, false).error;
    LaunchStore(task, coefficients, error, sums, stream);
  }
}

/** LaunchSeparable where no window reaches beyond the image or the border is such, and LaunchDirect around it. */
template <unsigned int VDimension, typename TInput, typename TOutput>
void
LaunchSeparableWithBorder(const Task<TInput, TOutput> & task,
                          const Coefficients &          coefficients,
                          const Factors &               factors,
                          const Stream &                stream)
{
  Box rest{ {}, { task.outputSize[0], task.outputSize[1], task.outputSize[2] } };
  for (int axis = VDimension - 1; axis >= 0 && task.border != ConvolutionBorder::ZeroFluxNeumann; --axis)
  {
    const std::ptrdiff_t radius = task.radius[axis];
    const std::ptrdiff_t size = task.outputSize[axis];
    const std::ptrdiff_t begin = std::clamp<std::ptrdiff_t>(radius - task.offset[axis], 0, size);
    const std::ptrdiff_t end = std::clamp(task.inputSize[axis] - radius - task.offset[axis], begin, size);
    const auto           launch = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      if (first < last)
      {
        Box box = rest;
        box.begin[axis] = first;
        box.end[axis] = last;
        LaunchDirect(GetPart(task, box), coefficients, stream);
      }
    };
    launch(0, begin);
    launch(end, size);
    if (begin == end)
    {
      return;
    }
    rest.begin[axis] = begin;
    rest.end[axis] = end;
  }
  LaunchSeparable<VDimension>(GetPart(task, rest), coefficients, factors, stream);
}

/** Whether LaunchFFT takes the task. */
template <typename TInput, typename TOutput>
bool
CanTransform(const Task<TInput, TOutput> & task, const Coefficients & coefficients)
{
  constexpr bool typesFit = std::is_same_v<TOutput, float> || sizeof(TOutput) == 1;
  const auto     fits = [](int radius) { return 2 * radius < LongestOfFFT; };
  return typesFit && std::all_of(task.radius, task.radius + 3, fits) && coefficients.FitFloat() &&
         std::isfinite(coefficients.GetSumOfMagnitudes()) && GetFFTUnavailableReason().empty();
}

/** The method that is faster, as measured on an H200: see CudaConvolutionImageFilter. */
template <typename TInput, typename TOutput>
Method
ChooseMethod(const Task<TInput, TOutput> & task, const Coefficients & coefficients, const Factors & factors)
{
  const auto terms = static_cast<double>(coefficients.values.size());
  if (factors.inDouble || (!factors.ofAxes.empty() && terms >= LeastTermsOfSeparable<TOutput>))
  {
    return Method::Separable;
  }
  const double pixels = static_cast<double>(task.outputSize[0]) * task.outputSize[1] * task.outputSize[2];
  const bool   isFixedPoint = std::is_integral_v<TOutput> && task.radius[2] == 0 &&
                            2 * task.radius[0] < WidestFixedPoint && 2 * task.radius[1] < TallestFixedPoint;
  if (!HasSquareKernel<TOutput>(task.radius) && !isFixedPoint && terms >= LeastTermsOfFFT &&
      terms * pixels >= LeastWorkOfFFT && CanTransform(task, coefficients))
  {
    return Method::FFT;
  }
  return Method::Direct;
}
} // namespace

/** Every method says what bounds it where it is defined. */
template <typename TInput, typename TOutput, unsigned int VDimension>
Method
LaunchConvolution(const ImageView<const TInput, VDimension> & input,
                  const ImageView<TOutput, VDimension> &      output,
                  const std::size_t (&offset)[VDimension],
                  const ConvolutionKernel<VDimension> & kernel,
                  ConvolutionBorder                     border,
                  TInput                                constant,
                  Method                                method,
                  const Stream &                        stream)
{
  const auto         task = MakeTask(input, output, offset, kernel, border, constant);
  const Coefficients coefficients{ { task.radius[0], task.radius[1], task.radius[2] }, kernel.coefficients };

  if (std::is_integral_v<TOutput> && !FitInt32<TInput>(coefficients))
  {
    // No float sum tells what a conversion that leaves int32 gives; this is in double then.
    method = Method::Direct;
  }
  Factors factors;
  if (method == Method::Automatic || method == Method::Separable)
  {
    factors = FindFactors(task, kernel, coefficients, stream);
  }
  if (method == Method::Automatic)
  {
    method = ChooseMethod(task, coefficients, factors);
  }
  switch (method)
  {
    case Method::Separable:
      if (factors.ofAxes.empty())
      {
        return Method::Automatic;
      }
      LaunchSeparableWithBorder<VDimension>(task, coefficients, factors, stream);
      return method;
    case Method::FFT:
      if constexpr (std::is_same_v<TOutput, float> || sizeof(TOutput) == 1)
      {
        if (CanTransform(task, coefficients))
        {
          LaunchFFT(task, coefficients, stream);
          return method;
        }
      }
      return Method::Automatic;
    default:
      LaunchDirect(task, coefficients, stream);
      return Method::Direct;
  }
}

#define ITK_INSTANTIATE(input, output, dimension)                                                        \
  template Method LaunchConvolution<input, output, dimension>(const ImageView<const input, dimension> &, \
                                                              const ImageView<output, dimension> &,      \
                                                              const std::size_t(&)[dimension],           \
                                                              const ConvolutionKernel<dimension> &,      \
                                                              ConvolutionBorder,                         \
                                                              input,                                     \
                                                              Method,                                    \
                                                              const Stream &);
ITK_FOR_EACH_IMAGE_TO_ITSELF_OR_FLOAT(ITK_INSTANTIATE)
} // namespace itk::device
