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
#ifndef Drawing_h
#define Drawing_h

// What the examples draw.
#include "itkImageFileWriter.h"
#include "itkImageRegionConstIterator.h"
#include "itkImageRegionIterator.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkRGBPixel.h"
#include "itkTileImageFilter.h"
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using ByteSliceType = itk::Image<unsigned char, 2>;
using ColorSliceType = itk::Image<itk::RGBPixel<unsigned char>, 2>;

/** Rounded, and clamped to 0..255. */
template <typename TImage>
ByteSliceType::Pointer
ToBytes(const TImage * slice)
{
  const auto bytes = ByteSliceType::New();
  bytes->SetRegions(slice->GetBufferedRegion());
  bytes->Allocate();
  itk::ImageRegionConstIterator<TImage>   from(slice, slice->GetBufferedRegion());
  itk::ImageRegionIterator<ByteSliceType> to(bytes, bytes->GetBufferedRegion());
  for (; !to.IsAtEnd(); ++from, ++to)
  {
    to.Set(static_cast<unsigned char>(std::clamp(std::round(from.Get()), 0.0f, 255.0f)));
  }
  return bytes;
}

/** A slice in grey, and red on its edges. */
inline ColorSliceType::Pointer
Draw(const itk::Image<unsigned char, 2> * slice, const itk::Image<float, 2> * edges = nullptr)
{
  const auto drawing = ColorSliceType::New();
  drawing->SetRegions(slice->GetBufferedRegion());
  drawing->Allocate();
  itk::ImageRegionIteratorWithIndex<ColorSliceType> it(drawing, drawing->GetBufferedRegion());
  for (; !it.IsAtEnd(); ++it)
  {
    ColorSliceType::PixelType color(slice->GetPixel(it.GetIndex()));
    if (edges != nullptr && edges->GetPixel(it.GetIndex()) != 0)
    {
      color.Set(255, 0, 0);
    }
    it.Set(color);
  }
  return drawing;
}

/** Writes prefix + name + ".png" for each drawing, and a PNG with all in a row. */
inline void
WriteDrawings(const std::vector<ColorSliceType::Pointer> & drawings,
              const std::vector<std::string> &             names,
              const std::string &                          prefix)
{
  const auto sideBySide = itk::TileImageFilter<ColorSliceType, ColorSliceType>::New();
  sideBySide->SetLayout(itk::FixedArray<unsigned int, 2>{ { { static_cast<unsigned int>(drawings.size()), 1 } } });
  for (unsigned int i = 0; i < drawings.size(); ++i)
  {
    itk::WriteImage(drawings[i].GetPointer(), prefix + names[i] + ".png");
    sideBySide->SetInput(i, drawings[i]);
  }
  itk::WriteImage(sideBySide->GetOutput(), prefix + "side-by-side.png");
}

#endif
