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
#ifndef itkCudaPolygonalRegionSnakeImageFilter_h
#define itkCudaPolygonalRegionSnakeImageFilter_h

#include "itkDeviceImageFilter.h"
#include "itkDeviceSupports.h"
#include "itkPolygonalRegionSnakeImageFilter.h"

namespace itk
{
/** \class CudaPolygonalRegionSnakeImageFilter
 * \brief PolygonalRegionSnakeImageFilter on a CUDA device.
 *
 * The polygons, the criterion, the rounds and the labels are those of the parent, bit for bit. Cumulated images, the
 * first contour, all rounds of the convergence and the labels are computed on the device; the host is not asked between
 * rounds.
 *
 * | | on the device | else |
 * |---|---|---|
 * | input pixel type | uint8, int16, uint16, float | the parent, on the CPU |
 * | output pixel type | uint8 | |
 * | dimension | 2 | |
 *
 * As polygons are host data, Update() waits for the convergence, but not for the labels, which stay on the device:
 * 4096 nodes or less come back in one download. Labels to begin with are read on the host.
 *
 * Where an IterationEvent is observed, the device notes the rounds, and their events are sent when the convergence is over;
 * up to 64 MiB of polygons are noted, and later rounds come with the last of those. AbortGenerateData is honoured at the
 * start and during those events.
 *
 * \exception device::Error the device cannot launch cooperatively
 *
 * \sa DeviceImageFilter PolygonalRegionSnakeImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = DeviceImage<unsigned char, 2>>
class ITK_TEMPLATE_EXPORT CudaPolygonalRegionSnakeImageFilter
  : public DeviceImageFilter<PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaPolygonalRegionSnakeImageFilter);

  using Self = CudaPolygonalRegionSnakeImageFilter;
  using Superclass = DeviceImageFilter<PolygonalRegionSnakeImageFilter<TInputImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputPixelType = typename TInputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaPolygonalRegionSnakeImageFilter);

protected:
  CudaPolygonalRegionSnakeImageFilter() = default;
  ~CudaPolygonalRegionSnakeImageFilter() override = default;

  /** Whether there is a kernel for the pixel type. */
  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  EnqueueOnDevice(const device::Stream & stream) override;

private:
  static constexpr bool KernelExists = device::Supports<InputPixelType, TInputImage::ImageDimension>;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaPolygonalRegionSnakeImageFilter.hxx"
#endif

#endif
