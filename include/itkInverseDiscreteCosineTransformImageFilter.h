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
#ifndef itkInverseDiscreteCosineTransformImageFilter_h
#define itkInverseDiscreteCosineTransformImageFilter_h

#include "itkDiscreteCosineTransform.h"
#include "itkImageTransformFilter.h"
#include <type_traits>

namespace itk
{
/** \class InverseDiscreteCosineTransformImageFilter
 * \brief Makes an image of its cosine transform: the inverse of DiscreteCosineTransformImageFilter.
 *
 * The orthonormal transform of type III along each axis:
 * x[n] = sum over k of w(k) X[k] cos(pi (2n + 1) k / (2N)), w(0) = sqrt(1 / N), else w(k) = sqrt(2 / N).
 * What is said there of sizes, accuracy and types holds here.
 *
 * \sa DiscreteCosineTransformImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT InverseDiscreteCosineTransformImageFilter
  : public ImageTransformFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(InverseDiscreteCosineTransformImageFilter);

  using Self = InverseDiscreteCosineTransformImageFilter;
  using Superclass = ImageTransformFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ViewType = typename Superclass::ViewType;

  static_assert(std::is_floating_point_v<typename TOutputImage::PixelType>, "The output must be of float or double.");

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(InverseDiscreteCosineTransformImageFilter);

protected:
  InverseDiscreteCosineTransformImageFilter() = default;
  ~InverseDiscreteCosineTransformImageFilter() override = default;

  void
  TransformPixels(const ViewType & pixels, const device::ParallelRunner & run) override
  {
    device::InverseDiscreteCosineTransform(pixels, run);
  }
};
} // namespace itk

#endif
