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
#ifndef itkCudaResampleLaunch_h
#define itkCudaResampleLaunch_h

#include "itkDeviceImageView.h"
#include "itkDeviceStream.h"

namespace itk::device
{
/** point -> matrix (point - center) + offset, each component summed from the first column on. */
template <unsigned int VDimension>
struct ResampleStep
{
  double center[VDimension];
  double matrix[VDimension][VDimension];
  double offset[VDimension];
};

/** How an index of the output becomes a continuous index of the input: origin + matrix index, summed from the origin on,
 * is a point of the output, and the steps in turn make a continuous index of it. */
template <unsigned int VDimension>
struct ResampleMap
{
  static constexpr int MostSteps = 8;

  double                   origin[VDimension];
  double                   matrix[VDimension][VDimension];
  int                      numberOfSteps;
  ResampleStep<VDimension> steps[MostSteps];
};

/** The continuous index of the input for an index of the output, as the device computes it. */
template <unsigned int VDimension>
void
MapResampledIndex(const ResampleMap<VDimension> & map,
                  const std::ptrdiff_t (&index)[VDimension],
                  double (&position)[VDimension]);

/** Where an output lies, and where each of its lines along axis 0 lies in the input. */
template <unsigned int VDimension>
struct ResampleLines
{
  ResampleMap<VDimension> map;
  // On the host, of each line of the output: VDimension coordinates of the first pixel of the whole output's line, and as
  // many of the one behind its last. Null: the map says it.
  const double * ends;
  std::ptrdiff_t begin[VDimension]; // the index of the output's first pixel
  std::ptrdiff_t wholeBegin;        // along axis 0, of the whole output
  std::ptrdiff_t wholeSize;
  std::ptrdiff_t inputBegin[VDimension]; // the index of the input's first pixel; within 2^30 of 0, as its last
};

enum class ResampleInterpolation
{
  NearestNeighbor,
  Linear,
  CubicBSpline
};

/** Resamples `input` along lines: a pixel at the fraction alpha of a line, first + alpha (end - first), is interpolated in
 * double, clamped to the output's type and truncated.
 *
 * \param extrapolates whether a position outside of the input has the nearest pixel's value; else it has `defaultPixel`
 *
 * uint8, int16, uint16 to the same type or to float, and float; 2D and 3D. Enqueues on `stream`; does not wait.
 * The B-spline takes memory for two doubles a pixel of the input. */
template <typename TInput, typename TOutput, unsigned int VDimension>
void
LaunchResample(const ImageView<const TInput, VDimension> & input,
               const ImageView<TOutput, VDimension> &      output,
               const ResampleLines<VDimension> &           lines,
               ResampleInterpolation                       interpolation,
               bool                                        extrapolates,
               TOutput                                     defaultPixel,
               const Stream &                              stream);
} // namespace itk::device

#endif
