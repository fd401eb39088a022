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
#ifndef SnakeDrawing_h
#define SnakeDrawing_h

// What SnakeSegmentation draws.
#include "../Drawing.h"
#include "itkLineIterator.h"
#include "itkPolyLineParametricPath.h"

using VerticesType = itk::PolyLineParametricPath<2>::VertexListType::STLContainerType;

/** Draws polygons over an image, which is enlarged to about 512 pixels. */
class SnakeDrawing
{
public:
  /** Grey levels from the least to the one that a hundredth of the pixels exceed go from black to white. */
  template <typename TImage>
  explicit SnakeDrawing(const TImage * image)
    : m_Region(image->GetBufferedRegion())
  {
    itk::ImageRegionConstIterator<TImage> it(image, m_Region);
    std::vector<double>                   values;
    for (; !it.IsAtEnd(); ++it)
    {
      values.push_back(static_cast<double>(it.Get()));
    }
    std::vector<double> ordered = values;
    const auto          white = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() * 99 / 100);
    std::nth_element(ordered.begin(), white, ordered.end());
    const double black = *std::min_element(ordered.begin(), white + 1);
    const double range = std::max(*white - black, 1e-30);
    for (const double value : values)
    {
      m_Greys.push_back(static_cast<unsigned char>(std::clamp((value - black) / range, 0.0, 1.0) * 255));
    }
    m_Scale = std::max<itk::SizeValueType>(1, 512 / std::max(m_Region.GetSize(0), m_Region.GetSize(1)));
  }

  /** A closed polygon by its continuous indices: red edges and yellow nodes. */
  ColorSliceType::Pointer
  Draw(const VerticesType & vertices) const
  {
    const ColorSliceType::Pointer drawing = this->Enlarge();
    for (std::size_t i = 1; i < vertices.size(); ++i)
    {
      itk::LineIterator<ColorSliceType> line(drawing, this->GetPlace(vertices[i - 1]), this->GetPlace(vertices[i]));
      for (; !line.IsAtEnd(); ++line)
      {
        line.Set(MakeColor(255, 0, 0));
      }
    }
    for (const auto & vertex : vertices)
    {
      ColorSliceType::RegionType dot;
      dot.SetIndex(this->GetPlace(vertex));
      dot.SetSize({ { 1, 1 } });
      dot.PadByRadius(1);
      dot.Crop(drawing->GetBufferedRegion());
      for (itk::ImageRegionIterator<ColorSliceType> it(drawing, dot); !it.IsAtEnd(); ++it)
      {
        it.Set(MakeColor(255, 255, 0));
      }
    }
    return drawing;
  }

private:
  static ColorSliceType::PixelType
  MakeColor(unsigned char red, unsigned char green, unsigned char blue)
  {
    ColorSliceType::PixelType color;
    color.Set(red, green, blue);
    return color;
  }

  ColorSliceType::Pointer
  Enlarge() const
  {
    const auto                 drawing = ColorSliceType::New();
    ColorSliceType::RegionType region;
    region.SetSize({ { m_Region.GetSize(0) * m_Scale, m_Region.GetSize(1) * m_Scale } });
    drawing->SetRegions(region);
    drawing->Allocate();
    for (itk::ImageRegionIteratorWithIndex<ColorSliceType> it(drawing, region); !it.IsAtEnd(); ++it)
    {
      const auto column = static_cast<itk::SizeValueType>(it.GetIndex()[0]) / m_Scale;
      const auto row = static_cast<itk::SizeValueType>(it.GetIndex()[1]) / m_Scale;
      const auto grey = m_Greys[row * m_Region.GetSize(0) + column];
      it.Set(ColorSliceType::PixelType(grey));
    }
    return drawing;
  }

  /** Where a continuous index is in the drawing. */
  ColorSliceType::IndexType
  GetPlace(const itk::ContinuousIndex<double, 2> & vertex) const
  {
    ColorSliceType::IndexType place;
    for (unsigned int axis = 0; axis < 2; ++axis)
    {
      const double at =
        (vertex[axis] + 0.5 - static_cast<double>(m_Region.GetIndex(axis))) * static_cast<double>(m_Scale);
      place[axis] =
        std::clamp<itk::IndexValueType>(static_cast<itk::IndexValueType>(at),
                                        0,
                                        static_cast<itk::IndexValueType>(m_Region.GetSize(axis) * m_Scale) - 1);
    }
    return place;
  }

  itk::ImageRegion<2>        m_Region;
  itk::SizeValueType         m_Scale;
  std::vector<unsigned char> m_Greys;
};

/** Writes drawings in one picture, four in a row. */
inline void
WriteTiles(const std::vector<ColorSliceType::Pointer> & drawings, const std::string & file)
{
  const auto tiles = itk::TileImageFilter<ColorSliceType, ColorSliceType>::New();
  tiles->SetLayout(itk::FixedArray<unsigned int, 2>{ { { 4, 0 } } });
  tiles->SetDefaultPixelValue(ColorSliceType::PixelType(255));
  for (unsigned int i = 0; i < drawings.size(); ++i)
  {
    tiles->SetInput(i, drawings[i]);
  }
  itk::WriteImage(tiles->GetOutput(), file);
}

#endif
