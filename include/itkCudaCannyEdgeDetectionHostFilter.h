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
#ifndef itkCudaCannyEdgeDetectionHostFilter_h
#define itkCudaCannyEdgeDetectionHostFilter_h

#include "itkCannyEdgeDetectionImageFilter.h"

namespace itk
{
/** \class CudaCannyEdgeDetectionHostFilter
 * \brief CannyEdgeDetectionImageFilter for a class to derive from: its own destructor is private.
 *
 * The parameters are those of CannyEdgeDetectionImageFilter, and the work is done by one of these. Unlike it, the whole
 * image is requested from the input and made whatever part of the output is requested, because an edge may reach across
 * all of it; CannyEdgeDetectionImageFilter fails where it gets less. There is no GetNonMaximumSuppressionImage(): on a
 * device that image is never made.
 *
 * \sa CudaCannyEdgeDetectionImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT CudaCannyEdgeDetectionHostFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(CudaCannyEdgeDetectionHostFilter);

  using Self = CudaCannyEdgeDetectionHostFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  using InputImagePixelType = typename TInputImage::PixelType;
  using OutputImagePixelType = typename TOutputImage::PixelType;
  using HostFilterType = CannyEdgeDetectionImageFilter<TInputImage, TOutputImage>;

  static constexpr unsigned int ImageDimension = TInputImage::ImageDimension;
  static constexpr unsigned int OutputImageDimension = TOutputImage::ImageDimension;

  using ArrayType = typename HostFilterType::ArrayType;

  itkNewMacro(Self);
  itkTypeMacro(CudaCannyEdgeDetectionHostFilter, ImageToImageFilter);

  /** Variance of the Gaussian, per axis in the square of the image's unit of length; 0 by default. */
  itkSetMacro(Variance, ArrayType);
  itkGetConstMacro(Variance, const ArrayType);
  void
  SetVariance(typename ArrayType::ValueType variance);

  /** How far from 1 the Gaussian's coefficients may sum up before they are cut off, per axis; 0.01 by default. */
  itkSetMacro(MaximumError, ArrayType);
  itkGetConstMacro(MaximumError, const ArrayType);
  void
  SetMaximumError(typename ArrayType::ValueType maximumError);

  /** An edge has a pixel where the gradient magnitude, in grey levels a pixel, is above this; 0 by default. */
  itkSetMacro(UpperThreshold, OutputImagePixelType);
  itkGetConstMacro(UpperThreshold, OutputImagePixelType);

  /** All other pixels of an edge are above this; 0 by default. */
  itkSetMacro(LowerThreshold, OutputImagePixelType);
  itkGetConstMacro(LowerThreshold, OutputImagePixelType);

protected:
  CudaCannyEdgeDetectionHostFilter();
  ~CudaCannyEdgeDetectionHostFilter() override = default;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  ArrayType            m_Variance;
  ArrayType            m_MaximumError;
  OutputImagePixelType m_UpperThreshold{};
  OutputImagePixelType m_LowerThreshold{};
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkCudaCannyEdgeDetectionHostFilter.hxx"
#endif

#endif
