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
#ifndef itkDeviceImageGrid_h
#define itkDeviceImageGrid_h

#include "itkCompositeTransform.h"
#include "itkCudaResampleLaunch.h"
#include "itkIdentityTransform.h"
#include "itkImageBase.h"
#include "itkMatrixOffsetTransformBase.h"
#include "itkScaleTransform.h"
#include "itkTranslationTransform.h"

namespace itk::device
{
/** An image that has the geometry of `image` but its origin at 0: of it ITK's matrices between indices and points can be
 * had exactly. */
template <unsigned int VDimension>
typename ImageBase<VDimension>::Pointer
CopyWithoutOrigin(const ImageBase<VDimension> * image)
{
  const auto copy = ImageBase<VDimension>::New();
  copy->SetSpacing(image->GetSpacing());
  copy->SetDirection(image->GetDirection());
  return copy;
}

/** Sets how `map` makes points of the image's indices. */
template <unsigned int VDimension>
void
SetIndexToPoint(ResampleMap<VDimension> & map, const ImageBase<VDimension> * image)
{
  const auto geometry = CopyWithoutOrigin(image);
  for (unsigned int column = 0; column < VDimension; ++column)
  {
    Index<VDimension> index{};
    index[column] = 1;
    Point<double, VDimension> point;
    geometry->TransformIndexToPhysicalPoint(index, point);
    for (unsigned int row = 0; row < VDimension; ++row)
    {
      map.matrix[row][column] = point[row];
    }
    map.origin[column] = image->GetOrigin()[column];
  }
}

/** The step that makes continuous indices of the image's points. */
template <unsigned int VDimension>
ResampleStep<VDimension>
MakePointToIndex(const ImageBase<VDimension> * image)
{
  const auto               geometry = CopyWithoutOrigin(image);
  ResampleStep<VDimension> step{};
  for (unsigned int column = 0; column < VDimension; ++column)
  {
    Point<double, VDimension> point;
    point.Fill(0.0);
    point[column] = 1.0;
    const auto index = geometry->template TransformPhysicalPointToContinuousIndex<double>(point);
    for (unsigned int row = 0; row < VDimension; ++row)
    {
      step.matrix[row][column] = index[row];
    }
    step.center[column] = image->GetOrigin()[column];
  }
  return step;
}

/** Appends what the transform does to the map. False where it is none of those whose arithmetic is known, or `map` has no
 * room for it beside a last step. */
template <unsigned int VDimension>
bool
AppendTransform(ResampleMap<VDimension> & map, const Transform<double, VDimension, VDimension> * transform)
{
  if (dynamic_cast<const IdentityTransform<double, VDimension> *>(transform) != nullptr)
  {
    return true;
  }
  if (const auto * const composite = dynamic_cast<const CompositeTransform<double, VDimension> *>(transform))
  {
    for (auto i = composite->GetNumberOfTransforms(); i > 0; --i)
    {
      if (!AppendTransform<VDimension>(map, composite->GetNthTransformConstPointer(i - 1)))
      {
        return false;
      }
    }
    return true;
  }
  ResampleStep<VDimension> step{};
  if (const auto * const scale = dynamic_cast<const ScaleTransform<double, VDimension> *>(transform))
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      step.matrix[axis][axis] = scale->GetScale()[axis];
      step.center[axis] = step.offset[axis] = scale->GetCenter()[axis];
    }
  }
  else if (const auto * const affine =
             dynamic_cast<const MatrixOffsetTransformBase<double, VDimension, VDimension> *>(transform))
  {
    for (unsigned int row = 0; row < VDimension; ++row)
    {
      for (unsigned int column = 0; column < VDimension; ++column)
      {
        step.matrix[row][column] = affine->GetMatrix()[row][column];
      }
      step.offset[row] = affine->GetOffset()[row];
    }
  }
  else if (const auto * const translation = dynamic_cast<const TranslationTransform<double, VDimension> *>(transform))
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      step.matrix[axis][axis] = 1.0;
      step.offset[axis] = translation->GetOffset()[axis];
    }
  }
  else
  {
    return false;
  }
  if (map.numberOfSteps + 1 >= ResampleMap<VDimension>::MostSteps)
  {
    return false;
  }
  map.steps[map.numberOfSteps] = step;
  ++map.numberOfSteps;
  return true;
}

/** The index of the first pixel of a region. */
template <unsigned int VDimension>
void
CopyIndex(const ImageRegion<VDimension> & region, std::ptrdiff_t (&begin)[VDimension])
{
  std::copy_n(region.GetIndex().begin(), VDimension, begin);
}

/** Whether all indices of a region are within 2^30 - 2 of 0, so that twice a position around them is an int. */
template <unsigned int VDimension>
bool
HasSmallIndices(const ImageRegion<VDimension> & region)
{
  constexpr IndexValueType limit = (IndexValueType{ 1 } << 30) - 2;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const IndexValueType first = region.GetIndex(axis);
    if (first < -limit || first > limit || static_cast<IndexValueType>(region.GetSize(axis)) > limit - first)
    {
      return false;
    }
  }
  return true;
}
} // namespace itk::device

#endif
