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
#ifndef itkCudaWarpImageFilter_h
#define itkCudaWarpImageFilter_h

#include "itkCudaWarpLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkVector.h"
#include "itkWarpImageFilter.h"

namespace itk
{
/** \class CudaWarpImageFilter
 * \brief WarpImageFilter on a CUDA device: an image deformed by a displacement field.
 *
 * The parent's pixels, bit for bit: its points, its displacements, which are interpolated where the field is not on the
 * output's grid and summed in the field's type, and its interpolation in double, truncated without a clamp; numbers that
 * leave the output's type keep their low bits, as on x86.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel types | uint8, int16, uint16, float, input and output the same; 2D and 3D | the parent, on the CPU |
 * | displacements | Vector<float, D> and Vector<double, D>, in an Image or a DeviceImage | the parent |
 * | interpolator | Linear | the parent |
 *
 * A field in a plain Image is uploaded each time. Indices are within 2^30 of 0, else the parent runs.
 *
 * \exception ExceptionObject the parent's: the field is on the output's grid, and does not reach as far as the output
 *
 * \sa DeviceImageFilter WarpImageFilter CudaResampleImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage, typename TDisplacementField>
class ITK_TEMPLATE_EXPORT CudaWarpImageFilter
  : public DeviceImageFilter<WarpImageFilter<TInputImage, TOutputImage, TDisplacementField>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaWarpImageFilter);

  using Self = CudaWarpImageFilter;
  using Superclass = DeviceImageFilter<WarpImageFilter<TInputImage, TOutputImage, TDisplacementField>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaWarpImageFilter);

protected:
  CudaWarpImageFilter() = default;
  ~CudaWarpImageFilter() override = default;

  bool
  HasKernel() const override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  using InputPixelType = typename TInputImage::PixelType;
  using DisplacementPixelType = typename TDisplacementField::PixelType;
  using ComponentType = typename DisplacementPixelType::ValueType;

  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::Supports<InputPixelType, Dimension> && std::is_same_v<typename TOutputImage::PixelType, InputPixelType> &&
    TOutputImage::ImageDimension == Dimension && TDisplacementField::ImageDimension == Dimension &&
    (std::is_same_v<DisplacementPixelType, Vector<float, Dimension>> ||
     std::is_same_v<DisplacementPixelType, Vector<double, Dimension>>);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaWarpImageFilter.hxx"
#endif

#endif
