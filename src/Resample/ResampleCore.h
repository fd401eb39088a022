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
#ifndef ResampleCore_h
#define ResampleCore_h

#include "ResampleArithmetic.h"

/** \file
 * The interpolators of ITK, operation by operation, for host and device. */
namespace itk::device::resample
{
/** The pixels that are interpolated, and where they are. */
template <typename TPixel, unsigned int VDimension>
struct Source
{
  const TPixel * pixels;
  std::ptrdiff_t stride[VDimension];
  int            first[VDimension]; // indices
  int            last[VDimension];
  double         lower[VDimension]; // half a pixel before the first, and behind the last
  double         upper[VDimension];
  int            inner[VDimension];   // pixels that are not outermost
  int            bytesTo[VDimension]; // from a pixel to the next one, where HasShortStrides()
  bool           hasNegative;         // indices

  Source() = default;

  Source(const ImageView<const TPixel, VDimension> & view, const std::ptrdiff_t (&begin)[VDimension])
    : pixels(view.data)
    , hasNegative(false)
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      stride[axis] = static_cast<std::ptrdiff_t>(view.stride[axis]);
      first[axis] = static_cast<int>(begin[axis]);
      hasNegative = hasNegative || first[axis] < 0;
      last[axis] = static_cast<int>(begin[axis] + static_cast<std::ptrdiff_t>(view.size[axis]) - 1);
      lower[axis] = first[axis] - 0.5;
      upper[axis] = last[axis] + 0.5;
      inner[axis] = last[axis] - first[axis] > 1 ? last[axis] - first[axis] - 1 : 0;
      bytesTo[axis] = static_cast<int>(stride[axis] * static_cast<std::ptrdiff_t>(sizeof(TPixel)));
    }
  }

  bool
  HasShortStrides() const
  {
    bool isShort = true;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      isShort = isShort && stride[axis] <= std::numeric_limits<int>::max() / static_cast<int>(sizeof(TPixel));
    }
    return isShort;
  }

  ITK_HOST_DEVICE const TPixel *
  GetPixel(const int (&index)[VDimension]) const
  {
    std::ptrdiff_t offset = index[0] - first[0];
    for (unsigned int axis = 1; axis < VDimension; ++axis)
    {
      offset += (index[axis] - first[axis]) * stride[axis];
    }
    return pixels + offset;
  }

  /** No NaN is inside. */
  ITK_HOST_DEVICE bool
  IsInside(const double (&position)[VDimension]) const
  {
    bool isInside = true;
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      isInside = isInside && position[axis] >= lower[axis] && position[axis] < upper[axis];
    }
    return isInside;
  }

  /** The pixel so many pixels behind the first; where HasShortStrides(). */
  ITK_HOST_DEVICE const TPixel *
  GetNearPixel(const int (&offset)[VDimension]) const
  {
    const auto * bytes = reinterpret_cast<const char *>(pixels + offset[0]);
    for (unsigned int axis = 1; axis < VDimension; ++axis)
    {
      bytes += static_cast<std::ptrdiff_t>(offset[axis]) * bytesTo[axis];
    }
    return reinterpret_cast<const TPixel *>(bytes);
  }
};

/** Of a position inside: NearestNeighborInterpolateImageFunction. */
struct NearestNeighbor
{
  template <unsigned int VDimension>
  static constexpr int BlocksOfMultiprocessor = 5; // of 256 threads
  template <unsigned int VDimension>
  static constexpr int Reads = 1; // of pixels
  template <unsigned int VDimension>
  static constexpr int LogMostSteps = VDimension == 2 ? 4 : 3;
  template <unsigned int VDimension>
  static constexpr int PixelsAtOnce = 4;

  template <typename TPixel, unsigned int VDimension>
  ITK_HOST_DEVICE static TPixel
  Evaluate(const Source<TPixel, VDimension> & source, const double (&position)[VDimension])
  {
    int index[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      // Just below 0.5 is rounded up.
      const int nearest = RoundHalfUp(position[axis]);
      index[axis] = nearest < source.last[axis] ? nearest : source.last[axis];
    }
    return *source.GetPixel(index);
  }

  /** Likewise for several positions within 2^30 of 0, where HasShortStrides(). False, and no results, where one of them may
   * not be inside. */
  template <int VCount, typename TPixel, typename TOutput, unsigned int VDimension>
  ITK_HOST_DEVICE static bool
  EvaluateBetween(const Source<TPixel, VDimension> & source,
                  const double (&position)[VCount][VDimension],
                  TOutput (&result)[VCount])
  {
    int  offset[VCount][VDimension];
    bool isInside = true;
    for (int i = 0; i < VCount; ++i)
    {
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        offset[i][axis] = RoundHalfUp(position[i][axis]) - source.first[axis];
        // Not of the outermost, which a position outside may be rounded to; of few pixels none.
        isInside &= static_cast<unsigned int>(offset[i][axis] - 1) < static_cast<unsigned int>(source.inner[axis]);
      }
    }
    if (isInside)
    {
      for (int i = 0; i < VCount; ++i)
      {
        result[i] = ToPixel<TOutput>(*source.GetNearPixel(offset[i]));
      }
    }
    return isInside;
  }
};

/** Of any position: NearestNeighborExtrapolateImageFunction, for which numbers that int64 cannot hold are the lowest. */
template <typename TPixel, unsigned int VDimension>
ITK_HOST_DEVICE TPixel
Extrapolate(const Source<TPixel, VDimension> & source, const double (&position)[VDimension])
{
  const TPixel * pixel = source.pixels;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    int          index = source.first[axis];
    const double doubled = fma(2.0, position[axis], 0.5);
    if (doubled > 2.0 * source.last[axis] && doubled < 9223372036854775808.0)
    {
      index = source.last[axis];
    }
    else if (doubled > 2.0 * source.first[axis] && doubled < 9223372036854775808.0)
    {
      index = RoundToEven(doubled) >> 1;
    }
    pixel += (index - source.first[axis]) * source.stride[axis];
  }
  return *pixel;
}

/** Of a position inside: LinearInterpolateImageFunction. Along an axis where the position is at or before the pixel below
 * it, or that pixel is the last one, nothing is interpolated. */
struct Linear
{
  template <unsigned int VDimension>
  static constexpr int BlocksOfMultiprocessor = VDimension == 2 ? 4 : 3;
  template <unsigned int VDimension>
  static constexpr int Reads = 1 << VDimension;
  template <unsigned int VDimension>
  static constexpr int LogMostSteps = VDimension == 2 ? 4 : 3;
  template <unsigned int VDimension>
  static constexpr int PixelsAtOnce = 4;

  template <typename TPixel, unsigned int VDimension>
  ITK_HOST_DEVICE static double
  Evaluate(const Source<TPixel, VDimension> & source, const double (&position)[VDimension])
  {
    double         distance[VDimension];
    std::ptrdiff_t step[VDimension];
    int            index[VDimension];
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      const int below = Floor(position[axis]);
      index[axis] = below < source.first[axis] ? source.first[axis] : below;
      distance[axis] = position[axis] - kernels::ToDouble(index[axis]);
      step[axis] = distance[axis] > 0.0 && index[axis] < source.last[axis] ? source.stride[axis] : 0;
    }
    return Along<VDimension - 1>(source.GetPixel(index), step, distance);
  }

  /** Likewise for several positions within 2^30 of 0, where HasShortStrides(), along all axes. False, and no results, where
   * that may not be the same: at the borders, and for floats where the result is infinite, or where a distance is 0 and so
   * the result may be one of -0, or a neighbour that does not count be infinite or NaN. */
  template <int VCount, typename TPixel, typename TOutput, unsigned int VDimension>
  ITK_HOST_DEVICE static bool
  EvaluateBetween(const Source<TPixel, VDimension> & source,
                  const double (&position)[VCount][VDimension],
                  TOutput (&result)[VCount])
  {
    double        distance[VCount][VDimension];
    int           offset[VCount][VDimension];
    std::uint32_t least = 0xffffffffu;
    bool          isBetween = true;
    for (int i = 0; i < VCount; ++i)
    {
      for (unsigned int axis = 0; axis < VDimension; ++axis)
      {
        offset[i][axis] = SplitAtFloor(position[i][axis], distance[i][axis]) - source.first[axis];
        const std::uint32_t word = GetHighWord(distance[i][axis]);
        least = word < least ? word : least;
        isBetween &= static_cast<unsigned int>(offset[i][axis]) <
                     static_cast<unsigned int>(source.last[axis] - source.first[axis]);
      }
    }
    if (source.hasNegative)
    {
      // Floor(-1e-20) is 0; here it is -1, and the distance 1.
      for (int i = 0; i < VCount; ++i)
      {
        for (unsigned int axis = 0; axis < VDimension; ++axis)
        {
          isBetween &= distance[i][axis] < 1.0;
        }
      }
    }
    if (!isBetween)
    {
      return false;
    }
    bool isKnown = true;
    for (int i = 0; i < VCount; ++i)
    {
      const double value = AlongAll<VDimension - 1>(source.GetNearPixel(offset[i]), source.bytesTo, distance[i]);
      if constexpr (std::is_floating_point_v<TPixel>)
      {
        // Of infinities alone comes what is to be clamped.
        result[i] = static_cast<TOutput>(value);
        isKnown &= !(std::abs(result[i]) > Most<TOutput>);
      }
      else
      {
        result[i] = ToPixel<TOutput>(value);
      }
    }
    if constexpr (std::is_floating_point_v<TPixel>)
    {
      for (int i = 0; i < VCount && least == 0; ++i)
      {
        isKnown &= result[i] < 0 || result[i] > 0;
      }
    }
    return isKnown;
  }

private:
  /** Along the axes with a step that is not 0. */
  template <unsigned int VAxis, typename TPixel, unsigned int VDimension>
  ITK_HOST_DEVICE static double
  Along(const TPixel * pixel, const std::ptrdiff_t (&step)[VDimension], const double (&distance)[VDimension])
  {
    double first;
    double second;
    if constexpr (VAxis == 0)
    {
      first = kernels::ToDouble(pixel[0]);
      second = kernels::ToDouble(pixel[step[0]]);
    }
    else
    {
      first = Along<VAxis - 1>(pixel, step, distance);
      second = Along<VAxis - 1>(pixel + step[VAxis], step, distance);
    }
    return step[VAxis] != 0 ? first + (second - first) * distance[VAxis] : first;
  }

  template <unsigned int VAxis, typename TPixel, unsigned int VDimension>
  ITK_HOST_DEVICE static double
  AlongAll(const TPixel * pixel, const int (&bytesTo)[VDimension], const double (&distance)[VDimension])
  {
    double first;
    double second;
    if constexpr (VAxis == 0)
    {
      first = kernels::ToDouble(pixel[0]);
      second = kernels::ToDouble(pixel[1]);
    }
    else
    {
      const auto * const bytes = reinterpret_cast<const char *>(pixel);
      first = AlongAll<VAxis - 1>(pixel, bytesTo, distance);
      second = AlongAll<VAxis - 1>(reinterpret_cast<const TPixel *>(bytes + bytesTo[VAxis]), bytesTo, distance);
    }
    return first + (second - first) * distance[VAxis];
  }
};
} // namespace itk::device::resample

#endif
