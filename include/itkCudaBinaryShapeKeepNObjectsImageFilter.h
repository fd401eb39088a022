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
#ifndef itkCudaBinaryShapeKeepNObjectsImageFilter_h
#define itkCudaBinaryShapeKeepNObjectsImageFilter_h

#include "itkBinaryShapeKeepNObjectsImageFilter.h"
#include "itkDeviceComponentsImageFilter.h"
#include <algorithm>
#include <numeric>
#include <vector>

namespace itk
{
/** \class CudaBinaryShapeKeepNObjectsImageFilter
 * \brief BinaryShapeKeepNObjectsImageFilter on a CUDA device: keeps the largest objects, with SetNumberOfObjects(1) the
 * largest one.
 *
 * The parent's pixels, bit for bit, also where objects have the same size. Of the components of ForegroundValue, fully
 * connected ones if FullyConnected, all but NumberOfObjects with the most pixels, or with the least ones if
 * ReverseOrdering, become BackgroundValue; other pixels stay as they are. Update() waits for the sizes, but not for the
 * pixels. See device::ConnectedComponents for how.
 *
 * On the device: uint8, int16, uint16, int32, uint32; 2D and 3D; up to 2^33 pixels; the attribute NUMBER_OF_PIXELS, which
 * is the default. Others run the parent.
 *
 * \sa DeviceImageFilter BinaryShapeKeepNObjectsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaBinaryShapeKeepNObjectsImageFilter
  : public DeviceComponentsImageFilter<BinaryShapeKeepNObjectsImageFilter<TInputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBinaryShapeKeepNObjectsImageFilter);

  using Self = CudaBinaryShapeKeepNObjectsImageFilter;
  using Superclass = DeviceComponentsImageFilter<BinaryShapeKeepNObjectsImageFilter<TInputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::LabelObjectType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBinaryShapeKeepNObjectsImageFilter);

protected:
  CudaBinaryShapeKeepNObjectsImageFilter() = default;
  ~CudaBinaryShapeKeepNObjectsImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists && this->GetAttribute() == LabelObjectType::NUMBER_OF_PIXELS && this->HasFewEnoughPixels();
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      auto * const                output = this->GetOutput();
      const auto                  region = output->GetRequestedRegion();
      const auto                  input = this->ViewRegion(this->GetInput(), region, stream);
      device::ConnectedComponents objects(typename Superclass::Extent(region).size, Superclass::Dimension, stream);
      objects.Restrict(input, this->GetForegroundValue(), true);
      objects.Connect(this->GetFullyConnected());
      const auto           isRemoved = this->ListRemovedObjects(objects, stream);
      const device::Buffer isRemovedOnDevice(isRemoved.size(), stream);
      if (!isRemoved.empty())
      {
        device::Upload(isRemovedOnDevice.GetData(), isRemoved.data(), isRemoved.size(), stream);
      }
      objects.Replace(input, this->ViewWholeOutput(output, stream), isRemovedOnDevice, this->GetBackgroundValue());
    }
  }

private:
  static constexpr bool KernelExists =
    Superclass::DimensionExists && Superclass::template IsLabel<typename TInputImage::PixelType>;

  std::vector<std::uint8_t>
  ListRemovedObjects(const device::ConnectedComponents & objects, const device::Stream & stream) const
  {
    std::vector<std::uint8_t> isRemoved(objects.GetNumberOfComponents());
    if (this->GetNumberOfObjects() < isRemoved.size())
    {
      const device::Buffer       counts = objects.CountPixels();
      std::vector<std::uint64_t> sizes(isRemoved.size());
      device::Download(sizes.data(), counts.GetData(), counts.GetSizeInBytes(), stream);
      std::vector<std::size_t> order(isRemoved.size());
      std::iota(order.begin(), order.end(), 0);
      // The parent's algorithm, as it decides between objects of the same size.
      const bool isReverse = this->GetReverseOrdering();
      const auto firstRemoved = order.begin() + this->GetNumberOfObjects();
      std::nth_element(order.begin(), firstRemoved, order.end(), [&](std::size_t a, std::size_t b) {
        return isReverse ? sizes[a] < sizes[b] : sizes[a] > sizes[b];
      });
      std::for_each(firstRemoved, order.end(), [&](std::size_t object) { isRemoved[object] = 1; });
    }
    return isRemoved;
  }
};
} // namespace itk

#endif
