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
#ifndef itkCudaBlackTopHatImageFilter_h
#define itkCudaBlackTopHatImageFilter_h

#include "itkDeviceTopHatImageFilter.h"
#include "itkBlackTopHatImageFilter.h"

namespace itk
{
/** \class CudaBlackTopHatImageFilter
 * \brief BlackTopHatImageFilter on a CUDA device.
 *
 * The closing of the image minus the image: what is darker than its surroundings and smaller than the element. The steps
 * stay on the device.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type | uint8, int16, uint16, float, output and input the same | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | element | any; of decomposable ones, boxes | the parent, on the CPU |
 *
 * The result is the parent's, bit for bit, of pixels that are numbers; which of 0 and -0 results is not determined.
 * Update() does not wait for the device.
 *
 * \sa DeviceTopHatImageFilter BlackTopHatImageFilter device::LaunchGrayscaleMorphology
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TKernel>
class ITK_TEMPLATE_EXPORT CudaBlackTopHatImageFilter
  : public DeviceTopHatImageFilter<BlackTopHatImageFilter<TInputImage, TOutputImage, TKernel>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaBlackTopHatImageFilter);

  using Self = CudaBlackTopHatImageFilter;
  using Superclass = DeviceTopHatImageFilter<BlackTopHatImageFilter<TInputImage, TOutputImage, TKernel>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaBlackTopHatImageFilter);

protected:
  CudaBlackTopHatImageFilter() = default;
  ~CudaBlackTopHatImageFilter() override = default;

  device::MorphologyOperation
  GetOperation() const override
  {
    return device::MorphologyOperation::BlackTopHat;
  }
};
} // namespace itk

#endif
