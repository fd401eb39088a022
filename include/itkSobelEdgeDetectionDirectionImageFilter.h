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
#ifndef itkSobelEdgeDetectionDirectionImageFilter_h
#define itkSobelEdgeDetectionDirectionImageFilter_h

#include "itkDeviceCompatibility.h"
#include "itkSobelEdgeDetectionImageFilter.h"

namespace itk
{
/** \class SobelEdgeDetectionDirectionImageFilter
 * \brief SobelEdgeDetectionImageFilter with a second output, the direction of the gradient.
 *
 * The first output is that of itk::SobelEdgeDetectionImageFilter. The second one, which exists while ComputeDirection is
 * on, is the angle of the gradient in radians, atan2(L_y, L_x), where L_x and L_y are the derivatives along axes 0 and 1
 * by itk::SobelOperator. It lies in [-pi, pi], is counted from axis 0 towards axis 1 of the image, whatever its spacing
 * and direction are, and is 0 where both derivatives are. In 3D it is the azimuth: the angle of the gradient's
 * projection on the plane of axes 0 and 1.
 *
 * Source: L. H. A. Lourenco, Paralelizacao do detector de bordas Canny para a biblioteca ITK utilizando CUDA,
 * dissertation, Universidade Federal do Parana, 2011, section 3.2, whose equation 3.15, arctan(L_y / L_x), leaves the
 * sense of the gradient open.
 *
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT SobelEdgeDetectionDirectionImageFilter
  : public SobelEdgeDetectionImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(SobelEdgeDetectionDirectionImageFilter);

  using Self = SobelEdgeDetectionDirectionImageFilter;
  using Superclass = SobelEdgeDetectionImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using OutputImageType = TOutputImage;
  using OutputPixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(SobelEdgeDetectionDirectionImageFilter);

  /** Whether there is a second output; off by default. */
  void
  SetComputeDirection(bool computeDirection);
  bool
  GetComputeDirection() const
  {
    return this->GetNumberOfIndexedOutputs() > 1;
  }
  itkBooleanMacro(ComputeDirection);

  /** The second output, or null while ComputeDirection is off. */
  OutputImageType *
  GetDirectionOutput()
  {
    return this->GetComputeDirection() ? static_cast<OutputImageType *>(this->ProcessObject::GetOutput(1)) : nullptr;
  }
  const OutputImageType *
  GetDirectionOutput() const
  {
    return const_cast<Self *>(this)->GetDirectionOutput();
  }

protected:
  SobelEdgeDetectionDirectionImageFilter() = default;
  ~SobelEdgeDetectionDirectionImageFilter() override = default;

  void
  GenerateData() override;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  void
  GenerateDirection(const typename OutputImageType::RegionType & region);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkSobelEdgeDetectionDirectionImageFilter.hxx"
#endif

#endif
