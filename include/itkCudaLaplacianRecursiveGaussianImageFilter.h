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
#ifndef itkCudaLaplacianRecursiveGaussianImageFilter_h
#define itkCudaLaplacianRecursiveGaussianImageFilter_h

#include "itkDeviceGaussianDerivativesImageFilter.h"
#include "itkLaplacianRecursiveGaussianImageFilter.h"

namespace itk
{
/** \class CudaLaplacianRecursiveGaussianImageFilter
 * \brief LaplacianRecursiveGaussianImageFilter on a CUDA device: the sum of the second derivatives of the image smoothed by a Gaussian.
 *
 * In physical units, by the parent's recursive approximation, whose cost does not depend on sigma. The image goes on for
 * ever with the values of its border. The whole image is computed, whatever region is requested.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | sigma | from half a pixel on, along each axis | the parent, on the CPU |
 *
 * The derivative along each axis is, before it is divided by the spacing, within 1e-5 of the range, divided by the square of sigma in pixels, of the
 * parent's. Takes an image of floats besides.
 *
 * \exception ExceptionObject sigma is not above 0, a side of the image is shorter than 4 pixels, or the spacing is below
 * 1e-8
 *
 * \sa CudaRecursiveGaussianImageFilter DeviceGaussianDerivativesImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT CudaLaplacianRecursiveGaussianImageFilter
  : public DeviceGaussianDerivativesImageFilter<LaplacianRecursiveGaussianImageFilter<TInputImage, TOutputImage>,
                                                2,
                                                TInputImage,
                                                TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaLaplacianRecursiveGaussianImageFilter);

  using Self = CudaLaplacianRecursiveGaussianImageFilter;
  using Superclass =
    DeviceGaussianDerivativesImageFilter<LaplacianRecursiveGaussianImageFilter<TInputImage, TOutputImage>,
                                         2,
                                         TInputImage,
                                         TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaLaplacianRecursiveGaussianImageFilter);

protected:
  CudaLaplacianRecursiveGaussianImageFilter() = default;
  ~CudaLaplacianRecursiveGaussianImageFilter() override = default;
};
} // namespace itk

#endif
