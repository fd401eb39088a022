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
#ifndef Mosaic_h
#define Mosaic_h

#include "Drawing.h"
#include "itkConstantPadImageFilter.h"
#include "itkExpandImageFilter.h"
#include "itkExtractImageFilter.h"
#include "itkNearestNeighborInterpolateImageFunction.h"
#include <algorithm>
#include <string>

/** Crops from the middle of images of the same region, enlarged, four in a row. */
class Mosaic
{
public:
  explicit Mosaic(const itk::ImageRegion<2> & region)
    : m_Crop(region)
    , m_Tiles(itk::TileImageFilter<ByteSliceType, ByteSliceType>::New())
  {
    for (unsigned int axis = 0; axis < 2; ++axis)
    {
      const itk::SizeValueType size = std::min<itk::SizeValueType>(region.GetSize(axis), 96);
      m_Crop.SetIndex(axis, region.GetIndex(axis) + static_cast<itk::IndexValueType>(region.GetSize(axis) - size) / 2);
      m_Crop.SetSize(axis, size);
    }
    m_Tiles->SetLayout(itk::FixedArray<unsigned int, 2>{ { { 4, 0 } } });
    m_Tiles->SetDefaultPixelValue(255);
  }

  template <typename TImage>
  void
  Add(const TImage * image)
  {
    const auto extract = itk::ExtractImageFilter<ByteSliceType, ByteSliceType>::New();
    extract->SetInput(ToBytes(image));
    extract->SetExtractionRegion(m_Crop);

    const auto enlarge = itk::ExpandImageFilter<ByteSliceType, ByteSliceType>::New();
    enlarge->SetInput(extract->GetOutput());
    enlarge->SetInterpolator(itk::NearestNeighborInterpolateImageFunction<ByteSliceType, double>::New());
    enlarge->SetExpandFactors(3);

    const auto frame = itk::ConstantPadImageFilter<ByteSliceType, ByteSliceType>::New();
    frame->SetInput(enlarge->GetOutput());
    frame->SetConstant(255);
    frame->SetPadUpperBound(itk::Size<2>{ { 4, 4 } });
    frame->Update();
    m_Tiles->SetInput(m_NumberOfTiles++, frame->GetOutput());
  }

  void
  Write(const std::string & file) const
  {
    itk::WriteImage(m_Tiles->GetOutput(), file);
  }

private:
  itk::ImageRegion<2>                                         m_Crop;
  itk::TileImageFilter<ByteSliceType, ByteSliceType>::Pointer m_Tiles;
  unsigned int                                                m_NumberOfTiles{ 0 };
};

#endif
