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
#ifndef itkCudaConvolutionLaunch_h
#define itkCudaConvolutionLaunch_h

#include "itkConvolutionBorder.h"
#include "itkCudaConvolutionImageFilterEnums.h"
#include "itkDeviceFFT.h"
#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"
#include <vector>

namespace itk::device
{
/** \struct ConvolutionKernel
 * \brief What a convolution correlates an image with: `size[axis]` coefficients an axis, axis 0 fastest.
 *
 * Sizes are odd; the middle coefficient belongs to the pixel itself and the first to the smallest index, as in
 * itk::NeighborhoodInnerProduct.
 *
 * \ingroup CudaImageFilters
 */
template <unsigned int VDimension>
struct ConvolutionKernel
{
  std::size_t         size[VDimension];
  std::vector<double> coefficients;
};

/** Enqueues a convolution on `stream` and returns without waiting; but a first one by FFT plans it, which may wait.
 *
 * For every index p of `output`, output(p) is the sum over t of coefficient(t) input(p + offset + t - size / 2), where
 * `border` and `constant` say what stands for pixels outside of `input`. With u = 2^-24 and S the sum of the terms'
 * magnitudes, a float result is within 1.01 r u S of the exact sum, where r is
 *
 * | method, kernel | r |
 * |---|---|
 * | Separable | the number of coefficients of all axes, plus VDimension |
 * | Direct, squares of up to 11 x 11, and several layers of up to 5 x 5 x 5 | the number of coefficients, plus 2 |
 * | Direct, 13 x 13, 15 x 15, 7 x 7 x 7 | 30, 32, 58 |
 * | Direct, other, of m columns and n rows, those of all layers | min(m, 64) + n (m / 64, rounded up) + 2 |
 *
 * Let S' be the sum of the coefficients' magnitudes times the largest pixel's. Separable adds up to 4.01 u S' to its
 * bound: what the product of the factors may leave of a kernel that is taken as separable (SeparateKernel), none where the
 * product is exact. With another border than ZeroFluxNeumann, windows that reach beyond the image have the bound of Direct
 * instead. By FFT a result is usually within 2e-6 S'; that is no bound.
 *
 * NaN and infinity reach exactly the pixels whose windows hold them, by any method. An integer result is the cast of
 * ITK's own sum, which is in double, bit for bit: where a float sum is too near to an integer, it is computed anew. That
 * costs most where many sums are integers but the coefficients are not, as with a mean of equal pixels. Where int32 might
 * not hold a sum, all are computed directly, in double.
 *
 * | TInput, TOutput | std::uint8_t, std::int16_t, std::uint16_t and the same or float; float and float |
 * | VDimension | 2, 3 |
 * | size | any odd number per axis, also beyond the size of the image |
 *
 * \param input device memory of stream.GetDevice(), not overlapping `output`; no size is 0
 * \param output no size is 0
 * \param offset position of output's first pixel in `input`, in pixels; p + offset lies inside `input` for every p
 * \param kernel not needed after the call
 * \param border what stands for pixels outside of `input`
 * \param constant for ConvolutionBorder::Constant
 * \param method how to compute. Separable needs a kernel of rank 1; FFT needs cuFFT, a kernel of fewer than 2048
 * coefficients an axis, and an output of std::uint8_t or float
 * \param stream where to enqueue
 * \return the method used, which is Direct, whatever `method` is, for integers where int32 might not hold a sum; Automatic
 * if `method` cannot be, and then nothing is enqueued
 * \exception device::Error a launch failed
 * \exception device::MemoryError no memory was left for an intermediate image
 */
template <typename TInput, typename TOutput, unsigned int VDimension>
CudaConvolutionImageFilterEnums::Method
LaunchConvolution(const ImageView<const TInput, VDimension> & input,
                  const ImageView<TOutput, VDimension> &      output,
                  const std::size_t (&offset)[VDimension],
                  const ConvolutionKernel<VDimension> &   kernel,
                  ConvolutionBorder                       border,
                  TInput                                  constant,
                  CudaConvolutionImageFilterEnums::Method method,
                  const Stream &                          stream);
} // namespace itk::device

#endif
