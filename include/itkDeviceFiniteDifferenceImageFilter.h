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
#ifndef itkDeviceFiniteDifferenceImageFilter_h
#define itkDeviceFiniteDifferenceImageFilter_h

#include "itkCudaCastImageFilter.h"
#include "itkCudaDiffusionLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceImageFilter.h"
#include "itkDevicePixelComponents.h"
#include <typeinfo>

namespace itk
{
/** \class DeviceFiniteDifferenceImageFilter
 * \brief Base of filters that change an image step by step by a FiniteDifferenceFunction.
 *
 * The parent's GenerateData() runs the iterations on the host: it decides when to stop, counts, sends events, warns and
 * honours AbortGenerateData between iterations. Each iteration is one launch from one of two images in device memory to the
 * other; the last one is to the output.
 *
 * - Nothing is asked of the device, so iterations are enqueued faster than they run: what IterationEvent and ProgressEvent
 *   tell is how far the enqueuing is. Where there is an observer of IterationEvent, the host waits for each iteration before
 *   its event. The output has no pixels before the filter has ended.
 * - As the parents, no filter of this kind computes RMSChange: it is what was set. So a MaximumRMSError above it ends the
 *   work after the first iteration, but for curvature flow, which does not ask.
 * - After an abort or an exception the next Update() begins anew.
 * - The parent runs, on the CPU, where ManualReinitialization is on, where the state was set to initialized, and with a
 *   difference function that is not the filter's own.
 *
 * Memory beside the images: that of one output, where there is more than one iteration or the input is of integers.
 *
 * \sa DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceFiniteDifferenceImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceFiniteDifferenceImageFilter);

  using Self = DeviceFiniteDifferenceImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = typename TParentFilter::InputImageType;
  using OutputImageType = typename TParentFilter::OutputImageType;
  using InputPixelType = typename InputImageType::PixelType;
  using OutputPixelType = typename OutputImageType::PixelType;
  using TimeStepType = typename TParentFilter::TimeStepType;

  itkOverrideGetNameOfClassMacro(DeviceFiniteDifferenceImageFilter);

protected:
  static constexpr unsigned int Dimension = InputImageType::ImageDimension;

  using InputComponentType = typename NumericTraits<InputPixelType>::ValueType;

  /** Of a pixel; 1 of a number. */
  static constexpr unsigned int Components = std::max(1u, device::NumberOfComponents<OutputPixelType>);

  /** Whether pixels are TComponents, one or Components of them, and nothing else. */
  template <typename TPixel, typename TComponent>
  static constexpr bool HasComponents =
    std::is_same_v<TPixel, TComponent>
      ? Components == 1
      : device::IsMadeOf<TPixel, TComponent> && device::NumberOfComponents<TPixel> == Components;

  static constexpr bool KernelExists =
    device::Supports<InputComponentType, Dimension> && OutputImageType::ImageDimension == Dimension &&
    HasComponents<InputPixelType, InputComponentType> && HasComponents<OutputPixelType, float>;

  using FunctionType = typename TParentFilter::FiniteDifferenceFunctionType;
  using ImageType = device::ImageView<const OutputPixelType, Dimension>;
  using ResultType = device::ImageView<OutputPixelType, Dimension>;

  DeviceFiniteDifferenceImageFilter() = default;
  ~DeviceFiniteDifferenceImageFilter() override = default;

  /** Whether the type of `function` is exactly that of the filter's own one. */
  virtual bool
  IsOwnFunction(const FunctionType & function) const = 0;

  /** Enqueues an iteration by the filter's own function, from `image` to `result`. */
  virtual void
  EnqueueIteration(const ImageType &      image,
                   const ResultType &     result,
                   TimeStepType           timeStep,
                   const device::Stream & stream) = 0;

  /** 1 / spacing, one per axis. */
  struct Scale
  {
    double ofAxes[Dimension];
  };
  Scale
  GetScale() const
  {
    Scale scale{};
    this->GetDifferenceFunction()->GetScaleCoefficients(scale.ofAxes);
    return scale;
  }

  bool
  HasKernel() const override
  {
    const FunctionType * const function = this->GetDifferenceFunction();
    return KernelExists && function != nullptr && this->IsOwnFunction(*function) && !this->m_ManualReinitialization &&
           !this->m_IsInitialized;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      m_Run.emplace(stream);
      try
      {
        TParentFilter::GenerateData();
        if (m_Run->image.data != m_Run->output.data)
        {
          Cast(m_Run->image, m_Run->output, stream);
        }
      }
      catch (...)
      {
        m_Run.reset();
        this->m_IsInitialized = false;
        throw;
      }
      m_Run.reset();
    }
  }

  void
  AllocateOutputs() override
  {
    if (!m_Run)
    {
      Superclass::AllocateOutputs();
    }
  }

  void
  AllocateUpdateBuffer() override
  {
    if (!m_Run)
    {
      Superclass::AllocateUpdateBuffer();
    }
  }

  void
  CopyInputToOutput() override;

  TimeStepType
  CalculateChange() override
  {
    return m_Run ? this->GetDifferenceFunction()->ComputeGlobalTimeStep(nullptr) : Superclass::CalculateChange();
  }

  void
  ApplyUpdate(const TimeStepType & timeStep) override;

private:
  /** Between the beginning and the end of the iterations. */
  struct Run
  {
    explicit Run(const device::Stream & onStream)
      : stream(onStream)
    {}

    device::Stream stream;
    ImageType      image{}; // after the iterations up to now
    ResultType     output{};
    device::Buffer other; // as large as the output
  };

  /** Of components, from those of pixels. */
  template <std::size_t VAxes>
  static void
  CopyStrides(const std::size_t (&ofPixels)[Dimension], std::size_t (&ofComponents)[VAxes])
  {
    std::transform(
      ofPixels + 1, ofPixels + Dimension, ofComponents + 1, [](std::size_t stride) { return stride * Components; });
    ofComponents[0] = 1;
  }

  /** Component by component. */
  template <typename TPixel>
  static void
  Cast(const device::ImageView<const TPixel, Dimension> & from, const ResultType & to, const device::Stream & stream)
  {
    using ComponentType = typename NumericTraits<TPixel>::ValueType;
    device::PointwiseImages<float, ComponentType> images;
    images.output.pixels = reinterpret_cast<float *>(to.data);
    std::copy_n(to.size, Dimension, images.output.size);
    images.output.size[0] *= Components;
    CopyStrides(to.stride, images.output.stride);
    auto & input = std::get<0>(images.inputs);
    input.pixels = reinterpret_cast<const ComponentType *>(from.data);
    CopyStrides(from.stride, input.stride);
    device::LaunchCast(images, stream);
  }

  static ImageType
  ToConst(const ResultType & view)
  {
    return device::MakeImageView<const OutputPixelType, Dimension>(view.data, view.size);
  }

  /** The image that is not to be read next, so that the last iteration of those that are left writes the output. */
  ResultType
  ChooseTarget(IdentifierType iterationsLeft)
  {
    auto target = m_Run->output;
    if (m_Run->image.data == target.data || (m_Run->image.data != m_Run->other.GetData() && iterationsLeft % 2 == 0))
    {
      if (m_Run->other.GetData() == nullptr)
      {
        std::size_t pixels = 1;
        for (const std::size_t size : target.size)
        {
          pixels *= size;
        }
        m_Run->other = device::Buffer(pixels * sizeof(OutputPixelType), m_Run->stream);
      }
      target.data = m_Run->other.template As<OutputPixelType>();
    }
    return target;
  }

  std::optional<Run> m_Run;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceFiniteDifferenceImageFilter.hxx"
#endif

#endif
