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
#ifndef CubicBSplineCore_h
#define CubicBSplineCore_h

#include "ResampleCore.h"

namespace itk::device::resample
{
/** Of a position inside, from coefficients: BSplineInterpolateImageFunction of order 3. Which pixel is below the position,
 * it says in float. */
struct CubicBSpline
{
  template <unsigned int VDimension>
  static constexpr int BlocksOfMultiprocessor = 2;
  template <unsigned int VDimension>
  static constexpr int Reads = 1 << (2 * VDimension);
  template <unsigned int VDimension>
  static constexpr int LogMostSteps = 1; // which leaves memory to the cache
  template <unsigned int VDimension>
  static constexpr int PixelsAtOnce = 0;

  template <typename TCoefficient, unsigned int VDimension>
  ITK_HOST_DEVICE static double
  Evaluate(const Source<TCoefficient, VDimension> & source, const double (&position)[VDimension])
  {
    static_assert(VDimension == 2 || VDimension == 3);
    double weight[3][4];
    int    index[VDimension];
    bool   isInterior = true;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const int below = static_cast<int>(std::floor(static_cast<float>(position[axis])));
      SetWeights(position[axis] - kernels::ToDouble(below), weight[axis]);
      isInterior = isInterior && below > source.first[axis] && below + 2 <= source.last[axis];
      index[axis] = below - 1;
    }
    if (isInterior)
    {
      const TCoefficient * const corner = source.GetPixel(index);
      return Sum<VDimension>(weight, [&](int x, int y, int z) {
        return corner[x + y * source.stride[1] + z * source.stride[VDimension - 1]];
      });
    }
    return Sum<VDimension>(weight, [&](int x, int y, int z) {
      const int offset[3]{ x, y, z };
      int       mirrored[VDimension];
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        mirrored[axis] = Mirror(index[axis] + offset[axis], source.first[axis], source.last[axis]);
      }
      return *source.GetPixel(mirrored);
    });
  }

private:
  ITK_HOST_DEVICE static void
  SetWeights(double w, double (&weight)[4])
  {
    weight[3] = (1.0 / 6.0) * w * w * w;
    weight[0] = (1.0 / 6.0) + 0.5 * w * (w - 1.0) - weight[3];
    weight[2] = w + weight[0] - 2.0 * weight[3];
    weight[1] = 1.0 - weight[0] - weight[2] - weight[3];
  }

  ITK_HOST_DEVICE static int
  Mirror(int index, int first, int last)
  {
    if (first == last)
    {
      return first;
    }
    index = index < first ? 2 * first - index : index;
    index = index >= last ? 2 * last - index : index;
    // Of two pixels: ITK reads beside the image.
    return index < first ? 2 * first - index : index;
  }

  template <unsigned int VDimension, typename TGet>
  ITK_HOST_DEVICE static double
  Sum(const double (&weight)[3][4], const TGet & get)
  {
    double sum = 0.0;
    if constexpr (VDimension == 3)
    {
      for (int z = 0; z < 4; ++z)
      {
        AddPlane(weight, [&](double w) { return w * weight[2][z]; }, [&](int x, int y) { return get(x, y, z); }, sum);
      }
    }
    else
    {
      AddPlane(weight, [](double w) { return w; }, [&](int x, int y) { return get(x, y, 0); }, sum);
    }
    return sum;
  }

  template <typename TWeigh, typename TGet>
  ITK_HOST_DEVICE static void
  AddPlane(const double (&weight)[3][4], const TWeigh & weigh, const TGet & get, double & sum)
  {
    for (int y = 0; y < 4; ++y)
    {
      for (int x = 0; x < 4; ++x)
      {
        sum += weigh(weight[0][x] * weight[1][y]) * get(x, y);
      }
    }
  }
};
} // namespace itk::device::resample

#endif
