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
#ifndef itkWholeImageFilter_h
#define itkWholeImageFilter_h

#include "itkDeviceCompatibility.h"
#include "itkDeviceImageView.h"
#include "itkImageToImageFilter.h"
#include "itkParallelRunner.h"

namespace itk
{
/** \class WholeImageFilter
 * \brief Base of filters each pixel of whose output depends on all pixels of the input.
 *
 * Whatever is requested, it asks for the whole of each input, and makes the whole of each output.
 *
 * \ingroup CudaImageFilters
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT WholeImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(WholeImageFilter);

  using Self = WholeImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  static constexpr unsigned int InputImageDimension = TInputImage::ImageDimension;
  static constexpr unsigned int ImageDimension = TOutputImage::ImageDimension;
  static_assert(InputImageDimension == ImageDimension, "Input and output must have the same dimension.");
  static_assert(ImageDimension >= 1 && ImageDimension <= 3, "The image must have 1 to 3 dimensions.");

  itkOverrideGetNameOfClassMacro(WholeImageFilter);

protected:
  WholeImageFilter() = default;
  ~WholeImageFilter() override = default;

  void
  GenerateInputRequestedRegion() override;

  void
  EnlargeOutputRequestedRegion(DataObject * output) override;

  /** What runs parts of the work by the filter's threads. */
  device::ParallelRunner
  MakeParallelRunner();

  /** View of the pixels of a region, whose axes beyond the image's dimension have one pixel. */
  template <typename TPixel>
  static device::ImageView<TPixel, 3>
  MakeView(TPixel * pixels, const typename TOutputImage::RegionType & region);

  /** Reports progress.
   * \exception ProcessAborted AbortGenerateData is set */
  void
  Advance(float progress);
};
} // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#  include "itkWholeImageFilter.hxx"
#endif

#endif
