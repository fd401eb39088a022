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
#ifndef itkCudaStatisticsImageFilter_h
#define itkCudaStatisticsImageFilter_h

#include "itkCudaStatisticsLaunch.h"
#include "itkDeviceBuffer.h"
#include "itkDeviceImageSink.h"
#include "itkDeviceTransfer.h"
#include "itkStatisticsImageFilter.h"

namespace itk
{
/** \class CudaStatisticsImageFilter
 * \brief StatisticsImageFilter on a CUDA device: minimum, maximum, mean, sigma, variance, sum, sum of squares.
 *
 * Update() waits for the results. Minimum, maximum and the sums of 8- and 16-bit pixels are exact; what the parent gives
 * differs by the roundings of its compensated sums. Other sums are of double, in an order that depends on the size alone:
 * of n pixels within n 2^-53 / 2^18 of the sum of the absolute values, as each of 2^18 threads adds its share and these
 * are added pairwise. NaNs are passed over by minimum and maximum. NumberOfStreamDivisions is the parent's.
 *
 * On the device: uint8, int16, uint16, int32, uint32 and float, 2D and 3D. Others run the parent.
 *
 * \sa DeviceImageSink StatisticsImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT CudaStatisticsImageFilter : public DeviceImageSink<StatisticsImageFilter<TInputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaStatisticsImageFilter);

  using Self = CudaStatisticsImageFilter;
  using Superclass = DeviceImageSink<StatisticsImageFilter<TInputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename Superclass::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(CudaStatisticsImageFilter);

protected:
  CudaStatisticsImageFilter() = default;
  ~CudaStatisticsImageFilter() override = default;

  bool
  HasKernel() const override
  {
    return KernelExists;
  }

  void
  BeginOnDevice() override
  {
    m_Statistics = { NumericTraits<PixelType>::max(), NumericTraits<PixelType>::NonpositiveMin(), 0.0, 0.0 };
    m_Count = 0;
  }

  void
  AddPiece(const device::Stream & stream) override
  {
    if constexpr (KernelExists)
    {
      const TInputImage * const image = this->GetInput();
      const auto                region = image->GetRequestedRegion();
      const auto                input = this->ViewRegion(image, region, stream);
      const device::Buffer      result(sizeof(StatisticsType), stream);
      device::LaunchStatistics(
        input, typename Superclass::Extent(region).size, result.template As<StatisticsType>(), stream);
      StatisticsType piece;
      device::Download(&piece, result.GetData(), sizeof(piece), stream);
      m_Statistics.minimum = std::min(m_Statistics.minimum, piece.minimum);
      m_Statistics.maximum = std::max(m_Statistics.maximum, piece.maximum);
      m_Statistics.sum += piece.sum;
      m_Statistics.sumOfSquares += piece.sumOfSquares;
      m_Count += region.GetNumberOfPixels();
    }
  }

  void
  FinishOnDevice() override
  {
    const auto   count = static_cast<double>(m_Count);
    const double sum = m_Statistics.sum;
    const double variance = (m_Statistics.sumOfSquares - sum * sum / count) / (count - 1);
    this->SetMinimum(m_Statistics.minimum);
    this->SetMaximum(m_Statistics.maximum);
    this->SetMean(sum / count);
    this->SetSigma(std::sqrt(variance));
    this->SetVariance(variance);
    this->SetSum(sum);
    this->SetSumOfSquares(m_Statistics.sumOfSquares);
  }

private:
  static constexpr unsigned int Dimension = TInputImage::ImageDimension;
  static constexpr bool         KernelExists =
    device::HasCuda && (Dimension == 2 || Dimension == 3) && device::IsPointwisePixel<PixelType>;

  using StatisticsType = device::PixelStatistics<PixelType>;

  StatisticsType m_Statistics{};
  SizeValueType  m_Count{ 0 };
};
} // namespace itk

#endif
