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
#include "itkCudaRecursiveGaussianLaunch.h"
#include "Kernels/Instantiate.h"
#include "Kernels/Pointwise.cuh"
#include "SmoothingRecursiveGaussianPass.cuh"
#include "itkDeviceBuffer.h"

namespace itk::device
{
namespace
{
using namespace recursive;

struct Magnitude
{
  __device__ float
  operator()(float first, float second) const
  {
    return sqrtf(first * first + second * second);
  }
};

struct Sum
{
  __device__ float
  operator()(float first, float second) const
  {
    return first + second;
  }
};

template <unsigned int VDimension>
PointwiseImages<float, float, float>
MakeImages(const ImageView<float, VDimension> & first, const ImageView<float, VDimension> & second)
{
  const auto                           total = kernels::MakeVolume(first);
  const auto                           part = kernels::MakeVolume(second);
  PointwiseImages<float, float, float> images{};
  images.output.pixels = total.data;
  std::get<0>(images.inputs).pixels = total.data;
  std::get<1>(images.inputs).pixels = part.data;
  for (int axis = 0; axis < 3; ++axis)
  {
    images.output.size[axis] = total.size[axis];
    images.output.stride[axis] = total.stride[axis];
    std::get<0>(images.inputs).stride[axis] = total.stride[axis];
    std::get<1>(images.inputs).stride[axis] = part.stride[axis];
  }
  return images;
}

/** Along one axis the derivative, along the others the Gaussian. */
template <typename TInput, unsigned int VDimension>
void
LaunchDerivativeOf(const ImageView<const TInput, VDimension> & input,
                   const ImageView<float, VDimension> &        output,
                   unsigned int                                derivedAxis,
                   const GaussianDerivatives<VDimension> &     parameters,
                   const Stream &                              stream)
{
  const auto make = [&](unsigned int axis) {
    return axis == derivedAxis ? MakeRecursiveGaussian(parameters.sigma[axis], parameters.order, parameters.scale[axis])
                               : MakeRecursiveGaussian(parameters.sigma[axis]);
  };
  const auto source = ToConst(output);
  LaunchPass<false>(MakePass(input, output, VDimension - 1), make(VDimension - 1), stream);
  if constexpr (VDimension == 2)
  {
    LaunchPass<true>(MakePass(source, output, 0), make(0), stream);
  }
  else
  {
    LaunchPlanes(MakePass(source, output, 0), make(0), MakePass(source, output, 1), make(1), stream);
  }
}
} // namespace

/** Bound by memory, where lines have several segments: see LaunchSmoothingRecursiveGaussian, of whose axes this is one. */
template <typename TInput, unsigned int VDimension>
void
LaunchRecursiveGaussian(const ImageView<const TInput, VDimension> & input,
                        const ImageView<float, VDimension> &        output,
                        const RecursiveGaussianOfAxis &             parameters,
                        const Stream &                              stream)
{
  const auto pass = MakePass(input, output, parameters.axis);
  const auto gaussian = MakeRecursiveGaussian(parameters.sigma, parameters.order, parameters.scale);
  if (parameters.axis == 0)
  {
    LaunchPass<true>(pass, gaussian, stream);
  }
  else
  {
    LaunchPass<false>(pass, gaussian, stream);
  }
}

/** Bound by memory: of n axes it takes n times the time of LaunchSmoothingRecursiveGaussian, and n - 1 sums. */
template <typename TInput, unsigned int VDimension>
void
LaunchGaussianDerivatives(const ImageView<const TInput, VDimension> & input,
                          const ImageView<float, VDimension> &        output,
                          const GaussianDerivatives<VDimension> &     parameters,
                          const Stream &                              stream)
{
  std::size_t pixels = 1;
  for (const std::size_t size : output.size)
  {
    pixels *= size;
  }
  const Buffer buffer(pixels * sizeof(float), stream);
  const auto   derivative = MakeImageView<float, VDimension>(buffer.As<float>(), output.size);
  LaunchDerivativeOf(input, output, 0, parameters, stream);
  for (unsigned int axis = 1; axis < VDimension; ++axis)
  {
    LaunchDerivativeOf(input, derivative, axis, parameters, stream);
    if (parameters.order == 1)
    {
      kernels::RunPointwise(Magnitude{}, MakeImages(output, derivative), stream);
    }
    else
    {
      kernels::RunPointwise(Sum{}, MakeImages(output, derivative), stream);
    }
  }
}

#define ITK_INSTANTIATE(input, dimension)                                                              \
  template void LaunchRecursiveGaussian<input, dimension>(const ImageView<const input, dimension> &,   \
                                                          const ImageView<float, dimension> &,         \
                                                          const RecursiveGaussianOfAxis &,             \
                                                          const Stream &);                             \
  template void LaunchGaussianDerivatives<input, dimension>(const ImageView<const input, dimension> &, \
                                                            const ImageView<float, dimension> &,       \
                                                            const GaussianDerivatives<dimension> &,    \
                                                            const Stream &);
ITK_FOR_EACH_IMAGE(ITK_INSTANTIATE)
} // namespace itk::device
