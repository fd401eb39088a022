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
#ifndef itkResampleTesting_h
#define itkResampleTesting_h

#include "itkAffineTransform.h"
#include "itkCompositeTransform.h"
#include "itkDeviceTesting.h"
#include "itkEuler2DTransform.h"
#include "itkEuler3DTransform.h"
#include "itkIdentityTransform.h"
#include "itkNearestNeighborExtrapolateImageFunction.h"
#include "itkNearestNeighborInterpolateImageFunction.h"
#include "itkLinearInterpolateImageFunction.h"
#include "itkScaleTransform.h"
#include "itkSimilarity2DTransform.h"
#include "itkSimilarity3DTransform.h"
#include "itkTranslationTransform.h"

// Random grids and linear transforms for a filter that resamples.
namespace itk::DeviceTesting
{
inline double
PickReal(Random & random, double lowest, double highest)
{
  return lowest + (highest - lowest) * (random() / 4294967296.0);
}

/** A linear transform whose arithmetic is its own. */
template <unsigned int VDimension>
class ShearForTesting : public IdentityTransform<double, VDimension>
{
public:
  using Self = ShearForTesting;
  using Superclass = IdentityTransform<double, VDimension>;
  using Pointer = SmartPointer<Self>;
  itkNewMacro(Self);

  typename IdentityTransform<double, VDimension>::OutputPointType
  TransformPoint(const typename IdentityTransform<double, VDimension>::InputPointType & point) const override
  {
    auto result = point;
    result[0] += 0.3 * point[1];
    return result;
  }
};

template <unsigned int VDimension>
using TransformPointerForTesting = typename Transform<double, VDimension, VDimension>::Pointer;

/** A linear transform that leaves most of an image around `center` where it is, or, seldom, does not. */
template <unsigned int VDimension>
TransformPointerForTesting<VDimension>
PickTransform(Random & random, const Point<double, VDimension> & center, double extent, bool mayBeComposite = true)
{
  Vector<double, VDimension> shift;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    shift[axis] =
      Pick(random, 0, 3) == 0 ? static_cast<int>(Pick(random, 0, 6)) - 3.0 : PickReal(random, -0.2, 0.2) * extent;
    if (Pick(random, 0, 15) == 0)
    {
      shift[axis] *= Pick(random, 0, 1) == 0 ? 100.0 : 1e25;
    }
  }
  switch (Pick(random, 0, mayBeComposite ? 8 : 6))
  {
    case 0:
      return IdentityTransform<double, VDimension>::New().GetPointer();
    case 1:
    {
      const auto transform = TranslationTransform<double, VDimension>::New();
      transform->Translate(shift);
      return transform.GetPointer();
    }
    case 2:
    {
      const auto transform = ScaleTransform<double, VDimension>::New();
      auto       scale = transform->GetScale();
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        scale[axis] = PickReal(random, -0.5, 2.0);
      }
      transform->SetCenter(center);
      transform->SetScale(scale);
      return transform.GetPointer();
    }
    case 3:
      return ShearForTesting<VDimension>::New().GetPointer();
    case 4:
    {
      using EulerType = std::conditional_t<VDimension == 2, Euler2DTransform<double>, Euler3DTransform<double>>;
      const auto transform = EulerType::New();
      transform->SetCenter(center);
      if constexpr (VDimension == 2)
      {
        transform->SetAngle(PickReal(random, -3, 3));
      }
      else
      {
        transform->SetRotation(PickReal(random, -3, 3), PickReal(random, -1, 1), PickReal(random, -1, 1));
      }
      transform->SetTranslation(shift);
      return transform.GetPointer();
    }
    case 5:
    {
      using SimilarityType =
        std::conditional_t<VDimension == 2, Similarity2DTransform<double>, Similarity3DTransform<double>>;
      const auto transform = SimilarityType::New();
      transform->SetCenter(center);
      transform->SetScale(PickReal(random, 0.4, 2.5));
      transform->SetTranslation(shift);
      return transform.GetPointer();
    }
    case 6:
    {
      const auto transform = AffineTransform<double, VDimension>::New();
      auto       matrix = transform->GetMatrix();
      const bool isSingular = Pick(random, 0, 9) == 0;
      for (unsigned int row = 0; row < VDimension; ++row)
      {
        for (unsigned int column = 0; column < VDimension; ++column)
        {
          matrix[row][column] = isSingular ? (row == 0 ? 0.5 : 0.0) : (row == column) + PickReal(random, -0.5, 0.5);
        }
      }
      transform->SetMatrix(matrix);
      transform->SetCenter(center);
      transform->SetTranslation(shift);
      return transform.GetPointer();
    }
    default:
    {
      const auto transform = CompositeTransform<double, VDimension>::New();
      // More than the device knows, now and then.
      const unsigned int number = Pick(random, 0, 7) == 0 ? 12 : Pick(random, 0, 3);
      for (unsigned int i = 0; i < number; ++i)
      {
        transform->AddTransform(PickTransform<VDimension>(random, center, extent / (number + 1), number < 5));
      }
      return transform.GetPointer();
    }
  }
}

template <typename TFilter>
void
PickInterpolator(TFilter * filter, Random & random)
{
  using ImageType = typename TFilter::InputImageType;
  if (Pick(random, 0, 1) == 0)
  {
    filter->SetInterpolator(NearestNeighborInterpolateImageFunction<ImageType>::New());
  }
  else
  {
    filter->SetInterpolator(LinearInterpolateImageFunction<ImageType>::New());
  }
}

/** A grid of up to `longestSide` pixels a side over what is around the filter's input, a transform and an extrapolator. */
template <typename TFilter>
void
PickGridAndTransform(TFilter * filter, Random & random, unsigned int longestSide)
{
  using ImageType = typename TFilter::InputImageType;
  constexpr unsigned int Dimension = ImageType::ImageDimension;

  auto * const input = const_cast<ImageType *>(filter->GetInput());
  input->UpdateOutputInformation();
  const auto                         region = input->GetLargestPossibleRegion();
  ContinuousIndex<double, Dimension> middle;
  Point<double, Dimension>           center;
  double                             extent = 0;
  for (unsigned int axis = 0; axis < Dimension; ++axis)
  {
    middle[axis] = region.GetIndex(axis) + 0.5 * (region.GetSize(axis) - 1.0);
    extent = std::max(extent, region.GetSize(axis) * input->GetSpacing()[axis]);
  }
  input->TransformContinuousIndexToPhysicalPoint(middle, center);

  if (Pick(random, 0, 2) == 0)
  {
    filter->SetOutputParametersFromImage(input);
  }
  else
  {
    const auto grid = ImageType::New();
    SetObliqueGeometry(grid.GetPointer(), random);
    const auto whole = PickRegion<Dimension>(random, longestSide);
    auto       spacing = input->GetSpacing();
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      spacing[axis] *= Pick(random, 0, 2) == 0 ? 1.0 : PickReal(random, 0.3, 2.5);
    }
    if (Pick(random, 0, 2) == 0)
    {
      grid->SetDirection(input->GetDirection());
    }
    grid->SetSpacing(spacing);
    grid->SetOrigin(center);
    grid->SetRegions(whole);
    ContinuousIndex<double, Dimension> middleOfGrid;
    Point<double, Dimension>           origin;
    for (unsigned int axis = 0; axis < Dimension; ++axis)
    {
      middleOfGrid[axis] = whole.GetIndex(axis) + PickReal(random, 0, 1) * whole.GetSize(axis);
    }
    grid->TransformContinuousIndexToPhysicalPoint(middleOfGrid, origin);
    grid->SetOrigin(center + (center - origin));
    filter->SetOutputParametersFromImage(grid);
  }
  filter->SetTransform(PickTransform<Dimension>(random, center, extent));
  filter->SetDefaultPixelValue(static_cast<typename TFilter::OutputImageType::PixelType>(Pick(random, 0, 100)));
  if (Pick(random, 0, 2) == 0)
  {
    filter->SetExtrapolator(NearestNeighborExtrapolateImageFunction<ImageType, double>::New());
  }
  else
  {
    filter->SetExtrapolator(nullptr);
  }
}
} // namespace itk::DeviceTesting

#endif
