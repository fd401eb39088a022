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
#ifndef itkCudaSobelEdgeDetectionImageFilter_h
#define itkCudaSobelEdgeDetectionImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkSobelEdgeDetectionDirectionImageFilter.h"

namespace itk
{
/** \class CudaSobelEdgeDetectionImageFilter
 * \brief SobelEdgeDetectionImageFilter, and the direction of the gradient, on a CUDA device.
 *
 * The first output is the length of the gradient by itk::SobelOperator. The second one, which exists while
 * ComputeDirection is on, is its angle in radians, as SobelEdgeDetectionDirectionImageFilter defines it: in [-pi, pi],
 * from axis 0 towards axis 1; in 3D the azimuth. Pixels beyond the edge of the image take the value of the nearest pixel
 * in it. Without ComputeDirection the directions cost nothing.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 *
 * All is computed in float. Derivatives of integers are exact. Those of floats are within 10 2^-24 R (200 2^-24 R in 3D)
 * of the exact ones, R being the range of the input's values, and magnitudes within 1e-5 of the largest one possible in
 * that range. Directions inherit the derivatives' errors over the magnitude. The parent multiplies pixels by
 * coefficients of zero too, which makes NaN of NaN and infinity there; such products are left out here.
 *
 * \sa DeviceImageFilter SobelEdgeDetectionDirectionImageFilter device::LaunchSobel
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaSobelEdgeDetectionImageFilter
  : public DeviceImageFilter<SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaSobelEdgeDetectionImageFilter);

  using Self = CudaSobelEdgeDetectionImageFilter;
  using Superclass = DeviceImageFilter<SobelEdgeDetectionDirectionImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaSobelEdgeDetectionImageFilter);

protected:
  CudaSobelEdgeDetectionImageFilter() = default;
  ~CudaSobelEdgeDetectionImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

  void
  NoteKernels(const device::Stream & stream) override
  {
    this->EnqueueOnDevice(stream);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaSobelEdgeDetectionImageFilter.hxx"
#endif

#endif
