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
#ifndef MinMaxCurvatureFlowCore_h
#define MinMaxCurvatureFlowCore_h

#include "DiffusionCore.h"

namespace itk::device::diffusion
{
template <int VDimension>
struct MinMaxFlow
{
  MinMaxFlow(const double (&scaleOfAxes)[VDimension], int radiusOfStencil, double step)
    : radius(radiusOfStencil)
    , timeStep(step)
  {
    int pixels = 0;
    for (int z = VDimension == 3 ? -radius : 0; z <= (VDimension == 3 ? radius : 0); ++z)
    {
      for (int y = -radius; y <= radius; ++y)
      {
        for (int x = -radius; x <= radius; ++x)
        {
          pixels += IsInBall(x, y, z, radius);
        }
      }
    }
    weight = static_cast<float>(1.0 / pixels);
    for (int axis = 0; axis < VDimension; ++axis)
    {
      scale[axis] = scaleOfAxes[axis];
      scaleOfFlow[axis] = scaleOfAxes[axis] / radius;
    }
  }

  ITK_HOST_DEVICE static bool
  IsInBall(int x, int y, int z, int radius)
  {
    return x * x + y * y + z * z <= radius * radius;
  }

  int    radius;
  double timeStep;
  double scale[VDimension];
  double scaleOfFlow[VDimension]; // the parent's flow takes the stencil's radius for the neighbours' distance
  double weight;                  // of the pixels of the stencil's ball, rounded to float
};

/** The mean over the ball, in the parent's order. Pixels of its box that are not in it count 0 times: NaNs and infinite ones
 * among them make NaN. at(x, y, z) is the pixel so far from the one in question. */
template <int VDimension, typename TAt>
ITK_HOST_DEVICE float
ComputeMeanOfBall(const TAt & at, int radius, double weight)
{
  const int depth = VDimension == 3 ? radius : 0;
  double    sum = 0.0;
  float     outside = 0.0f;
  ITK_DIFFUSION_UNROLL
  for (int z = -depth; z <= depth; ++z)
  {
    ITK_DIFFUSION_UNROLL
    for (int y = -radius; y <= radius; ++y)
    {
      ITK_DIFFUSION_UNROLL
      for (int x = -radius; x <= radius; ++x)
      {
        const float pixel = at(x, y, z);
        if (MinMaxFlow<VDimension>::IsInBall(x, y, z, radius))
        {
          sum = std::fma(weight, static_cast<double>(pixel), sum);
        }
        else
        {
          outside += 0.0f * pixel;
        }
      }
    }
  }
  return static_cast<float>(sum + outside);
}

/** The parent's rounding to an index of a neighbourhood's side, relative to its middle. */
ITK_HOST_DEVICE inline int
RoundToOffset(double position, int radius)
{
  return (static_cast<int>(std::rint(2 * position + 0.5)) >> 1) - radius;
}

/** The mean of two pixels at right angles to `gradient`, which is as long as the stencil's radius. */
template <typename TAt>
ITK_HOST_DEVICE float
ComputeThreshold(const TAt & at, const double (&gradient)[2], int radius)
{
  const auto round = [radius](double position) { return RoundToOffset(position, radius); };
  float      sum = at(round(radius - gradient[1]), round(radius + gradient[0]), 0);
  sum += at(round(radius + gradient[1]), round(radius - gradient[0]), 0);
  return 0.5f * sum;
}

/** The mean of four pixels, at angles as the parent has them, whose sines and cosines follow from one another. */
template <typename TAt>
ITK_HOST_DEVICE float
ComputeThreshold(const TAt & at, const double (&gradient)[3], int radius)
{
  const auto   round = [radius](double position) { return RoundToOffset(position, radius); };
  const double cosTheta = gradient[2] > 1.0 ? 1.0 : gradient[2] < -1.0 ? -1.0 : gradient[2];
  const double sinTheta = std::sqrt((1.0 - cosTheta) * (1.0 + cosTheta));
  double       cosPhi = 0.0;
  double       sinPhi = 1.0;
  if (!(std::fabs(gradient[0]) <= 0.1 * 0x1p-52))
  {
    const double tangent = gradient[1] / gradient[0];
    cosPhi = 1.0 / std::sqrt(1.0 + tangent * tangent);
    sinPhi = tangent * cosPhi;
  }
  const double alongX = radius * cosTheta * cosPhi;
  const double alongY = radius * cosTheta * sinPhi;
  const double alongZ = radius * sinTheta;
  float        sum = at(round(radius + alongX), round(radius + alongY), round(radius - alongZ));
  sum += at(round(radius - radius * sinPhi), round(radius + radius * cosPhi), 0);
  sum += at(round(radius - alongX), round(radius - alongY), round(radius + alongZ));
  sum += at(round(radius + radius * sinPhi), round(radius - radius * cosPhi), 0);
  return 0.25f * sum;
}

/** Whether a pixel may rise, rather than fall: whether its surroundings are darker than the isophote through it. */
template <int VDimension, typename TAt>
ITK_HOST_DEVICE bool
MayRise(const TAt & at, const MinMaxFlow<VDimension> & flow, int radius)
{
  double gradient[VDimension];
  double square = 0.0;
  ITK_DIFFUSION_UNROLL
  for (int axis = 0; axis < VDimension; ++axis)
  {
    const int x = axis == 0;
    const int y = axis == 1;
    const int z = axis == 2;
    gradient[axis] = 0.5 * static_cast<double>(at(x, y, z) - at(-x, -y, -z)) * flow.scale[axis];
    square += gradient[axis] * gradient[axis];
  }
  const float mean = ComputeMeanOfBall<VDimension>(at, radius, flow.weight);
  if (square == 0.0)
  {
    return mean < 0.0f;
  }
  const double length = std::sqrt(square) / radius;
  ITK_DIFFUSION_UNROLL
  for (int axis = 0; axis < VDimension; ++axis)
  {
    gradient[axis] /= length;
  }
  return mean < ComputeThreshold(at, gradient, radius);
}

/** The pixel at(0, 0, 0) after a step. `radius` is that of the flow. */
template <int VDimension, typename TAt>
ITK_HOST_DEVICE float
StepByMinMaxCurvatureFlow(const TAt & at, const MinMaxFlow<VDimension> & flow, int radius)
{
  Neighborhood near{};
  ITK_DIFFUSION_UNROLL
  for (int z = VDimension == 3 ? -1 : 0; z <= (VDimension == 3 ? 1 : 0); ++z)
  {
    ITK_DIFFUSION_UNROLL
    for (int y = -1; y <= 1; ++y)
    {
      ITK_DIFFUSION_UNROLL
      for (int x = -1; x <= 1; ++x)
      {
        near[z + 1][y + 1][x + 1] = at(x, y, z);
      }
    }
  }
  float change = ComputeCurvatureFlow<VDimension>(near, flow.scaleOfFlow);
  // What is no number is neither to rise nor to fall, and its gradient may have no direction.
  if (change < 0.0f || change > 0.0f)
  {
    const bool mayRise = MayRise(at, flow, radius);
    change = mayRise == (change > 0.0f) ? change : 0.0f;
  }
  return Step(near[1][1][1], change, flow.timeStep);
}
} // namespace itk::device::diffusion

#endif
