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
#ifndef WarpCore_h
#define WarpCore_h

#include "ResampleCore.h"
#include "itkCudaWarpLaunch.h"

/** \file
 * The arithmetic of itk::WarpImageFilter on x86-64, operation by operation, for host and device. */
namespace itk::device::resample
{
/** The pixel below a continuous index of a displacement field, and how far behind it the index is; beyond the field, the
 * outermost pixel. Numbers that int64 cannot hold are the lowest, as for ITK. */
ITK_HOST_DEVICE inline int
ClampToField(double index, int first, int last, double & distance)
{
  distance = 0.0;
  if (!(index >= first - 1.0 && index < 4611686018427387904.0))
  {
    return first;
  }
  if (index >= last)
  {
    return last;
  }
  const int below = Floor(index);
  if (below < first || below >= last)
  {
    return below < first ? first : last;
  }
  distance = index - below;
  return below;
}

/** WarpImageFilter::EvaluateDisplacementAtPhysicalPoint. */
template <typename TComponent, unsigned int VDimension>
ITK_HOST_DEVICE void
InterpolateDisplacement(const Source<Displacement<TComponent, VDimension>, VDimension> & field,
                        const double (&position)[VDimension],
                        TComponent (&result)[VDimension])
{
  int    base[VDimension];
  double distance[VDimension];
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    base[axis] = ClampToField(position[axis], field.first[axis], field.last[axis], distance[axis]);
    result[axis] = 0;
  }
  double total = 0.0;
  for (unsigned int corner = 0; corner < 1u << VDimension && total != 1.0; ++corner)
  {
    double overlap = 1.0;
    int    index[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const bool isUpper = (corner >> axis & 1) != 0;
      index[axis] = base[axis] + (isUpper ? 1 : 0);
      overlap *= isUpper ? distance[axis] : 1.0 - distance[axis];
    }
    if (overlap != 0.0)
    {
      const Displacement<TComponent, VDimension> displacement = *field.GetPixel(index);
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        result[axis] = static_cast<TComponent>(static_cast<double>(result[axis]) +
                                               overlap * static_cast<double>(displacement.components[axis]));
      }
      total += overlap;
    }
  }
}

/** The pixel of the output at `index`. */
template <typename TPixel, typename TComponent, unsigned int VDimension>
ITK_HOST_DEVICE TPixel
WarpPixel(const Source<TPixel, VDimension> &                               source,
          const Source<Displacement<TComponent, VDimension>, VDimension> & field,
          const WarpGrids<VDimension> &                                    grids,
          const std::ptrdiff_t (&index)[VDimension],
          TPixel padding)
{
  double point[VDimension];
  MapPoint(grids.output, index, point);
  TComponent displacement[VDimension];
  if (grids.fieldIsOnOutputsGrid)
  {
    int place[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      place[axis] = static_cast<int>(index[axis]);
    }
    const Displacement<TComponent, VDimension> pixel = *field.GetPixel(place);
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      displacement[axis] = pixel.components[axis];
    }
  }
  else
  {
    double position[VDimension];
    ApplyStep(grids.pointToField, point, position);
    InterpolateDisplacement(field, position, displacement);
  }
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    point[axis] += static_cast<double>(displacement[axis]);
  }
  double position[VDimension];
  ApplyStep(grids.pointToInput, point, position);
  return source.IsInside(position) ? kernels::CastLikeX86<TPixel>(Linear::Evaluate(source, position)) : padding;
}
} // namespace itk::device::resample

#endif
