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
#ifndef QuickstartReport_h
#define QuickstartReport_h

// What Quickstart prints and draws.
#include "itkDeviceImage.h"
#include "itkExtractImageFilter.h"
#include "itkImageFileWriter.h"
#include "itkImageRegionConstIterator.h"
#include "itkTileImageFilter.h"
#include "itkTimeProbe.h"
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using SliceType = itk::Image<unsigned char, 2>;

/** Updates a filter, and says where it ran and how long it took. */
template <typename TFilter>
void
Run(const std::string & step, TFilter & filter)
{
  itk::TimeProbe probe;
  probe.Start();
  filter.Update();
  const int device = filter.GetOutput()->GetDevice();
  if (device >= 0)
  {
    // For the timing alone: Update() enqueues the work, and whoever reads pixels on the host waits for them.
    itk::device::Stream::OfThisThread(device).Wait();
  }
  probe.Stop();
  std::cout << "  " << std::left << std::setw(24) << step << (device >= 0 ? "GPU" : "CPU") << std::right
            << std::setw(10) << std::fixed << std::setprecision(2) << probe.GetTotal() * 1e3 << " ms" << std::endl;
}

/** Peak signal-to-noise ratio in dB. */
template <typename TImage>
double
ComputePSNR(const TImage * image, const TImage * reference)
{
  itk::ImageRegionConstIterator<TImage> it(image, image->GetBufferedRegion());
  itk::ImageRegionConstIterator<TImage> referenceIt(reference, image->GetBufferedRegion());
  double                                sum = 0.0;
  for (; !it.IsAtEnd(); ++it, ++referenceIt)
  {
    sum += std::pow(it.Get() - referenceIt.Get(), 2);
  }
  return 10.0 * std::log10(255.0 * 255.0 * image->GetBufferedRegion().GetNumberOfPixels() / sum);
}

/** A 2D image itself, or the slice in the middle of a 3D one. */
template <typename TImage>
SliceType::Pointer
GetMiddleSlice(const TImage * image)
{
  auto region = image->GetBufferedRegion();
  if (TImage::ImageDimension == 3)
  {
    region.SetIndex(2, region.GetIndex(2) + region.GetSize(2) / 2);
    region.SetSize(2, 0);
  }
  const auto extract = itk::ExtractImageFilter<TImage, SliceType>::New();
  extract->SetInput(image);
  extract->SetExtractionRegion(region);
  extract->SetDirectionCollapseToIdentity();
  extract->Update();
  return extract->GetOutput();
}

/** Writes prefix + name + ".png" for each image, and one PNG with all of them in a row. */
template <typename TImage>
void
WriteSlices(const std::vector<const TImage *> & images,
            const std::vector<std::string> &    names,
            const std::string &                 prefix)
{
  const auto sideBySide = itk::TileImageFilter<SliceType, SliceType>::New();
  sideBySide->SetLayout(itk::FixedArray<unsigned int, 2>{ { { static_cast<unsigned int>(images.size()), 1 } } });
  for (unsigned int i = 0; i < images.size(); ++i)
  {
    const SliceType::Pointer slice = GetMiddleSlice(images[i]);
    itk::WriteImage(slice.GetPointer(), prefix + names[i] + ".png");
    sideBySide->SetInput(i, slice);
  }
  itk::WriteImage(sideBySide->GetOutput(), prefix + "side-by-side.png");
  std::cout << "  written: " << prefix << "*.png" << std::endl;
}

#endif
