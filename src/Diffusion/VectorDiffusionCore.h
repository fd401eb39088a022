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
#ifndef VectorDiffusionCore_h
#define VectorDiffusionCore_h

#include "DiffusionCore.h"

/** \file
 * itk::VectorGradientNDAnisotropicDiffusionFunction, operation by operation but for the exponential. To be compiled without
 * contraction. */
namespace itk::device::diffusion
{
/** The equation's parameters, which its parent rounds to the components' type. */
template <unsigned int VDimension>
struct VectorDiffusion
{
  VectorDiffusion(const double (&scaleOfAxes)[VDimension], double step)
    : timeStep(static_cast<float>(step))
  {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
    {
      scale[axis] = static_cast<float>(scaleOfAxes[axis]);
    }
  }

  float scale[VDimension];
  float timeStep;
};

/** itk::DerivativeOperator's product with three pixels: NaN where the one in the middle is not finite. */
ITK_HOST_DEVICE inline float
Differentiate(float before, float center, float after)
{
  return 0.5f * before + 0.0f * center - 0.5f * after;
}

/** Pixels around the one that at(0, 0, 0) is, by steps along one or two axes. */
template <typename TAt>
struct VectorNeighborhood
{
  ITK_HOST_DEVICE auto
  Get(int i, unsigned int along, int j = 0, unsigned int across = 0) const
  {
    int offset[3]{};
    offset[along] += i;
    offset[across] += j;
    return at(offset[0], offset[1], offset[2]);
  }

  const TAt & at;
};

/** The sum over axes and components of squared derivatives, by central differences, a pixel being 1 wide. at(x, y, z) is the
 * VectorPixel so far from the one whose it is. */
template <unsigned int VDimension, unsigned int VComponents, typename TAt>
ITK_HOST_DEVICE double
ComputeSquaredGradient(const TAt & at)
{
  const VectorNeighborhood<TAt>  near{ at };
  const VectorPixel<VComponents> center = at(0, 0, 0);
  double                         square = 0.0;
  ITK_DIFFUSION_UNROLL
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const auto before = near.Get(-1, axis);
    const auto after = near.Get(1, axis);
    ITK_DIFFUSION_UNROLL
    for (unsigned int k = 0; k < VComponents; ++k)
    {
      const float derivative = Differentiate(before.components[k], center.components[k], after.components[k]);
      square += static_cast<double>(derivative * derivative);
    }
  }
  return square;
}

/** What a pixel is after a step. at(x, y, z) is the VectorPixel so far from it, up to 1 along each of two axes; `factor` is
 * that of a DiffusionState. */
template <unsigned int VDimension, unsigned int VComponents, typename TAt>
ITK_HOST_DEVICE VectorPixel<VComponents>
                StepByVectorDiffusion(const TAt & at, const VectorDiffusion<VDimension> & diffusion, double factor)
{
  const VectorNeighborhood<TAt>  near{ at };
  const VectorPixel<VComponents> center = at(0, 0, 0);

  float derivatives[VDimension][VComponents];
  ITK_DIFFUSION_UNROLL
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    const auto before = near.Get(-1, axis);
    const auto after = near.Get(1, axis);
    ITK_DIFFUSION_UNROLL
    for (unsigned int k = 0; k < VComponents; ++k)
    {
      derivatives[axis][k] =
        Differentiate(before.components[k], center.components[k], after.components[k]) * diffusion.scale[axis];
    }
  }

  float change[VComponents]{};
  ITK_DIFFUSION_UNROLL
  for (unsigned int axis = 0; axis < VDimension; ++axis)
  {
    float flows[2][VComponents]; // from the pixel before, and to that after
    ITK_DIFFUSION_UNROLL
    for (int side = 0; side < 2; ++side)
    {
      const int  toNeighbor = 2 * side - 1;
      const auto neighbor = near.Get(toNeighbor, axis);

      VectorPixel<VComponents> before[VDimension];
      VectorPixel<VComponents> after[VDimension];
      ITK_DIFFUSION_UNROLL
      for (unsigned int other = 0; other < VDimension; ++other)
      {
        if (other != axis)
        {
          before[other] = near.Get(toNeighbor, axis, -1, other);
          after[other] = near.Get(toNeighbor, axis, 1, other);
        }
      }

      double square = 0.0;
      ITK_DIFFUSION_UNROLL
      for (unsigned int k = 0; k < VComponents; ++k)
      {
        const float here = center.components[k];
        const float there = neighbor.components[k];
        const float difference = (side == 0 ? here - there : there - here) * diffusion.scale[axis];
        flows[side][k] = difference;
        square += static_cast<double>(difference * difference);
        ITK_DIFFUSION_UNROLL
        for (unsigned int other = 0; other < VDimension; ++other)
        {
          if (other != axis)
          {
            const float sum =
              derivatives[other][k] +
              Differentiate(before[other].components[k], there, after[other].components[k]) * diffusion.scale[other];
            square += static_cast<double>(0.25f * (sum * sum));
          }
        }
      }

      const double conductance = Conduct(square * factor, factor != NoConductance, [] { return 1.0; });
      ITK_DIFFUSION_UNROLL
      for (unsigned int k = 0; k < VComponents; ++k)
      {
        flows[side][k] = static_cast<float>(static_cast<double>(flows[side][k]) * conductance);
      }
    }
    ITK_DIFFUSION_UNROLL
    for (unsigned int k = 0; k < VComponents; ++k)
    {
      change[k] += flows[1][k] - flows[0][k];
    }
  }

  VectorPixel<VComponents> result;
  ITK_DIFFUSION_UNROLL
  for (unsigned int k = 0; k < VComponents; ++k)
  {
    result.components[k] = center.components[k] + change[k] * diffusion.timeStep;
  }
  return result;
}
} // namespace itk::device::diffusion

#endif
