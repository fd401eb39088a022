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
#ifndef itkDeviceGrayscaleMorphologyImageFilter_h
#define itkDeviceGrayscaleMorphologyImageFilter_h

#include "itkCudaGrayscaleMorphologyLaunch.h"
#include "itkDeviceFlatElement.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkMathematicalMorphologyEnums.h"

namespace itk
{
/** \class DeviceGrayscaleMorphologyImageFilter
 * \brief Base of filters of grayscale morphology, over the parent's structuring element.
 *
 * \tparam TParentFilter a KernelImageFilter with an algorithm, whose input is an image of its output's pixel type
 *
 * Of a decomposable element, unless the algorithm is BASIC or HISTO, the parent takes lines. Of boxes that is the same;
 * for polygons the parent runs. So it does for boxes whose radius exceeds the image along an axis, if the algorithm is
 * ANCHOR and the border not safe: there it gives the opposite extremum.
 *
 * The result is that of the parent's algorithm BASIC. Its other ones differ from it where one of its threads gets a piece
 * that is one pixel wide: ANCHOR and VHGW if the piece and the radius are along another axis than a line, HISTO of images
 * one pixel wide.
 *
 * \ingroup CudaImageFilters
 */
template <typename TParentFilter>
class ITK_TEMPLATE_EXPORT DeviceGrayscaleMorphologyImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DeviceGrayscaleMorphologyImageFilter);

  using Self = DeviceGrayscaleMorphologyImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = typename TParentFilter::InputImageType;
  using OutputImageType = typename TParentFilter::OutputImageType;
  using InputPixelType = typename InputImageType::PixelType;
  using AlgorithmEnum = MathematicalMorphologyEnums::Algorithm;

  itkOverrideGetNameOfClassMacro(DeviceGrayscaleMorphologyImageFilter);

protected:
  DeviceGrayscaleMorphologyImageFilter() = default;
  ~DeviceGrayscaleMorphologyImageFilter() override = default;

  virtual device::MorphologyOperation
  GetOperation() const = 0;

  virtual device::MorphologySettings<InputPixelType>
  GetSettings() const = 0;

  /** With which the parent will run. */
  virtual AlgorithmEnum
  GetAlgorithmToRun() const
  {
    return this->GetAlgorithm();
  }

  bool
  HasKernel() const override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  GenerateData() override;

  /** Two steps need twice the radius around the output's requested region. */
  void
  GenerateInputRequestedRegion() override;

private:
  static constexpr unsigned int Dimension = InputImageType::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<InputPixelType, typename OutputImageType::PixelType> &&
                                       OutputImageType::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;

  /** Whether the parent's algorithms by lines give what the element says. */
  bool
  AreLinesTheElement() const;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkDeviceGrayscaleMorphologyImageFilter.hxx"
#endif

#endif
