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
#ifndef itkCudaCurvatureFlowImageFilter_h
#define itkCudaCurvatureFlowImageFilter_h

#include "itkCurvatureFlowImageFilter.h"
#include "itkDeviceFiniteDifferenceImageFilter.h"

namespace itk
{
/** \class CudaCurvatureFlowImageFilter
 * \brief CurvatureFlowImageFilter on a CUDA device: isophotes move as fast as they are curved.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | all parameters | any | |
 *
 * The result is the parent's, bit for bit, whose arithmetic this does operation by operation. A NaN spreads by a pixel an
 * iteration.
 *
 * Region: as the parent, this computes the requested region and as many pixels around it as there are iterations, as far as the
 * image reaches, so that a part of an image is that of the whole.
 *
 * \sa DeviceFiniteDifferenceImageFilter CudaMinMaxCurvatureFlowImageFilter CudaCurvatureAnisotropicDiffusionImageFilter
 * device::LaunchDiffusion
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaCurvatureFlowImageFilter
  : public DeviceFiniteDifferenceImageFilter<CurvatureFlowImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCurvatureFlowImageFilter);

  using Self = CudaCurvatureFlowImageFilter;
  using Superclass = DeviceFiniteDifferenceImageFilter<CurvatureFlowImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCurvatureFlowImageFilter);

protected:
  CudaCurvatureFlowImageFilter() = default;
  ~CudaCurvatureFlowImageFilter() override = default;

  bool
  IsOwnFunction(const typename Superclass::FunctionType & function) const override
  {
    return typeid(function) == typeid(CurvatureFlowFunction<TOutputImage>);
  }

  void
  EnqueueIteration(const typename Superclass::ImageType &  image,
                   const typename Superclass::ResultType & result,
                   typename Superclass::TimeStepType       timeStep,
                   const device::Stream &                  stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      device::LaunchDiffusion<Superclass::Dimension>(
        device::DiffusionEquation::CurvatureFlow, image, result, this->GetScale().ofAxes, timeStep, nullptr, stream);
    }
  }
};
} // namespace itk

#endif
