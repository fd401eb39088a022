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
#ifndef itkCudaGrayscaleErodeImageFilter_h
#define itkCudaGrayscaleErodeImageFilter_h

#include "itkDeviceGrayscaleMorphologyImageFilter.h"
#include "itkGrayscaleErodeImageFilter.h"

namespace itk
{
/** \class CudaGrayscaleErodeImageFilter
 * \brief GrayscaleErodeImageFilter on a CUDA device.
 *
 * Each pixel becomes the least of those under the element; those beyond the image have the value Boundary, the largest
 * of the type unless set. Boxes cost hardly more the larger they are (van Herk 1992; Gil, Werman 1993).
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
 * \sa DeviceGrayscaleMorphologyImageFilter GrayscaleErodeImageFilter device::LaunchGrayscaleMorphology
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TKernel>
class ITK_TEMPLATE_EXPORT CudaGrayscaleErodeImageFilter
  : public DeviceGrayscaleMorphologyImageFilter<GrayscaleErodeImageFilter<TInputImage, TOutputImage, TKernel>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaGrayscaleErodeImageFilter);

  using Self = CudaGrayscaleErodeImageFilter;
  using Superclass =
    DeviceGrayscaleMorphologyImageFilter<GrayscaleErodeImageFilter<TInputImage, TOutputImage, TKernel>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using typename Superclass::AlgorithmEnum;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaGrayscaleErodeImageFilter);

protected:
  CudaGrayscaleErodeImageFilter() = default;
  ~CudaGrayscaleErodeImageFilter() override = default;

  device::MorphologyOperation
  GetOperation() const override
  {
    return device::MorphologyOperation::Erode;
  }

  device::MorphologySettings<typename TInputImage::PixelType>
  GetSettings() const override
  {
    return { this->GetBoundary(), false, this->GetAlgorithmToRun() == AlgorithmEnum::BASIC };
  }
};
} // namespace itk

#endif
