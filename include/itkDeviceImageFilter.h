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
#ifndef itkDeviceImageFilter_h
#define itkDeviceImageFilter_h

#include "itkDeviceConsumer.h"
#include "itkDeviceError.h"
#include "itkDeviceFilterExecution.h"
#include "itkDeviceKernelLoading.h"
#include "itkDevicePointwiseImages.h"
#include "itkInPlaceImageFilter.h"

namespace itk
{
/** \class DeviceImageFilter
 * \brief Runs a CPU filter's work on a CUDA device, and on the CPU where there is none.
 *
 * A mixin over the CPU filter `TParentFilter`, which has the same interface: parameters, documentation and the
 * negotiation of regions come from it, and it is the fallback. A filter of this module derives from
 * DeviceImageFilter<the CPU filter> and says two things: which types it has kernels for (HasKernel), and how the work
 * is enqueued (EnqueueOnDevice).
 *
 * - UseDevice chooses between device and parent; GetRanOnDevice() tells after Update() which it was. The environment
 *   variable ITK_CUDA_IMAGE_FILTERS=off makes Auto behave as Never. The first time in a process that Auto falls back
 *   for want of a device, a warning says why.
 * - Update() returns when the work is enqueued on the stream; whoever accesses the pixels on the host waits. The stream
 *   is the calling thread's own one on the device where the input is (that of the caller, for an input on the host), or
 *   the one that was set.
 * - DeviceImage inputs and outputs stay on the device between filters. A plain itk::Image works too: it is uploaded
 *   before and downloaded after, and Update() then waits.
 * - Large plain images go through many a filter of neighbourhoods in strips, so that transfers and kernels overlap: so do
 *   images that are larger than the device's memory.
 * - A pointwise filter runs in place where its parent would: the output takes the device memory of the first input.
 * - The parent may have several inputs, constants in place of them, outputs of another dimension, or none that are images.
 * - ProgressEvent is sent at the start and the end; AbortGenerateData is honoured at the start.
 *
 * \exception device::MemoryError the device's memory ran out; inputs are untouched, and the next Update() works when
 * there is memory again
 * \exception device::Error a CUDA call failed
 * \exception ExceptionObject UseDevice is Always, and no device works or there is no kernel for the pixel types; or the
 * requested region is empty
 *
 * \sa DeviceImage
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceImageFilter : public TParentFilter
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceImageFilter);

  using Self = DeviceImageFilter;
  using Superclass = TParentFilter;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using UseDeviceEnum = DeviceImageFilterEnums::UseDevice;

  itkOverrideGetNameOfClassMacro(DeviceImageFilter);

  /** Where to run; Auto by default. */
  void
  SetUseDevice(UseDeviceEnum value)
  {
    if (m_Execution.useDevice != value)
    {
      m_Execution.useDevice = value;
      this->Modified();
    }
  }
  UseDeviceEnum
  GetUseDevice() const
  {
    return m_Execution.useDevice;
  }

  /** Whether the last Update() that did something ran on the device. */
  bool
  GetRanOnDevice() const
  {
    return m_Execution.GetRanOnDevice();
  }

  /** Runs on `stream`, and so on its device, instead of on the calling thread's own stream. */
  void
  SetStream(const device::Stream & stream);

  /** Back to the calling thread's own stream. */
  void
  ResetStream();

  /** The stream that was set, if any. */
  const std::optional<device::Stream> &
  GetStream() const
  {
    return m_Execution.stream;
  }

  void
  UpdateOutputData(DataObject * output) override;

protected:
  DeviceImageFilter() = default;
  ~DeviceImageFilter() override = default;

  /** Whether this build has a kernel for the filter's pixel types and dimension. */
  virtual bool
  HasKernel() const = 0;

  /** Enqueues the work on `stream`, whose device is current. Reads and writes images through ViewInput and ViewOutput,
   * and does not wait. */
  virtual void
  EnqueueOnDevice(const device::Stream & stream) = 0;

  /** Calls the launchers that EnqueueOnDevice() is going to call, which only note their kernels, before the inputs are pulled
   * for the first time: what they know is their requested regions. By default it calls none, and the kernels are loaded when
   * they are launched. EnqueueOnDevice() itself does it where it comes to EnqueueStencil() without doing anything else. */
  virtual void
  NoteKernels(const device::Stream &)
  {}

  /** The buffered pixels of an input in device memory, uploaded if they are not there yet. */
  template <typename TPixel, unsigned int VDimension>
  device::ImageView<const TPixel, VDimension>
  ViewInput(const Image<TPixel, VDimension> * image, const device::Stream & stream)
  {
    return m_Execution.ViewInput(image, stream);
  }

  /** Device memory for the requested region of an output, which becomes its buffered region; the first input's, already
   * viewed, where the filter runs in place. */
  template <typename TPixel, unsigned int VDimension>
  device::ImageView<TPixel, VDimension>
  ViewOutput(Image<TPixel, VDimension> * image, const device::Stream & stream)
  {
    const bool isFirst = static_cast<DataObject *>(image) == this->ProcessObject::GetOutput(0);
    return m_Execution.ViewOutput(image, stream, isFirst && this->RunInPlace());
  }

  /** ViewInput() of a buffered region, of one to three axes. */
  template <typename TPixel, unsigned int VDimension>
  device::PointwiseInput<TPixel>
  ViewRegion(const Image<TPixel, VDimension> * image,
             const ImageRegion<VDimension> &   region,
             const device::Stream &            stream)
  {
    const auto                     view = this->ViewInput(image, stream);
    device::PointwiseInput<TPixel> result;
    result.pixels = view.data;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const auto begin = region.GetIndex(axis) - image->GetBufferedRegion().GetIndex(axis);
      result.pixels += static_cast<std::size_t>(begin) * view.stride[axis];
      result.stride[axis] = view.stride[axis];
    }
    return result;
  }

  /** ViewOutput() of an image of one to three axes. */
  template <typename TPixel, unsigned int VDimension>
  device::PointwiseOutput<TPixel>
  ViewWholeOutput(Image<TPixel, VDimension> * image, const device::Stream & stream)
  {
    const auto                      view = this->ViewOutput(image, stream);
    device::PointwiseOutput<TPixel> result;
    result.pixels = view.data;
    std::copy_n(view.size, VDimension, result.size);
    std::copy_n(view.stride, VDimension, result.stride);
    return result;
  }

  /** The size of a region of one to three axes; 1 along those that it does not have. */
  struct Extent
  {
    std::size_t size[3]{ 1, 1, 1 };

    template <unsigned int VDimension>
    explicit Extent(const ImageRegion<VDimension> & region)
    {
      std::copy_n(region.GetSize().begin(), VDimension, size);
    }
  };

  /** Calls launch(input view, output view, offset), where `offset` is the index of the output's first pixel in the
   * input's buffer, along each axis. */
  template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension, typename TLaunch>
  void
  EnqueueStencil(const Image<TInputPixel, VDimension> * input,
                 Image<TOutputPixel, VDimension> *      output,
                 const device::Stream &                 stream,
                 const TLaunch &                        launch)
  {
    const bool isNoting = device::KernelLoading::IsNoting();
    const auto inputView =
      isNoting ? this->template ViewNothing<const TInputPixel>(input) : this->ViewInput(input, stream);
    const auto outputView =
      isNoting ? this->template ViewNothing<TOutputPixel>(output) : this->ViewOutput(output, stream);
    const auto  inputRegion = isNoting ? input->GetRequestedRegion() : input->GetBufferedRegion();
    std::size_t offset[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      offset[axis] = output->GetRequestedRegion().GetIndex(axis) - inputRegion.GetIndex(axis);
    }
    launch(inputView, outputView, offset);
  }

  /** EnqueueStencil() of what depends on the input's pixels up to `reach` along each axis alone, if there is such a
   * reach, and changes nothing of the filter: launch(input view, output view, offset, stream) is called for the images or, where they are plain and large, from
   * several threads for strips of them. */
  template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension, typename TLaunch>
  void
  EnqueueStencil(const Image<TInputPixel, VDimension> *                                   input,
                 Image<TOutputPixel, VDimension> *                                        output,
                 const std::optional<typename Image<TInputPixel, VDimension>::SizeType> & reach,
                 const device::Stream &                                                   stream,
                 const TLaunch &                                                          launch)
  {
    if (!reach || device::KernelLoading::IsNoting() ||
        !m_Execution.ComputeInStrips(input, output, *reach, stream, launch))
    {
      this->EnqueueStencil(
        input, output, stream, [&](const auto & inputView, const auto & outputView, const auto & offset) {
          launch(inputView, outputView, offset, stream);
        });
    }
  }

  /** The part of `view` that begins at `begin` and has `size`. */
  template <typename TPixel, unsigned int VDimension, typename TSize>
  static device::ImageView<TPixel, VDimension>
  Crop(device::ImageView<TPixel, VDimension> view, const std::size_t (&begin)[VDimension], const TSize & size)
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      view.data += begin[axis] * view.stride[axis];
      view.size[axis] = size[axis];
    }
    return view;
  }

  /** Whether an empty region is an exception; else the parent, on the CPU, does with it what it does. */
  virtual bool
  RequiresPixels() const
  {
    return true;
  }

  /** Whether EnqueueOnDevice() may write where it reads, pixel for pixel: then it does where the parent would. */
  virtual bool
  MayWriteWhereItReads() const
  {
    return false;
  }

  /** Whether the next Update() is to run on the device. */
  bool
  WillRunOnDevice() const
  {
    return m_Execution.WillRun(this->HasKernel());
  }

  /** Calls enqueue(stream), which may use ViewInput and ViewOutput, with the device of the stream as the current one.
   * GenerateData() does so for EnqueueOnDevice(); a sink does for each piece of its input. */
  void
  RunOnDevice(const std::function<void(const device::Stream &)> & enqueue)
  {
    m_Execution.Run(enqueue);
  }

  /** All inputs, updated; for a DeviceConsumer that announces them while this runs on the device. */
  std::vector<const DataObject *>
  PullInputs() const
  {
    return m_Execution.PullInputs();
  }

  /** Brings all inputs to the host, and says the first time in the process why the parent is to run. */
  void
  PrepareForHost()
  {
    m_Execution.PrepareForHost();
  }

  void
  VerifyPreconditions() ITKv5_CONST override;

  void
  VerifyInputInformation() ITKv5_CONST override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  /** A view of the requested region, of no memory, for launchers that note their kernels. */
  template <typename TPixel, unsigned int VDimension>
  static device::ImageView<TPixel, VDimension>
  ViewNothing(const ImageBase<VDimension> * image)
  {
    std::size_t size[VDimension];
    std::copy_n(image->GetRequestedRegion().GetSize().begin(), VDimension, size);
    return device::MakeImageView<TPixel, VDimension>(nullptr, size);
  }

  /** Lets the output take the first input's pixels, if the filter is to run in place, and says whether it is. */
  bool
  RunInPlace();

  device::FilterExecution m_Execution{ *this };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceImageFilter.hxx"
#endif

#endif
