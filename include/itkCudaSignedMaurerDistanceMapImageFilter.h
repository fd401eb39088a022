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
#ifndef itkCudaSignedMaurerDistanceMapImageFilter_h
#define itkCudaSignedMaurerDistanceMapImageFilter_h

#include "itkCudaSignedMaurerDistanceMapLaunch.h"
#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkSignedMaurerDistanceMapImageFilter.h"

namespace itk
{
/** \class CudaSignedMaurerDistanceMapImageFilter
 * \brief SignedMaurerDistanceMapImageFilter on a CUDA device.
 *
 * The exact Euclidean distance of each pixel from the contour of the object, which is all that is not of the
 * BackgroundValue; in units of the spacing where UseImageSpacing is on, as it is by default, else in pixels. Negative
 * inside, or outside if InsideIsPositive is on. The result is the parent's, bit for bit: all roundings of its float
 * arithmetic are kept, which matter where squares are above 2^24 or the spacing is not 1.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | float | the parent, on the CPU |
 * | dimension | 2, 3 | the parent, on the CPU |
 * | sides | below 2^21 pixels | the parent, on the CPU |
 * | spacing, if it counts | from 1e-6 to 1e6 | the parent, on the CPU |
 *
 * The whole image is needed and computed, whatever region is requested. Takes a quarter of a byte a pixel besides, and up
 * to 8 bytes for each pixel of the lines that are worked on at once.
 *
 * Algorithm: the nearest contour pixel of a row, from one bit a pixel; then, along each other axis, the scan of Maurer,
 * Qi and Raghavan (IEEE Transactions on Pattern Analysis and Machine Intelligence 25, 2003), a thread a line;
 * images of few lines are queried in four parts of each.
 *
 * DanielssonDistanceMapImageFilter has no counterpart: the order of its raster scans decides which of several nearest
 * sites a pixel gets, and can let it miss them all, which no parallel algorithm repeats.
 *
 * \sa device::LaunchSignedMaurerDistanceMap
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaSignedMaurerDistanceMapImageFilter
  : public DeviceImageFilter<SignedMaurerDistanceMapImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaSignedMaurerDistanceMapImageFilter);

  using Self = CudaSignedMaurerDistanceMapImageFilter;
  using Superclass = DeviceImageFilter<SignedMaurerDistanceMapImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaSignedMaurerDistanceMapImageFilter);

protected:
  CudaSignedMaurerDistanceMapImageFilter() = default;
  ~CudaSignedMaurerDistanceMapImageFilter() override = default;

  /** Whether there is a kernel for the pixel types, and for the input's size and spacing. */
  bool
  HasKernel() const override
  {
    if (!KernelExists)
    {
      return false;
    }
    const TInputImage * const input = this->GetInput();
    for (unsigned int axis = 0; input != nullptr && axis < Dimension; ++axis)
    {
      const double spacing = input->GetSpacing()[axis];
      if (input->GetLargestPossibleRegion().GetSize(axis) >= SizeValueType{ 1 } << 21 ||
          (this->GetUseImageSpacing() && !(spacing >= 1e-6 && spacing <= 1e6)))
      {
        return false;
      }
    }
    return true;
  }

  void
  EnlargeOutputRequestedRegion(DataObject * output) override
  {
    Superclass::EnlargeOutputRequestedRegion(output);
    output->SetRequestedRegionToLargestPossibleRegion();
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const TInputImage * const                                  input = this->GetInput();
      device::SignedMaurerDistanceMap<InputPixelType, Dimension> parameters{};
      parameters.backgroundValue = this->GetBackgroundValue();
      for (unsigned int axis = 0; axis < Dimension; ++axis)
      {
        parameters.spacing[axis] = this->GetUseImageSpacing() ? static_cast<double>(input->GetSpacing()[axis]) : 1.0;
      }
      parameters.squaredDistance = this->GetSquaredDistance();
      parameters.insideIsPositive = this->GetInsideIsPositive();
      const auto inputView = this->ViewInput(input, stream);
      const auto outputView = this->ViewOutput(this->GetOutput(), stream);
      device::LaunchSignedMaurerDistanceMap<InputPixelType, Dimension>(inputView, outputView, parameters, stream);
    }
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists = std::is_same_v<OutputPixelType, float> &&
                                       TOutputImage::ImageDimension == Dimension &&
                                       device::Supports<InputPixelType, Dimension>;
};
} // namespace itk

#endif
