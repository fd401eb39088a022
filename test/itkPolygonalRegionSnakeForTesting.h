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
#ifndef itkPolygonalRegionSnakeForTesting_h
#define itkPolygonalRegionSnakeForTesting_h

#include "RegionSnake/RegionSnakePath.h"
#include "itkDeviceTesting.h"
#include "itkPolygonalRegionSnakeImageFilter.h"
#include "itkRegionSnakeForTesting.h"

namespace itk::DeviceTesting
{
using SnakePath = PolyLineParametricPath<2>;

/** A square image of these pixels, whose indices begin at -3 and 5. */
template <typename TImage>
typename TImage::Pointer
MakeSnakeImage(const std::vector<typename TImage::PixelType> & pixels, std::size_t width)
{
  const auto                  image = TImage::New();
  typename TImage::RegionType region;
  region.SetIndex({ { -3, 5 } });
  region.SetSize({ { width, pixels.size() / width } });
  image->SetRegions(region);
  image->Allocate();
  std::copy(pixels.begin(), pixels.end(), image->GetBufferPointer());
  return image;
}

/** A noisy target of 1 in such an image. */
template <typename TImage>
typename TImage::Pointer
MakeNoisyImage(TargetShape shape, std::size_t side, NoiseLaw law, unsigned int seed)
{
  return MakeSnakeImage<TImage>(AddNoise<typename TImage::PixelType>(MakeTarget(shape, side), law, seed), side);
}

/** A closed path along nodes of such an image. */
inline SnakePath::Pointer
MakeSnakePath(const Polygon & nodes)
{
  const auto     path = SnakePath::New();
  ImageRegion<2> region;
  region.SetIndex({ { -3, 5 } });
  FillPath(nodes, region, *path);
  return path;
}

inline const auto &
GetVertices(const SnakePath * path)
{
  return path->GetVertexList()->CastToSTLConstContainer();
}

/** A square of labels that lies in no target. */
template <typename TImage>
typename TImage::Pointer
MakeSnakeLabels(const ImageRegion<2> & region, unsigned char label)
{
  const auto image = TImage::New();
  image->SetRegions(region);
  image->Allocate();
  image->FillBuffer(0);
  const std::size_t width = region.GetSize(0);
  for (std::size_t y = 2; y < std::min<std::size_t>(14, region.GetSize(1)); ++y)
  {
    for (std::size_t x = 2; x < std::min<std::size_t>(14, width); ++x)
    {
      image->GetBufferPointer()[y * width + x] = label;
    }
  }
  return image;
}
} // namespace itk::DeviceTesting

#endif
