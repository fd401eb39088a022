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
#ifndef itkNoiseLevelImageCalculator_h
#define itkNoiseLevelImageCalculator_h

#include "itkDefaultConvertPixelTraits.h"
#include "itkDeviceCompatibility.h"
#include "itkImage.h"
#include "itkObject.h"

namespace itk
{
/** \class NoiseLevelImageCalculator
 * \brief Robust estimate of the standard deviation of white noise in an image.
 *
 * The median of the magnitudes of the finest diagonal wavelet coefficients, divided by 0.6745, as D. L. Donoho and I.
 * M. Johnstone, Ideal spatial adaptation by wavelet shrinkage, Biometrika 81(3), 1994, propose. The wavelet is that of
 * LeGall and Tabatabai (5/3), undecimated, whose high-pass filter (1, -2, 1) has no answer to linear slopes. Texture
 * that fills more than a small part of the image raises the estimate.
 *
 * Coefficients are taken within the slices across SliceAxis, and over all channels, at the pixels of the image's
 * buffered region that have 8 neighbours in their slice. Where there are none, the noise level is 0. So it is for an
 * image of which more than half is constant. NaN coefficients count as the largest.
 *
 * | pixel type | any scalar, or RGBPixel of it |
 * | dimension | 2, 3 |
 *
 * \ingroup CudaImageFilters
 */
template <typename TImage>
class ITK_TEMPLATE_EXPORT NoiseLevelImageCalculator : public Object
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(NoiseLevelImageCalculator);

  using Self = NoiseLevelImageCalculator;
  using Superclass = Object;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using ImageType = TImage;
  using PixelType = typename TImage::PixelType;
  static constexpr unsigned int ImageDimension = TImage::ImageDimension;

  itkNewMacro(Self);
  itkOverrideGetNameOfClassMacro(NoiseLevelImageCalculator);

  itkSetConstObjectMacro(Image, ImageType);

  /** Axis across the slices of a 3D image; the last by default. */
  itkSetMacro(SliceAxis, unsigned int);
  itkGetConstMacro(SliceAxis, unsigned int);

  /** Calculates the noise level of the image, which must be up to date.
   * \exception ExceptionObject there is no image, or it has no axis SliceAxis */
  void
  Compute();

  /** The standard deviation of the noise, in pixel values. */
  itkGetConstMacro(NoiseLevel, double);

protected:
  NoiseLevelImageCalculator() = default;
  ~NoiseLevelImageCalculator() override = default;

  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  typename ImageType::ConstPointer m_Image;
  unsigned int                     m_SliceAxis{ ImageDimension - 1 };
  double                           m_NoiseLevel{ 0 };
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkNoiseLevelImageCalculator.hxx"
#endif

#endif
