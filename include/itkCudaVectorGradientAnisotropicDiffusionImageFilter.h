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
#ifndef itkCudaVectorGradientAnisotropicDiffusionImageFilter_h
#define itkCudaVectorGradientAnisotropicDiffusionImageFilter_h

#include "itkDeviceAnisotropicDiffusionImageFilter.h"
#include "itkVectorGradientAnisotropicDiffusionImageFilter.h"

namespace itk
{
/** \class CudaVectorGradientAnisotropicDiffusionImageFilter
 * \brief VectorGradientAnisotropicDiffusionImageFilter on a CUDA device: smooths images of vectors and of colours, and keeps
 * what differs much from its neighbours in any component.
 *
 * The components share their conductance, which is of all gradients together. The output has the input's dimension and
 * number of components.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | Vector, CovariantVector, RGBPixel of 2 or 3 uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | the same of float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | all parameters | any | a ConductanceScalingUpdateInterval of 0 is an exception |
 *
 * Arithmetic is the parent's, operation by operation, in float and in double where the parent's is, but for two things. What
 * flows through a face is, before it is rounded to float, within 2^-50 of the parent's difference across it, so that it is
 * rounded to the neighbouring float now and then. And the squared gradients are added in another order: the mean of N
 * pixels of C components in D dimensions differs by at most (N D C + 4) 2^-53 of it, and is then rounded to float, mostly
 * to the same. With FixedAverageGradientMagnitude the second does not happen. As in the parent, the mean is that of pixels
 * 1 wide, whatever the spacing.
 *
 * If the mean is rounded to the neighbouring float, a flow through a face changes by at most 2^-23 / e of the difference
 * across it, and the difference of the results may grow with the iterations as CudaGradientAnisotropicDiffusionImageFilter
 * says.
 *
 * A NaN or an infinity makes the mean, and with it the whole image, NaN in one iteration, as in the parent. Where the
 * conductance parameter or the mean is 0, nothing changes.
 *
 * Region: as in the parent, the requested region of the output is what is computed, with its borders, where nothing flows;
 * pixels beside it have no influence.
 *
 * Update() does not wait, but where there is an observer of IterationEvent. Gradients are per unit of spacing, unless
 * UseImageSpacing is off; of a TimeStep above the least spacing / 2^(D + 1) each iteration warns.
 *
 * The source is itk::VectorGradientNDAnisotropicDiffusionFunction, after Perona and Malik, 1990.
 *
 * \exception device::MemoryError the device's memory ran out: beside the images that of one output is needed
 * \exception device::Error a CUDA call failed
 * \exception ExceptionObject ConductanceScalingUpdateInterval is 0; or as DeviceImageFilter says
 *
 * \sa DeviceFiniteDifferenceImageFilter CudaGradientAnisotropicDiffusionImageFilter device::LaunchVectorDiffusion
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaVectorGradientAnisotropicDiffusionImageFilter
  : public DeviceAnisotropicDiffusionImageFilter<
      VectorGradientAnisotropicDiffusionImageFilter<TInputImage, TOutputImage>,
      VectorGradientNDAnisotropicDiffusionFunction<TOutputImage>,
      device::DiffusionEquation::GradientDiffusion>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaVectorGradientAnisotropicDiffusionImageFilter);

  using Self = CudaVectorGradientAnisotropicDiffusionImageFilter;
  using Superclass =
    DeviceAnisotropicDiffusionImageFilter<VectorGradientAnisotropicDiffusionImageFilter<TInputImage, TOutputImage>,
                                          VectorGradientNDAnisotropicDiffusionFunction<TOutputImage>,
                                          device::DiffusionEquation::GradientDiffusion>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaVectorGradientAnisotropicDiffusionImageFilter);

protected:
  CudaVectorGradientAnisotropicDiffusionImageFilter() = default;
  ~CudaVectorGradientAnisotropicDiffusionImageFilter() override = default;
};
} // namespace itk

#endif
