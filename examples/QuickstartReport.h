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
#include "Drawing.h"
#include "ImageQuality.h"
#include "itkDeviceImage.h"
#include "itkExtractImageFilter.h"
#include "itkTimeProbe.h"
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

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

template <typename TImage>
itk::SizeValueType
CountEdgePixels(const TImage * edges)
{
  const auto * const pixels = edges->GetBufferPointer();
  return std::count(pixels, pixels + edges->GetBufferedRegion().GetNumberOfPixels(), 1);
}

/** A 2D image itself, or the slice in the middle of a 3D one. */
template <typename TImage>
typename itk::Image<typename TImage::PixelType, 2>::Pointer
GetMiddleSlice(const TImage * image)
{
  auto region = image->GetBufferedRegion();
  if (TImage::ImageDimension == 3)
  {
    region.SetIndex(2, region.GetIndex(2) + region.GetSize(2) / 2);
    region.SetSize(2, 0);
  }
  const auto extract = itk::ExtractImageFilter<TImage, itk::Image<typename TImage::PixelType, 2>>::New();
  extract->SetInput(image);
  extract->SetExtractionRegion(region);
  extract->SetDirectionCollapseToIdentity();
  extract->Update();
  return extract->GetOutput();
}

/** Writes prefix + name + ".png" for each image and for the edges over the first of them, and a PNG with all in a row. */
template <typename TImage, typename TEdgeImage>
void
WriteSlices(const std::vector<const TImage *> & images,
            const std::vector<std::string> &    names,
            const TEdgeImage *                  edges,
            const std::string &                 prefix)
{
  std::vector<std::string>             drawingNames(names);
  std::vector<ColorSliceType::Pointer> drawings;
  for (const TImage * const image : images)
  {
    drawings.push_back(Draw(GetMiddleSlice(image)));
  }
  drawingNames.push_back("edges");
  drawings.push_back(Draw(GetMiddleSlice(images[0]), GetMiddleSlice(edges)));

  WriteDrawings(drawings, drawingNames, prefix);
  std::cout << "  written: " << prefix << "*.png" << std::endl;
}

#endif
