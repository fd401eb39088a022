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
#ifndef itkCudaConvolutionForTesting_h
#define itkCudaConvolutionForTesting_h

#include "itkConstantBoundaryCondition.h"
#include "itkCudaConvolutionImageFilter.h"
#include "itkCudaSeparableConvolutionForTesting.h"
#include "itkPeriodicBoundaryCondition.h"

namespace itk::DeviceTesting
{
using ConvolutionMethod = CudaConvolutionImageFilterEnums::Method;
using ConvolutionRegion = ConvolutionImageFilterBaseEnums::ConvolutionImageFilterOutputRegion;

/** How far a float result on the device may be from the parent's, in units of the largest magnitude in the image, for a
 * kernel whose coefficients' magnitudes add up to 1.
 *
 * u = 2^-24. A term that passes r roundings on its way has an error of r u times its magnitude, to first order, and one
 * more u for the coefficient's rounding to float; over all terms (r + 1) u times the largest magnitude, S. The parent
 * sums in double and rounds to float: u S. Terms of second order are less than 1 %. What r is follows from the order of
 * the sums:
 *
 * - Separable: one multiply-add a coefficient of an axis, and per axis one more coefficient rounded. What the product of
 *   the factors leaves of the kernel is not of a term's magnitude but of S: up to 4 u S.
 * - Direct, a square of at most 11 x 11, or several layers within 5 x 5 x 5: one multiply-add a coefficient.
 * - Direct, another one of at most 15 x 15 or 7 x 7 x 7: a row of the kernel, then the sum of rows.
 * - Direct, any other: a row of the kernel, or 64 coefficients of it, then the sum of those.
 *
 * With up to 120 roundings that is less than 1e-5. There is no such bound for FFT that is of use; its error is like noise
 * of a standard deviation of u sqrt(log2 n) for n pixels a tile, and ten times as much is as good as impossible. */
template <unsigned int VDimension>
double
GetConvolutionTolerance(ConvolutionMethod method, const Size<VDimension> & kernelSize)
{
  double coefficients = 1;
  double rows = 1;
  double length = 0;
  bool   isCube = true;
  bool   isSmallVolume = VDimension == 3 && kernelSize[VDimension - 1] > 1;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const auto size = static_cast<double>(kernelSize[axis] / 2 * 2 + 1);
    coefficients *= size;
    rows *= axis > 0 ? size : 1;
    length += size;
    isCube = isCube && size == kernelSize[0] / 2 * 2 + 1;
    isSmallVolume = isSmallVolume && size <= 5;
  }
  const double width = coefficients / rows;
  double       roundings = 0;
  if (method == ConvolutionMethod::Separable)
  {
    roundings = length + VDimension + 4;
  }
  else if (method == ConvolutionMethod::FFT)
  {
    return 10 * std::sqrt(24.0) * std::ldexp(1.0, -24);
  }
  else if ((isCube && coefficients <= 125) || isSmallVolume)
  {
    roundings = coefficients;
  }
  else if (isCube && width <= (VDimension == 2 ? 15 : 7))
  {
    roundings = width + rows;
  }
  else
  {
    roundings = std::min(width, 64.0) + std::ceil(width / 64) * rows;
  }
  return 1.01 * (roundings + 2) * std::ldexp(1.0, -24);
}

enum class KernelKind
{
  Random,    // coefficients of both signs whose magnitudes add up to 1
  Positive,  // positive ones that add up to 1, about
  Separable, // of rank 1, likewise
  Integer    // small integers, also negative
};

/** Sets a kernel's coefficients to the products of factors, a vector an axis. */
template <unsigned int VDimension>
void
SetProducts(Image<float, VDimension> * kernel, const std::vector<std::vector<double>> & factors)
{
  const auto & region = kernel->GetBufferedRegion();
  for (SizeValueType i = 0; i < region.GetNumberOfPixels(); ++i)
  {
    const auto index = kernel->ComputeIndex(i);
    double     product = 1;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      product *= factors[axis][index[axis] - region.GetIndex(axis)];
    }
    kernel->GetBufferPointer()[i] = static_cast<float>(product);
  }
}

template <unsigned int VDimension>
typename Image<float, VDimension>::Pointer
PickKernel(Random & random, const Size<VDimension> & size, KernelKind kind)
{
  const auto kernel = Image<float, VDimension>::New();
  kernel->SetRegions(ImageRegion<VDimension>(Index<VDimension>::Filled(-3), size));
  kernel->Allocate();
  float * const pixels = kernel->GetBufferPointer();
  const auto    number = kernel->GetBufferedRegion().GetNumberOfPixels();
  for (SizeValueType i = 0; i < number; ++i)
  {
    const auto value = static_cast<int>(Pick(random, 1, 2000));
    pixels[i] = static_cast<float>(kind == KernelKind::Positive  ? value
                                   : kind == KernelKind::Integer ? value % 7 - 3
                                                                 : value - 1000.5);
  }
  if (kind == KernelKind::Separable)
  {
    std::vector<std::vector<double>> factors;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      auto & factor = factors.emplace_back(size[axis]);
      std::generate(factor.begin(), factor.end(), [&] { return static_cast<int>(Pick(random, 0, 2000)) - 700.5; });
    }
    SetProducts(kernel.GetPointer(), factors);
  }
  double sum = 0;
  for (SizeValueType i = 0; i < number; ++i)
  {
    sum += std::abs(pixels[i]);
  }
  for (SizeValueType i = 0; i < number && kind != KernelKind::Integer; ++i)
  {
    pixels[i] = static_cast<float>(pixels[i] / sum);
  }
  return kernel;
}

/** One of each boundary condition of an image type. */
template <typename TImage>
class BoundaryConditions
{
public:
  BoundaryConditions() { m_Constant.SetConstant(static_cast<typename TImage::PixelType>(77)); }

  static constexpr unsigned int Number = 3;

  ImageBoundaryCondition<TImage> *
  Get(unsigned int i)
  {
    ImageBoundaryCondition<TImage> * const all[Number]{ &m_ZeroFluxNeumann, &m_Constant, &m_Periodic };
    return all[i];
  }

private:
  ZeroFluxNeumannBoundaryCondition<TImage> m_ZeroFluxNeumann;
  ConstantBoundaryCondition<TImage>        m_Constant;
  PeriodicBoundaryCondition<TImage>        m_Periodic;
};

/** Sets whether kernels are normalized, by one thread: ITK adds what several threads sum of a kernel in the order in which they end,
 * so that the last bits of its coefficients would differ from run to run. */
template <typename TFilter>
void
SetNormalize(TFilter * filter, bool normalizes)
{
  filter->SetNormalize(normalizes);
  if (normalizes)
  {
    filter->SetNumberOfWorkUnits(1);
  }
}

/** The parameters of one test case. */
template <unsigned int VDimension>
struct ConvolutionCase
{
  typename Image<float, VDimension>::Pointer kernel;
  unsigned int                               boundary{ 0 };
  bool                                       normalizes{ false };
  ConvolutionRegion                          region{ ConvolutionRegion::SAME };

  template <typename TFilter>
  void
  Set(TFilter * filter, BoundaryConditions<typename TFilter::InputImageType> & boundaries) const
  {
    filter->SetKernelImage(kernel);
    filter->SetBoundaryCondition(boundaries.Get(boundary));
    SetNormalize(filter, normalizes);
    filter->SetOutputRegionMode(region);
  }
};
} // namespace itk::DeviceTesting

#endif
