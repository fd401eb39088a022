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
#ifndef itkDeviceAnisotropicDiffusionImageFilter_h
#define itkDeviceAnisotropicDiffusionImageFilter_h

#include "itkDeviceFiniteDifferenceImageFilter.h"

namespace itk
{
/** \class DeviceAnisotropicDiffusionFunction
 * \brief One of ITK's functions of anisotropic diffusion, whose mean squared gradient is left to the device on demand.
 *
 * \ingroup CudaImageFilters
 */
template <typename TFunction>
class ITK_TEMPLATE_EXPORT DeviceAnisotropicDiffusionFunction : public TFunction
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceAnisotropicDiffusionFunction);

  using Self = DeviceAnisotropicDiffusionFunction;
  using Superclass = TFunction;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ImageType = typename TFunction::ImageType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(DeviceAnisotropicDiffusionFunction);

  /** Whether CalculateAverageGradientMagnitudeSquared() only takes down that it was called. */
  void
  SetIsDeferred(bool value)
  {
    m_IsDeferred = value;
    m_WasCalled = false;
  }

  /** Whether it was called since the last time that this was. */
  bool
  TakeCall()
  {
    return std::exchange(m_WasCalled, false);
  }

  void
  CalculateAverageGradientMagnitudeSquared(ImageType * image) override
  {
    if (m_IsDeferred)
    {
      m_WasCalled = true;
    }
    else
    {
      Superclass::CalculateAverageGradientMagnitudeSquared(image);
    }
  }

protected:
  DeviceAnisotropicDiffusionFunction() = default;
  ~DeviceAnisotropicDiffusionFunction() override = default;

private:
  bool m_IsDeferred{ false };
  bool m_WasCalled{ false };
};

/** \class DeviceAnisotropicDiffusionImageFilter
 * \brief Base of filters whose parent is an AnisotropicDiffusionImageFilter with a function TFunction.
 *
 * The conductance follows from the mean squared gradient of the image as it is before an iteration, every
 * ConductanceScalingUpdateInterval iterations, which stays in device memory; or from FixedAverageGradientMagnitude. The
 * difference function does not learn it.
 *
 * \exception ExceptionObject ConductanceScalingUpdateInterval is 0
 *
 * \sa DeviceFiniteDifferenceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter, typename TFunction, device::DiffusionEquation VEquation>
class ITK_TEMPLATE_EXPORT DeviceAnisotropicDiffusionImageFilter
  : public DeviceFiniteDifferenceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceAnisotropicDiffusionImageFilter);

  using Self = DeviceAnisotropicDiffusionImageFilter;
  using Superclass = DeviceFiniteDifferenceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceAnisotropicDiffusionImageFilter);

protected:
  using OwnFunctionType = DeviceAnisotropicDiffusionFunction<TFunction>;
  using typename Superclass::FunctionType;
  using typename Superclass::ImageType;
  using typename Superclass::ResultType;
  using typename Superclass::TimeStepType;
  using Superclass::Components;
  using Superclass::Dimension;

  DeviceAnisotropicDiffusionImageFilter() { this->SetDifferenceFunction(OwnFunctionType::New()); }
  ~DeviceAnisotropicDiffusionImageFilter() override = default;

  bool
  IsOwnFunction(const FunctionType & function) const override
  {
    return typeid(function) == typeid(OwnFunctionType);
  }

  void
  VerifyPreconditions() ITKv5_CONST override
  {
    Superclass::VerifyPreconditions();
    if (this->GetConductanceScalingUpdateInterval() == 0)
    {
      itkExceptionMacro("ConductanceScalingUpdateInterval is 0.");
    }
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    auto & function = this->GetOwnFunction();
    m_State = device::Buffer(sizeof(device::DiffusionState), stream);
    function.SetIsDeferred(true);
    const auto finish = [&] {
      function.SetIsDeferred(false);
      m_State = device::Buffer();
    };
    try
    {
      Superclass::EnqueueOnDevice(stream);
    }
    catch (...)
    {
      finish();
      throw;
    }
    finish();
  }

  void
  EnqueueIteration(const ImageType &      image,
                   const ResultType &     result,
                   TimeStepType           timeStep,
                   const device::Stream & stream) override
  {
    if constexpr (Superclass::KernelExists)
    {
      auto &       function = this->GetOwnFunction();
      auto * const state = m_State.template As<device::DiffusionState>();
      const double conductance = function.GetConductanceParameter();
      const auto   scale = this->GetScale();
      if (function.TakeCall())
      {
        if constexpr (Components == 1)
        {
          device::LaunchDiffusionState<Dimension>(image, scale.ofAxes, conductance, state, stream);
        }
        else
        {
          device::LaunchVectorDiffusionState(AsVectors<const VectorType>(image), conductance, state, stream);
        }
      }
      else
      {
        const double average = function.GetAverageGradientMagnitudeSquared();
        device::LaunchDiffusionConductance(
          this->m_GradientMagnitudeIsFixed ? &average : nullptr, conductance, state, stream);
      }
      if constexpr (Components == 1)
      {
        device::LaunchDiffusion<Dimension>(VEquation, image, result, scale.ofAxes, timeStep, state, stream);
      }
      else
      {
        static_assert(VEquation == device::DiffusionEquation::GradientDiffusion);
        device::LaunchVectorDiffusion(
          AsVectors<const VectorType>(image), AsVectors<VectorType>(result), scale.ofAxes, timeStep, state, stream);
      }
    }
  }

private:
  using VectorType = device::VectorPixel<Components>;

  template <typename TVector, typename TPixel>
  static device::ImageView<TVector, Dimension>
  AsVectors(const device::ImageView<TPixel, Dimension> & view)
  {
    device::ImageView<TVector, Dimension> result{};
    result.data = reinterpret_cast<TVector *>(view.data);
    std::copy_n(view.size, Dimension, result.size);
    std::copy_n(view.stride, Dimension, result.stride);
    return result;
  }

  OwnFunctionType &
  GetOwnFunction()
  {
    return dynamic_cast<OwnFunctionType &>(*this->GetDifferenceFunction());
  }

  device::Buffer m_State; // while it runs on the device
};
} // namespace itk

#endif
