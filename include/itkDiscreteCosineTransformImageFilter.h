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
#ifndef itkDiscreteCosineTransformImageFilter_h
#define itkDiscreteCosineTransformImageFilter_h

#include "itkDiscreteCosineTransform.h"
#include "itkImageTransformFilter.h"
#include <type_traits>

namespace itk
{
/** \class DiscreteCosineTransformImageFilter
 * \brief Discrete cosine transform of an image.
 *
 * The orthonormal transform of type II along each axis, of N pixels each:
 * X[k] = w(k) sum over n of x[n] cos(pi (2n + 1) k / (2N)), w(0) = sqrt(1 / N), else w(k) = sqrt(2 / N).
 * So the sum of squares is that of the image, and the coefficient at the first index is its mean times the square root of
 * its number of pixels. After J. Makhoul, A fast cosine transform in one and two dimensions, IEEE Transactions on
 * Acoustics, Speech and Signal Processing 28(1), 1980.
 *
 * Any size will do. Where that along an axis has no prime factor but 2, 3 and 5, which is what the FFT that all
 * versions of ITK bring can do, lines are transformed by it, else by sums, N / 2 multiplications for each pixel.
 * Lines are worked on in double; what is stored between axes is of the output's type, so coefficients and pixels
 * differ from the true ones by a few units in the last place of the largest.
 * The transform needs the whole image: it is not streamed. Coefficient (k, l) is where pixel (k, l) of the region was,
 * and spacing, origin and direction are those of the image.
 *
 * | pixel type | any scalar; float or double out |
 * | dimension | 1, 2, 3 |
 *
 * \sa InverseDiscreteCosineTransformImageFilter
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT DiscreteCosineTransformImageFilter : public ImageTransformFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DiscreteCosineTransformImageFilter);

  using Self = DiscreteCosineTransformImageFilter;
  using Superclass = ImageTransformFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ViewType = typename Superclass::ViewType;

  static_assert(std::is_floating_point_v<typename TOutputImage::PixelType>, "The output must be of float or double.");

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(DiscreteCosineTransformImageFilter);

protected:
  DiscreteCosineTransformImageFilter() = default;
  ~DiscreteCosineTransformImageFilter() override = default;

  void
  TransformPixels(const ViewType & pixels, const device::ParallelRunner & run) override
  {
    device::ForwardDiscreteCosineTransform(pixels, run);
  }
};
} // namespace itk

#endif
