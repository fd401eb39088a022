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
#ifndef itkPretendedMedianImageFilter_h
#define itkPretendedMedianImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkMedianImageFilter.h"
#include "itkPretendedBackend.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace itk
{
/** \class PretendedMedianImageFilter
 * \brief A device filter whose kernel is a plain loop that a PretendedBackend runs.
 */
template <typename TInputImage, typename TOutputImage>
class PretendedMedianImageFilter : public DeviceImageFilter<MedianImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PretendedMedianImageFilter);

  using Self = PretendedMedianImageFilter;
  using Superclass = DeviceImageFilter<MedianImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using PixelType = typename TInputImage::PixelType;
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(PretendedMedianImageFilter);

protected:
  PretendedMedianImageFilter() = default;
  ~PretendedMedianImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return true;
  }

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    const auto radius = this->GetRadius();
    this->EnqueueStencil(
      this->GetInput(),
      this->GetOutput(),
      radius,
      stream,
      [&](const auto & input, const auto & output, const auto & begin, const device::Stream & onStream) {
        std::array<std::size_t, Dimension> offset;
        std::copy_n(begin, Dimension, offset.begin());
        device::PretendedBackend::Enqueue(onStream, [=] {
          const std::size_t numberOfPixels = output.stride[Dimension - 1] * output.size[Dimension - 1];
          for (std::size_t pixel = 0; pixel < numberOfPixels; ++pixel)
          {
            output.data[pixel] = MedianAt(input, output, offset, radius, pixel);
          }
        });
      });
  }

private:
  template <typename TOffset, typename TRadius>
  static PixelType
  MedianAt(const device::ImageView<const PixelType, Dimension> & input,
           const device::ImageView<PixelType, Dimension> &       output,
           const TOffset &                                       offset,
           const TRadius &                                       radius,
           std::size_t                                           pixel)
  {
    std::vector<PixelType> window;
    std::size_t            windowSize = 1;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      windowSize *= 2 * radius[axis] + 1;
    }
    for (std::size_t member = 0; member < windowSize; ++member)
    {
      std::size_t rest = member;
      std::size_t linear = 0;
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        const std::size_t side = 2 * radius[axis] + 1;
        const auto centre = static_cast<std::ptrdiff_t>(pixel / output.stride[axis] % output.size[axis] + offset[axis]);
        const auto index = std::clamp<std::ptrdiff_t>(centre + static_cast<std::ptrdiff_t>(rest % side) -
                                                        static_cast<std::ptrdiff_t>(radius[axis]),
                                                      0,
                                                      static_cast<std::ptrdiff_t>(input.size[axis]) - 1);
        linear += index * input.stride[axis];
        rest /= side;
      }
      window.push_back(input.data[linear]);
    }
    std::nth_element(window.begin(), window.begin() + windowSize / 2, window.end());
    return window[windowSize / 2];
  }
};
} // namespace itk

#endif
