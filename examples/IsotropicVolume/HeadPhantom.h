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
#ifndef HeadPhantom_h
#define HeadPhantom_h

#include "itkImageRegionIteratorWithIndex.h"

/** 160 x 200 x 60 voxels of 1.0 x 1.0 x 2.5 mm in Hounsfield units: air of -1000, and ellipsoids of skull (1000), brain
 * (40), ventricles (5) and a calcification (300). */
template <typename TImage>
typename TImage::Pointer
MakeHeadPhantom()
{
  struct Ellipsoid
  {
    double center[3];
    double radius[3];
    short  value;
  };
  // In mm from the middle; later ones lie over earlier ones.
  constexpr Ellipsoid ellipsoids[] = { { { 0, 0, 0 }, { 70, 90, 68 }, 1000 },
                                       { { 0, 0, 0 }, { 64, 84, 62 }, 40 },
                                       { { -14, 6, 8 }, { 9, 30, 18 }, 5 },
                                       { { 14, 6, 8 }, { 9, 30, 18 }, 5 },
                                       { { 30, -40, 10 }, { 6, 6, 6 }, 300 } };

  const auto                   image = TImage::New();
  typename TImage::SizeType    size;
  typename TImage::SpacingType spacing;
  typename TImage::PointType   origin;
  constexpr unsigned int       sizes[] = { 160, 200, 60 };
  constexpr double             spacings[] = { 1.0, 1.0, 2.5 };
  for (unsigned int axis = 0; axis < 3; ++axis)
  {
    size[axis] = sizes[axis];
    spacing[axis] = spacings[axis];
    origin[axis] = -0.5 * (sizes[axis] - 1) * spacings[axis];
  }
  image->SetRegions(size);
  image->SetSpacing(spacing);
  image->SetOrigin(origin);
  image->Allocate();
  for (itk::ImageRegionIteratorWithIndex<TImage> it(image, image->GetLargestPossibleRegion()); !it.IsAtEnd(); ++it)
  {
    typename TImage::PointType point;
    image->TransformIndexToPhysicalPoint(it.GetIndex(), point);
    typename TImage::PixelType value = -1000;
    for (const Ellipsoid & ellipsoid : ellipsoids)
    {
      double distance = 0;
      for (unsigned int axis = 0; axis < 3; ++axis)
      {
        const double scaled = (point[axis] - ellipsoid.center[axis]) / ellipsoid.radius[axis];
        distance += scaled * scaled;
      }
      if (distance <= 1)
      {
        value = ellipsoid.value;
      }
    }
    it.Set(value);
  }
  return image;
}

#endif
