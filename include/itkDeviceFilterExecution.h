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
#ifndef itkDeviceFilterExecution_h
#define itkDeviceFilterExecution_h

#include "itkDeviceImage.h"
#include "itkDeviceImageView.h"
#include "itkDeviceRuntime.h"
#include <functional>
#include <optional>
#include <ostream>
#include <string>

namespace itk
{
/** \class DeviceImageFilterEnums
 * \brief Enumerations of DeviceImageFilter, outside of the template.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT DeviceImageFilterEnums
{
public:
  /** \class UseDevice
   * \ingroup CudaImageFilters
   * Auto: the device if one works and the filter has a kernel for its pixel types, else the parent filter on the CPU.
   * Always: the device, or an exception. Never: the parent. */
  enum class UseDevice : uint8_t
  {
    Auto,
    Always,
    Never
  };
};

CudaImageFilters_EXPORT std::ostream &
                        operator<<(std::ostream & os, DeviceImageFilterEnums::UseDevice value);

namespace device
{
/** \class FilterExecution
 * \brief The part of DeviceImageFilter that is the same for all parents and images, and so is compiled once, in the
 * library: where a filter runs, and the images of the work that it enqueues.
 *
 * \ingroup CudaImageFilters
 */
class CudaImageFilters_EXPORT FilterExecution
{
public:
  using UseDeviceEnum = DeviceImageFilterEnums::UseDevice;

  /** `filter` is the one that this is a member of. */
  explicit FilterExecution(ProcessObject & filter)
    : m_Filter(filter)
  {}
  FilterExecution(const FilterExecution &) = delete;
  FilterExecution &
  operator=(const FilterExecution &) = delete;

  UseDeviceEnum                 useDevice{ UseDeviceEnum::Auto };
  std::optional<device::Stream> stream;

  bool
  GetRanOnDevice() const
  {
    return m_RanOnDevice;
  }

  bool
  WillRun(bool hasKernel) const;

  /** \exception ExceptionObject the device must be used, but no device works or there is no kernel */
  void
  VerifyUseDevice(bool hasKernel) const;

  /** \exception ExceptionObject an input is an image with an empty LargestPossibleRegion */
  void
  VerifyInputsHavePixels() const;

  /** Whether there are pixels to make, before they are made.
   * \exception ExceptionObject there are none, although `required` */
  bool
  Begin(bool required);

  /** \exception ExceptionObject with `message` */
  [[noreturn]] void
  Throw(const std::string & message) const;

  /** Updates several inputs one by one, so that an image which is announced to a device filter is not taken by a CPU
   * filter behind another input. Returns all of them, for a DeviceConsumer. */
  std::vector<const DataObject *>
  PullInputs() const;

  /** Calls enqueue(stream) with the device of the stream as the current one. */
  void
  Run(const std::function<void(const Stream &)> & enqueue);

  /** Brings all inputs to the host, and says the first time in the process why the parent is to run. */
  void
  PrepareForHost();

  /** The buffered pixels of an input in device memory, uploaded if they are not there yet. */
  template <typename TPixel, unsigned int VDimension>
  ImageView<const TPixel, VDimension>
  ViewInput(const Image<TPixel, VDimension> * image, const Stream & onStream);

  /** Device memory for the requested region of an output, which becomes its buffered region; what it holds already, if
   * the filter runs in place. */
  template <typename TPixel, unsigned int VDimension>
  ImageView<TPixel, VDimension>
  ViewOutput(Image<TPixel, VDimension> * image, const Stream & onStream, bool inPlace);

  /** Makes the requested region of an output strip by strip, of which each pixel depends on the input's pixels up to `reach`
   * along each axis, and waits; false, with nothing done, unless both images are plain and large and no stream was set.
   * launch(input view, output view, offset, stream) is called from several threads, for a part of the images. */
  template <typename TInputPixel, typename TOutputPixel, unsigned int VDimension, typename TLaunch>
  bool
  ComputeInStrips(const Image<TInputPixel, VDimension> * input,
                  Image<TOutputPixel, VDimension> *      output,
                  const Size<VDimension> &               reach,
                  const Stream &                         onStream,
                  const TLaunch &                        launch);

  void
  PrintSelf(std::ostream & os, Indent indent) const;

private:
  /** The container of an input, or one over the host memory of a plain image.
   * \exception ExceptionObject its pixels are not there */
  template <typename TPixel, unsigned int VDimension>
  typename DeviceImage<TPixel, VDimension>::PixelContainer::ConstPointer
  GetContainer(const Image<TPixel, VDimension> * image) const;

  template <typename TPixel, unsigned int VDimension>
  static ImageView<TPixel, VDimension>
  MakeView(TPixel * pixels, const ImageRegion<VDimension> & region)
  {
    std::size_t size[VDimension];
    std::copy_n(region.GetSize().begin(), VDimension, size);
    return MakeImageView<TPixel, VDimension>(pixels, size);
  }

  /** The device that holds an input's current pixels, else the caller's current one. */
  int
  ChooseDevice() const;

  ProcessObject & m_Filter;
  bool            m_RanOnDevice{ false };
  bool            m_WritesFirstInput{ false };
  // What is left to do for each image once all work is enqueued.
  std::vector<std::function<void()>> m_AfterEnqueue;
};
} // namespace device
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceFilterExecution.hxx"
#endif

#endif
