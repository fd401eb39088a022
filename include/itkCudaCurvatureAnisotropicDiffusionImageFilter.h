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
#ifndef itkCudaCurvatureAnisotropicDiffusionImageFilter_h
#define itkCudaCurvatureAnisotropicDiffusionImageFilter_h

#include "itkDeviceAnisotropicDiffusionImageFilter.h"
#include "itkCurvatureAnisotropicDiffusionImageFilter.h"

namespace itk
{
/** \class CudaCurvatureAnisotropicDiffusionImageFilter
 * \brief CurvatureAnisotropicDiffusionImageFilter on a CUDA device: smooths along edges, and less where gradients are large.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | all parameters | any | a ConductanceScalingUpdateInterval of 0 is an exception |
 *
 * Differences, changes and pixels are rounded to float as the parent's, between which all is in double. Two things there
 * are not the parent's. What flows through a face is within 2^-50 of the parent's flow without conductance: that a float is
 * then rounded to its neighbour shows in one pixel of some 10^6 of white noise over six orders of magnitude, in an iteration,
 * and in fewer where pixels are alike. And the squared gradients are added in another order: the mean of N pixels differs by at
 * most (N + 4) 2^-53 of it, and is then rounded to float, mostly to the same. With FixedAverageGradientMagnitude the second
 * does not happen.
 *
 * If the mean is rounded to the neighbouring float, a flow through a face changes by at most 2^-23 / e of 1, which is the
 * largest, and the sum of the flows is multiplied by the length of the gradient. With D axes a pixel then changes by at
 * most D TimeStep 2^-22 / e of the largest such, beside the rounding of the change and of the pixel, in one iteration. The
 * difference may grow with the iterations, as that of any two images does: where edges are sharpened, by a factor of up to
 * 1 + 4 D TimeStep an iteration, as a flow grows at most as fast as its difference.
 *
 * A NaN or an infinity makes the mean, and with it the whole image, NaN in one iteration, as in the parent. Where the
 * conductance parameter or the mean is 0, nothing changes.
 *
 * Region: as in the parent, the requested region of the output is what is computed, with its borders, where nothing flows;
 * pixels beside it have no influence.
 *
 * \sa DeviceFiniteDifferenceImageFilter CudaCurvatureFlowImageFilter device::LaunchDiffusion
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaCurvatureAnisotropicDiffusionImageFilter
  : public DeviceAnisotropicDiffusionImageFilter<CurvatureAnisotropicDiffusionImageFilter<TInputImage, TOutputImage>,
                                                 CurvatureNDAnisotropicDiffusionFunction<TOutputImage>,
                                                 device::DiffusionEquation::CurvatureDiffusion>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCurvatureAnisotropicDiffusionImageFilter);

  using Self = CudaCurvatureAnisotropicDiffusionImageFilter;
  using Superclass =
    DeviceAnisotropicDiffusionImageFilter<CurvatureAnisotropicDiffusionImageFilter<TInputImage, TOutputImage>,
                                          CurvatureNDAnisotropicDiffusionFunction<TOutputImage>,
                                          device::DiffusionEquation::CurvatureDiffusion>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCurvatureAnisotropicDiffusionImageFilter);

protected:
  CudaCurvatureAnisotropicDiffusionImageFilter() = default;
  ~CudaCurvatureAnisotropicDiffusionImageFilter() override = default;
};
} // namespace itk

#endif
