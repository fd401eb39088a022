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
#ifndef itkCudaCannyEdgeDetectionImageFilter_h
#define itkCudaCannyEdgeDetectionImageFilter_h

#include "itkCudaCannyEdgeDetectionHostFilter.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"

namespace itk
{
/** \class CudaCannyEdgeDetectionImageFilter
 * \brief CannyEdgeDetectionImageFilter on a CUDA device: its algorithm, not another one of that name.
 *
 * 1. The image is smoothed by a Gaussian (CudaDiscreteGaussianImageFilter); its variance is in physical units.
 * 2. Candidates are the pixels closest to a zero crossing of the second derivative along the gradient, where the third
 *    is not positive: the maxima of the gradient magnitude.
 * 3. Edges are connected sets of candidates, over all 3^Dimension - 1 neighbours, whose gradient magnitude is above
 *    LowerThreshold, in grey levels a pixel; one at least is above UpperThreshold. If LowerThreshold is above
 *    UpperThreshold, all candidates above the latter are edges. Below 0, pixels that are no candidates count as 0.
 *
 * Edges are 1 in the output and all else is 0. Pixels beyond the edge of the image take the value of the nearest pixel
 * in it, and derivatives have unit spacing, as in the parent.
 *
 * | | on the device | else |
 * |---|---|---|
 * | pixel type, input and output the same | float | double: the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 *
 * Images of integers are to be cast first, as for the parent: CudaDiscreteGaussianImageFilter and
 * CudaMedianImageFilter take them.
 *
 * From the smoothed image on, the result is that of ITK, bit for bit. The Gaussian is rounded to float where ITK's is
 * computed in double, so a pixel can differ whose decision hangs on that.
 *
 * An edge may reach across the whole image, so all of it is requested and made, also where StreamingImageFilter asks
 * for a part: streaming gives the same pixels, but saves no memory. On the device 12.3 bytes a pixel are in use: the
 * input, the smoothed image, the output, and two bits.
 *
 * Its parent has an itk::CannyEdgeDetectionImageFilter, which cannot be derived from as others can: its destructor is
 * private. What CudaImageFiltersFactory makes does derive from it.
 *
 * J. Canny, A computational approach to edge detection, IEEE Transactions on Pattern Analysis and Machine Intelligence
 * 8(6), 1986, as CannyEdgeDetectionImageFilter renders it.
 *
 * \sa DeviceImageFilter CannyEdgeDetectionImageFilter device::LaunchCanny
 * \ingroup CudaImageFilters
 */
template <typename TInputImage,
          typename TOutputImage = TInputImage,
          typename TParentFilter = CudaCannyEdgeDetectionHostFilter<TInputImage, TOutputImage>>
class ITK_TEMPLATE_EXPORT CudaCannyEdgeDetectionImageFilter : public DeviceImageFilter<TParentFilter>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCannyEdgeDetectionImageFilter);

  using Self = CudaCannyEdgeDetectionImageFilter;
  using Superclass = DeviceImageFilter<TParentFilter>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaCannyEdgeDetectionImageFilter);

protected:
  CudaCannyEdgeDetectionImageFilter() = default;
  ~CudaCannyEdgeDetectionImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  GenerateInputRequestedRegion() override;

  void
  EnlargeOutputRequestedRegion(DataObject * output) override;

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<InputPixelType, float> &&
                                       std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension && device::Supports<float, Dimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaCannyEdgeDetectionImageFilter.hxx"
#endif

#endif
