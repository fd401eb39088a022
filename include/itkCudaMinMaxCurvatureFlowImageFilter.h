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
#ifndef itkCudaMinMaxCurvatureFlowImageFilter_h
#define itkCudaMinMaxCurvatureFlowImageFilter_h

#include "itkMinMaxCurvatureFlowImageFilter.h"
#include "itkDeviceFiniteDifferenceImageFilter.h"

namespace itk
{
/** \class CudaMinMaxCurvatureFlowImageFilter
 * \brief MinMaxCurvatureFlowImageFilter on a CUDA device: isophotes move as fast as they are curved, but away from noise alone.
 *
 * A pixel may but rise where the mean over a ball of StencilRadius around it is less than that of the pixels of the ball's
 * surface at right angles to its gradient, and may but fall elsewhere.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | StencilRadius | up to 1000; 0 is 1, as in the parent | the parent, on the CPU |
 *
 * The result is the parent's: in 2D bit for bit, whose arithmetic this does operation by operation. In 3D sines and cosines
 * of a gradient's angles come from square roots and are within 2^-50 of the parent's, so that a pixel at right angles to it is
 * another one only where its position is that near to the middle between two; no such pixel was seen. A NaN spreads
 * by a pixel an iteration, and stops the pixels within the ball's box from rising.
 *
 * Region: as the parent, this computes the requested region and as many pixels around it as the stencil of the update before
 * reached in as many iterations, as far as the image reaches. With the StencilRadius that a filter begins with, 2, a part of an
 * image is that of the whole.
 *
 * \sa DeviceFiniteDifferenceImageFilter CudaCurvatureFlowImageFilter device::LaunchMinMaxCurvatureFlow
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaMinMaxCurvatureFlowImageFilter
  : public DeviceFiniteDifferenceImageFilter<MinMaxCurvatureFlowImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaMinMaxCurvatureFlowImageFilter);

  using Self = CudaMinMaxCurvatureFlowImageFilter;
  using Superclass = DeviceFiniteDifferenceImageFilter<MinMaxCurvatureFlowImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaMinMaxCurvatureFlowImageFilter);

protected:
  CudaMinMaxCurvatureFlowImageFilter() = default;
  ~CudaMinMaxCurvatureFlowImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return Superclass::HasKernel() && this->GetStencilRadius() <= 1000;
  }

  bool
  IsOwnFunction(const typename Superclass::FunctionType & function) const override
  {
    return typeid(function) == typeid(MinMaxCurvatureFlowFunction<TOutputImage>);
  }

  void
  EnqueueIteration(const typename Superclass::ImageType &  image,
                   const typename Superclass::ResultType & result,
                   typename Superclass::TimeStepType       timeStep,
                   const device::Stream &                  stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      const auto radius = static_cast<int>(std::max<SizeValueType>(this->GetStencilRadius(), 1));
      device::LaunchMinMaxCurvatureFlow<Superclass::Dimension>(
        image, result, this->GetScale().ofAxes, radius, timeStep, stream);
    }
  }
};
} // namespace itk

#endif
