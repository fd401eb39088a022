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
#ifndef itkImageTransformFilter_h
#define itkImageTransformFilter_h

#include "itkWholeImageFilter.h"

namespace itk
{
/** \class ImageTransformFilter
 * \brief Base of filters that put as many coefficients in the place of the pixels of an image, or the other way round.
 *
 * The input's pixels are cast to the output's type, and transformed in place.
 *
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ImageTransformFilter : public WholeImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ImageTransformFilter);

  using Self = ImageTransformFilter;
  using Superclass = WholeImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using OutputPixelType = typename TOutputImage::PixelType;
  using ViewType = device::ImageView<OutputPixelType, 3>;

  itkOverrideGetNameOfClassMacro(ImageTransformFilter);

protected:
  ImageTransformFilter() = default;
  ~ImageTransformFilter() override = default;

  void
  GenerateData() override;

  /** Transforms the pixels of the output in place. */
  virtual void
  TransformPixels(const ViewType & pixels, const device::ParallelRunner & run) = 0;
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkImageTransformFilter.hxx"
#endif

#endif
