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
#ifndef itkDeviceCopyImageFilter_h
#define itkDeviceCopyImageFilter_h

#include "itkCudaCopyLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include <cstring>

namespace itk
{
/** \class DeviceCopyMap
 * \brief From which pixel of the input each pixel of the output is copied.
 *
 * Along axis j of the output, its index i is copied from index step i + offset of axis `inputAxis` of the input; where
 * that is beyond the input's LargestPossibleRegion, the border says what stands for it: then step is 1. Axes of the input
 * that are none of the output's are fixed at `fixedIndex`; an axis of the output that is none of the input's, whose
 * `inputAxis` is at least VInputDimension, has one pixel.
 *
 * \ingroup CudaImageFilters
 */
template <unsigned int VInputDimension, unsigned int VOutputDimension>
struct DeviceCopyMap
{
  struct Axis
  {
    unsigned int    inputAxis{ 0 };
    OffsetValueType step{ 1 };
    OffsetValueType offset{ 0 };
  };

  Axis                   axes[VOutputDimension];
  Index<VInputDimension> fixedIndex{ { 0 } };
  device::CopyBorder     border{ device::CopyBorder::None };

  /** Each pixel is copied from its own index. */
  DeviceCopyMap()
  {
    for (unsigned int axis = 0; axis < VOutputDimension; ++axis)
    {
      axes[axis].inputAxis = axis;
    }
  }
};

/** \class DeviceCopyImageFilter
 * \brief Base of filters that copy pixels from one place to another.
 *
 * A filter says by MakeMap() from where; regions and geometry are the parent's. Its pixels are those of the parent bit for
 * bit. On the device: pixels of 1, 2 and 4 bytes that are numbers (uint8, int16, uint16, int32, uint32, float), the
 * same type in and out, images of 2 and 3 dimensions, and outputs of 1. Others run the parent.
 *
 * \sa DeviceImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter, typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT DeviceCopyImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceCopyImageFilter);

  using Self = DeviceCopyImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkOverrideGetNameOfClassMacro(DeviceCopyImageFilter);

protected:
  using PixelType = typename TOutputImage::PixelType;
  static constexpr unsigned int InputDimension = TInputImage::ImageDimension;
  static constexpr unsigned int OutputDimension = TOutputImage::ImageDimension;
  using MapType = DeviceCopyMap<InputDimension, OutputDimension>;

  static constexpr bool KernelExists =
    device::HasCuda && std::is_same_v<typename TInputImage::PixelType, PixelType> && std::is_arithmetic_v<PixelType> &&
    (sizeof(PixelType) == 1 || sizeof(PixelType) == 2 || sizeof(PixelType) == 4) &&
    (InputDimension == 2 || InputDimension == 3) && OutputDimension >= 1 && OutputDimension <= InputDimension;

  DeviceCopyImageFilter() = default;
  ~DeviceCopyImageFilter() override = default;

  /** From where the output is copied. Called when the output's geometry and the input's pixels are there. */
  virtual void
  MakeMap(MapType & map) const = 0;

  /** What stands beyond a border that is Constant. */
  virtual PixelType
  GetBeyond() const
  {
    return {};
  }

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  bool
  RequiresPixels() const override
  {
    return false;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  /** A copy to `region` of the output from an image that MakeMap(), or else `map`, leads to. */
  template <unsigned int VDimension>
  device::CopyTask
  MakeTask(const ImageBase<VDimension> *                          image,
           const device::ImageView<const PixelType, VDimension> & input,
           const device::ImageView<PixelType, OutputDimension> &  output,
           const ImageRegion<OutputDimension> &                   region,
           const DeviceCopyMap<VDimension, OutputDimension> &     map) const;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceCopyImageFilter.hxx"
#endif

#endif
