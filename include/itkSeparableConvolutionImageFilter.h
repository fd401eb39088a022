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
#ifndef itkSeparableConvolutionImageFilter_h
#define itkSeparableConvolutionImageFilter_h

#include "itkDeviceCompatibility.h"
#include "itkImage.h"
#include "itkImageToImageFilter.h"
#include "itkNeighborhoodOperator.h"
#include <vector>

namespace itk
{
/** \class SeparableConvolutionImageFilter
 * \brief Applies one 1-D operator along each axis of an image.
 *
 * An operator is a Neighborhood that extends along its axis alone, such as any NeighborhoodOperator after
 * CreateDirectional(). As in NeighborhoodOperatorImageFilter, the result is the inner product of the operator with the
 * neighbourhood of the pixel, so a true convolution needs the mirrored operator. Pixels beyond the edge of the image
 * take the value of the nearest pixel in it (ZeroFluxNeumannBoundaryCondition). An axis without an operator is left as
 * it is.
 *
 * \code
 * itk::GaussianOperator<double, 2> gaussian;
 * gaussian.SetDirection(0);
 * gaussian.SetVariance(4.0);
 * gaussian.CreateDirectional();
 * filter->SetOperator(gaussian); // along axis 0
 * \endcode
 *
 * The axes are worked on from the last to the first. Sums are formed in double precision; the images between two axes
 * have the output's FloatType, and the output is cast as static_cast does it.
 *
 * \sa NeighborhoodOperatorImageFilter DiscreteGaussianImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT SeparableConvolutionImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(SeparableConvolutionImageFilter);

  using Self = SeparableConvolutionImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  static constexpr unsigned int InputImageDimension = TInputImage::ImageDimension;
  static constexpr unsigned int ImageDimension = TOutputImage::ImageDimension;
  static_assert(InputImageDimension == ImageDimension, "Input and output must have the same dimension.");

  using OutputPixelType = typename TOutputImage::PixelType;
  using RealPixelType = typename NumericTraits<OutputPixelType>::FloatType;
  using RealImageType = Image<RealPixelType, ImageDimension>;
  using OperatorType = Neighborhood<double, ImageDimension>;
  using RadiusType = typename OperatorType::RadiusType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(SeparableConvolutionImageFilter);

  /** Sets the operator along an axis; it is copied.
   * \exception ExceptionObject there is no such axis, or the operator extends along another one */
  template <typename TCoefficient, typename TAllocator>
  void
  SetOperator(unsigned int axis, const Neighborhood<TCoefficient, ImageDimension, TAllocator> & coefficients);

  /** Sets the operator along its own direction. */
  template <typename TCoefficient, typename TAllocator>
  void
  SetOperator(const NeighborhoodOperator<TCoefficient, ImageDimension, TAllocator> & coefficients)
  {
    this->SetOperator(static_cast<unsigned int>(coefficients.GetDirection()), coefficients);
  }

  /** Sets the operator along an axis to these coefficients, of which the middle one is for the pixel itself.
   * \exception ExceptionObject there is no such axis, or the number of coefficients is even */
  void
  SetCoefficients(unsigned int axis, const std::vector<double> & coefficients);

  /** Leaves an axis as it is, as in the beginning. */
  void
  RemoveOperator(unsigned int axis);

  /** The operator along an axis; that of one coefficient, 1, if none was set. */
  const OperatorType &
  GetOperator(unsigned int axis) const;

  /** Half the size of the operators along all axes, in pixels. */
  RadiusType
  GetRadius() const;

protected:
  SeparableConvolutionImageFilter();
  ~SeparableConvolutionImageFilter() override = default;

  /** Asks for the requested region padded by the radius and cropped to the image. */
  void
  GenerateInputRequestedRegion() override;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  void
  VerifyAxis(unsigned int axis) const;

  OperatorType m_Operator[ImageDimension];
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkSeparableConvolutionImageFilter.hxx"
#endif

#endif
